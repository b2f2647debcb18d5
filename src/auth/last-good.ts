export interface LastGoodOptions {
  /** How long a value is used without asking again, in milliseconds. */
  readonly freshMs: number
  /** How long a value is used when asking fails, in milliseconds. */
  readonly staleMs: number
  /** How long after a failure nobody asks again, in milliseconds. */
  readonly backoffMs: number
  /** How long to wait for a newer value when the known one is no longer fresh, in milliseconds. */
  readonly graceMs: number
  /** Milliseconds on a monotonic clock. */
  readonly clock: () => number
}

/** The state of a remote value: never asked for, good, good but not renewed, or unavailable. */
export type Freshness = 'unasked' | 'fresh' | 'stale' | 'missing'

export interface LastGood<Value> {
  /** Rejects with the load's error if no value is recent enough (D29). */
  get(): Promise<Value>
  /** The newest value. It is loaded again, unless that was tried less than `cooldownMs` ago. */
  renewed(cooldownMs: number): Promise<Value>
  freshness(): Freshness
}

/** When a load takes longer, its source hangs. */
const HANGING_MS = 2_000

/** Resolves with the promise, or with `undefined` after some milliseconds. */
function within<Value>(promise: Promise<Value>, ms: number): Promise<Value | undefined> {
  let timer: NodeJS.Timeout
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), ms)
  })
  return Promise.race([promise, late]).finally(() => clearTimeout(timer))
}

/**
 * A remote value that is kept while its source is down. Only one load runs at a time. A value that is no
 * longer fresh is used while a newer one is loaded, so that nobody waits for a source that hangs.
 */
export function lastGood<Value>(load: () => Promise<Value>, options: LastGoodOptions): LastGood<Value> {
  const { freshMs, staleMs, backoffMs, graceMs, clock } = options
  let known: { readonly value: Value; readonly at: number } | undefined
  let failure: { readonly error: unknown; readonly at: number } | undefined
  let loading: { readonly value: Promise<Value>; readonly since: number } | undefined

  function reload(): Promise<Value> {
    loading ??= {
      since: clock(),
      value: load()
        .then((value) => {
          known = { value, at: clock() }
          failure = undefined
          return value
        })
        .catch((error: unknown) => {
          failure = { error, at: clock() }
          throw error
        })
        .finally(() => {
          loading = undefined
        }),
    }
    return loading.value
  }

  const usable = () => (known !== undefined && clock() - known.at < staleMs ? known : undefined)
  const failedWithin = (ms: number) => failure !== undefined && clock() - failure.at < ms

  return {
    async get() {
      const current = usable()
      if (current !== undefined && clock() - current.at < freshMs) return current.value
      if (failedWithin(backoffMs)) {
        if (current === undefined) throw failure?.error
        return current.value
      }
      const newer = reload()
      if (current === undefined) return newer
      const patience = graceMs - (clock() - (loading?.since ?? 0))
      const settled = newer.catch(() => current.value)
      return patience > 0 ? ((await within(settled, patience)) ?? current.value) : current.value
    },
    async renewed(cooldownMs) {
      const current = usable()
      const isRecent = current !== undefined && clock() - current.at < cooldownMs
      if (current !== undefined && (isRecent || failedWithin(backoffMs))) return current.value
      return reload().catch((error: unknown) => {
        if (current === undefined) throw error
        return current.value
      })
    },
    freshness() {
      const current = usable()
      const hangs = loading !== undefined && clock() - loading.since > HANGING_MS
      if (current === undefined) return failure === undefined && !hangs ? 'unasked' : 'missing'
      return clock() - current.at < freshMs || !failedWithin(Number.POSITIVE_INFINITY) ? 'fresh' : 'stale'
    },
  }
}
