import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import Sqlite from 'better-sqlite3'
import {
  Kysely,
  Migrator,
  SqliteAdapter,
  type SqliteDatabase,
  SqliteDialect,
  type SqliteStatement,
} from 'kysely'
import { keepAlive } from '../kit/lifetime.ts'
import type { Migrations } from './migrations/index.ts'
import { whenFree } from './writing.ts'

/** SQLite runs DDL in transactions, so a migration is applied whole or not at all. */
class TransactionalDdlAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true
  }
}

class ServerSqliteDialect extends SqliteDialect {
  override createAdapter(): SqliteAdapter {
    return new TransactionalDdlAdapter()
  }
}

/** Prepares each statement once, for good: Kysely asks anew for every query. */
function preparingOnce(database: Sqlite.Database): SqliteDatabase {
  const statements = new Map<string, SqliteStatement>()
  return {
    close: () => database.close(),
    prepare(sql) {
      const known = statements.get(sql)
      if (known !== undefined) return known
      // Transactions here exist to write: taking the write lock at once waits for another process, instead of failing late.
      const native = keepAlive(database.prepare(sql === 'begin' ? 'begin immediate' : sql))
      const statement: SqliteStatement = {
        reader: native.reader,
        all: (parameters) => native.all(parameters),
        run: (parameters) => native.run(parameters),
        iterate: (parameters) => keepAlive(native.iterate(parameters)),
      }
      statements.set(sql, statement)
      return statement
    },
  }
}

function openFile(path: string): Sqlite.Database {
  if (path !== ':memory:') mkdirSync(dirname(path), { recursive: true })
  return keepAlive(new Sqlite(path))
}

/** Throws again what opening a file threw, with the file. */
const withPath = (path: string) => (error: unknown) => {
  const reason = error instanceof Error ? error.message : String(error)
  throw new Error(`The database ${path} (DATABASE_URL) cannot be opened: ${reason}`, { cause: error })
}

export interface SqliteOptions {
  readonly migrations: Migrations
  /** Adds to the connection what its SQL calls. */
  register?(database: Sqlite.Database): void
}

/**
 * Opens (or creates) a database and brings it to the newest schema. One that has it is not locked for
 * that: another process may be writing.
 *
 * @param path a file path, or `:memory:`.
 */
export const openSqlite = <Tables>(path: string, options: SqliteOptions): Promise<Kysely<Tables>> =>
  open<Tables>(path, options).catch(withPath(path))

async function open<Tables>(path: string, { migrations, register }: SqliteOptions): Promise<Kysely<Tables>> {
  const database = openFile(path)
  // `exec`, because `pragma` leaves a native statement to the garbage collector.
  database.exec('pragma busy_timeout = 5000')
  // A new file becomes WAL under an exclusive lock, for which SQLite does not wait.
  await whenFree(() => database.exec('pragma journal_mode = WAL'))
  // A create that was answered 201 is on the disk, not only in the operating system's cache.
  database.exec('pragma synchronous = FULL')
  database.exec('pragma foreign_keys = ON')
  // 32 MiB: the pages of a large catalog that most searches read stay at hand.
  database.exec('pragma cache_size = -32768')
  register?.(database)

  const db = new Kysely<Tables>({ dialect: new ServerSqliteDialect({ database: preparingOnce(database) }) })
  const migrator = new Migrator({ db, provider: { getMigrations: async () => ({ ...migrations }) } })
  const known = await migrator.getMigrations()
  const isNewest = known.every(({ executedAt }) => executedAt !== undefined)
  const { error } = isNewest ? {} : await migrator.migrateToLatest()
  if (error !== undefined) {
    await db.destroy()
    throw error
  }
  // From here on `inWriteTransaction` waits for other writers, without stopping this process's event loop.
  database.exec('pragma busy_timeout = 1')
  return db
}
