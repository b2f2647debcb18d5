import { type Kysely, sql } from 'kysely'

/**
 * Runs queries that all see the same state of the database, whatever other processes write in the meantime.
 */
export async function inSnapshot<Tables, Result>(
  db: Kysely<Tables>,
  read: (snapshot: Kysely<Tables>) => Promise<Result>,
): Promise<Result> {
  return db.connection().execute(async (connection) => {
    await sql`begin deferred`.execute(connection)
    try {
      return await read(connection)
    } finally {
      // SQLite has ended the transaction itself if it could not read on. The reader's own error is the useful
      // one.
      await sql`commit`.execute(connection).catch(() => {})
    }
  })
}
