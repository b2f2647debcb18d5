import { join, parse } from 'node:path'
import { BusyTime } from '../kit/busy-time.ts'
import type { EditionInUse } from '../kit/edition-in-use.ts'
import { AppError } from '../kit/errors.ts'
import { SILENT } from '../kit/log.ts'
import type { Fabrics, Supplies, SupplyCategory, SupplyRecord } from '../kit/repositories.ts'
import { createPrivately } from '../records/private-file.ts'
import { ColorCells } from './colors.ts'
import { type Connection, openFile } from './database.ts'
import type { FabricRow } from './fabric-records.ts'
import { type Batches, type Imported, type ImportOptions, importFabrics } from './import.ts'
import { hasKept } from './kept.ts'
import { Lines } from './lines.ts'
import { type Patience, whenFree } from './patience.ts'
import { NOTHING_TO_RESTORE, startRestoring } from './restoring.ts'
import { type Row, recordOf } from './rows.ts'
import { search } from './search.ts'
import type { Snapshot } from './snapshot.ts'
import { WordList } from './spelling.ts'
import { type Statistics, statisticsOf } from './statistics.ts'
import { matchingSupplies } from './supplies.ts'
import { suppliesOf, writeSupplies } from './supply-table.ts'

export { isDamaged, putAside } from './damage.ts'
export { fabricLines, importFabricFile, readFabrics } from './fabric-files.ts'
export type { FabricRow } from './fabric-records.ts'
export { giveWay } from './give-way.ts'
export type { Imported, ImportOptions } from './import.ts'
export { CatalogBusyError, type Patience } from './patience.ts'
export { FORMAT } from './schema.ts'
export { parseSupplies } from './supply-file.ts'

export interface Catalog {
  readonly fabrics: Fabrics
  readonly supplies: Supplies
  importFabrics(batches: Batches, options?: ImportOptions): Promise<Imported>
  /** Makes the guides exactly these, in one transaction. */
  replaceSupplies(
    guides: ReadonlyMap<SupplyCategory, readonly SupplyRecord[]>,
    options?: Pick<ImportOptions, 'mark' | 'patience'>,
  ): Promise<void>
  /**
   * Loads what a release ships: several changes that other instances get as one. Does nothing where a
   * newer release has been.
   *
   * @param load answers whether it changed anything.
   */
  shipping(load: (catalog: Catalog) => Promise<boolean>): Promise<void>
  /** What an import or a replacement was marked with. */
  mark(key: string): string | undefined
  /** Hands out every fabric in the order of D5, of one state of the catalog. */
  reading<Result>(read: (all: Iterable<FabricRow>) => Promise<Result>): Promise<Result>
  statistics(): Statistics
  /** Writes its present state into a new file, as small as it can be. */
  copyTo(path: string): Promise<void>
  /** What keeps the catalog from being searched, for operators; `undefined` when nothing does. */
  problem(): string | undefined
  /** For how many seconds it was searched, all together. */
  busySeconds(): number
  /** Which edition it is; `undefined` for a file that no other instance shares. */
  edition?(): EditionInUse | undefined
  close(): Promise<void>
}

const RETRY_AFTER_SECONDS = 60
const EXPORT_BATCH = 1_000
const USUAL: Patience = { seconds: 15 }

const unavailable = (cause?: unknown): AppError =>
  new AppError('catalog_unavailable', 'The catalog is unavailable at the moment.', {
    retryAfter: RETRY_AFTER_SECONDS,
    hint: 'Tell the user that the catalog is unavailable, and try again later.',
    cause,
  })

/** The catalog's file, beside that of the accounts: `selvage-catalog.db` for `selvage.db`. */
export function catalogPathOf(path: string): string {
  if (path === ':memory:') return path
  const { dir, name, ext } = parse(path)
  return join(dir, `${name}-catalog${ext}`)
}

/** Searches one file; what it keeps in memory of it is renewed when the file changes. */
class Reader {
  readonly db: Connection
  #version: string | undefined
  #kept: Snapshot | undefined

  constructor(db: Connection) {
    this.db = db
  }

  version = (): string => this.db.value<string>("select value from meta where key = 'version'") ?? ''

