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

/** Removes projects with their members. The items in them stay, in no project. */
async function removeProjects(db: Db, ids: readonly string[]) {
  if (ids.length === 0) return { projects: 0, othersMemberships: 0, othersItems: 0 }
  const members = await db
    .deleteFrom('project_members')
    .where('project_id', 'in', ids)
    .where('role', '=', 'member')
    .executeTakeFirst()
  const items = await db
    .updateTable('assets')
    .set({ project_id: null })
    .where('project_id', 'in', ids)
    .executeTakeFirst()
  await db.deleteFrom('projects').where('id', 'in', ids).execute()
  return {
    projects: ids.length,
    othersMemberships: Number(members.numDeletedRows),
    othersItems: Number(items.numUpdatedRows),
  }
}

/** Removes everything of a person; `undefined` if there is nothing. */
export async function removeUser(db: Db, userId: string): Promise<Removed | undefined> {
  const items = await db.deleteFrom('assets').where('owner_id', '=', userId).executeTakeFirst()
  const places = await db
    .deleteFrom('project_members')
    .where('user_id', '=', userId)
    .returning(['project_id', 'role'])
    .execute()
  const own = places.filter(({ role }) => role === 'owner').map(({ project_id }) => project_id)
  const removed = {
    ...(await removeProjects(db, own)),
    items: Number(items.numDeletedRows),
    memberships: places.length - own.length,
  }
  return removed.items + places.length > 0 ? removed : undefined
}

/** Removes a project, a block, a quilt, a swatch or a pattern; `undefined` if there is none of this id. */
export async function removeItem(db: Db, id: string): Promise<Removed | undefined> {
  const { numDeletedRows } = await db.deleteFrom('assets').where('id', '=', id).executeTakeFirst()
  const project = await db.selectFrom('projects').select('id').where('id', '=', id).executeTakeFirst()
  const items = Number(numDeletedRows)
  if (items === 0 && project === undefined) return undefined
  return { ...(await removeProjects(db, project ? [id] : [])), items, memberships: 0 }
}
