/** Yields arrays of so many values; the last one may be shorter. */
export async function* inBatches<Value>(
  values: AsyncIterable<Value> | Iterable<Value>,
  size: number,
): AsyncGenerator<Value[]> {
  let batch: Value[] = []
  for await (const value of values) {
    batch.push(value)
    if (batch.length < size) continue
    yield batch
    batch = []
  }
  if (batch.length > 0) yield batch
}
