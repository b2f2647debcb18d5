import { type Kysely, sql, type Transaction } from 'kysely'
import { fold } from '../kit/text.ts'
import { fabricId } from './identifiers.ts'
import type { Database } from './schema.ts'

/** A fabric as a data file states it; blank fields are left out. */
export interface FabricRow {
  readonly manufacturer: string
  readonly collection: string
  readonly name: string
  readonly sku?: string | undefined
  readonly colorHex?: string | undefined
  readonly thumbnailUrl?: string | undefined
}

/** Puts `incoming` into the temporary table of that name, ids included. */
async function stage(db: Transaction<Database>, incoming: Iterable<FabricRow>): Promise<void> {
  await sql`drop table if exists temp.incoming`.execute(db)
  await sql`create temp table incoming (
    id text primary key, manufacturer text, collection text, name text, sku text, color_hex text, thumbnail_url text
  )`.execute(db)
  for (const fabric of incoming) {
    await sql`insert or replace into temp.incoming values (
      ${fabricId(fabric)}, ${fabric.manufacturer}, ${fabric.collection}, ${fabric.name},
      ${fabric.sku ?? null}, ${fabric.colorHex ?? null}, ${fabric.thumbnailUrl ?? null}
    )`.execute(db)
  }
}

/** Numbers all rows anew in the order of D5: the shipped file's rows, and those of other origin that it does not have. */
async function renumber(db: Transaction<Database>): Promise<void> {
  await sql`drop table if exists temp.ordered`.execute(db)
  await sql`create temp table ordered as
    select id, manufacturer, collection, name, sku, color_hex, thumbnail_url, 1 as shipped from temp.incoming
    union all
    select id, manufacturer, collection, name, sku, color_hex, thumbnail_url, shipped from fabrics
    where shipped = 0 and id not in (select id from temp.incoming)`.execute(db)
  await sql`delete from fabrics`.execute(db)
  await sql`insert into fabrics (position, id, manufacturer, collection, name, sku, color_hex, thumbnail_url, shipped)
    select row_number() over (order by manufacturer, collection, name, id), * from temp.ordered`.execute(db)
  await sql`drop table temp.ordered`.execute(db)
  await sql`drop table temp.incoming`.execute(db)
}

async function indexCollections(db: Transaction<Database>): Promise<void> {
  await db.deleteFrom('fabric_collections').execute()
  const pairs = await db
    .selectFrom('fabrics')
    .select(['manufacturer', 'collection'])
    .distinct()
    .orderBy('manufacturer')
    .orderBy('collection')
    .execute()
  for (const { manufacturer, collection } of pairs) {
    await db
      .insertInto('fabric_collections')
      .values({
        manufacturer,
        collection,
        folded_manufacturer: fold(manufacturer),
        folded_collection: fold(collection),
      })
      .execute()
  }
}

/** `fold` is registered with the connection, so the index is made inside SQLite. */
async function indexWords(db: Transaction<Database>): Promise<void> {
  await sql`insert into fabric_search(fabric_search) values ('delete-all')`.execute(db)
  await sql`insert into fabric_search(rowid, name, collection, manufacturer, facet)
    select position, fold(name), folded_collection, folded_manufacturer, 'c' || known.id
    from fabrics join fabric_collections as known using (manufacturer, collection)
    order by position`.execute(db)
  await sql`delete from fabric_words`.execute(db)
  await sql`insert into fabric_words(word) select distinct term from fabric_terms where col <> 'facet'`.execute(
    db,
  )
  await sql`insert into fabric_word_parts(fabric_word_parts) values ('rebuild')`.execute(db)
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
    await renumber(transaction)
    await indexCollections(transaction)
    await indexWords(transaction)
  })
}
