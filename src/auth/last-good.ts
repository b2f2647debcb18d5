import type { KeyState } from '../core/contract.ts'
import type { Logger } from '../core/logger.ts'
import { withTimeout } from '../core/timeout.ts'

/** How long a value that cannot be renewed is used (D29). */
const STALE_MS = 24 * 3_600_000
/** How long nobody asks again after a failure. */
const BACKOFF_MS = 5_000

/**
 * A value that outlives outages of the identity provider (D29.1). One load runs at a time. A value that arrives after
 * the grace serves the next request.
 */
export function lastGood<Value>(what: string, log: Logger, load: () => Promise<Value>) {
  let good: { readonly value: Value; readonly at: number } | undefined
  let failure: { readonly error: unknown; readonly at: number } | undefined
  let loading: { readonly value: Promise<Value>; readonly since: number } | undefined
  const since = (moment: number) => performance.now() - moment

  async function loadOnce(): Promise<Value> {
    try {
      const value = await load()
      if (failure !== undefined) log.info({ what }, 'the identity provider answers again')
      good = { value, at: performance.now() }
      failure = undefined
      return value
    } catch (error) {
      failure = { error, at: performance.now() }
      log.warn({ err: error, what }, 'the identity provider did not answer as it should')
      throw error
    } finally {
      loading = undefined
    }
  }

  const usable = () => (good !== undefined && since(good.at) < STALE_MS ? good : undefined)

  return {
    /**
     * A value younger than `freshMs` is not renewed. Callers wait for a newer one until `graceMs` after it was asked for,
     * then the older one serves. Rejects as `load` did if there is none.
     */
    async get(freshMs: number, graceMs: number): Promise<Value> {
      const current = usable()
      if (current !== undefined && since(current.at) < freshMs) return current.value
      if (failure !== undefined && since(failure.at) < BACKOFF_MS) {
        if (current === undefined) throw failure.error
        return current.value
      }
      loading ??= { value: loadOnce(), since: performance.now() }
      if (current === undefined) return loading.value
      return withTimeout(graceMs - since(loading.since), loading.value).catch(() => current.value)
    },
    freshness(): KeyState {
      if (failure === undefined) return good === undefined ? 'unasked' : 'fresh'
      return usable() === undefined ? 'missing' : 'stale'
    },
  }
}
