import { type Kysely, sql } from 'kysely'
import { inBatches } from '../core/batches.ts'
import { ASSET_KINDS } from '../core/rooms.ts'
import type { AssetItem, Item, MemberItem, ProjectItem, Removal } from './item-lines.ts'
import { removeItem } from './remove.ts'
import { type AccountsTables, columnsOfAsset, columnsOfProject } from './tables.ts'

type Db = Kysely<AccountsTables>
export type Change = Item | Removal

const isRemoval = (change: Change): change is Removal => 'deleted' in change

/** Ids are unique across all types. */
export const keyOf = (change: Change): string =>
  change.type === 'member' ? JSON.stringify([change.projectId, change.userId]) : change.id

/** Also of an item that an earlier change of the same import removed. */
interface Known {
  readonly type: Change['type']
  /** Members have none. */
  readonly owner?: string
  readonly isThere: boolean
}
type KnownItems = Map<string, Known>

/** With 19 columns they stay below the 32,766 parameters of a statement of SQLite. */
const ROWS = 500

/** What the database has of the items in these changes, by key. */
export async function knownOf(db: Db, changes: readonly Change[]): Promise<KnownItems> {
  const known: KnownItems = new Map()
  const ids = changes.flatMap(({ id, projectId }: { id?: string; projectId?: string | undefined }) =>
    [id, projectId].filter((each) => each !== undefined),
  )
  for await (const some of inBatches(ids, ROWS)) {
    const assets = db.selectFrom('assets').select(['id', 'resource', 'owner_id']).where('id', 'in', some)
    for (const { id, resource, owner_id: owner } of await assets.execute())
      known.set(id, { type: ASSET_KINDS[resource], owner, isThere: true })
    const members = db
      .selectFrom('project_members')
      .select(['project_id as projectId', 'user_id as userId', 'role'])
      .where('project_id', 'in', some)
    for (const { projectId, userId, role } of await members.execute()) {
      const type = 'member'
      known.set(keyOf({ type, projectId, userId }), { type, isThere: true })
      if (role === 'owner') known.set(projectId, { type: 'project', owner: userId, isThere: true })
    }
  }
  return known
}

/**
 * Why a change cannot follow those that `known` has. With `mayMove`, items may get other owners. With `owner`, items of
 * other people are refused.
 */
export function problemOf(
  change: Change,
  known: KnownItems,
  rules: { readonly mayMove?: boolean | undefined; readonly owner?: string | undefined },
): string | undefined {
  const projectId = 'projectId' in change ? change.projectId : undefined
  const found = known.get(projectId ?? '')
  const project = found?.type === 'project' && found.isThere ? found : undefined
  if (!isRemoval(change) && projectId !== undefined && project === undefined)
    return 'projectId: there is no such project'
  const before = known.get(keyOf(change))
  if (before?.isThere && before.type !== change.type) return 'id: belongs to an item of another type'
  const owner = change.type === 'member' ? project?.owner : change.owner
  if (rules.owner !== undefined && owner !== undefined && owner !== rules.owner)
    return 'owner: is not the person of --owner'
  if (change.type === 'member')
    return isRemoval(change) && owner === change.userId ? 'userId: owns the project' : undefined
  if (before === undefined || before.owner === owner) return undefined
  if (isRemoval(change)) return before.isThere ? 'owner: the item is of somebody else' : undefined
  // An item that this import has removed does not come back as somebody else's.
  return rules.mayMove ? undefined : 'owner: the item is of somebody else; --move gives it to this owner'
}

/** Answers what a change does, and notes it for those after it. */
export function noteChange(known: KnownItems, change: Change): 'added' | 'updated' | 'removed' | 'unchanged' {
  const key = keyOf(change)
  const wasThere = known.get(key)?.isThere ?? false
  const isThere = !isRemoval(change)
  if (!wasThere && !isThere) return 'unchanged'
  known.set(key, { type: change.type, ...('owner' in change ? { owner: change.owner } : {}), isThere })
  if (!isThere) return 'removed'
  return wasThere ? 'updated' : 'added'
}

/** Their projects are stored already. */
async function putMembers(db: Db, role: 'owner' | 'member', members: readonly MemberItem[]): Promise<void> {
  const ids = members.map(({ projectId }) => projectId)
  await db
    .insertInto('project_members')
    .values(
      members.map((member) => ({
        project_id: member.projectId,
        user_id: member.userId,
        role,
        created_at: 0,
      })),
    )
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

/** Their owners may have changed. */
async function putProjects(db: Db, projects: readonly ProjectItem[]): Promise<void> {
  const rows = projects.map(columnsOfProject)
  const columns = Object.keys(rows[0] ?? {})
  const newValues = columns.map((column) => [column, sql.ref(`excluded.${column}`)])
  await db
    .insertInto('projects')
    .values(rows)
    .onConflict((conflict) => conflict.column('id').doUpdateSet(Object.fromEntries(newValues)))
    .execute()
  const ids = rows.map(({ id }) => id)
  await db.deleteFrom('project_members').where('role', '=', 'owner').where('project_id', 'in', ids).execute()
  const owners = projects.map(({ id, owner }) => ({ type: 'member' as const, projectId: id, userId: owner }))
  await putMembers(db, 'owner', owners)
}

async function putAssets(db: Db, assets: readonly AssetItem[]): Promise<void> {
  const ids = assets.map(({ id }) => id)
  // By a foreign key, their designs go with them.
  await db.deleteFrom('assets').where('id', 'in', ids).execute()
  await db.insertInto('assets').values(assets.map(columnsOfAsset)).execute()
  const designs = assets.flatMap(({ id, design }) => (design === undefined ? [] : [{ asset_id: id, design }]))
  if (designs.length > 0) await db.insertInto('designs').values(designs).execute()
}

async function remove(db: Db, change: Removal): Promise<void> {
  if (change.type !== 'member') return void (await removeItem(db, change.id))
  const members = db.deleteFrom('project_members').where('project_id', '=', change.projectId)
  await members.where('user_id', '=', change.userId).execute()
}

/** Of several lines of an item, the last one counts. */
async function put(db: Db, all: readonly Item[]): Promise<void> {
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
