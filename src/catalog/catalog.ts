import { setImmediate } from 'node:timers/promises'
import { AppError, catalogUnavailable } from '../core/errors.ts'
import type { Logger } from '../core/logger.ts'
import type { FabricRecord, Fabrics, MakerRecord, Supplies } from '../core/rooms.ts'
import { visibleText } from '../core/text.ts'
import type { CatalogFile, CatalogReader } from './database.ts'
import { fabricLines } from './fabric-files.ts'
import type { Follower } from './follow.ts'
import { type CatalogDatabase, CHANGED_AT, type Rows, SHIPPED } from './rows.ts'
import { CatalogIndex } from './search/catalog-index.ts'
import { catalogToIndex, fabricAt, fabricOf, factIn, versionOf } from './search/read-fabrics.ts'
import { search } from './search/search.ts'
import { createSupplies, type Guides } from './supplies.ts'

/** No search waits longer than this for a slice of work on the next index. */
const SLICE_MS = 8

/** The connection holds the state of the file that the index was built from. */
interface Serving {
  readonly db: CatalogReader
  readonly index: CatalogIndex
}

async function inSlices<Result>(steps: Generator<void, Result>): Promise<Result> {
  for (;;) {
    const end = performance.now() + SLICE_MS
    let step = steps.next()
    while (!step.done && performance.now() < end) step = steps.next()
    if (step.done) return step.value
    await setImmediate()
  }
}

/** D23. Ids and exports stay as imported. */
const visibleFabric = (fabric: FabricRecord): FabricRecord => ({
  ...fabric,
  name: visibleText(fabric.name),
  manufacturer: visibleText(fabric.manufacturer),
  collection: visibleText(fabric.collection),
  sku: fabric.sku && visibleText(fabric.sku),
  thumbnailUrl: fabric.thumbnailUrl && visibleText(fabric.thumbnailUrl),
})

function makersOf({ lines }: CatalogIndex): readonly MakerRecord[] {
  const byMaker = Map.groupBy(lines, ({ manufacturer }) => manufacturer.name)
  return [...byMaker].map(([manufacturer, own]) => ({
    manufacturer,
    fabrics: own.reduce((sum, { from, to }) => sum + to - from, 0),
    collections: own.map(({ collection, from, to }) => ({ collection: collection.name, fabrics: to - from })),
  }))
}

/** When the file changes, the old index in memory answers until a new one is built. */
export class Catalog {
  readonly supplies: Supplies
  /** Of a file that is a copy of what all instances share. */
  readonly follower: Follower | undefined
  readonly #file: CatalogFile
  readonly #guides: Guides
  readonly #log: Logger
  #busyMs = 0
  #isFailing = false
  #serving: Serving | undefined
  #building: Promise<void> | undefined
  #isClosed = false

  constructor(file: CatalogFile, follower: Follower | undefined, guides: Guides, log: Logger) {
    this.supplies = createSupplies(guides)
    this.follower = follower
    this.#file = file
    this.#guides = guides
    this.#log = log
  }

  readonly fabrics: Fabrics = {
    search: async (request) =>
      this.#answer(({ db, index }) => {
        const page = search(index, db, request)
        return { ...page, items: page.items.map(visibleFabric) }
      }),
    makers: async () => this.#answer(({ index }) => makersOf(index)),
    get: async (id) =>
      this.#answer(({ db }) => {
        const found = fabricOf(db, id)
        return found && visibleFabric(found)
      }),
    version: async () => this.#read(({ index }) => index.version),
    changedAt: async () =>
      this.#read(({ db }) => {
        const text = factIn(db, CHANGED_AT)
        return text === undefined ? undefined : new Date(text)
      }),
    file: (format) => fabricLines(this.all().map(visibleFabric), format),
  }

  /** Those of withdrawn fabrics too. */
  get rows(): Rows {
    return this.#file.database.kysely
  }

  /** In the order of D5, from one state of the catalog. Throws when a newer one is served. */
  *all(): Generator<FabricRecord> {
    const serving = this.#current()
    for (let fabric = 0; fabric < serving.index.count; fabric += 1) {
      if (this.#serving !== serving) throw catalogUnavailable()
      yield fabricAt(serving.db, serving.index, fabric)
    }
  }

  /** Changes this file, or the rows that all instances share, and rebuilds the index. */
  async change<Result>(run: (database: CatalogDatabase) => Promise<Result>): Promise<Result> {
    const result = await run((await this.follower?.master()) ?? this.#file.database)
    await this.follower?.look()
    await this.refresh()
    return result
  }

  /** The hash of the loaded fabrics of a release. */
  shipped(): string | undefined {
    return factIn(this.#file.reader, SHIPPED)
  }

  busySeconds(): number {
    return this.#busyMs / 1_000
  }

  /** Why the catalog cannot be searched, for operators. */
  problem(): string | undefined {
    try {
      return this.#current().index.count > 0 ? undefined : 'The catalog is empty.'
    } catch {
      return 'The catalog cannot be read.'
    }
  }

  /** If the newest state cannot be read, the next search says so. */
  async refresh(): Promise<void> {
    try {
      while (!this.#isClosed && versionOf(this.#file.reader) !== this.#serving?.index.version) {
        this.#building ??= this.#build().finally(() => {
          this.#building = undefined
        })
        await this.#building
      }
    } catch {
      // The index of before still answers, if there is one.
    }
  }

  async #build(): Promise<void> {
    const db = this.#file.another()
    try {
      db.exec('begin')
      const index = await inSlices(CatalogIndex.build(catalogToIndex(db, this.#guides)))
      this.#serving?.db.close()
      this.#serving = { db, index }
    } catch (error) {
      db.close()
      throw error
    }
  }

  async close(): Promise<void> {
    await this.follower?.close()
    this.#isClosed = true
    await this.#building?.catch(() => {})
    this.#serving?.db.close()
    await this.#file.close()
  }

  /** If the file has changed, a new index is built in the background. */
  #current(): Serving {
    if (this.#serving?.index.version !== versionOf(this.#file.reader)) void this.refresh()
    if (this.#serving === undefined) throw catalogUnavailable()
    return this.#serving
  }

  /** Whatever fails, and without a fabric, the catalog is unavailable (§7). The log says once when that begins. */
  #read<Answer>(read: (serving: Serving) => Answer): Answer {
    try {
      const serving = this.#current()
      if (serving.index.count === 0) throw catalogUnavailable()
      return read(serving)
    } catch (error) {
      if (!this.#isFailing) this.#log.error({ err: error }, 'catalog unavailable')
      this.#isFailing = true
      throw error instanceof AppError ? error : catalogUnavailable(error)
    }
  }

  /** With an answer that reads rows the outage is over, and the log says so. */
  #answer<Answer>(read: (serving: Serving) => Answer): Answer {
    const startedAt = performance.now()
    try {
      const answer = this.#read(read)
      if (this.#isFailing) this.#log.info({}, 'catalog available again')
      this.#isFailing = false
      return answer
    } finally {
      this.#busyMs += performance.now() - startedAt
    }
  }
}
