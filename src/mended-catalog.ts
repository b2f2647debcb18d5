import { statSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Catalog, isDamaged, openCatalog, putAside } from './catalog/index.ts'
import type { Logger } from './core/log.ts'

/** How long to wait before a catalog that could not be made anew is tried again, in milliseconds. */
const RETRY_MS = 30_000
/** How often to look whether the file is still the one that was opened, in milliseconds. */
const LOOK_MS = 1_000

/** What identifies a file, also after it was renamed. `undefined` if there is none. */
const identityOf = (path: string): number | undefined => statSync(path, { throwIfNoEntry: false })?.ino

function openAside(path: string, log: Logger, failure: unknown): Promise<Catalog> {
  const aside = putAside(path)
  log.error(
    { path, aside, err: failure },
    'damaged catalog put aside and made anew; import what was imported',
  )
  return openCatalog(path, log)
}

/**
 * The catalog's file. The shipped part of a catalog can be made again, so a damaged file does not keep the server
 * from starting.
 */
async function openOrMakeAnew(path: string, log: Logger): Promise<Catalog> {
  try {
    return await openCatalog(path, log)
  } catch (error) {
    if (!isDamaged(error)) throw error
    return openAside(path, log, error)
  }
}

/**
 * Opens a catalog's file. If it is damaged, now or while it is searched, it is put aside and made anew. Until
 * that is done, searches answer that the catalog is unavailable.
 *
 * @param refill loads the shipped data into the new file. Without it, a file is not replaced while it is used.
 */
export async function openMendedCatalog(
  path: string,
  { log, refill }: { readonly log: Logger; readonly refill: (() => Promise<void>) | undefined },
): Promise<Catalog> {
  let current = await openOrMakeAnew(path, log)
  if (refill === undefined) return current
  let identity = identityOf(path)
  const closing = new AbortController()
  let busyBefore = 0

  async function replace(failure: unknown): Promise<void> {
    // Meanwhile an empty one is used, which answers that it is unavailable.
    const empty = await openCatalog(':memory:')
    const damaged = current
    busyBefore += damaged.busySeconds()
    current = empty
    await damaged.close()
    // Another worker may have been faster.
    const isOurs = identityOf(path) === identity
    current = isOurs ? await openAside(path, log, failure) : await openOrMakeAnew(path, log)
    identity = identityOf(path)
    await empty.close()
    await refill?.()
  }

  async function mend(failure: unknown): Promise<void> {
    while (!closing.signal.aborted) {
      try {
        return await replace(failure)
      } catch (error) {
        log.error({ path, err: error }, 'the catalog cannot be made anew; trying again in 30 seconds')
        await sleep(RETRY_MS, undefined, { signal: closing.signal, ref: false }).catch(() => {})
      }
    }
  }

  let mending: Promise<void> | undefined
  let said = identity
  const looking = setInterval(() => {
    const found = identityOf(path)
    if (mending === undefined && found !== identity && found !== said) {
      log.warn(
        { path },
        'the file of the catalog is gone or another one; the open one is used until a restart',
      )
    }
    said = found
  }, LOOK_MS).unref()
  /** Starts to mend the file if that is why something failed. */
  function mendAfter(error: unknown): void {
    if (!isDamaged(error)) return
    mending ??= mend(error).finally(() => {
      mending = undefined
    })
  }
  const watched = <Answer>(answer: Promise<Answer>): Promise<Answer> =>
    answer.catch((error: unknown) => {
      mendAfter(error)
      throw error
    })

  return {
    fabrics: {
      search: (request) => watched(current.fabrics.search(request)),
      makers: () => watched(current.fabrics.makers()),
      version: () => watched(current.fabrics.version()),
    },
    supplies: {
      browse: (request) => watched(current.supplies.browse(request)),
      called: (text) => watched(current.supplies.called(text)),
    },
    importFabrics: (batches, options) => current.importFabrics(batches, options),
    replaceSupplies: (guides, options) => current.replaceSupplies(guides, options),
    shipping: (load) => current.shipping(load),
    mark: (key) => current.mark(key),
    reading: (read) => current.reading(read),
    copyTo: (to) => current.copyTo(to),
    statistics: () => current.statistics(),
    problem: () => current.problem(),
    busySeconds: () => busyBefore + current.busySeconds(),
    async close() {
      closing.abort()
      clearInterval(looking)
      await mending
      await current.close()
    },
  }
}
