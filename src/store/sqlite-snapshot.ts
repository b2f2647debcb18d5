import { type Kysely, sql } from 'kysely'
import type { Database } from './schema.ts'

/** Reads one state of the database with all queries, whatever other processes write meanwhile. */
export async function inSnapshot<Result>(
  db: Kysely<Database>,
  read: (snapshot: Kysely<Database>) => Promise<Result>,
): Promise<Result> {
  return db.connection().execute(async (connection) => {
    await sql`begin deferred`.execute(connection)
    try {
      return await read(connection)
    } finally {
      await sql`commit`.execute(connection)
    }
  })
}
