import { setTimeout as sleep } from 'node:timers/promises'
import type { Edition } from '../accounts/index.ts'
import { type Catalog, type Imported, openCatalog } from '../catalog/index.ts'
import type { Logger } from '../core/log.ts'
import { EditionDamaged } from './file.ts'
import type { EditionStore, OpenEdition } from './store.ts'

export interface FollowOptions {
  readonly store: EditionStore
  readonly log: Logger
  /** How often to look for a new edition, in seconds; `undefined` to look only once. */
  readonly poll: number | undefined
}

/** This share of the time between two looks is random, so that instances do not all fetch at once. */
const JITTER = 0.5
/** An instance without a catalog looks again sooner. */
const SOON_SECONDS = 1

/**
 * The catalog of the newest edition. A new edition replaces the old one between two searches. If it cannot be
 * used, that is logged, and the old one stays.
 */
export async function followEditions({ store, log, poll }: FollowOptions): Promise<Catalog> {
  let current: OpenEdition | undefined
  let takenAt = 0
  let lookedAt = 0
  /** Of the editions before. */
  let busyBefore = 0
  const refused = new Set<string>()
  // Used until there is an edition. An empty catalog answers that it is unavailable.
  const none = await openCatalog(':memory:')
  const now = (): Catalog => current?.catalog ?? none

  async function take(edition: Edition): Promise<void> {
    const next = await store.open(edition)
    // Reads what a catalog keeps in memory, before any search has to wait for it.
    await next.catalog.fabrics.makers().catch(() => {})
    const last = current
    busyBefore += now().busySeconds()
    current = next
    takenAt = Date.now()
    await last?.catalog.close()
    const kept = last === undefined ? [edition] : [edition, last.edition]
    await store.removeOthers(kept)
    log.info({ edition: edition.number }, 'the catalog has a new edition')
  }

  let looking: Promise<void> | undefined
  async function look(): Promise<void> {
    for (const edition of await store.all()) {
      if (edition.number === current?.edition.number) return
      if (refused.has(edition.sha256)) continue
      try {
        return await take(edition)
      } catch (error) {
        // A damaged edition stays damaged, so it is not tried again. Other problems, such as a full disk, may
        // pass.
        if (!(error instanceof EditionDamaged)) throw error
        refused.add(edition.sha256)
        log.error(
          { edition: edition.number },
          'an edition of the catalog is damaged; the one before it is used',
        )
      }
    }
  }
  /** Looks for a new edition. Calls at the same time share one look. */
  const refresh = (): Promise<void> => {
    looking ??= look()
      .then(() => {
        lookedAt = Date.now()
      })
      .finally(() => {
        looking = undefined
      })
    return looking
  }
  const trying = (): Promise<void> =>
    refresh().catch((error: unknown) => {
      log.error({ err: error }, 'the newest edition of the catalog cannot be taken now; the one before stays')
    })

  const closing = new AbortController()
  async function following(seconds: number): Promise<void> {
    while (!closing.signal.aborted) {
      const usual = current === undefined ? Math.min(seconds, SOON_SECONDS) : seconds
      const pause = usual * (1 - JITTER / 2 + JITTER * Math.random())
      await sleep(pause * 1000, undefined, { signal: closing.signal, ref: false })
      await trying()
    }
  }

  await trying()
  const ended = poll === undefined ? Promise.resolve() : following(poll).catch(() => {})

  const catalog: Catalog = {
    fabrics: {
      search: (request) => now().fabrics.search(request),
      makers: () => now().fabrics.makers(),
      version: async () => `${current?.edition.number ?? 0} ${await now().fabrics.version()}`,
    },
    supplies: {
      browse: (request) => now().supplies.browse(request),
      called: (text) => now().supplies.called(text),
    },
    async importFabrics(batches, options = {}) {
      const unchanged: Imported = { added: 0, updated: 0, unchanged: 0, withdrawn: 0 }
      const imported = await store.change(
        async (copy) => {
          const result = await copy.importFabrics(batches, options)
          const { added, updated, withdrawn } = result
          return { result, isChanged: !options.dryRun && added + updated + withdrawn > 0 }
        },
        { ships: false, unchanged, patience: options.patience },
      )
      await refresh()
      return imported
    },
    replaceSupplies: (guides, options) =>
      catalog.shipping(async (copy) => {
        await copy.replaceSupplies(guides, options)
        return true
      }),
    async shipping(load) {
      await store.change(async (copy) => ({ result: undefined, isChanged: await load(copy) }), {
        ships: true,
        unchanged: undefined,
      })
      await refresh()
    },
    mark: (key) => now().mark(key),
    reading: (read) => now().reading(read),
    copyTo: (path) => now().copyTo(path),
    statistics: () => now().statistics(),
    problem: () => now().problem(),
    busySeconds: () => busyBefore + now().busySeconds(),
    edition: () => current && { number: current.edition.number, takenAt, lookedAt },
    async close() {
      closing.abort()
      await ended
      await looking?.catch(() => {})
      await current?.catalog.close()
      await none.close()
    },
  }
  return catalog
}
