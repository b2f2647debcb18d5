import { setImmediate, setTimeout as sleep } from 'node:timers/promises'
import { catalogUnavailable } from '../core/errors.ts'
import { type Logger, SILENT } from '../core/logger.ts'
import type { FabricRecord, Fabrics, MakerRecord } from '../core/rooms.ts'
import { visibleText } from '../core/text.ts'
import { createAvailability, type PostgresLocation } from '../database/index.ts'
import { type CatalogFile, type CatalogReader, openFile } from './catalog-file.ts'
import { fabricLines } from './fabric-files.ts'
import { follow } from './follow.ts'
import { allIn, catalogToIndex, fabricAt, fabricOf, factIn, versionOf } from './read-fabrics.ts'
import type { CatalogDatabase } from './rows.ts'
import { CatalogIndex } from './search/catalog-index.ts'
import { search } from './search/search.ts'
import { createSupplies, type Guides } from './supplies.ts'

/** No search waits longer than this for a slice of work on the next index. */
const SLICE_MS = 8

const UNREADABLE = 'The catalog cannot be read.'

/** The connection holds the state of the file that the index was built from. */
interface Serving {
  db: CatalogReader
  index: CatalogIndex
}

async function inSlices<Result>(steps: Generator<void, Result>) {
  for (;;) {
    const end = performance.now() + SLICE_MS
    let step = steps.next()
    while (!step.done && performance.now() < end) step = steps.next()
    if (step.done) return step.value
    await setImmediate()
  }
}

/** When the file changes, the old index in memory answers until a new one is built. */
function serveIndex(file: CatalogFile, guides: Guides) {
  let serving: Serving | undefined
  let building: Promise<void> | undefined
  let isClosed = false

  const isOutdated = () => serving?.index.version !== versionOf(file.reader)

  async function build() {
    const db = file.another()
    try {
      db.exec('begin')
      const index = await inSlices(CatalogIndex.build(catalogToIndex(db, guides)))
      serving?.db.close()
      serving = { db, index }
    } catch (error) {
      db.close()
      throw error
    }
  }

  async function refresh() {
    try {
      while (!isClosed && isOutdated()) {
        building ??= build().finally(() => {
          building = undefined
        })
        await building
      }
    } catch {
      // The index of before still answers, if there is one.
    }
  }

  function current() {
    if (isOutdated()) void refresh()
    if (serving === undefined) throw catalogUnavailable()
    return serving
  }

  return {
    /** Builds the index if there is a newer version. If that cannot be read, the next search says so. */
    refresh,
    current,
    /** In the order of D5, from one state of the catalog. Throws when a newer one is served. */
    *all(): Generator<FabricRecord> {
      const own = current()
      for (let fabric = 0; fabric < own.index.count; fabric += 1) {
        if (serving !== own) throw catalogUnavailable()
        yield fabricAt(own.db, own.index, fabric)
      }
    },
    async close() {
      isClosed = true
      await building?.catch(() => {})
      serving?.db.close()
    },
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

export type Catalog = Awaited<ReturnType<typeof openCatalog>>

interface CatalogOptions {
  guides?: Guides
  log?: Logger
  /** For a server: builds the index, and again when any process has changed the catalog. Commands do not search. */
  serves?: boolean
  /** Seconds between looks whether another process has changed the catalog. */
  poll?: number | undefined
  /** If the file is a copy of what all instances share. */
  shared?: PostgresLocation
}

/** A damaged file is rebuilt: what a release ships and what instances share comes back by itself. */
export async function openCatalog(
  path: string,
  { guides = new Map(), log = SILENT, serves = false, poll = 15, shared }: CatalogOptions = {},
) {
  const file = await openFile(path, log)
  const served = serveIndex(file, guides)
  const { call, say, busySeconds } = createAvailability({
    of: 'catalog',
    log,
    problemOf: () => UNREADABLE,
  })

  /** Whatever fails, and without a fabric (§7). Only an answer with rows shows that the catalog is available again. */
  async function answer<Answer>(action: (serving: Serving) => Answer, readsRows = true) {
    const answered = await call(() => {
      const serving = served.current()
      if (serving.index.count === 0) throw catalogUnavailable()
      return action(serving)
    })
    if (readsRows) say(undefined)
    return answered
  }

  const fabrics: Fabrics = {
    search: (request) =>
      answer(({ db, index }) => {
        const page = search(index, db, request)
        return { ...page, items: page.items.map(visibleFabric) }
      }),
    makers: () => answer(({ index }) => makersOf(index), false),
    get: (id) =>
      answer(({ db }) => {
        const found = fabricOf(db, id)
        return found && visibleFabric(found)
      }),
    version: () => answer(({ index }) => index.version, false),
    changedAt: () =>
      answer(({ db }) => {
        const text = factIn(db, 'changedAt')
        return text === undefined ? undefined : new Date(text)
      }, false),
    file: (format) => fabricLines(served.all().map(visibleFabric), format),
  }

  const closeFile = async () => {
    await served.close()
    await file.close()
  }
  const following = shared && follow(file.database, shared, { serves, log })
  const follower = await following?.catch(async (error: unknown) => {
    await closeFile()
    throw error
  })

  const closing = new AbortController()
  /** Also while nobody asks: the first answer after an import has to be a new one. */
  async function followOthers() {
    for (;;) {
      await sleep(poll * 1_000, undefined, { signal: closing.signal, ref: false })
      await follower?.copyIfNewer()
      await served.refresh()
    }
  }
  if (serves) await served.refresh()
  const ended = serves && followOthers().catch(() => {})

  return {
    fabrics,
    supplies: createSupplies(guides),
    follower,
    /** The rows, with those of withdrawn fabrics. */
    rows: file.database.kysely,
    /** In the order of D5, from one state of the catalog. */
    *all(): Generator<FabricRecord> {
      yield* allIn(file.another())
    },
    /** Changes this file, or the rows that all instances share. */
    async change<Result>(run: (database: CatalogDatabase) => Promise<Result>): Promise<Result> {
      const result = await run(follower?.shared ?? file.database)
      await follower?.copyIfNewer()
      if (serves) await served.refresh()
      return result
    },
    /** The hash of the loaded fabrics of a release. */
    shipped: () => factIn(file.reader, 'seed:fabrics'),
    busySeconds,
    problem() {
      try {
        return served.current().index.count > 0 ? undefined : 'The catalog is empty.'
      } catch {
        return UNREADABLE
      }
    },
    async close() {
      closing.abort()
      await ended
      await follower?.close()
      await closeFile()
    },
  }
}
