import type { DeleteResult } from 'kysely'
import { inBatches } from '../core/batches.ts'
import { newValuesOf } from '../database/index.ts'
import type { AssetItem, Item, MemberItem, ProjectItem, Removal } from './item-lines.ts'
import { columnsOfAsset, columnsOfProject, type Db } from './tables.ts'

export type Change = Item | Removal

export const isRemoval = (change: Change): change is Removal => 'deleted' in change

/** Ids are unique across all types. */
export const keyOf = (change: Change): string =>
  change.type === 'member' ? JSON.stringify([change.projectId, change.userId]) : change.id

/** With 19 columns they stay below the 32,766 parameters of a statement of SQLite. */
export const ROWS = 500

/** Their projects are stored already. */
async function putMembers(db: Db, role: 'owner' | 'member', members: readonly MemberItem[]) {
  const ids = members.map(({ projectId }) => projectId)
  const rows = members.map(({ projectId, userId }) => ({ project_id: projectId, user_id: userId }))
  await db
    .insertInto('project_members')
    .values(rows.map((row) => ({ ...row, role, created_at: 0 })))
    .onConflict((conflict) => {
      const known = conflict.columns(['project_id', 'user_id'])
      return role === 'owner' ? known.doUpdateSet({ role }) : known.doNothing()
    })
    .execute()
  await db
    .updateTable('project_members')
    .from('projects')
    .set(({ ref }) => ({ created_at: ref('projects.created_at') }))
    .whereRef('projects.id', '=', 'project_id')
    .where('project_id', 'in', ids)
    .execute()
}

/** Also writes the owner, who may have changed. */
async function putProjects(db: Db, projects: readonly ProjectItem[]) {
  const rows = projects.map(columnsOfProject)
  await db
    .insertInto('projects')
    .values(rows)
    .onConflict((conflict) => conflict.column('id').doUpdateSet(newValuesOf(rows[0])))
    .execute()
  const ids = rows.map(({ id }) => id)
  await db.deleteFrom('project_members').where('role', '=', 'owner').where('project_id', 'in', ids).execute()
  const owners = projects.map(({ id, owner }) => ({ type: 'member' as const, projectId: id, userId: owner }))
  await putMembers(db, 'owner', owners)
}

async function putAssets(db: Db, assets: readonly AssetItem[]) {
  const ids = assets.map(({ id }) => id)
  // By a foreign key, their designs go with them.
  await db.deleteFrom('assets').where('id', 'in', ids).execute()
  await db.insertInto('assets').values(assets.map(columnsOfAsset)).execute()
  const designs = assets.flatMap(({ id, design }) => (design === undefined ? [] : [{ asset_id: id, design }]))
  if (designs.length > 0) await db.insertInto('designs').values(designs).execute()
}

/** By foreign keys, members go with their project, and items in it are then in none. */
export interface Removed {
  readonly projects: number
  readonly items: number
  /** In projects of other people. */
  readonly memberships: number
}

const countOf = ({ numDeletedRows }: DeleteResult) => Number(numDeletedRows)

export async function removeUser(db: Db, userId: string): Promise<Removed | undefined> {
  const places = db.selectFrom('project_members').select('project_id').where('user_id', '=', userId)
  const own = places.where('role', '=', 'owner')
  const items = countOf(await db.deleteFrom('assets').where('owner_id', '=', userId).executeTakeFirst())
  const projects = countOf(await db.deleteFrom('projects').where('id', 'in', own).executeTakeFirst())
  const others = db.deleteFrom('project_members').where('user_id', '=', userId)
  const memberships = countOf(await others.executeTakeFirst())
  return items + projects + memberships > 0 ? { items, projects, memberships } : undefined
}

export async function removeItem(db: Db, id: string): Promise<Removed | undefined> {
  const items = countOf(await db.deleteFrom('assets').where('id', '=', id).executeTakeFirst())
  const projects = countOf(await db.deleteFrom('projects').where('id', '=', id).executeTakeFirst())
  return items + projects > 0 ? { items, projects, memberships: 0 } : undefined
}

async function remove(db: Db, change: Removal): Promise<void> {
  if (change.type !== 'member') return void (await removeItem(db, change.id))
  const members = db.deleteFrom('project_members').where('project_id', '=', change.projectId)
  await members.where('user_id', '=', change.userId).execute()
}

/** Of several lines of an item, the last one counts. */
async function put(db: Db, all: readonly Item[]) {
  const items = [...new Map(all.map((item) => [keyOf(item), item])).values()]
  const projects = items.filter((item) => item.type === 'project')
  const members = items.filter((item) => item.type === 'member')
  const assets = items.filter((item) => item.type !== 'project' && item.type !== 'member')
  for await (const some of inBatches(projects, ROWS)) await putProjects(db, some)
  for await (const some of inBatches(members, ROWS)) await putMembers(db, 'member', some)
  for await (const some of inBatches(assets, ROWS)) await putAssets(db, some)
}

/** Stores and removes items by their ids, in their order. Doing it again changes nothing. */
export async function putItems(db: Db, changes: readonly Change[]): Promise<void> {
  let items: Item[] = []
  for (const change of changes) {
    if (isRemoval(change)) {
      await put(db, items)
      await remove(db, change)
      items = []
    } else items.push(change)
  }
  await put(db, items)
}
