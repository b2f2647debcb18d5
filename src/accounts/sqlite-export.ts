import { type Kysely, sql } from 'kysely'
import type { CatalogDatabase } from './schema.ts'
import { type FabricRow, fabricOf } from './sqlite-catalog.ts'

/** Every fabric in the order of D5. */
export async function* allFabrics(db: Kysely<CatalogDatabase>): AsyncGenerator<FabricRow> {
  const rows = db.selectFrom('fabrics').selectAll().orderBy('position').stream()
  for await (const row of rows) yield fabricOf(row)
}

/** What the catalog holds, a row for each collection in the order of D5. */
export async function catalogStatistics(db: Kysely<CatalogDatabase>) {
  const { rows: collections } = await sql<{
    manufacturer: string
    collection: string
    fabrics: number
    withSku: number
    withColor: number
  }>`
    select manufacturer, collection, count(*) as fabrics, count(sku) as "withSku", count(color_hex) as "withColor"
    from fabrics group by manufacturer, collection order by manufacturer, collection`.execute(db)
  const supplies = await db
    .selectFrom('supplies')
    .select(({ fn }) => ['category', fn.countAll<number>().as('entries')])
    .groupBy('category')
    .orderBy('category')
    .execute()
  return { collections, supplies }
}
