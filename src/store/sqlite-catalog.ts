import { type Kysely, sql, type Transaction } from 'kysely'
import { fabricId } from './identifiers.ts'
import type { Database } from './schema.ts'
import { indexFabrics } from './sqlite-fabric-index.ts'

/** A fabric as a data file states it; blank fields are left out. */
export interface FabricRow {
  readonly manufacturer: string
  readonly collection: string
  readonly name: string
  readonly sku?: string | undefined
  readonly colorHex?: string | undefined
  readonly thumbnailUrl?: string | undefined
}

const BATCH = 1_000

async function stageBatch(db: Transaction<Database>, fabrics: readonly FabricRow[]): Promise<void> {
  const rows = fabrics.map((fabric) => ({ id: fabricId(fabric), ...fabric }))
  await sql`
    insert or replace into temp.incoming
    select value ->> 'id', value ->> 'manufacturer', value ->> 'collection', value ->> 'name', value ->> 'sku',
      value ->> 'colorHex', value ->> 'thumbnailUrl'
    from json_each(${JSON.stringify(rows)})`.execute(db)
}

/** Puts `incoming` into the temporary table of that name, ids included; the last of equal ids counts. */
async function stage(db: Transaction<Database>, incoming: Iterable<FabricRow>): Promise<void> {
  await sql`drop table if exists temp.incoming`.execute(db)
  await sql`create temp table incoming (
    id text primary key, manufacturer text, collection text, name text, sku text, color_hex text, thumbnail_url text
  )`.execute(db)
  let batch: FabricRow[] = []
  for (const fabric of incoming) {
    batch.push(fabric)
    if (batch.length < BATCH) continue
    await stageBatch(db, batch)
    batch = []
  }
  await stageBatch(db, batch)
}

/** Numbers all rows anew in the order of D5: the staged ones, and of the old ones those that `keep` names. */
async function renumber(db: Transaction<Database>, shipped: 0 | 1): Promise<void> {
  await sql`drop table if exists temp.ordered`.execute(db)
  await sql`create temp table ordered as
    select id, manufacturer, collection, name, sku, color_hex, thumbnail_url, ${sql.lit(shipped)} as shipped
    from temp.incoming
    union all
    select id, manufacturer, collection, name, sku, color_hex, thumbnail_url, shipped from fabrics
    where shipped <= ${sql.lit(1 - shipped)} and id not in (select id from temp.incoming)`.execute(db)
  await sql`delete from fabrics`.execute(db)
  await sql`insert into fabrics (position, id, manufacturer, collection, name, sku, color_hex, thumbnail_url, shipped)
    select row_number() over (order by manufacturer, collection, name, id), * from temp.ordered`.execute(db)
  await sql`drop table temp.ordered`.execute(db)
  await sql`drop table temp.incoming`.execute(db)
}

/**
 * Makes the catalog's shipped rows exactly those of the data file, in one transaction: readers see
 * the old catalog or the new one. Rows of other origin stay.
 */
export async function replaceShippedFabrics(
  db: Kysely<Database>,
  fabrics: Iterable<FabricRow>,
): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    await stage(transaction, fabrics)
    await renumber(transaction, 1)
    await indexFabrics(transaction)
  })
}
