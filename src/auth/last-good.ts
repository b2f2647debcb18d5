import type { Logger } from '../core/logger.ts'
import { withTimeout } from '../core/timeout.ts'

/** How long a value is used without asking again, so that a withdrawn key is refused within six minutes. */
const FRESH_MS = 300_000
/** How long a value is used when asking for a newer one fails (D29). */
const STALE_MS = 24 * 3_600_000
/** How often those who miss something in the value may make the server ask again. */
const COOLDOWN_MS = 1_000
/** How long to wait for a newer value while there is an older one. */
const GRACE_MS = 1_000
/** How long after a failure nobody asks again. */
const BACKOFF_MS = 5_000
/** When a load takes longer, its source hangs. */
const HANGING_MS = 2_000

/** The state of a remote value: never asked for, good, good but not renewed, or unavailable. */
export type Freshness = 'unasked' | 'fresh' | 'stale' | 'missing'

export interface LastGood<Value> {
  /** Rejects with the load's error if no value is recent enough. */
  get(): Promise<Value>
  /** The same for a caller who misses something in the value: one of over a second is loaded again. */
  newer(): Promise<Value>
  freshness(): Freshness
}

/**
 * What is known of the identity provider outlives its outages (D29.1). Only one load runs at a time, and what
 * arrives after the grace is kept for the next who asks.
 *
 * @param clock milliseconds on a monotonic clock.
 */
export function lastGood<Value>(
  load: () => Promise<Value>,
  { log, clock }: { readonly log: Logger; readonly clock: () => number },
): LastGood<Value> {
  let known: { readonly value: Value; readonly at: number } | undefined
  let failure: { readonly error: unknown; readonly at: number } | undefined
  let loading: { readonly value: Promise<Value>; readonly since: number } | undefined

  async function loadOnce(): Promise<Value> {
    try {
      const value = await load()
      if (failure !== undefined) log.info({}, 'the identity provider answers again')
      known = { value, at: clock() }
      failure = undefined
      return value
    } catch (error) {
      failure = { error, at: clock() }
      log.warn({ err: error }, 'the identity provider did not answer as it should')
      throw error
    } finally {
      loading = undefined
    }
  }

  const usable = () => (known !== undefined && clock() - known.at < STALE_MS ? known : undefined)

  async function ask(freshMs: number, waits: boolean): Promise<Value> {
    const current = usable()
    if (current !== undefined && clock() - current.at < freshMs) return current.value
    if (failure !== undefined && clock() - failure.at < BACKOFF_MS) {
      if (current === undefined) throw failure.error
      return current.value
    }
    loading ??= { since: clock(), value: loadOnce() }
    if (current === undefined) return loading.value
    const newer = loading.value.catch(() => current.value)
    const isLate = clock() - loading.since > GRACE_MS
    return waits && !isLate ? withTimeout(GRACE_MS, newer).catch(() => current.value) : current.value
  }

  return {
    // While the provider fails, nobody who has a value waits for it.
    get: () => ask(FRESH_MS, failure === undefined),
    newer: () => ask(COOLDOWN_MS, true),
    freshness() {
      const hangs = loading !== undefined && clock() - loading.since > HANGING_MS
      if (usable() === undefined) return failure === undefined && !hangs ? 'unasked' : 'missing'
      return failure === undefined ? 'fresh' : 'stale'
    },
  }
}
