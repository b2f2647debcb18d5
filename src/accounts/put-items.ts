import { type Kysely, type Selectable, sql } from 'kysely'
import { ASSET_KINDS } from '../core/rooms.ts'
import { fold } from '../core/text.ts'
import {
  type AssetItem,
  type Item,
  keyOf,
  type MemberItem,
  type ProjectItem,
  RESOURCES,
  type RemovedItem,
} from './items.ts'
import type { AccountsTables, AssetsTable, ProjectMembersTable, ProjectsTable } from './tables.ts'

/** What happened to an item: it was stored, removed or not there, or it is left out for a reason. */
export type PutOutcome = 'added' | 'updated' | 'removed' | 'unchanged' | { readonly problem: string }

export interface PutRules {
  /** Whether an item must have the owner that it had before. */
  readonly keepsOwners?: boolean
  /** Only this person's items are put. */
  readonly owner?: string | undefined
}

type Db = Kysely<AccountsTables>
type Change = Item | RemovedItem

const isRemoval = (change: Change): change is RemovedItem => 'deleted' in change

/** What is stored at a moment, of the items that a run of changes names. */
interface Stored {
  /** Projects and saved items by their ids. */
  readonly items: Map<string, Pick<ProjectItem | AssetItem, 'type' | 'owner'>>
  /** The keys of members. The owner of a project is one, too. */
  readonly members: Set<string>
}

async function storedOf(db: Db, changes: readonly Change[]): Promise<Stored> {
  const ids = changes.flatMap((change) => (change.type === 'member' ? [] : [change.id]))
  const projectIds = changes.flatMap((change) => ('projectId' in change ? (change.projectId ?? []) : []))
  const members = await db
    .selectFrom('project_members')
    .select(['project_id as projectId', 'user_id as userId', 'role'])
    .where('project_id', 'in', ['', ...new Set([...ids, ...projectIds])])
    .execute()
  const assets = await db
    .selectFrom('assets')
    .select(['id', 'resource', 'owner_id as owner'])
    .where('id', 'in', ['', ...ids])
    .execute()
  const items: Stored['items'] = new Map(
    assets.map(({ id, resource, owner }) => [id, { type: ASSET_KINDS[resource], owner }]),
  )
  for (const { projectId, userId, role } of members)
    if (role === 'owner') items.set(projectId, { type: 'project', owner: userId })
  return { items, members: new Set(members.map((member) => keyOf({ type: 'member', ...member }))) }
}

/**
 * Why a change is left out; `undefined` if it is not.
 *
 * @param formerOwners of what this import has removed: it must not come back as somebody else's.
 */
function problemOf(
  change: Change,
  { items }: Stored,
  formerOwners: ReadonlyMap<string, string>,
  { keepsOwners, owner }: PutRules,
): string | undefined {
  const projectId = 'projectId' in change ? change.projectId : undefined
  const project = items.get(projectId ?? '')
  if (!isRemoval(change) && projectId !== undefined && project?.type !== 'project')
    return 'projectId: there is no such project'
  const person = change.type === 'member' ? project?.owner : change.owner
  if (owner !== undefined && person !== undefined && person !== owner)
    return 'owner: is not the person of --owner'
  if (change.type === 'member')
    return isRemoval(change) && person === change.userId ? 'userId: owns the project' : undefined
  const before = items.get(change.id)
  if (before !== undefined && before.type !== change.type) return 'id: belongs to an item of another type'
  if (isRemoval(change))
    return (before?.owner ?? change.owner) === change.owner
      ? undefined
      : 'owner: the item is of somebody else'
  const lastOwner = before?.owner ?? formerOwners.get(change.id) ?? change.owner
  return keepsOwners && lastOwner !== change.owner
    ? 'owner: the item is of somebody else; --move gives it to this owner'
    : undefined
}

/** Notes a change, so that later ones can refer to it. */
function note(change: Change, { items, members }: Stored, formerOwners: Map<string, string>): PutOutcome {
  const key = keyOf(change)
  if (isRemoval(change)) {
    if (change.type === 'member') return members.delete(key) ? 'removed' : 'unchanged'
    if (!items.delete(key)) return 'unchanged'
    formerOwners.set(key, change.owner)
    return 'removed'
  }
  const isThere = items.has(key) || members.has(key)
  if (change.type === 'member') members.add(key)
  else items.set(key, change)
  return isThere ? 'updated' : 'added'
}

const projectRow = (item: ProjectItem): Selectable<ProjectsTable> => ({
  id: item.id,
  name: item.name,
  folded_name: fold(item.name),
  description: item.description ?? null,
  archived: item.archived ? 1 : 0,
  imported: (item.imported ?? true) ? 1 : 0,
  created_at: item.createdAt,
})

const assetRow = (item: AssetItem): Selectable<AssetsTable> => ({
  id: item.id,
  owner_id: item.owner,
  resource: RESOURCES[item.type],
  name: item.name,
  folded_name: fold(item.name),
  description: item.description ?? null,
  project_id: item.projectId ?? null,
  width: item.width ?? null,
  height: item.height ?? null,
  grid_rows: item.gridRows ?? null,
  grid_cols: item.gridCols ?? null,
  block_size: item.blockSize ?? null,
  shape_count: item.shapeCount ?? null,
  color_hex: item.colorHex ?? null,
  layout_mode: item.layoutMode ?? null,
  tags: JSON.stringify(item.tags),
  archived: item.archived ? 1 : 0,
  imported: (item.imported ?? true) ? 1 : 0,
  created_at: item.createdAt,
})

