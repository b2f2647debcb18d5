export interface LastGoodOptions {
  /** How long a value is used without asking again, in milliseconds. */
  readonly freshMs: number
  /** How long a value is used when asking fails, in milliseconds. */
  readonly staleMs: number
  /** How long after a failure nobody asks again, in milliseconds. */
  readonly backoffMs: number
  readonly now: () => number
}

/**
 * A value from elsewhere that outlives its source: one load at a time, the last good value while
 * loading fails. Rejects with the load's error when there is none young enough (D29).
 */
export function lastGood<Value>(load: () => Promise<Value>, options: LastGoodOptions): () => Promise<Value> {
  const { freshMs, staleMs, backoffMs, now } = options
  let known: { readonly value: Value; readonly at: number } | undefined
  let failure: { readonly error: unknown; readonly at: number } | undefined
  let loading: Promise<Value> | undefined

  const reload = () => {
    loading ??= load()
      .then((value) => {
        known = { value, at: now() }
        failure = undefined
        return value
      })
      .catch((error: unknown) => {
        failure = { error, at: now() }
        throw error
      })
      .finally(() => {
        loading = undefined
      })
    return loading
  }

  return async () => {
    if (known !== undefined && now() - known.at < freshMs) return known.value
    try {
      if (failure !== undefined && now() - failure.at < backoffMs) throw failure.error
      return await reload()
    } catch (error) {
      if (known !== undefined && now() - known.at < staleMs) return known.value
      throw error
    }
  }
}
