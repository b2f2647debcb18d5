import { mkdtempSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, parse } from 'node:path'
import Sqlite from 'better-sqlite3'
import type { Logger } from '../core/logger.ts'
import { openDatabase } from '../database/index.ts'
import { codeOf, datedName, moveLog, reasonOf } from '../files/index.ts'
import { type CatalogDatabase, MIGRATIONS } from './rows.ts'

/** A release with another format makes a new copy. */
const FORMAT = 9

/** Beside the file of the accounts: `selvage-catalog.db` for `selvage.db`. */
export function catalogPathOf(path: string): string {
  if (path === ':memory:') return path
  const { dir, name, ext } = parse(path)
  return join(dir, `${name}-catalog${ext}`)
}

export const copyPathOf = (folder: string): string => join(folder, `catalog-${FORMAT}.db`)

/** The index in memory is built in the order of D5. */
const ORDER =
  'create index if not exists catalog_fabrics_order on catalog_fabrics (manufacturer, collection, name, id) where removed = 0'

/** Only for reading. It is synchronous, because a search reads the rows of its page in microseconds. */
export type CatalogReader = Sqlite.Database

/** Another process may be making the file. */
const OPENING_MS = 15_000

/** A file with the newest schema: a database to change it, and connections for searches. */
export type CatalogFile = Awaited<ReturnType<typeof open>>

async function open(path: string) {
  // A database in memory would be another one for each connection.
  const temporary = path === ':memory:' ? mkdtempSync(join(tmpdir(), 'selvage-')) : undefined
  const place = temporary === undefined ? path : join(temporary, 'catalog.db')
  const database: CatalogDatabase = await openDatabase({ kind: 'sqlite', path: place }, MIGRATIONS)
  /** The caller closes it. */
  const another = (): CatalogReader => new Sqlite(place, { timeout: OPENING_MS }).exec(ORDER)
  const reader = another()
  async function close(): Promise<void> {
    reader.close()
    await database.close()
    if (temporary !== undefined) rmSync(temporary, { recursive: true, force: true })
  }
  const found = reader.pragma('quick_check(1)', { simple: true })
  if (found === 'ok') return { database, reader, another, close }
  await close()
  throw new Sqlite.SqliteError(String(found), 'SQLITE_CORRUPT')
}

const causeOf = (error: unknown): unknown =>
  error instanceof Error && error.cause !== undefined ? causeOf(error.cause) : error

/** Opens or creates a file. A damaged one is set aside, and the log says so. */
export async function openFile(path: string, log: Logger): Promise<CatalogFile> {
  const attempt = open(path).catch((error) => {
    if (!/^SQLITE_(CORRUPT|NOTADB)/.test(codeOf(causeOf(error)))) throw error
    const aside = datedName(path, 'damaged')
    renameSync(path, aside)
    moveLog(path, aside)
    log.error({ path, aside, err: error }, 'damaged catalog set aside and rebuilt; repeat your imports')
    return open(path)
  })
  return attempt.catch((error) => {
    throw new Error(`The catalog ${path} cannot be opened: ${reasonOf(causeOf(error))}`, { cause: error })
  })
}
