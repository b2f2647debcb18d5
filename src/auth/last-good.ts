import type { KeyState } from '../core/contract.ts'
import type { Logger } from '../core/logger.ts'
import { withTimeout } from '../core/timeout.ts'

/** For a value that cannot be renewed (D29). */
const STALE_MS = 24 * 3_600_000
/** How long nobody asks again after a failure. */
const BACKOFF_MS = 5_000

/**
 * A value that outlives outages of the identity provider (D29.1). One load runs at a time. A value that arrives after
 * the grace serves the next request.
 */
export function lastGood<Value>(
  load: () => Promise<Value>,
  options: {
    readonly what: string
    readonly log: Logger
    readonly freshMs: number
    /** How long to wait for a newer value while there is an older one. */
    readonly graceMs: number
  },
) {
  const { what, log, freshMs, graceMs } = options
  let good: { readonly value: Value; readonly at: number } | undefined
  let failure: { readonly error: unknown; readonly at: number } | undefined
  let loading: Promise<Value> | undefined

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

  const usable = () => (good !== undefined && performance.now() - good.at < STALE_MS ? good : undefined)

  return {
    /** Rejects as `load` did if no value is recent enough. */
    async get(): Promise<Value> {
      const current = usable()
      if (current !== undefined && performance.now() - current.at < freshMs) return current.value
      if (failure !== undefined && performance.now() - failure.at < BACKOFF_MS) {
        if (current === undefined) throw failure.error
        return current.value
      }
      loading ??= loadOnce()
      if (current === undefined) return loading
      return withTimeout(graceMs, loading).catch(() => current.value)
    },
    freshness(): KeyState {
      if (failure === undefined) return good === undefined ? 'unasked' : 'fresh'
      return usable() === undefined ? 'missing' : 'stale'
    },
  }
}
