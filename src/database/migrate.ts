import { type Kysely, sql } from 'kysely'
import type { Database, Migrations, Patience } from './database.ts'

/** A migration of a large database may take a while. */
const PATIENCE: Patience = { seconds: 600 }

/** The migrations that a database does not have yet. */
async function missingFrom<Tables>(kysely: Kysely<Tables>, migrations: Migrations) {
  const tables = await kysely.introspection.getTables()
  if (!tables.some(({ name }) => name === 'migrations')) return Object.entries(migrations)
  const { rows } = await sql<{ name: string }>`select name from migrations`.execute(kysely)
  const applied = new Set(rows.map(({ name }) => name))
  return Object.entries(migrations).filter(([name]) => !applied.has(name))
}

/**
 * Brings the schema up to this release, in one transaction, one process at a time. A newer schema is left alone,
 * because migrations only add to it. A database that is up to date is only read.
 */
export async function migrate<Tables>(
  database: Pick<Database<Tables>, 'kysely' | 'types' | 'writeAlone'>,
  migrations: Migrations,
): Promise<void> {
  if ((await missingFrom(database.kysely, migrations)).length === 0) return
  await database.writeAlone(
    'migrations',
    async (transaction) => {
      await transaction.schema
        .createTable('migrations')
        .ifNotExists()
        .addColumn('name', 'text', (column) => column.primaryKey())
        .execute()
      // Another process may have been faster.
      for (const [name, up] of await missingFrom(transaction, migrations)) {
        await up(transaction.schema, database.types)
        await sql`insert into migrations (name) values (${name})`.execute(transaction)
      }
    },
    PATIENCE,
  )
}
