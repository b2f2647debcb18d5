import { type SchemaModule, sql } from 'kysely'
import type { Database } from './database.ts'
import { createLeases, createLeaseTable } from './leases.ts'
import { migrations } from './migrations/index.ts'

/** A migration of a large database may take a while. */
const PATIENCE = { seconds: 600 }

/** The table of Kysely's own migrator. Databases made by earlier releases have it. */
async function createRecord(schema: SchemaModule): Promise<void> {
  await schema
    .createTable('kysely_migration')
    .ifNotExists()
    .addColumn('name', 'varchar(255)', (column) => column.primaryKey())
    .addColumn('timestamp', 'varchar(255)', (column) => column.notNull())
    .execute()
}

async function missing({ kysely }: Database): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(kysely)
  const applied = new Set(rows.map(({ name }) => name))
  return Object.keys(migrations).filter((name) => !applied.has(name))
}

/** Creates the tables that everything else needs. If they exist, nothing is written. */
async function prepare(database: Database): Promise<void> {
  const tables = await database.kysely.introspection.getTables({ withInternalKyselyTables: true })
  const names = new Set(tables.map(({ name }) => name))
  if (names.has('kysely_migration') && names.has('leases')) return
  await database.write(async (transaction) => {
    await createRecord(transaction.schema)
    await createLeaseTable(transaction.schema, database.types)
  })
}

/**
 * Brings the schema up to this release, one process at a time. A newer schema is left alone, because
 * migrations only add to it. A database that is up to date is only read.
 */
export async function migrate(database: Database): Promise<void> {
  await prepare(database)
  if ((await missing(database)).length === 0) return
  await createLeases(database).hold('migrations', PATIENCE, async () => {
    for (const name of await missing(database)) {
      await database.write(async (transaction) => {
        await migrations[name]?.up(transaction.schema, database.types)
        const timestamp = new Date().toISOString()
        await sql`insert into kysely_migration (name, timestamp) values (${name}, ${timestamp})`.execute(
          transaction,
        )
      }, PATIENCE)
    }
  })
}
