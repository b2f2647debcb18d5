import type { DeleteResult, Kysely } from 'kysely'
import type { AccountsTables } from './tables.ts'

/** By foreign keys, members go with their project, and items in it are then in none. */
export interface Removed {
  readonly projects: number
  readonly items: number
  /** In projects of other people. */
  readonly memberships: number
}

type Db = Kysely<AccountsTables>

const countOf = ({ numDeletedRows }: DeleteResult): number => Number(numDeletedRows)

/** `undefined` if the person has nothing. */
export async function removeUser(db: Db, userId: string): Promise<Removed | undefined> {
  const places = db.selectFrom('project_members').select('project_id').where('user_id', '=', userId)
  const own = places.where('role', '=', 'owner')
  const items = countOf(await db.deleteFrom('assets').where('owner_id', '=', userId).executeTakeFirst())
  const projects = countOf(await db.deleteFrom('projects').where('id', 'in', own).executeTakeFirst())
  const others = db.deleteFrom('project_members').where('user_id', '=', userId)
  const memberships = countOf(await others.executeTakeFirst())
  return items + projects + memberships > 0 ? { items, projects, memberships } : undefined
}

/** `undefined` if there is neither project nor saved item of this id. */
export async function removeItem(db: Db, id: string): Promise<Removed | undefined> {
  const items = countOf(await db.deleteFrom('assets').where('id', '=', id).executeTakeFirst())
  const projects = countOf(await db.deleteFrom('projects').where('id', '=', id).executeTakeFirst())
  return items + projects > 0 ? { items, projects, memberships: 0 } : undefined
}
