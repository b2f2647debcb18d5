import { type Kysely, type Selectable, sql } from 'kysely'
import { fold } from '../core/text.ts'
import {
  type AssetItem,
  type Item,
  type ItemName,
  keyOf,
  type MemberItem,
  type ProjectItem,
  type RemovedItem,
} from './items.ts'
import type { AccountsTables, AssetsTable, ProjectsTable } from './tables.ts'

/** What happened to an item: it was stored, removed or not there, or it is left out for a reason. */
export type Outcome = 'added' | 'updated' | 'removed' | 'unchanged' | { readonly problem: string }

export interface PutRules {
  /** Whether an item must have the owner that it had before. */
  readonly keepsOwners?: boolean
  /** Only this person's items are put. */
  readonly owner?: string | undefined
}

type Db = Kysely<AccountsTables>

const FOREIGN_ID = { problem: 'id: belongs to an item of another type' }
const NO_PROJECT = { problem: 'projectId: there is no such project' }
const MOVED = { problem: 'owner: the item is of somebody else; --move gives it to this owner' }
const NOT_THEIRS = { problem: 'owner: is not the person of --owner' }
const OWNS_PROJECT = { problem: 'userId: owns the project' }

/** What the database knows about some items. */
interface Known {
  /** Owners by the ids of their projects. */
  readonly projects: Map<string, string>
  readonly assets: Map<string, { readonly resource: string; readonly owner: string }>
  readonly members: Set<string>
}

async function knownOf(db: Db, items: readonly ItemName[]): Promise<Known> {
  const ids = items.flatMap((item) => (item.type === 'member' ? [] : [item.id]))
  const projectIds = items.flatMap((item) => ('projectId' in item ? (item.projectId ?? []) : []))
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
  return {
    projects: new Map(
      members.filter(({ role }) => role === 'owner').map(({ projectId, userId }) => [projectId, userId]),
    ),
    assets: new Map(assets.map(({ id, ...asset }) => [id, asset])),
    members: new Set(members.map((member) => keyOf({ type: 'member', ...member }))),
  }
}

/** What happens to an item after all items before it. Later items can refer to what it adds. */
function outcomeOf(
  item: Item,
  { projects, assets, members }: Known,
  { keepsOwners, owner }: PutRules,
): Outcome {
  const isMoved = (before: string | undefined, after: string) =>
    keepsOwners === true && before !== undefined && before !== after
  if (item.type === 'project') {
    if (assets.has(item.id)) return FOREIGN_ID
    if (owner !== undefined && item.owner !== owner) return NOT_THEIRS
    const before = projects.get(item.id)
    if (isMoved(before, item.owner)) return MOVED
    projects.set(item.id, item.owner)
    return before === undefined ? 'added' : 'updated'
  }
  if (item.projectId !== undefined && !projects.has(item.projectId)) return NO_PROJECT
  if (item.type === 'member') {
    if (owner !== undefined && projects.get(item.projectId) !== owner) return NOT_THEIRS
    if (members.has(keyOf(item))) return 'updated'
    members.add(keyOf(item))
    return 'added'
  }
  const before = assets.get(item.id)
  if (projects.has(item.id) || (before !== undefined && before.resource !== item.resource)) return FOREIGN_ID
  if (owner !== undefined && item.owner !== owner) return NOT_THEIRS
  if (isMoved(before?.owner, item.owner)) return MOVED
  assets.set(item.id, item)
  return before === undefined ? 'added' : 'updated'
}

/** The same for one that is to be removed. */
function removalOf(item: RemovedItem, { projects, assets, members }: Known, { owner }: PutRules): Outcome {
  if (item.type === 'member') {
    const projectOwner = projects.get(item.projectId)
    if (projectOwner === item.userId) return OWNS_PROJECT
    if (owner !== undefined && projectOwner !== undefined && projectOwner !== owner) return NOT_THEIRS
    return members.delete(keyOf(item)) ? 'removed' : 'unchanged'
  }
  if (owner !== undefined && item.owner !== owner) return NOT_THEIRS
  const asset = assets.get(item.id)
  const before = item.type === 'project' ? projects.get(item.id) : asset?.owner
  if (before === undefined) return projects.has(item.id) || asset !== undefined ? FOREIGN_ID : 'unchanged'
  if (item.type === 'asset' && asset?.resource !== item.resource) return FOREIGN_ID
  if (before !== item.owner) return { problem: 'owner: the item is of somebody else' }
  projects.delete(item.id)
  assets.delete(item.id)
  return 'removed'
}

const projectRow = (item: ProjectItem): Selectable<ProjectsTable> => ({
  id: item.id,
  name: item.name,
  folded_name: fold(item.name),
  description: item.description ?? null,
  archived: item.archived ? 1 : 0,
  imported: item.imported ? 1 : 0,
  created_at: item.createdAt,
})

