/**
 * The values of a sequence. While the caller works on one, the next ones are read.
 *
 * @param most how many values are read ahead.
 */
export async function* readAhead<Value>(values: AsyncGenerator<Value>, most: number): AsyncGenerator<Value> {
  const asked: Promise<IteratorResult<Value>>[] = []
  try {
    for (;;) {
      while (asked.length <= most) {
        const next = values.next()
        // If this fails, the caller hears of it when it asks for the value.
        next.catch(() => {})
        asked.push(next)
      }
      const result = await asked.shift()
      if (result === undefined || result.done) return
      yield result.value
    }
  } finally {
    await values.return(undefined)
  }
}

/**
 * A sequence that can be gone through again and again. Its values are read when they are first asked for, and
 * kept. If there are more than `most`, none is kept any longer, and to begin again throws.
 */
export function kept<Value>(values: AsyncIterator<Value>, most: number): () => AsyncGenerator<Value> {
  let results: Promise<IteratorResult<Value>>[] = []
  let isKept = true
  return async function* () {
    if (!isKept) throw new Error('Another process changed the same rows, so nothing is stored. Run it again.')
    for (let index = 0; ; index += 1) {
      const result = results[index] ?? values.next()
      if (isKept) results[index] = result
      const { value, done } = await result
      if (done) return
      if (index >= most) {
        isKept = false
        results = []
      }
      yield value
    }
  }
}
