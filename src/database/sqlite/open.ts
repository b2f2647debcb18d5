import { statSync } from 'node:fs'
import Sqlite from 'better-sqlite3'
import { Kysely, type SqliteDatabase, SqliteDialect, sql } from 'kysely'
import { codeOf, createPrivately, reasonOf } from '../../files/index.ts'
import { type Database, type Migrations, migrate, PATIENT, whenFree } from '../database.ts'
import { FileLost } from '../failures.ts'

/** Read in a second. A larger file is checked by `selvage check` only. */
const CHECKED_BYTES = 64 * 1024 * 1024
/** Statements. Searches by name have one for each number of words. */
const MOST_KEPT = 100
const MEMORY = ':memory:'

const SETTINGS = [
  'journal_mode = WAL',
  // A create is on the disk before its 201.
  'synchronous = FULL',
  'foreign_keys = ON',
  // Nothing that was removed stays in free pages.
  'secure_delete = ON',
  // 32 MiB: the pages that most reads of a large database need.
  'cache_size = -32768',
]

const isBusy = (error: unknown) => codeOf(error).startsWith('SQLITE_BUSY')

/** Kysely prepares each query again, and SQLite frees the old ones late: under load, 80 MB and pauses of 80 ms. */
function forKysely(file: Sqlite.Database, checkFile: () => void): SqliteDatabase {
  const statements = new Map<string, Sqlite.Statement>()
  return {
    close: () => file.close(),
    prepare(text) {
      // Also before a commit: a write into a deleted file is lost, and must not be reported as done.
      if (text !== 'rollback') checkFile()
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

/** A check that takes microseconds. It throws if the path leads to another file, or to none. */
function createFileCheck(path: string) {
  const opened = statSync(path)
  return () => {
    const found = statSync(path, { throwIfNoEntry: false })
    if (found === undefined) throw new FileLost('The accounts file is gone. Put it back.')
    if (found.ino !== opened.ino || found.dev !== opened.dev)
      throw new FileLost('The accounts file was replaced by another one. Restart the server to use that.')
  }
}

/** Takes no lock if the schema is up to date, because another process may be writing. */
async function open<Tables>(path: string, migrations: Migrations, serves: boolean) {
  const isFile = path !== MEMORY
  if (isFile) createPrivately(path)
  // We wait ourselves: SQLite would block the event loop.
  const file = new Sqlite(path, { timeout: 1, fileMustExist: isFile })
  const checkFile = serves && isFile ? createFileCheck(path) : () => {}
  const dialect = new SqliteDialect({ database: forKysely(file, checkFile) })
  const kysely = new Kysely<Tables>({ dialect })
  const write: Database<Tables>['write'] = (run, lockWait) =>
    whenFree(() => kysely.transaction().execute(run), isBusy, lockWait)
  const database: Database<Tables> = {
    kysely,
    now: sql<number>`cast(round(unixepoch('subsec') * 1000) as integer)`,
    write,
    writeAlone: (_name, run, lockWait) => write(run, lockWait),
    read: (run) =>
      kysely.connection().execute(async (snapshot) => {
        await sql`begin deferred`.execute(snapshot)
        try {
          return await run(snapshot)
        } finally {
          await sql`rollback`.execute(snapshot)
        }
      }),
    prepareOrPing: () => sql`select 1`.execute(kysely),
    close: () => kysely.destroy(),
  }
  try {
    for (const setting of SETTINGS) file.exec(`pragma ${setting}`)
    await migrate(database, migrations, 'text')
    // Also where no query has read it yet.
    const isChecked = serves && isFile && statSync(path).size <= CHECKED_BYTES
    if (isChecked && file.pragma('quick_check(1)', { simple: true }) !== 'ok')
      throw new Error('it is damaged')
    return database
  } catch (error) {
    file.close()
    throw error
  }
}

/** Waits for another process that is just opening it, or changing its schema. */
export function openSqlite<Tables>(
  path: string,
  migrations: Migrations,
  serves: boolean,
): Promise<Database<Tables>> {
  return whenFree(() => open<Tables>(path, migrations, serves), isBusy, PATIENT).catch((error) => {
    throw new Error(
      `The database ${path} (DATABASE_URL) cannot be opened: ${reasonOf(error)}. Change that, set DATABASE_URL to another place, or restore a backup: npx --no selvage restore FILE.`,
      { cause: error },
    )
  })
}
