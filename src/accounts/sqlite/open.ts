import { statSync } from 'node:fs'
import { type Kysely, sql } from 'kysely'
import { type Availability, type OnProblem, unwatched } from '../availability.ts'
import type { Database } from '../database.ts'
import { migrate } from '../migrate.ts'
import { createInsertInPieces } from '../pieces.ts'
import type { AccountsDatabase } from '../schema.ts'
import { watchAvailability } from './availability.ts'
import { Connection, kyselyOf, openFile, withPath } from './connect.ts'
import { checkIsDatabase, watchFile } from './file.ts'
import { inSnapshot } from './snapshot.ts'
import { createTogether } from './together.ts'
import { inWriteTransaction } from './writing.ts'

function databaseOf(kysely: Kysely<AccountsDatabase>): Database {
  return {
    kysely,
    // SQLite compares text byte by byte anyway.
    types: { id: 'text', bytes: 'blob' },
    now: sql<number>`cast(round(unixepoch('subsec') * 1000) as integer)`,
    hasOneWriter: true,
    insertNew: createInsertInPieces(),
    isAmong: (column, texts) => sql`${column} in (select value from json_each(${JSON.stringify(texts)}))`,
    write: (run, patience) => inWriteTransaction(kysely, run, patience),
    writeTogether: createTogether(kysely),
    read: (run) => inSnapshot(kysely, run),
    availability: unwatched,
    close: () => kysely.destroy(),
  }
}

async function open(path: string): Promise<{ database: Database; connection: Connection }> {
  const file = await openFile(path)
  const connection = new Connection(file)
  const database = databaseOf(kyselyOf<AccountsDatabase>(connection))
  try {
    await migrate(database)
  } catch (error) {
    await database.close()
    throw error
  }
  // From here on, `inWriteTransaction` waits for other writers without blocking this process's event loop.
  file.exec('pragma busy_timeout = 1')
  return { database, connection }
}

/** A file of this size is read in a second. A larger one is checked by `selvage check` only. */
const CHECKED_BYTES = 64 * 1024 * 1024

/** Throws when the file is damaged, also where no query of the start has read it. */
async function checkWhole(path: string, { kysely }: Database): Promise<void> {
  if (statSync(path).size > CHECKED_BYTES) return
  const { rows } = await sql<{ quick_check: string }>`pragma quick_check(1)`.execute(kysely)
  if (rows[0]?.quick_check !== 'ok') throw new Error('it is damaged')
}

/** Notices when the file is lost, and opens it again when it is back. */
function watched(
  path: string,
  database: Database,
  connection: Connection,
  onProblem: OnProblem,
): Availability & { close(): void } {
  const { kysely } = database
  return watchAvailability({
    db: kysely,
    watch: watchFile(path),
    onProblem,
    async reopen(lost, isBack) {
      // Kysely has lent us its only connection, so no query is running.
      await kysely.connection().execute(async () => {
        checkIsDatabase(path)
        connection.finish()
        connection.close()
        if (!isBack) lost.putLogAside()
        connection.replace(await openFile(path))
      })
      await migrate(database).catch((error: unknown) => {
        // While its file is at the path: only then SQLite removes its log.
        connection.close()
        throw error
      })
      await sql`pragma busy_timeout = 1`.execute(kysely)
      if (isBack) return lost
      const found = watchFile(path)
      lost.close()
      return found
    },
  })
}

/**
 * Opens (or creates) a database file and brings it to the newest schema. If the schema is up to date, the
 * file is not locked, because another process may be writing.
 *
 * @param path a file path, or `:memory:`.
 * @param onProblem set by a server: the file is watched while it is open.
 */
export async function openSqlite(path: string, onProblem?: OnProblem): Promise<Database> {
  const { database, connection } = await open(path).catch(withPath(path))
  if (onProblem === undefined || path === ':memory:') return database
  await checkWhole(path, database).catch(async (error: unknown) => {
    await database.close()
    return withPath(path)(error)
  })
  const availability = watched(path, database, connection, onProblem)
  return {
    ...database,
    availability,
    async close() {
      await database.close()
      availability.close()
    },
  }
}
