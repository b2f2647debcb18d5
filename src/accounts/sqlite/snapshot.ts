import { type Kysely, sql } from 'kysely'

/** Reads one state of the database with all queries, whatever other processes write meanwhile. */
export async function inSnapshot<Tables, Result>(
  db: Kysely<Tables>,
  read: (snapshot: Kysely<Tables>) => Promise<Result>,
): Promise<Result> {
  return db.connection().execute(async (connection) => {
    await sql`begin deferred`.execute(connection)
    try {
      return await read(connection)
    } finally {
      // SQLite has ended the transaction itself when it could not read on; the reader's error is the one to tell.
      await sql`commit`.execute(connection).catch(() => {})
    }
  })
}
