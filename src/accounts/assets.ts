import type { Selectable } from 'kysely'
import * as z from 'zod'
import type { AssetFilter, AssetRecord, Assets, ItemKey } from '../core/repositories.ts'
import { fold } from '../core/text.ts'
import type { Database } from '../database/index.ts'
import { COUNTED_ROWS, nameMatches, newId, nextInstant, pageOf, totalOf } from './queries.ts'
import type { AccountsTables, AssetsTable } from './tables.ts'

const tagList = z.array(z.string()).catch([])

export function toRecord(row: Selectable<AssetsTable>): AssetRecord {
  return {
    id: row.id,
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

/** §4.6–§4.10, D5, D10, D22 */
export function createAssets({ kysely: db, now, write }: Database<AccountsTables>): Assets {
  const matching = (owner: string, { resource, projectId, query }: AssetFilter) => {
    let select = db.selectFrom('assets').where('owner_id', '=', owner).where('resource', '=', resource)
    if (projectId !== undefined) {
      select = select
        .where('project_id', '=', projectId)
        .where(({ exists, selectFrom }) =>
          exists(
            selectFrom('project_members')
              .select('user_id')
              .where('project_id', '=', projectId)
              .where('user_id', '=', owner),
          ),
        )
    }
    if (query === undefined) return select
    return select.where((eb) => nameMatches(eb.ref('name'), eb.ref('folded_name'), query))
  }

  return {
    async list(owner, { limit, after, ...filter }) {
      let select = matching(owner, filter).selectAll()
      if (after !== undefined) {
        select = select.where(({ eb, refTuple, tuple }) =>
          eb(refTuple('created_at', 'id'), '<', tuple(...after)),
        )
      }
      const rows = await select
        .orderBy('created_at', 'desc')
        .orderBy('id', 'desc')
        .limit(limit + 1)
        .execute()
      const page = pageOf(rows, limit, (row): ItemKey => [row.created_at, row.id])
      return { items: page.items.map(toRecord), next: page.next }
    },

    async count(owner, filter) {
      return totalOf(await matching(owner, filter).select('id').limit(COUNTED_ROWS).execute())
    },

    async get(owner, resource, id) {
      const row = await db
        .selectFrom('assets')
        .selectAll()
        .where('owner_id', '=', owner)
        .where('resource', '=', resource)
        .where('id', '=', id)
        .executeTakeFirst()
      return row === undefined ? undefined : toRecord(row)
    },

    async design(owner, id) {
      const row = await db
        .selectFrom('designs')
        .innerJoin('assets', 'assets.id', 'designs.asset_id')
        .select('designs.design')
        .where('assets.owner_id', '=', owner)
        .where('assets.id', '=', id)
        .executeTakeFirst()
      return row?.design
    },

    async createBlock(owner, { name, width, height }) {
      const id = newId('blocks')
      const row = {
        id,
        owner_id: owner,
        resource: 'blocks',
        name,
        folded_name: fold(name),
        width,
        height,
        shape_count: 0,
        tags: '[]',
        archived: 0,
      } as const
      await write((transaction) =>
        transaction
          .insertInto('assets')
          .values(({ selectFrom }) => ({
            ...row,
            created_at: nextInstant(
              now,
              selectFrom('assets')
                .select(({ fn }) => fn.max('created_at').as('latest'))
                .where('owner_id', '=', owner)
                .where('resource', '=', row.resource),
            ),
          }))
          .execute(),
      )
      return id
    },
  }
}
