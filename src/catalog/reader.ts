import { setImmediate } from 'node:timers/promises'
import { AppError, catalogUnavailable } from '../core/errors.ts'
import type {
  FabricFilter,
  FabricKey,
  FabricPage,
  MakerRecord,
  PageRequest,
  SupplyCategory,
  SupplyRecord,
} from '../core/rooms.ts'
import type { CatalogFile, Connection } from './database.ts'
import { type Guides, guidesIn } from './guide-files.ts'
import { catalogToIndex, hasFabrics, versionOf } from './search/fabric-rows.ts'
import { building } from './search/load.ts'
import { Matcher } from './search/match.ts'
import type { CatalogIndex } from './search/memory.ts'
import { search } from './search/search.ts'

/** How long the index is built at once, before others may work: a search waits so long at most. */
const SLICE_MS = 8

/** The index that answers, and the state of the file that it was built from, to read rows from it. */
interface Serving {
  readonly db: Connection
  readonly index: CatalogIndex
  readonly matcher: Matcher
}

/** Runs steps, and lets others work in between. */
async function inSlices<Result>(steps: Generator<void, Result>): Promise<Result> {
  for (;;) {
    const end = performance.now() + SLICE_MS
    let step = steps.next()
    while (!step.done && performance.now() < end) step = steps.next()
    if (step.done) return step.value
    await setImmediate()
  }
}

/**
 * Answers from one file. It has an index of all fabrics in memory. When the file changes, a new index is built beside it,
 * and the old one answers until that is there.
 */
export class Reader {
  readonly #file: CatalogFile
  #serving: Serving | undefined
  #building: Promise<void> | undefined
  #isClosed = false
  #guides: { readonly version: string; readonly of: Guides } = { version: '', of: new Map() }

  constructor(file: CatalogFile) {
    this.#file = file
  }

  /** Of what searches answer from. */
  version = (): string => this.#trying(() => this.#current().index.version)

  search(request: PageRequest<FabricKey> & FabricFilter): FabricPage {
    return this.#trying(() => {
      const { db, matcher } = this.#filled()
      return search(matcher, db, request)
    })
  }

  makers(): readonly MakerRecord[] {
    return this.#trying(() => {
      return makersOf(this.#filled().index)
    })
  }

  /** Builds the index of the newest state. If that cannot be read, searches report it, and it answers why. */
  async refresh(): Promise<unknown> {
    try {
      while (!this.#isClosed && versionOf(this.#file.reader) !== this.#serving?.index.version) {
        this.#building ??= this.#build().finally(() => {
          this.#building = undefined
        })
        await this.#building
      }
      return undefined
    } catch (error) {
      // The file is broken, or its disk is.
      return error
    }
  }

  async #build(): Promise<void> {
    const db = this.#file.another()
    try {
      db.exec('begin')
      const index = await inSlices(building(catalogToIndex(db)))
      const before = this.#serving
      if (this.#isClosed) return db.close()
      this.#serving = { db, index, matcher: new Matcher(index) }
      before?.db.close()
    } catch (error) {
      db.close()
      throw error
    }
  }

  /** The guides of a category, in editorial order. Throws `catalog_unavailable` when there are none. */
  guides(category: SupplyCategory): readonly SupplyRecord[] {
    return this.#trying(() => {
      const known = this.#allGuides().get(category) ?? []
      if (known.length === 0) throw catalogUnavailable()
      return known
    })
  }

  /** How many guides each category has, for operators. */
  guideCounts(): ReadonlyArray<{ readonly category: SupplyCategory; readonly entries: number }> {
    return [...this.#allGuides()]
      .map(([category, guides]) => ({ category, entries: guides.length }))
      .sort((one, other) => (one.category < other.category ? -1 : 1))
  }

  #allGuides(): Guides {
    const version = versionOf(this.#file.reader)
    if (version !== this.#guides.version) this.#guides = { version, of: guidesIn(this.#file.reader) }
    return this.#guides.of
  }

  /** Why the catalog cannot be searched, for operators; `undefined` when it can. */
  problem(): string | undefined {
    try {
      return hasFabrics(this.#file.reader) ? undefined : 'The catalog is empty.'
    } catch {
      return 'The catalog cannot be read.'
    }
  }

  async close(): Promise<void> {
    this.#isClosed = true
    await this.#building?.catch(() => {})
    this.#serving?.db.close()
  }

  /** What answers now. If the file has changed, a new index is built in the background. */
  #current(): Serving {
    const version = versionOf(this.#file.reader)
    if (this.#serving?.index.version !== version) void this.refresh()
    if (this.#serving === undefined) throw catalogUnavailable()
    return this.#serving
  }

  /** The same. It is unavailable without fabrics, also if another program has taken them away. */
  #filled(): Serving {
    const serving = this.#current()
    if (serving.index.count === 0 || !hasFabrics(this.#file.reader)) throw catalogUnavailable()
    return serving
  }

  /** If anything goes wrong, the catalog is unavailable (§7). */
  #trying<Answer>(read: () => Answer): Answer {
    try {
      return read()
    } catch (error) {
      throw error instanceof AppError ? error : catalogUnavailable(error)
    }
  }
}

function makersOf({ lines }: CatalogIndex): readonly MakerRecord[] {
  const makers = new Map<string, { collection: string; fabrics: number }[]>()
  for (const { manufacturer, collection, from, to } of lines) {
    const known = makers.get(manufacturer) ?? []
    makers.set(manufacturer, known)
    known.push({ collection, fabrics: to - from })
  }
  return [...makers].map(([manufacturer, collections]) => ({
    manufacturer,
    fabrics: collections.reduce((sum, { fabrics }) => sum + fabrics, 0),
    collections,
  }))
}
