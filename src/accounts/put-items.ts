import type { Compilable, Kysely, Selectable } from 'kysely'
import { fold } from '../core/text.ts'
import { isAsset, isMember, isProject, knownOf, type Outcome, outcomeOf, runsOf } from './batch.ts'
import type { Database, InsertNew } from './database.ts'
import type { AssetItem, Item, MemberItem, ProjectItem } from './items.ts'
import { piecesOf, runAll } from './pieces.ts'
import type {
  AccountsDatabase,
  AssetsTable,
  DesignsTable,
  ProjectMembersTable,
  ProjectsTable,
} from './schema.ts'

type Db = Kysely<AccountsDatabase>
/** What the database says in its own way. */
type Words = Pick<Database, 'insertNew' | 'isAmong'>
type Statements = Generator<Compilable>

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

const ownerRow = ({ id, owner, createdAt }: ProjectItem): Selectable<ProjectMembersTable> => ({
  project_id: id,
  user_id: owner,
  role: 'owner',
  created_at: createdAt,
})

const designRows = (assets: readonly AssetItem[]): Selectable<DesignsTable>[] =>
  assets.flatMap(({ id, design }) => (design === undefined ? [] : [{ asset_id: id, design }]))

/** Projects that were there before. Their owner and time of creation may have changed. */
function* updateProjects(db: Db, projects: readonly ProjectItem[]): Statements {
  for (const piece of piecesOf(projects))
    yield db
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
  const pieces = [...piecesOf(projects.map(({ id }) => id))]
  for (const ids of pieces)
    yield db.deleteFrom('project_members').where('role', '=', 'owner').where('project_id', 'in', ids)
  for (const piece of piecesOf(projects))
    yield db
      .insertInto('project_members')
      .values(piece.map(ownerRow))
      .onConflict((conflict) => conflict.columns(['project_id', 'user_id']).doUpdateSet({ role: 'owner' }))
  for (const ids of pieces)
    yield db
      .updateTable('project_members')
      .set(({ selectFrom }) => ({
        created_at: selectFrom('projects')
          .select('projects.created_at')
          .whereRef('projects.id', '=', 'project_members.project_id')
          .$asScalar()
          .$notNull(),
      }))
      .where('project_id', 'in', ids)
}

function* addMembers(db: Db, members: readonly MemberItem[]): Statements {
  for (const piece of piecesOf(members))
    yield db
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
}

function* updateAssets(db: Db, assets: readonly AssetItem[]): Statements {
  for (const piece of piecesOf(assets))
    yield db
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
}

function* updateDesigns(db: Db, assets: readonly AssetItem[]): Statements {
  for (const piece of piecesOf(designRows(assets)))
    yield db
      .insertInto('designs')
      .values(piece)
      .onConflict((conflict) =>
        conflict.column('asset_id').doUpdateSet(({ ref }) => ({ design: ref('excluded.design') })),
      )
  const plain = assets.filter(({ design }) => design === undefined).map(({ id }) => id)
  for (const piece of piecesOf(plain)) yield db.deleteFrom('designs').where('asset_id', 'in', piece)
}

/** Everything refers only to what is stored before it. */
async function store(
  db: Db,
  insertNew: InsertNew,
  { added, updated }: { readonly added: readonly Item[]; readonly updated: readonly Item[] },
): Promise<void> {
  const newProjects = added.filter(isProject)
  await insertNew(db, 'projects', newProjects.map(projectRow))
  await insertNew(db, 'project_members', newProjects.map(ownerRow))
  await runAll(db, updateProjects(db, updated.filter(isProject)))
  // Those who were there before too: a project's former owner may be one of them.
  await runAll(db, addMembers(db, [...added, ...updated].filter(isMember)))
  const newAssets = added.filter(isAsset)
  await insertNew(db, 'assets', newAssets.map(assetRow))
  await insertNew(db, 'designs', designRows(newAssets))
  const changed = updated.filter(isAsset)
  await runAll(db, updateAssets(db, changed))
  await runAll(db, updateDesigns(db, changed))
}

async function putRun(db: Db, { insertNew, isAmong }: Words, items: readonly Item[]): Promise<Outcome[]> {
  const known = await knownOf(db, isAmong, items)
  const outcomes = items.map((item) => outcomeOf(item, known))
  const ofOutcome = (outcome: Outcome) => items.filter((_, index) => outcomes[index] === outcome)
  await store(db, insertNew, { added: ofOutcome('added'), updated: ofOutcome('updated') })
  return outcomes
}

/**
 * Stores items by their ids, as if one came after the other: an item may refer to those before it. Storing
 * them again changes nothing. Bad items are left out.
 */
export async function putItems(db: Db, words: Words, items: readonly Item[]): Promise<Outcome[]> {
  const outcomes: Outcome[] = []
  for (const run of runsOf(items)) outcomes.push(...(await putRun(db, words, run)))
  return outcomes
}
