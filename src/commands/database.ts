import type { Kysely } from 'kysely'
import { loadConfig } from '../config.ts'
import type { Database } from '../store/schema.ts'
import { openSqlite } from '../store/sqlite.ts'

/** Runs a command on the configured database, and closes it whatever happens. */
export async function withDatabase(run: (db: Kysely<Database>) => Promise<void>): Promise<void> {
  const db = await openSqlite(loadConfig(process.env).databasePath)
  try {
    await run(db)
  } finally {
    await db.destroy()
  }
}
