/** The values of a sequence. While the caller works on one, the next one is read. */
export async function* readAhead<Value>(values: AsyncGenerator<Value>): AsyncGenerator<Value> {
  let next = values.next()
  try {
    for (;;) {
      const { value, done } = await next
      if (done) return
      next = values.next()
      // If this fails, the caller hears of it when it asks for the value.
      next.catch(() => {})
      yield value
    }
  } finally {
    await values.return(undefined)
  }
}

/**
 * A sequence that can be gone through again and again. Its values are read when they are first asked for, and
 * kept.
 */
export function kept<Value>(values: AsyncIterator<Value>): () => AsyncGenerator<Value> {
  const results: Promise<IteratorResult<Value>>[] = []
  return async function* () {
    for (let index = 0; ; index += 1) {
      const result = results[index] ?? values.next()
      results[index] = result
      const { value, done } = await result
      if (done) return
      yield value
    }
  }
}
