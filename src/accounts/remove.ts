import type { Transaction } from 'kysely'
import type { AccountsTables } from './tables.ts'

/** What a removal took away, or changed for other people. */
export interface Removed {
  readonly projects: number
  readonly items: number
  /** Memberships of the user in projects of other people. */
  readonly memberships: number
  /** Memberships of other people in the removed projects. */
  readonly othersMemberships: number
  /** Items of other people that were in the removed projects. They are kept, in no project. */
  readonly othersItems: number
}

type Db = Transaction<AccountsTables>

/** Removes projects, and counts what this changes. By foreign keys, members go and items are in no project. */
async function removeProjects(db: Db, ids: readonly string[]) {
  const counts = { projects: 0, othersMemberships: 0, othersItems: 0 }
  for (const id of ids) {
    const members = db.deleteFrom('project_members').where('project_id', '=', id).where('role', '=', 'member')
    const items = db.updateTable('assets').set({ project_id: null }).where('project_id', '=', id)
    counts.othersMemberships += Number((await members.executeTakeFirst()).numDeletedRows)
    counts.othersItems += Number((await items.executeTakeFirst()).numUpdatedRows)
    const projects = db.deleteFrom('projects').where('id', '=', id)
    counts.projects += Number((await projects.executeTakeFirst()).numDeletedRows)
  }
  return counts
}

/** Removes everything of a person; `undefined` if there is nothing. */
export async function removeUser(db: Db, userId: string): Promise<Removed | undefined> {
  const items = await db.deleteFrom('assets').where('owner_id', '=', userId).executeTakeFirst()
  const places = await db
    .deleteFrom('project_members')
    .where('user_id', '=', userId)
    .returning(['project_id', 'role'])
    .execute()
  const own = places.flatMap(({ project_id, role }) => (role === 'owner' ? [project_id] : []))
  const removed = { ...(await removeProjects(db, own)), items: Number(items.numDeletedRows) }
  if (removed.items + places.length === 0) return undefined
  return { ...removed, memberships: places.length - own.length }
}

/** Removes a project, a block, a quilt, a swatch or a pattern; `undefined` if there is none of this id. */
export async function removeItem(db: Db, id: string): Promise<Removed | undefined> {
  const { numDeletedRows } = await db.deleteFrom('assets').where('id', '=', id).executeTakeFirst()
  const removed = { ...(await removeProjects(db, [id])), items: Number(numDeletedRows), memberships: 0 }
  return removed.items + removed.projects > 0 ? removed : undefined
}
