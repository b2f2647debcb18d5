import type { Selectable } from 'kysely'
import * as z from 'zod'
import type { AssetResource } from '../core/rooms.ts'
import { fold } from '../core/text.ts'
import type { Database } from '../database/index.ts'
import type { AccountsModule, AssetRow } from './module.ts'
import { nameMatches, newId, nextInstant } from './queries.ts'
import type { AccountsTables, AssetsTable } from './tables.ts'

const tagList = z.array(z.string()).catch([])

export function toAsset(row: Selectable<AssetsTable>): AssetRow {
  return {
    id: row.id,
    owner: row.owner_id,
    createdAt: row.created_at,
    resource: row.resource,
    name: row.name,
    description: row.description ?? undefined,
    width: row.width ?? undefined,
    height: row.height ?? undefined,
    gridRows: row.grid_rows ?? undefined,
    gridCols: row.grid_cols ?? undefined,
    blockSize: row.block_size ?? undefined,
    shapeCount: row.shape_count ?? undefined,
    projectId: row.project_id ?? undefined,
    colorHex: row.color_hex ?? undefined,
    layoutMode: row.layout_mode ?? undefined,
    tags: row.tags === '[]' ? [] : tagList.parse(JSON.parse(row.tags)),
    archived: row.archived === 1,
  }
}

/** Saved items as `AccountsModule` has them. §4.6–§4.10, D5, D10, D22 */
export function createAssets({ kysely: db, now, write }: Database<AccountsTables>) {
  const rowsOf = (userId: string, resource: AssetResource) =>
    db.selectFrom('assets').selectAll().where('owner_id', '=', userId).where('resource', '=', resource)

  return {
    async listAssets(userId, { resource, projectId, query, limit, after }) {
      let select = rowsOf(userId, resource)
      if (projectId !== undefined) {
        select = select
          .where('project_id', '=', projectId)
          .where(({ exists, selectFrom }) =>
            exists(
              selectFrom('project_members')
                .select('user_id')
                .where('project_id', '=', projectId)
                .where('user_id', '=', userId),
            ),
          )
      }
      if (query !== undefined)
        select = select.where((eb) => nameMatches(eb.ref('name'), eb.ref('folded_name'), query))
      if (after !== undefined)
        select = select.where(({ eb, refTuple, tuple }) =>
          eb(refTuple('created_at', 'id'), '<', tuple(after.createdAt, after.id)),
        )
      const rows = await select.orderBy('created_at', 'desc').orderBy('id', 'desc').limit(limit).execute()
      return rows.map(toAsset)
    },

    async getAsset(userId, resource, id) {
      const row = await rowsOf(userId, resource).where('id', '=', id).executeTakeFirst()
      return row && toAsset(row)
    },

    async getDesign(userId, resource, id) {
      return db
        .selectFrom('designs')
        .innerJoin('assets', 'assets.id', 'designs.asset_id')
        .select(['assets.owner_id as owner', 'designs.design'])
        .where('assets.owner_id', '=', userId)
        .where('assets.resource', '=', resource)
        .where('assets.id', '=', id)
        .executeTakeFirst()
    },

    async createBlock(userId, { name, width, height }) {
      const id = newId('blk')
      await write((transaction) =>
        transaction
          .insertInto('assets')
          .values(({ selectFrom }) => ({
            id,
            owner_id: userId,
            resource: 'blocks',
            name,
            folded_name: fold(name),
            width,
            height,
            shape_count: 0,
            tags: '[]',
            archived: 0,
            imported: 0,
            created_at: nextInstant(
              now,
              selectFrom('assets')
                .select(({ fn }) => fn.max('created_at').as('latest'))
                .where('owner_id', '=', userId)
                .where('resource', '=', 'blocks'),
            ),
          }))
          .execute(),
      )
      return id
    },
  } satisfies Partial<AccountsModule>
}
