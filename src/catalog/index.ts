import { join, parse } from 'node:path'
import { BusyTime } from '../core/busy-time.ts'
import type { EditionInUse } from '../core/edition-in-use.ts'
import { SILENT } from '../core/log.ts'
import {
  type FabricRecord,
  type Fabrics,
  SUPPLY_CATEGORIES,
  type Supplies,
  type SupplyCategory,
  type SupplyRecord,
} from '../core/repositories.ts'
import { visibleText } from '../core/text.ts'
import { type Connection, openFile } from './database.ts'
import { copyCatalog, readAllFabrics } from './export.ts'
import { writeSupplies } from './guide-table.ts'
import { findGuides, guidesCalled, namesCategory } from './guides.ts'
import { type ChangeOptions, inOneChange } from './import/change.ts'
import type { FabricRow } from './import/fabric-records.ts'
import { type ImportOptions, importFabrics } from './import/import.ts'
import type { Batches, Imported } from './import/incoming.ts'
import { hasKept } from './import/kept.ts'
import { NOTHING_TO_RESTORE, startRestoring } from './import/restoring.ts'
import { Reader } from './reader.ts'
import { type Statistics, statisticsOf } from './statistics.ts'

export { isDamaged, putAside } from './damage.ts'
export { parseGuides } from './guides.ts'
export { fabricLines, importFabricFile, readFabrics } from './import/fabric-files.ts'
export type { FabricRow } from './import/fabric-records.ts'
export { giveWay } from './import/give-way.ts'
export type { ImportOptions } from './import/import.ts'
export type { Imported } from './import/incoming.ts'
export { CatalogBusyError, type Patience } from './patience.ts'
export { FORMAT } from './schema.ts'
export { watchCatalog } from './watched.ts'

export interface Catalog {
  readonly fabrics: Fabrics
  readonly supplies: Supplies
  importFabrics(batches: Batches, options?: ImportOptions): Promise<Imported>
  /** Replaces all guides by these, in one transaction. */
  replaceSupplies(
    guides: ReadonlyMap<SupplyCategory, readonly SupplyRecord[]>,
    options?: ChangeOptions,
  ): Promise<void>
  /**
   * Loads what a release ships. Other instances get its changes as one. Does nothing if a newer release has
   * already done so. A catalog of its own has no others, so it only loads.
   *
   * @param load resolves to whether it changed anything.
   */
  shipping(load: (catalog: Catalog) => Promise<boolean>): Promise<void>
  /** What an import or a replacement was marked with. */
  mark(key: string): string | undefined
  /** Hands out every fabric in the order of D5, from one state of the catalog. */
  reading<Result>(read: (all: Iterable<FabricRow>) => Promise<Result>): Promise<Result>
  statistics(): Statistics
  /** Writes its present state into a new file without free pages. */
  copyTo(path: string): Promise<void>
  /** What keeps the catalog from being searched, for operators; `undefined` when nothing does. */
  problem(): string | undefined
  /** The total time of all searches, in seconds. */
  busySeconds(): number
  /** Which edition it is; `undefined` for a file that no other instance shares. */
  edition?(): EditionInUse | undefined
  close(): Promise<void>
}

/** A fabric without characters that hide text (D23). Its id stays, and an export has the text as it was imported. */
const visibleFabric = (fabric: FabricRecord): FabricRecord => ({
  ...fabric,
  name: visibleText(fabric.name),
  manufacturer: visibleText(fabric.manufacturer),
  collection: visibleText(fabric.collection),
  sku: fabric.sku === undefined ? undefined : visibleText(fabric.sku),
})

/** The path of the catalog's file, next to that of the accounts: `selvage-catalog.db` for `selvage.db`. */
export function catalogPathOf(path: string): string {
  if (path === ':memory:') return path
  const { dir, name, ext } = parse(path)
  return join(dir, `${name}-catalog${ext}`)
}

/**
 * Opens (or creates) the shared catalog.
 *
 * @param path a file path, or `:memory:` for one that is gone when it is closed.
 * @param log gets the outcome when fabrics from before an upgrade are restored.
 */
export async function openCatalog(path: string, log = SILENT): Promise<Catalog> {
  const file = await openFile(path)
  const reader = new Reader(file)
  await reader.refresh()
  const busy = new BusyTime()
  let writing: Promise<unknown> = Promise.resolve()

  /** Writers of this process take turns. They have their own connection, so searches go on. */
  function inLine<Result>(write: (db: Connection) => Promise<Result>): Promise<Result> {
    const turn = writing.then(() => write(file.writer()))
    writing = turn.catch(() => {})
    return turn.finally(() => reader.refresh())
  }

  const restoring = hasKept(file.reader) ? startRestoring(path, log) : NOTHING_TO_RESTORE
  const restored = restoring.done.then(() => reader.refresh())
  restored.catch(() => {})

  const catalog: Catalog = {
    fabrics: {
      search: async (request) =>
        busy.during(() => {
          const page = reader.search(request)
          return { ...page, items: page.items.map(visibleFabric) }
        }),
      makers: async () =>
        reader.makers().map((maker) => ({
          ...maker,
          manufacturer: visibleText(maker.manufacturer),
          collections: maker.collections.map((each) => ({
            ...each,
            collection: visibleText(each.collection),
          })),
        })),
      version: async () => reader.version(),
    },
    supplies: {
      browse: async ({ category, query, limit }) =>
        busy.during(() => {
          const { records, report } = findGuides(reader.guides(category), category, query)
          return { items: records.slice(0, limit), totalMatching: records.length, report }
        }),
      async called(text) {
        const called = SUPPLY_CATEGORIES.flatMap((category) =>
          guidesCalled(reader.guides(category), category, text).map(({ name }) => ({ category, name })),
        )
        if (called.length > 0) return called
        return SUPPLY_CATEGORIES.filter((category) => namesCategory(category, text)).map((category) => ({
          category,
        }))
      },
    },
    importFabrics: (batches, options) => inLine((db) => importFabrics(db, batches, options)),
    replaceSupplies: (guides, options = {}) =>
      inLine((db) => inOneChange(db, options, () => writeSupplies(db, guides))),
    async shipping(load) {
      await load(catalog)
    },
    mark: (key) => file.reader.value<string>('select value from meta where key = ?', key),
    async reading(read) {
      await restored
      return readAllFabrics(file, read)
    },
    async copyTo(path) {
      await restored
      copyCatalog(file, path)
    },
    statistics: () => statisticsOf(file.reader),
    busySeconds: () => busy.seconds,
    problem: () => reader.problem(),
    async close() {
      await restoring.stop()
      await writing
      await reader.close()
      file.close()
    },
  }
  return catalog
}
