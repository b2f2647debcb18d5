import { join, parse } from 'node:path'
import { BusyTime } from '../core/busy-time.ts'
import type { FollowedVersion } from '../core/followed-version.ts'
import type { Logger } from '../core/log.ts'
import { type FabricRecord, type Fabrics, SUPPLY_CATEGORIES, type Supplies } from '../core/rooms.ts'
import { visibleText } from '../core/text.ts'
import type { Location } from '../database/index.ts'
import { type CatalogFile, isDamaged, openFile, putAside } from './database.ts'
import { takeOverEditions } from './editions.ts'
import { collectionsIn, readFile, type Statistics, type Which } from './export.ts'
import type { FabricRow } from './fabric-records.ts'
import { follow } from './follow.ts'
import { type Guides, writtenGuides } from './guide-files.ts'
import { findGuides, guidesCalled, namesCategory } from './guides.ts'
import {
  type Batches,
  type ChangeOptions,
  change,
  type Imported,
  type ImportOptions,
  importFabrics,
} from './import.ts'
import { Reader } from './reader.ts'
import { type CatalogDatabase, setFact } from './rows.ts'

/** The format of an instance's own copy. A release with another one makes a copy of its own. */
const FORMAT = 8

export interface Catalog {
  readonly fabrics: Fabrics
  readonly supplies: Supplies
  /** Answers `undefined` if a shipment has been loaded before, or that of a newer release. */
  importFabrics(batches: Batches, options?: ImportOptions): Promise<Imported | undefined>
  /** Replaces all guides by these. Answers whether it did: not if the shipment has been loaded before. */
  replaceGuides(guides: Guides, options?: ChangeOptions): Promise<boolean>
  /** The hash of the shipped data that were loaded under a name. */
  loaded(name: string): string | undefined
  /** Hands out fabrics in the order of D5, from one state of the catalog. */
  reading<Result>(read: (all: Iterable<FabricRow>) => Promise<Result>, which?: Which): Promise<Result>
  statistics(): Statistics
  /** What keeps the catalog from being searched, for operators; `undefined` when nothing does. */
  problem(): string | undefined
  /** The total time of all searches, in seconds. */
  busySeconds(): number
  /** The version that an instance has copied; `undefined` for a file that no other instance shares. */
  followed?(): FollowedVersion | undefined
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

interface OpenCatalog {
  readonly file: CatalogFile
  readonly reader: Reader
}

/**
 * Opens a file and builds its index. Throws if the file is damaged, or with a log puts it aside and makes it anew: what
 * a release ships, and what other instances share, comes back by itself.
 */
async function openWhole(path: string, log: Logger | undefined): Promise<OpenCatalog> {
  const open = async (): Promise<OpenCatalog> => {
    const file = await openFile(path)
    const reader = new Reader(file)
    const failure = await reader.refresh()
    if (!isDamaged(failure)) return { file, reader }
    await reader.close()
    await file.close()
    throw failure
  }
  try {
    return await open()
  } catch (error) {
    if (log === undefined || !isDamaged(error)) throw error
    const aside = putAside(path)
    log.error(
      { path, aside, err: error },
      'damaged catalog put aside and made anew; import what was imported',
    )
    return open()
  }
}

/** @param master the database that is changed: this file, or the one that all instances share. */
function catalogOf(
  { file, reader }: OpenCatalog,
  master: () => Promise<Pick<CatalogDatabase, 'read' | 'write'>>,
  afterChange: () => Promise<unknown>,
): Catalog {
  const busy = new BusyTime()
  return {
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
    async importFabrics(batches, options) {
      const imported = await importFabrics(await master(), batches, options)
      await afterChange()
      return imported
    },
    async replaceGuides(guides, options = {}) {
      const isDone = await change(await master(), options, async (rows) => {
        await setFact(rows, 'guides', writtenGuides(guides))
        return { result: true, isChanged: true }
      })
      await afterChange()
      return isDone === true
    },
    loaded: (name) =>
      file.reader.value<string>('select value from catalog_facts where key = ?', `seed:${name}`),
    reading: (read, which = 'all') => readFile(file, which, read),
    statistics: () => ({ collections: collectionsIn(file), supplies: reader.guideCounts() }),
    busySeconds: () => busy.seconds,
    problem: () => reader.problem(),
    async close() {
      await reader.close()
      await file.close()
    },
  }
}

/**
 * Opens (or creates) the catalog of one machine.
 *
 * @param path a file path, or `:memory:` for one that is gone when it is closed.
 * @param log if given, a damaged file is put aside and made anew, and the log says so.
 */
export async function openCatalog(path: string, log?: Logger): Promise<Catalog> {
  const open = await openWhole(path, log)
  return catalogOf(
    open,
    async () => open.file.database,
    () => open.reader.refresh(),
  )
}

export interface SharedOptions {
  /** Where the rows are that all instances share. */
  readonly location: Location
  /** The folder for this instance's own copy. */
  readonly folder: string
  /** How often a server looks for a newer version, in seconds; `undefined` for a command, which looks once. */
  readonly poll: number | undefined
  readonly log: Logger
}

/** Opens the catalog that all instances share: its rows are in PostgreSQL, and searches read a copy of this machine. */
export async function openSharedCatalog({ location, folder, poll, log }: SharedOptions): Promise<Catalog> {
  const open = await openWhole(join(folder, `catalog-${FORMAT}.db`), log)
  const follower = await follow({
    location,
    file: open.file,
    poll,
    log,
    onOpen: (master) => takeOverEditions(exclusive(master), folder),
    onCopied: () => open.reader.refresh(),
  }).catch(async (error: unknown) => {
    await open.reader.close()
    await open.file.close()
    throw error
  })
  const catalog = catalogOf(open, async () => exclusive(await follower.master()), follower.look)
  return {
    ...catalog,
    followed: follower.followed,
    async close() {
      await follower.close()
      await catalog.close()
    },
  }
}

/** Changes under the lease, so that versions follow each other and another process says that it waits. */
const exclusive = (master: CatalogDatabase): CatalogDatabase => ({
  ...master,
  write: (run, patience = { seconds: 15 }) =>
    master.leases.hold('catalog', patience, () => master.write(run, patience)),
})
