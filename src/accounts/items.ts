import type { Kysely } from 'kysely'
import type { AssetResource } from '../kit/repositories.ts'
import { fold } from '../kit/text.ts'
import { toRecord } from './assets.ts'
import type { AccountsDatabase } from './schema.ts'
import { inWriteTransaction, type Patience } from './writing.ts'

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

/** A saved item with its design as JSON text. Lengths in finished inches (D2). */
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

async function putProject(db: Kysely<AccountsDatabase>, { owner, ...item }: ProjectItem): Promise<void> {
  const values = {
    name: item.name,
    folded_name: fold(item.name),
    description: item.description ?? null,
    archived: item.archived ? 1 : 0,
    created_at: item.createdAt,
  } as const
  await db
    .insertInto('projects')
    .values({ id: item.id, ...values })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(values))
    .execute()
  const membership = { role: 'owner', created_at: item.createdAt } as const
  await db
    .deleteFrom('project_members')
    .where('project_id', '=', item.id)
    .where('role', '=', 'owner')
    .where('user_id', '<>', owner)
    .execute()
  await db
    .insertInto('project_members')
    .values({ user_id: owner, project_id: item.id, ...membership })
    .onConflict((conflict) => conflict.columns(['project_id', 'user_id']).doUpdateSet(membership))
    .execute()
  await db
    .updateTable('project_members')
    .set({ created_at: item.createdAt })
    .where('project_id', '=', item.id)
    .execute()
}

async function putMember(db: Kysely<AccountsDatabase>, { projectId, userId }: MemberItem): Promise<void> {
  await db
    .insertInto('project_members')
    .columns(['user_id', 'project_id', 'role', 'created_at'])
    .expression(({ selectFrom, val }) =>
      selectFrom('projects')
        .select([val(userId).as('user_id'), 'id', val('member').as('role'), 'created_at'])
        .where('id', '=', projectId),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

async function putAsset(db: Kysely<AccountsDatabase>, item: AssetItem): Promise<void> {
  const values = {
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
  } as const
  await db
    .insertInto('assets')
    .values({ id: item.id, ...values })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(values))
    .execute()
  if (item.design === undefined) {
    await db.deleteFrom('designs').where('asset_id', '=', item.id).execute()
    return
  }
  const design = { design: item.design }
  await db
    .insertInto('designs')
    .values({ asset_id: item.id, ...design })
    .onConflict((conflict) => conflict.column('asset_id').doUpdateSet(design))
    .execute()
}

async function exists(
  db: Kysely<AccountsDatabase>,
  table: 'projects' | 'assets',
  id: string,
): Promise<boolean> {
  return (await db.selectFrom(table).select('id').where('id', '=', id).executeTakeFirst()) !== undefined
}

/** What keeps an item out of this database, if anything: a project that is not there, an id of another kind. */
export async function itemProblem(db: Kysely<AccountsDatabase>, item: Item): Promise<string | undefined> {
  const projectId = item.type === 'project' ? undefined : item.projectId
  if (projectId !== undefined && !(await exists(db, 'projects', projectId)))
    return 'projectId: there is no such project'
  if (item.type === 'project') {
    return (await exists(db, 'assets', item.id)) ? 'id: belongs to an item of another type' : undefined
  }
  if (item.type === 'member') return undefined
  if (await exists(db, 'projects', item.id)) return 'id: belongs to an item of another type'
  const known = await db.selectFrom('assets').select('resource').where('id', '=', item.id).executeTakeFirst()
  return known === undefined || known.resource === item.resource
    ? undefined
    : 'id: belongs to an item of another type'
}

async function isKnown(db: Kysely<AccountsDatabase>, item: Item): Promise<boolean> {
  if (item.type !== 'member') return exists(db, item.type === 'project' ? 'projects' : 'assets', item.id)
  const row = await db
    .selectFrom('project_members')
    .select('user_id')
    .where('project_id', '=', item.projectId)
    .where('user_id', '=', item.userId)
    .executeTakeFirst()
  return row !== undefined
}

/** Puts one item by its id; a second time changes nothing. */
export async function putItem(db: Kysely<AccountsDatabase>, item: Item): Promise<'added' | 'updated'> {
  const known = await isKnown(db, item)
  if (item.type === 'project') await putProject(db, item)
  else if (item.type === 'member') await putMember(db, item)
  else await putAsset(db, item)
  return known ? 'updated' : 'added'
}

/** Puts items by their ids, all or none. */
export async function putItems(
  db: Kysely<AccountsDatabase>,
  items: Iterable<Item>,
  patience?: Patience,
): Promise<void> {
  await inWriteTransaction(
    db,
    async (transaction) => {
      for (const item of items) await putItem(transaction, item)
    },
    patience,
  )
}

/** Everybody's projects, members and saved items, in the order in which they can be put back. */
export async function* allItems(db: Kysely<AccountsDatabase>): AsyncGenerator<Item> {
  const projects = db
    .selectFrom('projects as project')
    .innerJoin('project_members as member', 'member.project_id', 'project.id')
    .select([
      'project.id',
      'project.name',
      'project.description',
      'project.archived',
      'project.created_at',
      'user_id',
    ])
    .where('member.role', '=', 'owner')
    .orderBy('project.created_at')
    .orderBy('project.id')
  for await (const row of projects.stream()) {
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
    .orderBy('created_at')
    .orderBy('project_id')
    .orderBy('user_id')
  for await (const row of members.stream())
    yield { type: 'member', projectId: row.project_id, userId: row.user_id }
  const assets = db
    .selectFrom('assets')
    .leftJoin('designs', 'designs.asset_id', 'assets.id')
    .selectAll('assets')
    .select('designs.design')
    .orderBy('assets.created_at')
    .orderBy('assets.id')
  for await (const row of assets.stream()) {
    yield {
      type: 'asset',
      owner: row.owner_id,
      createdAt: row.created_at,
      design: row.design ?? undefined,
      ...toRecord(row),
    }
  }
}
