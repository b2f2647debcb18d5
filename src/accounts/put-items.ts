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

/** What is there of the items that an import names, before and after each of its changes. */
interface Known {
  /** Projects and saved items by their ids. */
  readonly items: Map<string, Pick<ProjectItem | AssetItem, 'type' | 'owner'>>
  /** The keys of members. The owner of a project is one, too. */
  readonly members: Set<string>
  /** The owners of items that this import removes: they must not come back as somebody else's. */
  readonly formerOwners: Map<string, string>
}

/** How many rows a statement has: 19 columns of them stay below SQLite's 32,766 parameters. */
const ROWS = 500

async function knownOf(db: Db, changes: readonly Change[]): Promise<Known> {
  const known: Known = { items: new Map(), members: new Set(), formerOwners: new Map() }
  const ids = changes.flatMap((change) => [
    ...('id' in change ? [change.id] : []),
    ...('projectId' in change && change.projectId !== undefined ? [change.projectId] : []),
  ])
  for (let start = 0; start < ids.length; start += ROWS) {
    const some = ids.slice(start, start + ROWS)
    const assets = await db
      .selectFrom('assets')
      .select(['id', 'resource', 'owner_id as owner'])
      .where('id', 'in', some)
      .execute()
    for (const { id, resource, owner } of assets) known.items.set(id, { type: ASSET_KINDS[resource], owner })
    const members = await db
      .selectFrom('project_members')
      .select(['project_id as projectId', 'user_id as userId', 'role'])
      .where('project_id', 'in', some)
      .execute()
    for (const { projectId, userId, role } of members) {
      known.members.add(keyOf({ type: 'member', projectId, userId }))
      if (role === 'owner') known.items.set(projectId, { type: 'project', owner: userId })
    }
  }
  return known
}

/** Why a change is left out; `undefined` if it is not. */
function problemOf(
  change: Change,
  { items, formerOwners }: Known,
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
function note(change: Change, { items, members, formerOwners }: Known): PutOutcome {
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

/** What happens to each change when all are stored. An item may refer to projects before it. */
export async function outcomesOf(
  db: Db,
  changes: readonly Change[],
  rules: PutRules = {},
): Promise<PutOutcome[]> {
  const known = await knownOf(db, changes)
  return changes.map((change) => {
    const problem = problemOf(change, known, rules)
    return problem === undefined ? note(change, known) : { problem }
  })
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

/** Stores and removes items by their ids. Doing it again changes nothing. */
export async function store(db: Db, changes: readonly Change[]): Promise<void> {
  for (const run of runsOf(changes)) {
    // Of several changes of the same item, the last one counts.
    const latest = [...new Map(run.map((change) => [keyOf(change), change])).values()]
    const items = latest.flatMap((change) => (isRemoval(change) ? [] : [change]))
    const projects = items.filter((item) => item.type === 'project')
    const members = items.filter((item) => item.type === 'member')
    const assets = items.filter((item) => item.type !== 'project' && item.type !== 'member')
    await remove(db, latest.filter(isRemoval))
    // Everything refers only to what is stored before it.
    if (projects.length > 0) await putProjects(db, projects)
    if (members.length > 0) await putMembers(db, members)
    if (assets.length > 0) await putAssets(db, assets)
  }
}

/** Stores items that are known to be good. Throws the first problem of one that is not. */
export async function putItems(db: Db, items: readonly Item[]): Promise<void> {
  for (const outcome of await outcomesOf(db, items))
    if (typeof outcome === 'object') throw new Error(outcome.problem)
  await store(db, items)
}
