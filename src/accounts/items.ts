import type { Kysely, Selectable } from 'kysely'
import type { AssetResource } from '../core/rooms.ts'
import { fold } from '../core/text.ts'
import { toAsset } from './assets.ts'
import type { AccountsTables, AssetsTable, ProjectsTable } from './tables.ts'

interface Common {
  readonly id: string
  readonly owner: string
  readonly name: string
  readonly description?: string | undefined
  readonly archived: boolean
  /** Epoch milliseconds. */
  readonly createdAt: number
}

export interface ProjectItem extends Common {
  readonly type: 'project'
}

export interface MemberItem {
  readonly type: 'member'
  readonly projectId: string
  readonly userId: string
}

/** A saved item with its design as JSON text. Lengths are finished inches (D2). */
export interface AssetItem extends Common {
  readonly type: 'asset'
  readonly resource: AssetResource
  readonly projectId?: string | undefined
  readonly width?: number | undefined
  readonly height?: number | undefined
  readonly gridRows?: number | undefined
  readonly gridCols?: number | undefined
  readonly blockSize?: number | undefined
  readonly shapeCount?: number | undefined
  readonly colorHex?: string | undefined
  readonly layoutMode?: string | undefined
  readonly tags: readonly string[]
  readonly design?: string | undefined
}

export type Item = ProjectItem | MemberItem | AssetItem

type Db = Kysely<AccountsTables>

const isProject = (item: Item): item is ProjectItem => item.type === 'project'
const isMember = (item: Item): item is MemberItem => item.type === 'member'
const isAsset = (item: Item): item is AssetItem => item.type === 'asset'

/** What items of the same identity have in common. */
export const keyOf = (item: Item): string =>
  item.type === 'member' ? JSON.stringify([item.projectId, item.userId]) : item.id

/** How many rows a server sends at once. */
const STREAMED = 1_000

/**
 * Everybody's projects, members and saved items, in an order in which they can be imported again.
 *
 * @param userId only what belongs to this person, and this person's memberships.
 */
export async function* allItems(db: Db, userId?: string): AsyncGenerator<Item> {
  const projects = db
    .selectFrom('projects as project')
    .innerJoin('project_members as member', 'member.project_id', 'project.id')
    .selectAll('project')
    .select('user_id')
    .where('member.role', '=', 'owner')
    .$if(userId !== undefined, (all) => all.where('user_id', '=', userId ?? ''))
    .orderBy('project.created_at')
    .orderBy('project.id')
  for await (const row of projects.stream(STREAMED)) {
    yield {
      type: 'project',
      id: row.id,
      owner: row.user_id,
      name: row.name,
      description: row.description ?? undefined,
      archived: row.archived === 1,
      createdAt: row.created_at,
    }
  }
  const members = db
    .selectFrom('project_members')
    .select(['project_id', 'user_id'])
    .where('role', '=', 'member')
    .$if(userId !== undefined, (all) => all.where('user_id', '=', userId ?? ''))
    .orderBy('created_at')
    .orderBy('project_id')
    .orderBy('user_id')
  for await (const row of members.stream(STREAMED))
    yield { type: 'member', projectId: row.project_id, userId: row.user_id }
  const assets = db
    .selectFrom('assets')
    .leftJoin('designs', 'designs.asset_id', 'assets.id')
    .selectAll('assets')
    .select('designs.design')
    .$if(userId !== undefined, (all) => all.where('assets.owner_id', '=', userId ?? ''))
    .orderBy('assets.created_at')
    .orderBy('assets.id')
  for await (const row of assets.stream(STREAMED)) {
    yield { type: 'asset', design: row.design ?? undefined, ...toAsset(row) }
  }
}

/** What happened to an item: it was stored, or left out for a reason. */
export type Outcome = 'added' | 'updated' | { readonly problem: string }

const FOREIGN_ID = { problem: 'id: belongs to an item of another type' }
const NO_PROJECT = { problem: 'projectId: there is no such project' }

/** What the database knows about some items. */
interface Known {
  readonly projects: Set<string>
  readonly assets: Map<string, string>
  readonly members: Set<string>
}

async function knownOf(db: Db, items: readonly Item[]): Promise<Known> {
  const ids = items.flatMap((item) => (isMember(item) ? [] : [item.id]))
  const projectIds = items.flatMap((item) => (isProject(item) ? [] : (item.projectId ?? [])))
  const projects = await db
    .selectFrom('projects')
    .select('id')
    .where('id', 'in', [...new Set([...ids, ...projectIds])])
    .execute()
  const assets =
    ids.length === 0
      ? []
      : await db.selectFrom('assets').select(['id', 'resource']).where('id', 'in', ids).execute()
  const pairs = items.filter(isMember)
  const members =
    pairs.length === 0
      ? []
      : await db
          .selectFrom('project_members')
          .select(['project_id', 'user_id'])
          .where(({ eb, refTuple, tuple }) =>
            eb(
              refTuple('project_id', 'user_id'),
              'in',
              pairs.map(({ projectId, userId }) => tuple(projectId, userId)),
            ),
          )
          .execute()
  return {
    projects: new Set(projects.map(({ id }) => id)),
    assets: new Map(assets.map(({ id, resource }) => [id, resource])),
    members: new Set(
      members.map(({ project_id: projectId, user_id: userId }) =>
        keyOf({ type: 'member', projectId, userId }),
      ),
    ),
  }
}

