const BATCH = 1_000

/** Yields arrays of 1,000 values. The last one is shorter, and may be empty. */
export async function* inBatches<Value>(
  values: AsyncIterable<Value> | Iterable<Value>,
): AsyncGenerator<Value[]> {
  let batch: Value[] = []
  for await (const value of values) {
    batch.push(value)
    if (batch.length < BATCH) continue
    yield batch
    batch = []
  }
  yield batch
}