/** A row of a member. The time is the project's; `copyTimes` sets it. */
const memberRow = (
  project_id: string,
  user_id: string,
  role: ProjectMembersTable['role'],
): ProjectMembersTable => ({ project_id, user_id, role, created_at: 0 })

async function copyTimes(db: Db, projectIds: readonly string[]): Promise<void> {
  await db
    .updateTable('project_members')
    .from('projects')
    .set(({ ref }) => ({ created_at: ref('projects.created_at') }))
    .whereRef('projects.id', '=', 'project_id')
    .where('project_id', 'in', projectIds)
    .execute()
}

/** For an upsert: every column of these rows takes the new value. */
const newValues = (rows: readonly object[]) =>
  Object.fromEntries(Object.keys(rows[0] ?? {}).map((column) => [column, sql.ref(`excluded.${column}`)]))

/** Projects with their owners. Those of projects that were there before may have changed. */
async function putProjects(db: Db, projects: readonly ProjectItem[]): Promise<void> {
  if (projects.length === 0) return
  const rows = projects.map(projectRow)
  const ids = projects.map(({ id }) => id)
  await db
    .insertInto('projects')
    .values(rows)
    .onConflict((conflict) => conflict.column('id').doUpdateSet(newValues(rows)))
    .execute()
  await db.deleteFrom('project_members').where('role', '=', 'owner').where('project_id', 'in', ids).execute()
  await db
    .insertInto('project_members')
    .values(projects.map(({ id, owner }) => memberRow(id, owner, 'owner')))
    .onConflict((conflict) => conflict.columns(['project_id', 'user_id']).doUpdateSet({ role: 'owner' }))
    .execute()
  await copyTimes(db, ids)
}

async function putMembers(db: Db, members: readonly MemberItem[]): Promise<void> {
  if (members.length === 0) return
  await db
    .insertInto('project_members')
    .values(members.map(({ projectId, userId }) => memberRow(projectId, userId, 'member')))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  await copyTimes(
    db,
    members.map(({ projectId }) => projectId),
  )
}

async function putAssets(db: Db, assets: readonly AssetItem[]): Promise<void> {
  if (assets.length === 0) return
  const rows = assets.map(assetRow)
  const ids = assets.map(({ id }) => id)
  await db
    .insertInto('assets')
    .values(rows)
    .onConflict((conflict) => conflict.column('id').doUpdateSet(newValues(rows)))
    .execute()
  await db.deleteFrom('designs').where('asset_id', 'in', ids).execute()
  const designs = assets.flatMap(({ id, design }) => (design === undefined ? [] : [{ asset_id: id, design }]))
  if (designs.length > 0) await db.insertInto('designs').values(designs).execute()
}

/** Everything refers only to what is stored before it. */
async function store(db: Db, items: readonly Item[]): Promise<void> {
  await putProjects(
    db,
    items.filter((item) => item.type === 'project'),
  )
  await putMembers(
    db,
    items.filter((item) => item.type === 'member'),
  )
  await putAssets(
    db,
    items.filter((item) => item.type !== 'project' && item.type !== 'member'),
  )
}

/** Members follow their projects by foreign keys, and items are then in no project. */
async function remove(db: Db, changes: readonly RemovedItem[]): Promise<void> {
  for (const change of changes) {
    if (change.type === 'member')
      await db
        .deleteFrom('project_members')
        .where('project_id', '=', change.projectId)
        .where('user_id', '=', change.userId)
        .execute()
    else
      await db
        .deleteFrom(change.type === 'project' ? 'projects' : 'assets')
        .where('id', '=', change.id)
        .execute()
  }
}

/** How many rows a statement has: 19 columns of them stay below SQLite's 32,766 parameters. */
const ROWS = 500

/** Changes in the order in which they come, in parts that only store or only remove. */
function* runsOf(changes: readonly Change[]): Generator<Change[]> {
  let run: Change[] = []
  for (const change of changes) {
    const [first] = run
    if (first !== undefined && (run.length === ROWS || isRemoval(first) !== isRemoval(change))) {
      yield run
      run = []
    }
    run.push(change)
  }
  yield run
}

/**
 * Stores and removes items by their ids. An item may refer to projects before it. Doing it again changes nothing. Bad
 * ones are left out.
 */
export async function putItems(
  db: Db,
  changes: readonly Change[],
  rules: PutRules = {},
): Promise<PutOutcome[]> {
  const outcomes: PutOutcome[] = []
  const formerOwners = new Map<string, string>()
  for (const run of runsOf(changes)) {
    const stored = await storedOf(db, run)
    // Of several changes of the same item, the last one counts.
    const removed = new Map<string, RemovedItem>()
    const put = new Map<string, Item>()
    for (const change of run) {
      const problem = problemOf(change, stored, formerOwners, rules)
      outcomes.push(problem === undefined ? note(change, stored, formerOwners) : { problem })
      if (problem !== undefined) continue
      if (isRemoval(change)) removed.set(keyOf(change), change)
      else put.set(keyOf(change), change)
    }
    await remove(db, [...removed.values()])
    await store(db, [...put.values()])
  }
  return outcomes
}
