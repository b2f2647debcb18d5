/** Yields arrays of so many values; the last one may be shorter. */
export async function* inBatches<Value>(
  values: AsyncIterable<Value> | Iterable<Value>,
  size: number,
): AsyncGenerator<Value[]> {
  const batch: Value[] = []
  for await (const value of values) {
    batch.push(value)
    if (batch.length === size) yield batch.splice(0)
  }
  if (batch.length > 0) yield batch
}
