import type { Kysely } from 'kysely'
import type { AssetResource } from '../kit/repositories.ts'
import { fold } from '../kit/text.ts'
import type { Database } from './schema.ts'

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

async function putProject(db: Kysely<Database>, { owner, ...item }: ProjectItem): Promise<void> {
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
    .insertInto('project_members')
    .values({ user_id: owner, project_id: item.id, ...membership })
    .onConflict((conflict) => conflict.columns(['project_id', 'user_id']).doUpdateSet(membership))
    .execute()
}

async function putMember(db: Kysely<Database>, { projectId, userId }: MemberItem): Promise<void> {
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

async function putAsset(db: Kysely<Database>, item: AssetItem): Promise<void> {
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

/** Puts projects, members and saved items by their ids, all or none; a second time changes nothing. */
export async function putItems(db: Kysely<Database>, items: Iterable<Item>): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    for (const item of items) {
      if (item.type === 'project') await putProject(transaction, item)
      else if (item.type === 'member') await putMember(transaction, item)
      else await putAsset(transaction, item)
    }
  })
}
