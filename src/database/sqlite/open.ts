import { statSync } from 'node:fs'
import Sqlite from 'better-sqlite3'
import { Kysely, type SqliteDatabase, SqliteDialect, sql } from 'kysely'
import { createPrivately, meaningOf, reasonOf } from '../../files/index.ts'
import { type Database, FOR_A_CALLER, type Migrations, PATIENT, whenFree } from '../database.ts'
import { codeOf, FileLost } from '../failures.ts'
import { migrate } from '../migrate.ts'

/** How often a locked file is tried. SQLite's own waiting would block the event loop. */
const PAUSE_MS = 25
/** Read in a second. A larger file is checked by `selvage check` only. */
const CHECKED_BYTES = 64 * 1024 * 1024
/** Statements. Searches by name have one for each number of words. */
const MOST_KEPT = 100
const MEMORY = ':memory:'
/** How long opening waits, for example for a process that reads the log after a crash. SQLite itself waits. */
const OPEN_MS = 5_000

const isBusy = (error: unknown): boolean => codeOf(error).startsWith('SQLITE_BUSY')

/**
 * Keeps prepared statements. Kysely prepares each query again, and what SQLite holds for the old ones is freed late:
 * under load that took 80 MB, and pauses of 80 ms.
 */
function forKysely(file: Sqlite.Database): SqliteDatabase {
  const statements = new Map<string, Sqlite.Statement>()
  return {
    close: () => file.close(),
    prepare(text) {
      // Takes the write lock at once, so that a transaction waits at the start and does not fail in the middle.
      if (text === 'begin') return file.prepare('begin immediate')
      // On a full disk SQLite has rolled back already. Its complaint would hide the reason.
      if (text === 'rollback' && !file.inTransaction) return file.prepare('select 1')
      const statement = statements.get(text) ?? file.prepare(text)
      if (statements.size < MOST_KEPT) statements.set(text, statement)
      return statement
    },
  }
}

async function connect(path: string): Promise<Sqlite.Database> {
  if (path !== MEMORY) createPrivately(path)
  const file = new Sqlite(path, { timeout: OPEN_MS, fileMustExist: path !== MEMORY })
  try {
    // WAL mode needs an exclusive lock once, and SQLite does not wait for that one.
    await whenFree(async () => file.exec('pragma journal_mode = WAL'), isBusy, PAUSE_MS, PATIENT)
    // A create is on the disk before its 201.
    file.exec('pragma synchronous = FULL')
    file.exec('pragma foreign_keys = ON')
    // Nothing that was removed stays in free pages.
    file.exec('pragma secure_delete = ON')
    // 32 MiB: the pages that most reads of a large database need.
    file.exec('pragma cache_size = -32768')
    return file
  } catch (error) {
    file.close()
    throw error
  }
}

/** Throws if the file is damaged, even where no query has read it yet. */
function checkWhole(file: Sqlite.Database): void {
  if (statSync(file.name).size > CHECKED_BYTES) return
  if (file.pragma('quick_check(1)', { simple: true }) !== 'ok') throw new Error('it is damaged')
}

const withPath = (path: string) => (error: unknown) => {
  const advice =
    meaningOf(error) === undefined
      ? 'If it is damaged, restore a backup: npx --no selvage restore FILE.'
      : 'Change that, or set DATABASE_URL to another place.'
  throw new Error(`The database ${path} (DATABASE_URL) cannot be opened: ${reasonOf(error)}. ${advice}`, {
    cause: error,
  })
}

/** A check that takes microseconds. It throws if the path leads to another file, or to none. */
function createFileCheck(path: string): () => void {
  const opened = statSync(path)
  return () => {
    const found = statSync(path, { throwIfNoEntry: false })
    if (found === undefined) throw new FileLost('The accounts file is gone. Put it back.')
    if (found.ino !== opened.ino || found.dev !== opened.dev)
      throw new FileLost('The accounts file was replaced by another one. Restart the server to use that.')
  }
}

/** Takes no lock if the schema is up to date, because another process may be writing. */
export async function openSqlite<Tables>(
  path: string,
  migrations: Migrations,
  serves: boolean,
): Promise<Database<Tables>> {
  const fail = withPath(path)
  const file = await connect(path).catch(fail)
  const kysely = new Kysely<Tables>({ dialect: new SqliteDialect({ database: forKysely(file) }) })
  const checkFile = serves && path !== MEMORY ? createFileCheck(path) : () => {}

  const write: Database<Tables>['write'] = (run, lockWait = FOR_A_CALLER) => {
    const attempt = () =>
      kysely.transaction().execute(async (transaction) => {
        const result = await run(transaction)
        // A write into a deleted file is lost. It must not be reported as done.
        checkFile()
        return result
      })
    return whenFree(attempt, isBusy, PAUSE_MS, lockWait)
  }
  const database: Database<Tables> = {
    kysely,
    idType: 'text',
    now: sql<number>`cast(round(unixepoch('subsec') * 1000) as integer)`,
    write,
    // A file has one writer at a time anyway.
    writeAlone: (_name, run, lockWait) => write(run, lockWait),
    read: (run) =>
      kysely.connection().execute(async (snapshot) => {
        await sql`begin deferred`.execute(snapshot)
        try {
          return await run(snapshot)
        } finally {
          // After a read error SQLite has ended the transaction itself. The reader's error is the useful one.
          await sql`commit`.execute(snapshot).catch(() => {})
        }
      }),
    check: checkFile,
    look: async () => checkFile(),
    close: () => kysely.destroy(),
  }
  try {
    await migrate(database, migrations)
    // From here on nobody waits inside SQLite, which would block the event loop.
    file.exec('pragma busy_timeout = 1')
    if (serves && path !== MEMORY) checkWhole(file)
    return database
  } catch (error) {
    await database.close()
    return fail(error)
  }
}
