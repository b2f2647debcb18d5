import { type Kysely, sql, type Transaction } from 'kysely'
import type { Database, LockWait, Migrations } from './database.ts'

/** A migration of a large database takes time. */
const MIGRATION_WAIT: LockWait = { seconds: 600 }

/** Throws if there is no table of migrations yet. */
async function missingFrom<Tables>(kysely: Kysely<Tables>, migrations: Migrations) {
  const { rows } = await sql<{ name: string }>`select name from migrations`.execute(kysely)
  const applied = new Set(rows.map(({ name }) => name))
  return Object.entries(migrations).filter(([name]) => !applied.has(name))
}

/** Brings the schema up to this release in one transaction. A database that is up to date or newer is only read. */
export async function migrate<Tables>(
  { kysely, idType, writeAlone }: Pick<Database<Tables>, 'kysely' | 'idType' | 'writeAlone'>,
  migrations: Migrations,
): Promise<void> {
  const missing = await missingFrom(kysely, migrations).catch(() => undefined)
  if (missing?.length === 0) return
  const bringUp = async (transaction: Transaction<Tables>) => {
    const { schema } = transaction
    await schema
      .createTable('migrations')
      .ifNotExists()
      .addColumn('name', 'text', (column) => column.primaryKey())
      .execute()
    // Another process may have been faster.
    for (const [name, step] of await missingFrom(transaction, migrations)) {
      await step(schema, idType)
      await sql`insert into migrations (name) values (${name})`.execute(transaction)
    }
  }
  await writeAlone('migrations', bringUp, MIGRATION_WAIT)
}