  /** Runs a read of one state of the catalog. Whatever goes wrong, the catalog is unavailable (§7). */
  read<Answer>(answer: (snapshot: Snapshot) => Answer): Answer {
    try {
      return this.db.reading(() => answer(this.#snapshot()))
    } catch (error) {
      throw error instanceof AppError ? error : unavailable(error)
    }
  }

  /** Reads what searches keep in memory, before the first of them comes. */
  warm(): void {
    try {
      this.read(({ spellings }) => spellings.load())
    } catch {
      // An empty or broken catalog: searches say so.
    }
  }

  #snapshot(): Snapshot {
    const version = this.version()
    if (this.#kept === undefined || version !== this.#version) {
      const { db } = this
      const lines = new Lines(db)
      this.#kept = { db, lines, cells: new ColorCells(db), spellings: new WordList(db) }
      this.#version = version
    }
    if (this.#kept.lines.all.length === 0) throw unavailable()
    return this.#kept
  }
}

/**
 * Opens (or creates) the shared catalog.
 *
 * @param path a file path, or `:memory:` for one that is gone when it is closed.
 * @param log is told how it went when fabrics of before an upgrade are restored.
 */
export async function openCatalog(path: string, log = SILENT): Promise<Catalog> {
  const file = await openFile(path)
  const reader = new Reader(file.reader)
  reader.warm()
  const busy = new BusyTime()
  let writing: Promise<unknown> = Promise.resolve()

  /** Writers of this process stand in line; they have a connection of their own, and searches go on. */
  function inLine<Result>(write: (db: Connection) => Promise<Result>): Promise<Result> {
    const turn = writing.then(() => write(file.writer()))
    writing = turn.catch(() => {})
    return turn
  }

  const restoring = hasKept(file.reader) ? startRestoring(path, log) : NOTHING_TO_RESTORE

  function* all(db: Connection): Generator<FabricRow> {
    const lines = new Lines(db)
    for (let from = 0; ; ) {
      const rows = db.rows<Row>(
        'select * from fabrics where position > ? order by position limit ?',
        from,
        EXPORT_BATCH,
      )
      for (const row of rows) {
        const { id: _, ...fabric } = recordOf(lines.byId(row.line), row)
        yield fabric
      }
      if (rows.length < EXPORT_BATCH) return
      from = rows.at(-1)?.position ?? from
    }
  }

  const catalog: Catalog = {
    fabrics: {
      search: async (request) => busy.during(() => reader.read((snapshot) => search(snapshot, request))),
      makers: async () => reader.read(({ lines }) => lines.makers()),
      version: async () => reader.version(),
    },
    supplies: {
      browse: async ({ category, query, limit }) =>
        busy.during(() => {
          const entries = readSupplies(reader.db, category)
          const found = query === undefined ? entries : matchingSupplies(entries, category, query)
          return { items: found.slice(0, limit), totalMatching: found.length }
        }),
    },
    importFabrics: (batches, options) => inLine((db) => importFabrics(db, batches, options)),
    replaceSupplies: (guides, { mark, patience = USUAL } = {}) =>
      inLine(async (db) => {
        await whenFree(() => db.exec('begin immediate'), patience)
        try {
          writeSupplies(db, guides)
          db.run("insert or replace into meta values ('version', hex(randomblob(8)))")
          if (mark !== undefined) db.run('insert or replace into meta values (?, ?)', mark.key, mark.value)
          db.exec('commit')
        } catch (error) {
          db.rollback()
          throw error
        }
      }),
    async shipping(load) {
      await load(catalog)
    },
    mark: (key) => reader.db.value<string>('select value from meta where key = ?', key),
    async reading(read) {
      await restoring.done
      // A connection of its own: it sees one state however long the reading takes.
      const db = file.another()
      try {
        db.exec('begin deferred')
        return await read(all(db))
      } finally {
        db.close()
      }
    },
    async copyTo(path) {
      await restoring.done
      // A connection of its own: searches go on meanwhile.
      const db = file.another()
      createPrivately(path)
      try {
        db.run('vacuum into ?', path)
      } finally {
        db.close()
      }
    },
    statistics: () => statisticsOf(reader.db),
    busySeconds: () => busy.seconds,
    problem() {
      try {
        const isEmpty = reader.db.value('select 1 from fabrics limit 1') === undefined
        return isEmpty ? 'The catalog is empty.' : undefined
      } catch {
        return 'The catalog cannot be read.'
      }
    },
    async close() {
      await restoring.stop()
      await writing
      file.close()
    },
  }
  return catalog
}

function readSupplies(db: Connection, category: SupplyCategory): readonly SupplyRecord[] {
  let entries: readonly SupplyRecord[]
  try {
    entries = suppliesOf(db, category)
  } catch (error) {
    throw unavailable(error)
  }
  if (entries.length === 0) throw unavailable()
  return entries
}
