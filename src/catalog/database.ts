import { existsSync, mkdtempSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { reasonOf } from '../core/os-errors.ts'
import { openDatabase } from '../database/index.ts'
import { type CatalogDatabase, MIGRATIONS } from './rows.ts'

type Value = string | number | bigint | Buffer | null

/**
 * A connection that only reads the catalog's file. It is synchronous, because a search reads the rows of its page in
 * microseconds, and it keeps its statements prepared.
 */
export interface Connection {
  /** The first row of a statement. The caller names its type; the schema is ours, so it is not checked. */
  row<Row>(sql: string, ...values: readonly Value[]): Row | undefined
  /** Reads row by row. Until the last one is read, the connection does nothing else. */
  each<Row>(sql: string): Iterable<Row>
  /** The first column of the first row. No statement is read by this and by `row`. */
  value<Result>(sql: string, ...values: readonly Value[]): Result | undefined
  exec(sql: string): void
  close(): void
}

/** Memory for pages of the file: of a million fabrics, it holds those that most searches read. */
const PAGE_CACHE_KIB = 32_768
/** Another process may be making the file. */
const OPENING_MS = 15_000

function connect(path: string): Connection {
  const database = new Sqlite(path, { timeout: OPENING_MS })
  database.exec(`pragma cache_size = -${PAGE_CACHE_KIB}`)
  const statements = new Map<string, Sqlite.Statement<unknown[]>>()
  const prepared = (sql: string): Sqlite.Statement<unknown[]> => {
    const known = statements.get(sql)
    if (known !== undefined) return known
    const statement = database.prepare(sql)
    statements.set(sql, statement)
    return statement
  }
  const typed = <Result>(result: unknown): Result => result as Result
  return {
    row: (sql, ...values) => typed(prepared(sql).get(...values)),
    each: (sql) => typed(prepared(sql).iterate()),
    value: (sql, ...values) =>
      typed(
        prepared(sql)
          .pluck()
          .get(...values),
      ),
    exec: (sql) => void database.exec(sql),
    close: () => void database.close(),
  }
}

/** The catalog's file of this machine: a database to change it, and connections for searches. */
export interface CatalogFile {
  readonly database: CatalogDatabase
  readonly reader: Connection
  /** Opens a further connection. The caller closes it. */
  another(): Connection
  close(): Promise<void>
}

/**
 * Opens (or creates) a catalog's file with the newest schema.
 *
 * @param path `:memory:` stands for a temporary file, because all connections have to see the same data.
 */
export async function openFile(path: string): Promise<CatalogFile> {
  const temporary = path === ':memory:' ? mkdtempSync(join(tmpdir(), 'selvage-')) : undefined
  const place = temporary === undefined ? path : join(temporary, 'catalog.db')
  try {
    const database: CatalogDatabase = await openDatabase(
      { kind: 'sqlite', path: place },
      { migrations: MIGRATIONS, probe: async () => {} },
    )
    const reader = connect(place)
    // In the order of D5, in which the index in memory is built.
    reader.exec(
      'create index if not exists catalog_fabrics_order on catalog_fabrics (manufacturer, collection, name, id) where removed = 0',
    )
    return {
      database,
      reader,
      another: () => connect(place),
      async close() {
        reader.close()
        await database.close()
        if (temporary !== undefined) rmSync(temporary, { recursive: true, force: true })
      },
    }
  } catch (error) {
    throw new Error(`The catalog ${path} cannot be opened: ${reasonOf(causeOf(error))}`, { cause: error })
  }
}

/** What is at the bottom of an error. */
const causeOf = (error: unknown): unknown =>
  error instanceof Error && error.cause !== undefined ? causeOf(error.cause) : error

/** Whether a catalog could not be opened or read because its file is damaged or holds something else. */
export function isDamaged(error: unknown): boolean {
  const cause = causeOf(error)
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : ''
  return code.startsWith('SQLITE_CORRUPT') || code.startsWith('SQLITE_NOTADB')
}

/**
 * Moves a catalog's file and its log out of the way, so that a new one can be made.
 *
 * @returns the new path of the file.
 */
export function setAside(path: string, now = new Date()): string {
  const aside = `${path}.damaged-${now.toISOString().replaceAll(/[:.]/g, '-')}`
  for (const ending of ['', '-wal', '-shm']) {
    if (existsSync(path + ending)) renameSync(path + ending, aside + ending)
  }
  return aside
}
