import Sqlite from 'better-sqlite3'
import { Kysely, SqliteAdapter, type SqliteDatabase, SqliteDialect, type SqliteStatement } from 'kysely'
import { keepAlive } from '../../core/lifetime.ts'
import { meaningOf, reasonOf } from '../../core/plain-words.ts'
import { createPrivately } from '../../files/index.ts'
import { AT_START } from '../database.ts'
import { whenFree } from './writing.ts'

/** SQLite can run DDL in a transaction, so a migration is applied completely or not at all. */
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

const NOTHING_DONE = { changes: 0, lastInsertRowid: 0 }

/** Prepares each statement only once, because Kysely prepares again for every query. */
export class Connection implements SqliteDatabase {
  #database: Sqlite.Database
  #statements = new Map<string, SqliteStatement>()

  constructor(database: Sqlite.Database) {
    this.#database = database
  }

  /** Directs all further queries to another database. */
  replace(database: Sqlite.Database): void {
    this.#database = database
    this.#statements = new Map()
  }

  /**
   * Writes the log back into the file. SQLite does not do so when it closes a file that was moved, so that it
   * would be incomplete if somebody puts it back.
   */
  finish(): void {
    if (this.#database.open) this.#database.exec('pragma wal_checkpoint')
  }

  close(): void {
    this.#database.close()
  }

  prepare(sql: string): SqliteStatement {
    const known = this.#statements.get(sql)
    if (known !== undefined) return known
    // A transaction here always writes. If it takes the write lock at its start, it waits for another process
    // there and does not fail in the middle.
    const native = keepAlive(this.#database.prepare(sql === 'begin' ? 'begin immediate' : sql))
    const database = this.#database
    const statement: SqliteStatement = {
      reader: native.reader,
      all: (parameters) => native.all(parameters),
      run(parameters) {
        // On a full disk SQLite has done it already. Its complaint would hide why.
        if (sql === 'rollback' && !database.inTransaction) return NOTHING_DONE
        return native.run(parameters)
      },
      iterate: (parameters) => keepAlive(native.iterate(parameters)),
    }
    this.#statements.set(sql, statement)
    return statement
  }
}

/** @param path a file path, or `:memory:`. A missing folder or file is created. */
export async function openFile(path: string): Promise<Sqlite.Database> {
  if (path !== ':memory:') createPrivately(path)
  const database = keepAlive(new Sqlite(path))
  try {
    // `exec`, because `pragma` leaves a native statement to the garbage collector.
    database.exec('pragma busy_timeout = 5000')
    // A new file gets WAL mode under an exclusive lock, and SQLite does not wait for that lock.
    await whenFree(() => database.exec('pragma journal_mode = WAL'), AT_START)
    // A create that was answered with 201 is on the disk, not only in the cache of the operating system.
    database.exec('pragma synchronous = FULL')
    database.exec('pragma foreign_keys = ON')
    // 32 MiB: enough to keep the pages that most reads of a large database need.
    database.exec('pragma cache_size = -32768')
    return database
  } catch (error) {
    database.close()
    throw error
  }
}

/** Adds the name of the file to an error from opening it. */
export const withPath = (path: string) => (error: unknown) => {
  const advice =
    meaningOf(error) === undefined
      ? 'If it is damaged, restore a backup: npx --no selvage restore FILE.'
      : 'Change that, or set DATABASE_URL to another place.'
  throw new Error(`The database ${path} (DATABASE_URL) cannot be opened: ${reasonOf(error)}. ${advice}`, {
    cause: error,
  })
}

export const kyselyOf = <Tables>(database: SqliteDatabase): Kysely<Tables> =>
  new Kysely<Tables>({ dialect: new ServerSqliteDialect({ database }) })
