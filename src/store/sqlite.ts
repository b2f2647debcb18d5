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
import { migrations } from './migrations/index.ts'
import type { Database } from './schema.ts'
import { registerCatalogFunctions } from './sqlite-fabric-tokens.ts'
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
  try {
    if (path !== ':memory:') mkdirSync(dirname(path), { recursive: true })
    return keepAlive(new Sqlite(path))
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new Error(`The database ${path} (DATABASE_URL) cannot be opened: ${reason}`, { cause: error })
  }
}

/**
 * Opens (or creates) the database and brings it to the newest schema.
 *
 * @param path a file path, or `:memory:`.
 */
export async function openSqlite(path: string): Promise<Kysely<Database>> {
  const database = openFile(path)
  // `exec`, because `pragma` leaves a native statement to the garbage collector.
  database.exec('pragma busy_timeout = 5000')
  // A new file becomes WAL under an exclusive lock, for which SQLite does not wait.
  await whenFree(() => database.exec('pragma journal_mode = WAL'))
  // A create that was answered 201 is on the disk, not only in the operating system's cache.
  database.exec('pragma synchronous = FULL')
  database.exec('pragma foreign_keys = ON')
  // 64 MiB: pages of a large catalog are read from the file once.
  database.exec('pragma cache_size = -65536')
  registerCatalogFunctions(database)

  const db = new Kysely<Database>({ dialect: new ServerSqliteDialect({ database: preparingOnce(database) }) })
  const migrator = new Migrator({ db, provider: { getMigrations: async () => ({ ...migrations }) } })
  const { error } = await migrator.migrateToLatest()
  if (error !== undefined) {
    await db.destroy()
    throw error
  }
  // From here on `inWriteTransaction` waits for other writers, without stopping this process's event loop.
  database.exec('pragma busy_timeout = 1')
  return db
}
