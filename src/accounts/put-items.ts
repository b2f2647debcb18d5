import type { Insertable, Kysely } from 'kysely'
import { fold } from '../kit/text.ts'
import type { AssetItem, Item, MemberItem, ProjectItem } from './items.ts'
import { inPieces } from './pieces.ts'
import type { AccountsDatabase, AssetsTable, ProjectsTable } from './schema.ts'

type Db = Kysely<AccountsDatabase>

/** What became of an item: put, or kept out by what is wrong with it. */
export type Outcome = 'added' | 'updated' | { readonly problem: string }

const FOREIGN_ID = { problem: 'id: belongs to an item of another type' }
const NO_PROJECT = { problem: 'projectId: there is no such project' }

const isProject = (item: Item): item is ProjectItem => item.type === 'project'
const isMember = (item: Item): item is MemberItem => item.type === 'member'
const isAsset = (item: Item): item is AssetItem => item.type === 'asset'

const projectRow = (item: ProjectItem): Insertable<ProjectsTable> => ({
  id: item.id,
  name: item.name,
  folded_name: fold(item.name),
  description: item.description ?? null,
  archived: item.archived ? 1 : 0,
  created_at: item.createdAt,
})

const assetRow = (item: AssetItem): Insertable<AssetsTable> => ({
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

/** What the database knows of the items of one batch. */
interface Known {
  readonly projects: Set<string>
  readonly assets: Map<string, string>
  readonly members: Set<string>
}

const memberKey = (projectId: string, userId: string) => JSON.stringify([projectId, userId])

async function knownOf(db: Db, items: readonly Item[]): Promise<Known> {
  const known: Known = { projects: new Set(), assets: new Map(), members: new Set() }
  const ids = items.flatMap((item) => (isMember(item) ? [] : [item.id]))
  const projectIds = items.flatMap((item) => (isProject(item) ? [] : (item.projectId ?? [])))
  await inPieces([...new Set([...ids, ...projectIds])], async (piece) => {
    const rows = await db.selectFrom('projects').select('id').where('id', 'in', piece).execute()
    for (const { id } of rows) known.projects.add(id)
  })
  await inPieces(ids, async (piece) => {
    const rows = await db.selectFrom('assets').select(['id', 'resource']).where('id', 'in', piece).execute()
    for (const { id, resource } of rows) known.assets.set(id, resource)
  })
  await inPieces(items.filter(isMember), async (piece) => {
    const rows = await db
      .selectFrom('project_members')
      .select(['project_id', 'user_id'])
      .where(({ eb, refTuple, tuple }) =>
        eb(
          refTuple('project_id', 'user_id'),
          'in',
          piece.map(({ projectId, userId }) => tuple(projectId, userId)),
        ),
      )
      .execute()
    for (const row of rows) known.members.add(memberKey(row.project_id, row.user_id))
  })
  return known
}

/** What becomes of an item after all before it; what it adds is known to the next. */
function outcomeOf(item: Item, { projects, assets, members }: Known): Outcome {
  if (item.type === 'project') {
    if (assets.has(item.id)) return FOREIGN_ID
    if (projects.has(item.id)) return 'updated'
    projects.add(item.id)
    members.add(memberKey(item.id, item.owner))
    return 'added'
  }
  if (item.projectId !== undefined && !projects.has(item.projectId)) return NO_PROJECT
  if (item.type === 'member') {
    const key = memberKey(item.projectId, item.userId)
    if (members.has(key)) return 'updated'
    members.add(key)
    return 'added'
  }
  const resource = assets.get(item.id)
  if (projects.has(item.id) || (resource !== undefined && resource !== item.resource)) return FOREIGN_ID
  assets.set(item.id, item.resource)
  return resource === undefined ? 'added' : 'updated'
}

async function putProjects(db: Db, projects: readonly ProjectItem[]): Promise<void> {
  await inPieces(projects, async (piece) => {
    await db
      .insertInto('projects')
      .values(piece.map(projectRow))
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
    // The owner may be another one now.
    await db
      .deleteFrom('project_members')
      .where('role', '=', 'owner')
      .where(
        'project_id',
        'in',
        piece.map(({ id }) => id),
      )
      .execute()
    await db
      .insertInto('project_members')
      .values(
        piece.map(({ id, owner, createdAt }) => ({
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
      .where(
        'project_id',
        'in',
        piece.map(({ id }) => id),
      )
      .execute()
  })
}

async function putMembers(db: Db, members: readonly MemberItem[]): Promise<void> {
  await inPieces(members, async (piece) => {
    await db
      .insertInto('project_members')
      .values(({ selectFrom }) =>
        piece.map(({ projectId, userId }) => ({
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
  })
}

async function putAssets(db: Db, assets: readonly AssetItem[]): Promise<void> {
  await inPieces(assets, async (piece) => {
    await db
      .insertInto('assets')
      .values(piece.map(assetRow))
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
  })
  const designs = assets.flatMap(({ id, design }) => (design === undefined ? [] : [{ asset_id: id, design }]))
  await inPieces(designs, async (piece) => {
    await db
      .insertInto('designs')
      .values([...piece])
      .onConflict((conflict) =>
        conflict.column('asset_id').doUpdateSet(({ ref }) => ({ design: ref('excluded.design') })),
      )
      .execute()
  })
  const plain = assets.filter(({ design }) => design === undefined).map(({ id }) => id)
  await inPieces(plain, async (piece) => {
    await db.deleteFrom('designs').where('asset_id', 'in', piece).execute()
  })
}

/** Runs of items that can be put at once: none changes what an earlier one of its run put. */
function* runsOf(items: readonly Item[]): Generator<Item[]> {
  let run: Item[] = []
  let touched = new Set<string>()
  for (const item of items) {
    const id = isMember(item) ? undefined : item.id
    if (id !== undefined && touched.has(id)) {
      yield run
      run = []
      touched = new Set()
    }
    run.push(item)
    touched.add(isMember(item) ? item.projectId : item.id)
  }
  if (run.length > 0) yield run
}

async function putRun(db: Db, items: readonly Item[]): Promise<Outcome[]> {
  const known = await knownOf(db, items)
  const outcomes = items.map((item) => outcomeOf(item, known))
  const good = items.filter((_, index) => typeof outcomes[index] === 'string')
  await putProjects(db, good.filter(isProject))
  await putMembers(db, good.filter(isMember))
  await putAssets(db, good.filter(isAsset))
  return outcomes
}

/**
 * Puts items by their ids, as if one after the other: an item may refer to what stands before it. A
 * second time changes nothing. A bad item is left out.
 */
export async function putItems(db: Db, items: readonly Item[]): Promise<Outcome[]> {
  const outcomes: Outcome[] = []
  for (const run of runsOf(items)) outcomes.push(...(await putRun(db, run)))
  return outcomes
}
