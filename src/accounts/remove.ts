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

const NOTHING: Removed = { projects: 0, items: 0, memberships: 0, othersMemberships: 0, othersItems: 0 }

const isAnything = (removed: Removed): boolean => Object.values(removed).some((count) => count > 0)

/** Removes projects. Their members and the items in them follow by foreign keys. */
async function removeProjects(db: Db, ids: readonly string[]): Promise<Removed> {
  let removed = NOTHING
  for (const id of ids) {
    const { members } = await db
      .selectFrom('project_members')
      .select(({ fn }) => fn.countAll<number>().as('members'))
      .where('project_id', '=', id)
      .where('role', '=', 'member')
      .executeTakeFirstOrThrow()
    const { numUpdatedRows } = await db
      .updateTable('assets')
      .set({ project_id: null })
      .where('project_id', '=', id)
      .executeTakeFirst()
    await db.deleteFrom('projects').where('id', '=', id).execute()
    removed = {
      ...removed,
      projects: removed.projects + 1,
      othersMemberships: removed.othersMemberships + Number(members),
      othersItems: removed.othersItems + Number(numUpdatedRows),
    }
  }
  return removed
}

/** Removes everything of a person; `undefined` if there is nothing. */
export async function removeUser(db: Db, userId: string): Promise<Removed | undefined> {
  const items = await db.deleteFrom('assets').where('owner_id', '=', userId).executeTakeFirst()
  const projects = await db
    .selectFrom('project_members')
    .select('project_id')
    .where('user_id', '=', userId)
    .where('role', '=', 'owner')
    .execute()
  const memberships = await db
    .deleteFrom('project_members')
    .where('user_id', '=', userId)
    .where('role', '=', 'member')
    .executeTakeFirst()
  const removed = {
    ...(await removeProjects(
      db,
      projects.map(({ project_id }) => project_id),
    )),
    items: Number(items.numDeletedRows),
    memberships: Number(memberships.numDeletedRows),
  }
  return isAnything(removed) ? removed : undefined
}

/** Removes a project, a block, a quilt, a swatch or a pattern; `undefined` if there is none of this id. */
export async function removeItem(db: Db, id: string): Promise<Removed | undefined> {
  const { numDeletedRows } = await db.deleteFrom('assets').where('id', '=', id).executeTakeFirst()
  if (numDeletedRows > 0n) return { ...NOTHING, items: Number(numDeletedRows) }
  const project = await db.selectFrom('projects').select('id').where('id', '=', id).executeTakeFirst()
  return project === undefined ? undefined : removeProjects(db, [id])
}
