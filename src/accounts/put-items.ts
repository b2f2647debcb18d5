import { type Kysely, type Selectable, sql } from 'kysely'
import { ASSET_KINDS } from '../core/rooms.ts'
import { fold } from '../core/text.ts'
import {
  type AssetItem,
  type Item,
  type ItemName,
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

/** What is known of an item, even of one that an earlier change of the same import has removed. */
interface Known {
  readonly type: ItemName['type']
  /** Empty for members. */
  readonly owner: string
  readonly isThere: boolean
}

/** How many rows a statement has: 19 columns of them stay below SQLite's 32,766 parameters. */
const ROWS = 500

/** The items of the database that the changes name, by their keys. */
async function knownOf(db: Db, changes: readonly Change[]): Promise<Map<string, Known>> {
  const known = new Map<string, Known>()
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
    for (const { id, resource, owner } of assets)
      known.set(id, { type: ASSET_KINDS[resource], owner, isThere: true })
    const members = await db
      .selectFrom('project_members')
      .select(['project_id as projectId', 'user_id as userId', 'role'])
      .where('project_id', 'in', some)
      .execute()
    for (const { projectId, userId, role } of members) {
      known.set(keyOf({ type: 'member', projectId, userId }), { type: 'member', owner: '', isThere: true })
      if (role === 'owner') known.set(projectId, { type: 'project', owner: userId, isThere: true })
    }
  }
  return known
}

/** Why a change is left out; `undefined` if it is not. */
function problemOf(
  change: Change,
  known: ReadonlyMap<string, Known>,
  { keepsOwners, owner }: PutRules,
): string | undefined {
  const projectId = 'projectId' in change ? change.projectId : undefined
  const project = known.get(projectId ?? '')
  const hasProject = project?.type === 'project' && project.isThere
  if (!isRemoval(change) && projectId !== undefined && !hasProject)
    return 'projectId: there is no such project'
  if (change.type === 'member') {
    if (hasProject && owner !== undefined && project.owner !== owner)
      return 'owner: is not the person of --owner'
    return isRemoval(change) && hasProject && project.owner === change.userId
      ? 'userId: owns the project'
      : undefined
  }
  const before = known.get(change.id)
  if (before?.isThere && before.type !== change.type) return 'id: belongs to an item of another type'
  if (owner !== undefined && change.owner !== owner) return 'owner: is not the person of --owner'
  if (before === undefined || before.owner === change.owner) return undefined
  if (isRemoval(change)) return before.isThere ? 'owner: the item is of somebody else' : undefined
  // An item that this import has removed does not come back as somebody else's.
  return keepsOwners ? 'owner: the item is of somebody else; --move gives it to this owner' : undefined
}

/** Notes a change, so that later ones can refer to it. */
function note(change: Change, known: Map<string, Known>): PutOutcome {
  const key = keyOf(change)
  const isThere = known.get(key)?.isThere ?? false
  const isRemoved = isRemoval(change)
  if (isRemoved && !isThere) return 'unchanged'
  known.set(key, { type: change.type, owner: 'owner' in change ? change.owner : '', isThere: !isRemoved })
  if (isRemoved) return 'removed'
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

/** The columns that projects and saved items have in common: a project has no others. */
const commonRow = (item: ProjectItem | AssetItem): Selectable<ProjectsTable> => ({
  id: item.id,
  name: item.name,
  folded_name: fold(item.name),
  description: item.description ?? null,
  archived: item.archived ? 1 : 0,
  imported: (item.imported ?? true) ? 1 : 0,
  created_at: item.createdAt,
})

const assetRow = (item: AssetItem): Selectable<AssetsTable> => ({
  ...commonRow(item),
  owner_id: item.owner,
  resource: RESOURCES[item.type],
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
  const rows = projects.map(commonRow)
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
