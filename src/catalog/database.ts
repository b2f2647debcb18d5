import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { keepAlive } from '../core/lifetime.ts'
import { meaningOf, reasonOf } from '../core/os-errors.ts'
import { createPrivately } from '../files/index.ts'
import { whenFree } from './patience.ts'
import { createSchema, isNewest } from './schema.ts'

type Value = string | number | bigint | Buffer | null

/** A connection to the catalog's file. It prepares each statement once and keeps it. */
export interface Connection {
  /** All rows of a statement. The caller names the type of a row; the schema is ours, so it is not checked. */
  rows<Row>(sql: string, ...values: readonly Value[]): Row[]
  row<Row>(sql: string, ...values: readonly Value[]): Row | undefined
  /** Reads row by row. Until the last one is read, the connection does nothing else. */
  each<Row>(sql: string): Iterable<Row>
  /** The first column of all rows. */
  values<Result>(sql: string, ...values: readonly Value[]): Result[]
  value<Result>(sql: string, ...values: readonly Value[]): Result | undefined
  run(sql: string, ...values: readonly Value[]): number
  exec(sql: string): void
  /** Rolls a transaction back. SQLite may have done that already, for example on a full disk. */
  rollback(): void
  /** Reads one state of the catalog, even while other processes write. */
  reading<Result>(read: () => Result): Result
  close(): void
}

/** Memory for pages of the file. Searches read only the rows that they list. */
const PAGE_CACHE_KIB = 4_096

/** How long a start may wait for another process that starts at the same moment. */
const AT_START = { seconds: 15 }
const OPENING_MS = 5_000

function connect(path: string): Connection {
  createPrivately(path)
  const database = keepAlive(new Sqlite(path))
  database.exec(`
    pragma busy_timeout = ${OPENING_MS};
    pragma synchronous = NORMAL;
    pragma cache_size = -${PAGE_CACHE_KIB}`)
  // Two maps, because a combined key would have to be built and hashed for each call.
  const whole = new Map<string, Sqlite.Statement<unknown[]>>()
  const plucked = new Map<string, Sqlite.Statement<unknown[]>>()
  const prepared = (sql: string, pluck: boolean): Sqlite.Statement<unknown[]> => {
    const statements = pluck ? plucked : whole
    const known = statements.get(sql)
    if (known !== undefined) return known
    const statement = keepAlive(database.prepare(sql))
    if (pluck) statement.pluck()
    statements.set(sql, statement)
    return statement
  }
  const typed = <Result>(result: unknown): Result => result as Result
  return {
    rows: (sql, ...values) => typed(prepared(sql, false).all(...values)),
    row: (sql, ...values) => typed(prepared(sql, false).get(...values)),
    each: (sql) => typed(prepared(sql, false).iterate()),
    values: (sql, ...values) => typed(prepared(sql, true).all(...values)),
    value: (sql, ...values) => typed(prepared(sql, true).get(...values)),
    run: (sql, ...values) => prepared(sql, false).run(...values).changes,
    exec: (sql) => void database.exec(sql),
    rollback() {
      if (database.inTransaction) database.exec('rollback')
    },
    reading(read) {
      prepared('begin deferred', false).run()
      try {
        return read()
      } finally {
        // After a read error, SQLite has ended the transaction itself. The caller should see that error.
        if (database.inTransaction) prepared('commit', false).run()
      }
    },
    close: () => void database.close(),
  }
}

/** From here on `whenFree` waits for other processes, without stopping the event loop. */
function neverBlocking(connection: Connection): Connection {
  connection.exec('pragma busy_timeout = 1')
  return connection
}

/** A catalog's file with a connection for reading, and one for writing that is opened when it is needed. */
export interface CatalogFile {
  readonly reader: Connection
  writer(): Connection
  /** Opens a further connection. The caller closes it. */
  another(): Connection
  close(): void
}

/** A new folder for temporary files. Throws in plain words where there can be none. */
function temporaryFolder(): string {
  try {
    return mkdtempSync(join(tmpdir(), 'selvage-'))
  } catch (error) {
    throw new Error(
      `No temporary file can be made in ${tmpdir()}: ${meaningOf(error) ?? String(error)}. Set TMPDIR to a folder that this user may write.`,
      { cause: error },
    )
  }
}

/**
 * Opens (or creates) a catalog with the newest schema.
 *
 * @param path `:memory:` stands for a temporary file, because both connections have to see the same data.
 */
export async function openFile(path: string): Promise<CatalogFile> {
  const temporary = path === ':memory:' ? temporaryFolder() : undefined
  const place = temporary === undefined ? path : join(temporary, 'catalog.db')
  try {
    const reader = connect(place)
    // Changing a new file to WAL needs an exclusive lock, and SQLite does not wait for it.
    await whenFree(() => reader.exec('pragma journal_mode = WAL'), AT_START)
    await whenFree(() => prepareSchema(reader), AT_START)
    neverBlocking(reader)
    let writer: Connection | undefined
    return {
      reader,
      writer() {
        writer ??= neverBlocking(connect(place))
        return writer
      },
      another: () => connect(place),
      close() {
        writer?.close()
        reader.close()
        if (temporary !== undefined) rmSync(temporary, { recursive: true, force: true })
      },
    }
  } catch (error) {
    throw new Error(`The catalog ${path} cannot be opened: ${reasonOf(error)}`, { cause: error })
  }
}

/** Takes no lock if the catalog has the newest schema, because another process may be writing. */
function prepareSchema(db: Connection): void {
  if (isNewest(db)) return
  db.exec('begin immediate')
  try {
    createSchema(db)
    db.exec('commit')
  } catch (error) {
    db.rollback()
    throw error
  }
}
