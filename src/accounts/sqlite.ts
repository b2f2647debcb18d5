import Sqlite from 'better-sqlite3'
import {
  Kysely,
  Migrator,
  SqliteAdapter,
  type SqliteDatabase,
  SqliteDialect,
  type SqliteStatement,
  sql,
} from 'kysely'
import { keepAlive } from '../kit/lifetime.ts'
import type { Availability } from './availability.ts'
import type { Migrations } from './migrations/index.ts'
import { watchAvailability } from './sqlite-availability.ts'
import { createPrivately, watchFile } from './sqlite-file.ts'
import { AT_START, whenFree } from './writing.ts'

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
class Connection implements SqliteDatabase {
  #database: Sqlite.Database
  #statements = new Map<string, SqliteStatement>()

  constructor(database: Sqlite.Database) {
    this.#database = database
  }

  /** From now on, queries go to another database. */
  replace(database: Sqlite.Database): void {
    this.#database = database
    this.#statements = new Map()
  }

  close(): void {
    this.#database.close()
  }

  prepare(sql: string): SqliteStatement {
    const known = this.#statements.get(sql)
    if (known !== undefined) return known
    // Transactions here exist to write: taking the write lock at once waits for another process, instead of failing late.
    const native = keepAlive(this.#database.prepare(sql === 'begin' ? 'begin immediate' : sql))
    const statement: SqliteStatement = {
      reader: native.reader,
      all: (parameters) => native.all(parameters),
      run: (parameters) => native.run(parameters),
      iterate: (parameters) => keepAlive(native.iterate(parameters)),
    }
    this.#statements.set(sql, statement)
    return statement
  }
}

async function openFile(path: string, register: SqliteOptions['register']): Promise<Sqlite.Database> {
  if (path !== ':memory:') createPrivately(path)
  const database = keepAlive(new Sqlite(path))
  // `exec`, because `pragma` leaves a native statement to the garbage collector.
  database.exec('pragma busy_timeout = 5000')
  // A new file becomes WAL under an exclusive lock, for which SQLite does not wait.
  await whenFree(() => database.exec('pragma journal_mode = WAL'), AT_START)
  // A create that was answered 201 is on the disk, not only in the operating system's cache.
  database.exec('pragma synchronous = FULL')
  database.exec('pragma foreign_keys = ON')
  // 32 MiB: the pages of a large catalog that most searches read stay at hand.
  database.exec('pragma cache_size = -32768')
  register?.(database)
  return database
}

async function migrate<Tables>(db: Kysely<Tables>, migrations: Migrations): Promise<void> {
  const migrator = new Migrator({ db, provider: { getMigrations: async () => ({ ...migrations }) } })
  const known = await migrator.getMigrations()
  const isNewest = known.every(({ executedAt }) => executedAt !== undefined)
  const { error } = isNewest ? {} : await migrator.migrateToLatest()
  if (error !== undefined) throw error
}

/** Throws again what opening a file threw, with the file. */
const withPath = (path: string) => (error: unknown) => {
  const reason = error instanceof Error ? error.message : String(error)
  throw new Error(
    `The database ${path} (DATABASE_URL) cannot be opened: ${reason}. If it is damaged, restore a backup: selvage restore FILE.`,
    { cause: error },
  )
}

export interface SqliteOptions {
  readonly migrations: Migrations
  /** Adds to the connection what its SQL calls. */
  register?(database: Sqlite.Database): void
}

interface OpenDatabase<Tables> {
  readonly db: Kysely<Tables>
  readonly connection: Connection
}

async function open<Tables>(
  path: string,
  { migrations, register }: SqliteOptions,
): Promise<OpenDatabase<Tables>> {
  const database = await openFile(path, register)
  const connection = new Connection(database)
  const db = new Kysely<Tables>({ dialect: new ServerSqliteDialect({ database: connection }) })
  try {
    await migrate(db, migrations)
  } catch (error) {
    await db.destroy()
    throw error
  }
  // From here on `inWriteTransaction` waits for other writers, without stopping this process's event loop.
  database.exec('pragma busy_timeout = 1')
  return { db, connection }
}

/**
 * Opens (or creates) a database and brings it to the newest schema. One that has it is not locked for
 * that: another process may be writing.
 *
 * @param path a file path, or `:memory:`.
 */
export async function openSqlite<Tables>(path: string, options: SqliteOptions): Promise<Kysely<Tables>> {
  const { db } = await open<Tables>(path, options).catch(withPath(path))
  return db
}

/**
 * The same for a server: it notices when the file is lost, and comes back by itself when it is back.
 *
 * @param onChange told what keeps the database from being used, and `undefined` when that is over.
 */
export async function openWatchedSqlite<Tables>(
  path: string,
  options: SqliteOptions,
  onChange: (problem: string | undefined, cause?: unknown) => void,
): Promise<{ readonly db: Kysely<Tables>; readonly availability: Availability & { close(): void } }> {
  const { db, connection } = await open<Tables>(path, options).catch(withPath(path))
  const availability = watchAvailability({
    db,
    watch: watchFile(path),
    onChange,
    async reopen(lost) {
      // Kysely lends its only connection: nobody is in the middle of a query.
      await db.connection().execute(async () => {
        connection.close()
        lost.putLogAside()
        connection.replace(await openFile(path, options.register))
        lost.close()
      })
      await migrate(db, options.migrations)
      await sql`pragma busy_timeout = 1`.execute(db)
      return watchFile(path)
    },
  })
  return { db, availability }
}