const assetRow = (item: AssetItem): Selectable<AssetsTable> => ({
  id: item.id,
  owner_id: item.owner,
  resource: item.resource,
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
  imported: item.imported ? 1 : 0,
  created_at: item.createdAt,
})

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
    .values(
      projects.map(({ id, owner, createdAt }) => ({
        project_id: id,
        user_id: owner,
        role: 'owner' as const,
        created_at: createdAt,
      })),
    )
    .onConflict((conflict) => conflict.columns(['project_id', 'user_id']).doUpdateSet({ role: 'owner' }))
    .execute()
  await db
    .updateTable('project_members')
    .set(({ selectFrom }) => ({
      created_at: selectFrom('projects')
        .select('projects.created_at')
        .whereRef('projects.id', '=', 'project_members.project_id')
        .$asScalar()
        .$notNull(),
    }))
    .where('project_id', 'in', ids)
    .execute()
}

async function putMembers(db: Db, members: readonly MemberItem[]): Promise<void> {
  if (members.length === 0) return
  await db
    .insertInto('project_members')
    .values(({ selectFrom }) =>
      members.map(({ projectId, userId }) => ({
        project_id: projectId,
        user_id: userId,
        role: 'member' as const,
        created_at: selectFrom('projects')
          .select('created_at')
          .where('id', '=', projectId)
          .$asScalar()
          .$notNull(),
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

async function putAssets(db: Db, assets: readonly AssetItem[]): Promise<void> {
  if (assets.length === 0) return
  const rows = assets.map(assetRow)
  await db
    .insertInto('assets')
    .values(rows)
    .onConflict((conflict) => conflict.column('id').doUpdateSet(newValues(rows)))
    .execute()
  const ids = assets.map(({ id }) => id)
  await db.deleteFrom('designs').where('asset_id', 'in', ids).execute()
  const designs = assets.flatMap(({ id, design }) => (design === undefined ? [] : [{ asset_id: id, design }]))
  if (designs.length > 0) await db.insertInto('designs').values(designs).execute()
}

/** The last item of each identity. */
const latest = <Each extends Item>(items: readonly Each[]): Each[] => [
  ...new Map(items.map((item) => [keyOf(item), item])).values(),
]

async function remove(db: Db, items: readonly RemovedItem[]): Promise<void> {
  const idsOf = (type: 'project' | 'asset') => [
    '',
    ...items.flatMap((item) => (item.type === type ? [item.id] : [])),
  ]
  for (const item of items) {
    if (item.type !== 'member') continue
    await db
      .deleteFrom('project_members')
      .where('project_id', '=', item.projectId)
      .where('user_id', '=', item.userId)
      .execute()
  }
  await db.deleteFrom('assets').where('id', 'in', idsOf('asset')).execute()
  // Members follow by foreign keys, and items are then in no project.
  await db.deleteFrom('projects').where('id', 'in', idsOf('project')).execute()
}

/** How many rows a statement has: 19 columns of them stay below SQLite's 32,766 parameters. */
const ROWS = 500

/** Items in the order in which they come: some to store, or some to remove. */
function* runsOf(
  changes: readonly (Item | RemovedItem)[],
): Generator<{ put: Item[]; remove: RemovedItem[] }> {
  let run: { put: Item[]; remove: RemovedItem[] } = { put: [], remove: [] }
  for (const change of changes) {
    const isRemoval = 'deleted' in change
    if (run.put.length + run.remove.length === ROWS || (isRemoval ? run.put : run.remove).length > 0) {
      yield run
      run = { put: [], remove: [] }
    }
    if (isRemoval) run.remove.push(change)
    else run.put.push(change)
  }
  yield run
}

/**
 * Stores and removes items by their ids. An item may refer to projects before it. Doing it again changes nothing. Bad
 * ones are left out.
 */
export async function putItems(
  db: Db,
  changes: readonly (Item | RemovedItem)[],
  rules: PutRules = {},
): Promise<Outcome[]> {
  const outcomes: Outcome[] = []
  for (const run of runsOf(changes)) {
    const known = await knownOf(db, [...run.put, ...run.remove])
    const isDone = (outcome: Outcome): boolean => {
      outcomes.push(outcome)
      return typeof outcome === 'string'
    }
    const stored = latest(run.put.filter((item) => isDone(outcomeOf(item, known, rules))))
    // Everything refers only to what is stored before it.
    await putProjects(
      db,
      stored.filter((item) => item.type === 'project'),
    )
    await putMembers(
      db,
      stored.filter((item) => item.type === 'member'),
    )
    await putAssets(
      db,
      stored.filter((item) => item.type === 'asset'),
    )
    await remove(
      db,
      run.remove.filter((item) => isDone(removalOf(item, known, rules))),
    )
  }
  return outcomes
}
