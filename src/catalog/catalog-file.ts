import { renameSync, statSync } from 'node:fs'
import { join, parse } from 'node:path'
import Sqlite from 'better-sqlite3'
import type { Logger } from '../core/logger.ts'
import { openDatabase } from '../database/index.ts'
import { codeOf, datedName, moveLog, reasonOf } from '../files/index.ts'
import { type CatalogDatabase, MIGRATIONS } from './rows.ts'

/** Beside the file of the accounts: `selvage-catalog.db` for `selvage.db`. */
export function catalogPathOf(path: string): string {
  const { dir, name, ext } = parse(path)
  return join(dir, `${name}-catalog${ext}`)
}

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
  const database: CatalogDatabase = await openDatabase({ kind: 'sqlite', path }, MIGRATIONS)
  /** The caller closes it. */
  const another = () => new Sqlite(path, { timeout: OPENING_MS }).exec(ORDER)
  const reader = another()
  async function close() {
    reader.close()
    await database.close()
  }
  return { database, reader, another, close }
}

/** What is wrong with a file, if it is there and damaged. */
function damageOf(path: string) {
  if (!statSync(path, { throwIfNoEntry: false })?.isFile()) return undefined
  const file = new Sqlite(path, { timeout: OPENING_MS })
  try {
    const found = file.pragma('quick_check(1)', { simple: true })
    return found === 'ok' ? undefined : found
  } catch (error) {
    if (/^SQLITE_(CORRUPT|NOTADB)/.test(codeOf(error))) return error
    throw error
  } finally {
    file.close()
  }
}

/** Opens or creates a file. A damaged one is set aside, and the log says so. */
export async function openFile(path: string, log: Logger): Promise<CatalogFile> {
  try {
    const damage = damageOf(path)
    if (damage !== undefined) {
      const aside = datedName(path, 'damaged')
      renameSync(path, aside)
      moveLog(path, aside)
      log.error({ path, aside, err: damage }, 'damaged catalog set aside and rebuilt; repeat your imports')
    }
    return await open(path)
  } catch (error) {
    // Advice for the accounts would mislead.
    const reason = reasonOf(error instanceof Error ? (error.cause ?? error) : error)
    throw new Error(`The catalog ${path} cannot be opened: ${reason}`, { cause: error })
  }
}
