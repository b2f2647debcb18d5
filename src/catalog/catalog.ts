import { join, parse } from 'node:path'
import type { FollowedVersion } from '../core/followed-version.ts'
import { type Logger, SILENT } from '../core/logger.ts'
import type { Fabrics, Supplies } from '../core/rooms.ts'
import type { Location } from '../database/index.ts'
import { isDamaged, openFile, putAside } from './database.ts'
import { collectionsIn, readFile, type Statistics, type Which } from './export.ts'
import type { FabricRow } from './fabric-records.ts'
import { follow } from './follow.ts'
import { type Guides, writtenGuides } from './guide-files.ts'
import {
  type Batches,
  type ChangeOptions,
  change,
  type Imported,
  type ImportOptions,
  importFabrics,
  removeFabric,
} from './import.ts'
import { Reader } from './reader.ts'
import { type CatalogDatabase, setFact } from './rows.ts'

/** The format of an instance's own copy. A release with another one makes a copy of its own. */
const FORMAT = 8

type FabricNames = Pick<FabricRow, 'manufacturer' | 'collection' | 'name'>

export interface Catalog {
  readonly fabrics: Fabrics
  readonly supplies: Supplies
  /** Answers `undefined` if a shipment has been loaded before, or that of a newer release. */
  importFabrics(batches: Batches, options?: ImportOptions): Promise<Imported | undefined>
  /** Withdraws a fabric. Answers it; `undefined` if there is none of this id. */
  removeFabric(id: string): Promise<FabricNames | undefined>
  /** Replaces all guides by these. Answers whether it did: not if the shipment has been loaded before. */
  replaceGuides(guides: Guides, options: Required<ChangeOptions>): Promise<boolean>
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

/** The path of the catalog's file, next to that of the accounts: `selvage-catalog.db` for `selvage.db`. */
export function catalogPathOf(path: string): string {
  if (path === ':memory:') return path
  const { dir, name, ext } = parse(path)
  return join(dir, `${name}-catalog${ext}`)
}

/** Opens a file and builds its index. Throws if the file is damaged. */
async function openReader(path: string, log: Logger): Promise<Reader> {
  const reader = new Reader(await openFile(path), log)
  const failure = await reader.refresh()
  if (!isDamaged(failure)) return reader
  await reader.close()
  throw failure
}

/** Puts a damaged file aside and makes it anew: what a release ships, and what instances share, comes back by itself. */
async function openWhole(path: string, log: Logger): Promise<Reader> {
  try {
    return await openReader(path, log)
  } catch (error) {
    if (!isDamaged(error)) throw error
    const aside = putAside(path)
    log.error(
      { path, aside, err: error },
      'damaged catalog put aside and made anew; import what was imported',
    )
    return openReader(path, log)
  }
}

/** @param master the database that is changed: this file, or the one that all instances share. */
function catalogOf(
  reader: Reader,
  master: () => Promise<Pick<CatalogDatabase, 'read' | 'write'>>,
  afterChange: () => Promise<unknown>,
): Catalog {
  const { file, fabrics, supplies } = reader
  return {
    fabrics,
    supplies,
    async importFabrics(batches, options) {
      const imported = await importFabrics(await master(), batches, options)
      await afterChange()
      return imported
    },
    async removeFabric(id) {
      const removed = await removeFabric(await master(), id)
      await afterChange()
      return removed
    },
    async replaceGuides(guides, { shipment, patience }) {
      const isDone = await change(await master(), { shipment, patience }, async (rows) => {
        await setFact(rows, 'guides', writtenGuides(guides))
        return true
      })
      await afterChange()
      return isDone === true
    },
    loaded: (name) =>
      file.reader.value<string>('select value from catalog_facts where key = ?', `seed:${name}`),
    reading: (read, which = 'all') => readFile(file, which, read),
    statistics: () => ({ collections: collectionsIn(file), supplies: reader.guideCounts() }),
    busySeconds: () => reader.busy.seconds,
    problem: () => reader.problem(),
    close: () => reader.close(),
  }
}

/**
 * Opens (or creates) the catalog of one machine. A damaged file is put aside and made anew, and the log says so.
 *
 * @param path a file path, or `:memory:` for one that is gone when it is closed.
 */
export async function openCatalog(path: string, log: Logger = SILENT): Promise<Catalog> {
  const reader = await openWhole(path, log)
  return catalogOf(
    reader,
    async () => reader.file.database,
    () => reader.refresh(),
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
  const reader = await openWhole(join(folder, `catalog-${FORMAT}.db`), log)
  const follower = await follow({
    location,
    file: reader.file,
    poll,
    log,
    onCopied: () => reader.refresh(),
  }).catch(async (error: unknown) => {
    await reader.close()
    throw error
  })
  const catalog = catalogOf(reader, async () => exclusive(await follower.master()), follower.look)
  return {
    ...catalog,
    followed: follower.followed,
    async close() {
      await follower.close()
      await catalog.close()
    },
  }
}

/** Changes one at a time, so that versions follow each other and another process says that it waits. */
const exclusive = (master: CatalogDatabase): CatalogDatabase => ({
  ...master,
  write: (run, patience = { seconds: 15 }) => master.writeAlone('catalog', run, patience),
})
