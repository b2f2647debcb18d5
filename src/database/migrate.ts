import { type Kysely, sql } from 'kysely'
import { type Database, type Migrations, OtherVersionError, type Patience } from './database.ts'

/** A migration of a large database may take a while. */
const PATIENCE: Patience = { seconds: 600 }

async function appliedTo<Tables>(kysely: Kysely<Tables>): Promise<Set<string> | undefined> {
  const tables = await kysely.introspection.getTables({ withInternalKyselyTables: true })
  const names = new Set(tables.map(({ name }) => name))
  if (names.has('kysely_migration'))
    throw new OtherVersionError(
      'it was made before the first release. Export what it holds with the version that made it (export items, export fabrics), and import that into a new database',
    )
  if (!names.has('migrations')) return undefined
  const { rows } = await sql<{ name: string }>`select name from migrations`.execute(kysely)
  return new Set(rows.map(({ name }) => name))
}

/**
 * Brings the schema up to this release, in one transaction, one process at a time. A newer schema is left alone,
 * because migrations only add to it. A database that is up to date is only read.
 */
export async function migrate<Tables>(database: Database<Tables>, migrations: Migrations): Promise<void> {
  const missingFrom = (applied: ReadonlySet<string> = new Set()) =>
    Object.entries(migrations).filter(([name]) => !applied.has(name))
  if (missingFrom(await appliedTo(database.kysely)).length === 0) return
  await database.writeAlone(
    'migrations',
    async (transaction) => {
      await transaction.schema
        .createTable('migrations')
        .ifNotExists()
        .addColumn('name', 'text', (column) => column.primaryKey())
        .execute()
      // Another process may have been faster.
      for (const [name, up] of missingFrom(await appliedTo(transaction))) {
        await up(transaction.schema, database.types)
        await sql`insert into migrations (name) values (${name})`.execute(transaction)
      }
    },
    PATIENCE,
  )
}