/** What happens to an item after all items before it. Later items can refer to what it adds. */
function outcomeOf(item: Item, { projects, assets, members }: Known): Outcome {
  if (item.type === 'project') {
    if (assets.has(item.id)) return FOREIGN_ID
    if (projects.has(item.id)) return 'updated'
    projects.add(item.id)
    return 'added'
  }
  if (item.projectId !== undefined && !projects.has(item.projectId)) return NO_PROJECT
  if (item.type === 'member') {
    if (members.has(keyOf(item))) return 'updated'
    members.add(keyOf(item))
    return 'added'
  }
  const resource = assets.get(item.id)
  if (projects.has(item.id) || (resource !== undefined && resource !== item.resource)) return FOREIGN_ID
  assets.set(item.id, item.resource)
  return resource === undefined ? 'added' : 'updated'
}

const projectRow = (item: ProjectItem): Selectable<ProjectsTable> => ({
  id: item.id,
  name: item.name,
  folded_name: fold(item.name),
  description: item.description ?? null,
  archived: item.archived ? 1 : 0,
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
  created_at: item.createdAt,
})

/** Projects with their owners. Those of projects that were there before may have changed. */
async function putProjects(db: Db, projects: readonly ProjectItem[]): Promise<void> {
  if (projects.length === 0) return
  const ids = projects.map(({ id }) => id)
  await db
    .insertInto('projects')
    .values(projects.map(projectRow))
    .onConflict((conflict) =>
      conflict.column('id').doUpdateSet(({ ref }) => ({
        name: ref('excluded.name'),
        folded_name: ref('excluded.folded_name'),
        description: ref('excluded.description'),
        archived: ref('excluded.archived'),
        created_at: ref('excluded.created_at'),
      })),
    )
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
  await db
    .insertInto('assets')
    .values(assets.map(assetRow))
    .onConflict((conflict) =>
      conflict.column('id').doUpdateSet(({ ref }) => ({
        owner_id: ref('excluded.owner_id'),
        resource: ref('excluded.resource'),
        name: ref('excluded.name'),
        folded_name: ref('excluded.folded_name'),
        description: ref('excluded.description'),
        project_id: ref('excluded.project_id'),
        width: ref('excluded.width'),
        height: ref('excluded.height'),
        grid_rows: ref('excluded.grid_rows'),
        grid_cols: ref('excluded.grid_cols'),
        block_size: ref('excluded.block_size'),
        shape_count: ref('excluded.shape_count'),
        color_hex: ref('excluded.color_hex'),
        layout_mode: ref('excluded.layout_mode'),
        tags: ref('excluded.tags'),
        archived: ref('excluded.archived'),
        created_at: ref('excluded.created_at'),
      })),
    )
    .execute()
  const designs = assets.flatMap(({ id, design }) => (design === undefined ? [] : [{ asset_id: id, design }]))
  if (designs.length > 0)
    await db
      .insertInto('designs')
      .values(designs)
      .onConflict((conflict) =>
        conflict.column('asset_id').doUpdateSet(({ ref }) => ({ design: ref('excluded.design') })),
      )
      .execute()
  const plain = assets.filter(({ design }) => design === undefined).map(({ id }) => id)
  if (plain.length > 0) await db.deleteFrom('designs').where('asset_id', 'in', plain).execute()
}

/** The last item of each identity. */
const latest = <Each extends Item>(items: readonly Each[]): Each[] => [
  ...new Map(items.map((item) => [keyOf(item), item])).values(),
]

/** How many rows a statement has: 18 columns of them stay below SQLite's 32,766 parameters. */
const ROWS = 500

/**
 * Stores items by their ids. An item may refer to projects before it. Storing items again changes nothing. Bad
 * ones are left out.
 */
export async function putItems(db: Db, items: readonly Item[]): Promise<Outcome[]> {
  const outcomes: Outcome[] = []
  for (let start = 0; start < items.length; start += ROWS) {
    const batch = items.slice(start, start + ROWS)
    const known = await knownOf(db, batch)
    const stored = batch.filter((item) => {
      const outcome = outcomeOf(item, known)
      outcomes.push(outcome)
      return typeof outcome === 'string'
    })
    // Everything refers only to what is stored before it.
    await putProjects(db, latest(stored.filter(isProject)))
    await putMembers(db, latest(stored.filter(isMember)))
    await putAssets(db, latest(stored.filter(isAsset)))
  }
  return outcomes
}
