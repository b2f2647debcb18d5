import { type Kysely, type Selectable, sql, type Transaction } from 'kysely'
import type { FabricRecord } from '../kit/repositories.ts'
import type { Patience } from './database.ts'
import { fabricId } from './identifiers.ts'
import type { CatalogDatabase, FabricsTable } from './schema.ts'
import { inWriteTransaction } from './sqlite/writing.ts'
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

/** What a row of the catalog says of its fabric, whoever reads it. */
export function fabricOf(row: Selectable<FabricsTable>): Omit<FabricRecord, 'id'> {
  return {
    manufacturer: row.manufacturer,
    collection: row.collection,
    name: row.name,
    sku: row.sku ?? undefined,
    colorHex: row.color_hex ?? undefined,
    thumbnailUrl: row.thumbnail_url ?? undefined,
  }
}

/** How many fabrics an import brought. */
export interface Imported {
  readonly added: number
  readonly updated: number
}

/** Fabrics on their way into the catalog: kept apart, without holding up writers, until they are all there. */
export interface FabricStaging {
  /** Some fabrics; the last of equal ids counts. */
  add(fabrics: readonly FabricRow[]): Promise<void>
  /**
   * Puts them into the catalog by their ids, in one transaction: searches see the catalog before or
   * after, and an interruption leaves it as it was.
   */
  upsert(patience?: Patience): Promise<Imported>
  /** The same, and takes out what an earlier data file shipped and this one does not. */
  replaceShipped(patience?: Patience): Promise<Imported>
}

const COLUMNS = sql.raw('id, manufacturer, collection, name, sku, color_hex, thumbnail_url')

/** Numbers all rows anew in the order of D5, from the temporary table `merged`. */
async function renumber(db: Transaction<CatalogDatabase>): Promise<void> {
  await sql`delete from fabrics`.execute(db)
  await sql`
    insert into fabrics (position, ${COLUMNS}, shipped)
    select row_number() over (order by manufacturer, collection, name, id), ${COLUMNS}, shipped
    from temp.merged`.execute(db)
}

async function count(db: Kysely<CatalogDatabase>): Promise<Imported> {
  const { rows } = await sql<{ added: number; updated: number }>`
    select count(*) filter (where known.id is null) as added, count(known.id) as updated
    from temp.incoming left join fabrics as known using (id)`.execute(db)
  const [counts] = rows
  return { added: counts?.added ?? 0, updated: counts?.updated ?? 0 }
}

/** The staging area belongs to the connection; one at a time. */
export async function stageFabrics(db: Kysely<CatalogDatabase>): Promise<FabricStaging> {
  await sql`drop table if exists temp.incoming`.execute(db)
  await sql`create temp table incoming (
    id text, manufacturer text, collection text, name text, sku text, color_hex text, thumbnail_url text
  )`.execute(db)

  async function merge(select: ReturnType<typeof sql>, patience?: Patience): Promise<Imported> {
    // An index made of all ids at once takes far less time than one that every row is put into.
    await sql`create index temp.incoming_ids on incoming (id)`.execute(db)
    await sql`
      delete from temp.incoming
      where rowid not in (select max(rowid) from temp.incoming group by id)`.execute(db)
    const imported = await inWriteTransaction(
      db,
      async (transaction) => {
        const counts = await count(transaction)
        await sql`drop table if exists temp.merged`.execute(transaction)
        await sql`create temp table merged as ${select}`.execute(transaction)
        await renumber(transaction)
        await sql`drop table temp.merged`.execute(transaction)
        await indexFabrics(transaction)
        return counts
      },
      patience,
    )
    await sql`drop table temp.incoming`.execute(db)
    // The log of changes is as large as the catalog by now; readers that still use it keep it a while longer.
    await sql`pragma wal_checkpoint(truncate)`.execute(db)
    return imported
  }

  return {
    async add(fabrics) {
      const rows = fabrics.map((fabric) => ({ id: fabricId(fabric), ...fabric }))
      await sql`
        insert into temp.incoming
        select value ->> 'id', value ->> 'manufacturer', value ->> 'collection', value ->> 'name',
          value ->> 'sku', value ->> 'colorHex', value ->> 'thumbnailUrl'
        from json_each(${JSON.stringify(rows)})`.execute(db)
    },
    upsert: (patience) =>
      merge(
        sql`
          select ${COLUMNS}, 0 as shipped from temp.incoming
          union all
          select ${COLUMNS}, shipped from fabrics where id not in (select id from temp.incoming)`,
        patience,
      ),
    // What was imported since stays as it was imported.
    replaceShipped: (patience) =>
      merge(
        sql`
          select ${COLUMNS}, 1 as shipped from temp.incoming
          where id not in (select id from fabrics where shipped = 0)
          union all
          select ${COLUMNS}, shipped from fabrics where shipped = 0`,
        patience,
      ),
  }
}
