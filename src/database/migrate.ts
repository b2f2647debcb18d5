import { type Kysely, type QueryExecutorProvider, sql } from 'kysely'
import { AT_START, type ColumnTypes, type Leases, type Migrations, type Patience } from './database.ts'

/** A migration of a large database may take a while. */
const PATIENCE = { seconds: 600 }

type Connection = Pick<Kysely<unknown>, 'schema' | 'introspection'> & QueryExecutorProvider

interface MigratedDatabase {
  readonly kysely: Connection
  readonly types: ColumnTypes
  readonly leases: Leases
  write(run: (transaction: Connection) => Promise<void>, patience?: Patience): Promise<void>
}

/** Creates the tables that migrations themselves need. If they exist, nothing is written. */
async function prepare({ kysely, types, write }: MigratedDatabase): Promise<void> {
  const tables = await kysely.introspection.getTables({ withInternalKyselyTables: true })
  const names = new Set(tables.map(({ name }) => name))
  if (names.has('kysely_migration') && names.has('leases')) return
  await write(async ({ schema }) => {
    // The table of Kysely's own migrator. Databases made by the first release have it.
    await schema
      .createTable('kysely_migration')
      .ifNotExists()
      .addColumn('name', 'varchar(255)', (column) => column.primaryKey())
      .addColumn('timestamp', 'varchar(255)', (column) => column.notNull())
      .execute()
    await schema
      .createTable('leases')
      .ifNotExists()
      .addColumn('name', types.id, (column) => column.primaryKey())
      .addColumn('holder', types.id, (column) => column.notNull())
      .addColumn('until', 'bigint', (column) => column.notNull())
      .execute()
  }, AT_START)
}

/**
 * Brings the schema up to this release, one process at a time. A newer schema is left alone, because
 * migrations only add to it. A database that is up to date is only read. Kysely's migrator is not used: its lock
 * belongs to a connection, and hangs behind PgBouncer in transaction mode.
 */
export async function migrate(database: MigratedDatabase, migrations: Migrations): Promise<void> {
  const missing = async () => {
    const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(database.kysely)
    const applied = new Set(rows.map(({ name }) => name))
    return Object.entries(migrations).filter(([name]) => !applied.has(name))
  }
  await prepare(database)
  if ((await missing()).length === 0) return
  await database.leases.hold('migrations', PATIENCE, async () => {
    for (const [name, up] of await missing()) {
      await database.write(async (transaction) => {
        await up(transaction.schema, database.types)
        const timestamp = new Date().toISOString()
        await sql`insert into kysely_migration (name, timestamp) values (${name}, ${timestamp})`.execute(
          transaction,
        )
      }, PATIENCE)
    }
  })
}
