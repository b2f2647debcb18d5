import { existsSync, mkdtempSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { openDatabase } from '../database/index.ts'
import { reasonOf } from '../files/index.ts'
import { type CatalogDatabase, MIGRATIONS } from './rows.ts'

/** For the order of D5, in which the index in memory is built. */
const ORDER =
  'create index if not exists catalog_fabrics_order on catalog_fabrics (manufacturer, collection, name, id) where removed = 0'

/** Only reads the catalog's file. Synchronous, because a search reads the rows of its page in microseconds. */
export type Connection = Sqlite.Database

/** Another process may be making the file. */
const OPENING_MS = 15_000

const connect = (path: string): Connection => new Sqlite(path, { timeout: OPENING_MS }).exec(ORDER)

export type CatalogFile = Awaited<ReturnType<typeof openFile>>

/**
 * Opens (or creates) a catalog's file with the newest schema: a database to change it, and connections for searches.
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
      /** The caller closes it. */
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

/** The innermost cause. */
const causeOf = (error: unknown): unknown =>
  error instanceof Error && error.cause !== undefined ? causeOf(error.cause) : error

/** Whether an error means that the file is damaged or holds something else. */
export function isDamaged(error: unknown): boolean {
  const cause = causeOf(error)
  return cause instanceof Sqlite.SqliteError && /^SQLITE_(CORRUPT|NOTADB)/.test(cause.code)
}

/** Moves a file and its log out of the way, and returns the new path. */
export function setAside(path: string): string {
  const aside = `${path}.damaged-${new Date().toISOString().replaceAll(/[:.]/g, '-')}`
  for (const ending of ['', '-wal', '-shm']) {
    if (existsSync(path + ending)) renameSync(path + ending, aside + ending)
  }
  return aside
}
