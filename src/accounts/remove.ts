import type { DeleteResult, Transaction } from 'kysely'
import type { AccountsTables } from './tables.ts'

/** What a removal took away. */
export interface Removed {
  readonly projects: number
  readonly items: number
  /** Memberships in projects of other people. */
  readonly memberships: number
}

type Db = Transaction<AccountsTables>

const countOf = ({ numDeletedRows }: DeleteResult): number => Number(numDeletedRows)

/**
 * Removes everything of a person; `undefined` if there is nothing. By foreign keys, projects go with their members, and
 * items of other people in them are then in no project.
 */
export async function removeUser(db: Db, userId: string): Promise<Removed | undefined> {
  const places = db.selectFrom('project_members').select('project_id').where('user_id', '=', userId)
  const own = places.where('role', '=', 'owner')
  const items = countOf(await db.deleteFrom('assets').where('owner_id', '=', userId).executeTakeFirst())
  const projects = countOf(await db.deleteFrom('projects').where('id', 'in', own).executeTakeFirst())
  const others = db.deleteFrom('project_members').where('user_id', '=', userId)
  const memberships = countOf(await others.executeTakeFirst())
  return items + projects + memberships > 0 ? { items, projects, memberships } : undefined
}

/** Removes a project, a block, a quilt, a swatch or a pattern; `undefined` if there is none of this id. */
export async function removeItem(db: Db, id: string): Promise<Removed | undefined> {
  const items = countOf(await db.deleteFrom('assets').where('id', '=', id).executeTakeFirst())
  const projects = countOf(await db.deleteFrom('projects').where('id', '=', id).executeTakeFirst())
  return items + projects > 0 ? { items, projects, memberships: 0 } : undefined
}
