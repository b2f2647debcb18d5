import { existsSync, mkdtempSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { openDatabase } from '../database/index.ts'
import { reasonOf } from '../files/index.ts'
import { type CatalogDatabase, MIGRATIONS } from './rows.ts'

/** The order of D5, in which the index in memory is built. */
const ORDER =
  'create index if not exists catalog_fabrics_order on catalog_fabrics (manufacturer, collection, name, id) where removed = 0'

/**
 * A connection that only reads the catalog's file. It is synchronous, because a search reads the rows of its page in
 * microseconds.
 */
export type Connection = Sqlite.Database

/** Another process may be making the file. */
const OPENING_MS = 15_000

const connect = (path: string): Connection => new Sqlite(path, { timeout: OPENING_MS }).exec(ORDER)

/** The catalog's file of this machine: a database to change it, and connections for searches. */
export type CatalogFile = Awaited<ReturnType<typeof openFile>>

/**
 * Opens (or creates) a catalog's file with the newest schema.
 *
 * @param path `:memory:` stands for a temporary file, because all connections have to see the same data.
 */
export async function openFile(path: string) {
  const temporary = path === ':memory:' ? mkdtempSync(join(tmpdir(), 'selvage-')) : undefined
  const place = temporary === undefined ? path : join(temporary, 'catalog.db')
  try {
    const database: CatalogDatabase = await openDatabase({ kind: 'sqlite', path: place }, MIGRATIONS)
    const reader = connect(place)
    return {
      database,
      reader,
      /** Opens a further connection. The caller closes it. */
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

/** The innermost cause of an error. */
const causeOf = (error: unknown): unknown =>
  error instanceof Error && error.cause !== undefined ? causeOf(error.cause) : error

/** Whether a catalog could not be opened or read because its file is damaged or holds something else. */
export function isDamaged(error: unknown): boolean {
  const cause = causeOf(error)
  return cause instanceof Sqlite.SqliteError && /^SQLITE_(CORRUPT|NOTADB)/.test(cause.code)
}

/**
 * Moves a catalog's file and its log out of the way, so that a new one can be made.
 *
 * @returns the new path of the file.
 */
export function setAside(path: string): string {
  const aside = `${path}.damaged-${new Date().toISOString().replaceAll(/[:.]/g, '-')}`
  for (const ending of ['', '-wal', '-shm']) {
    if (existsSync(path + ending)) renameSync(path + ending, aside + ending)
  }
  return aside
}
