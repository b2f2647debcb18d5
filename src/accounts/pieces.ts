/**
 * How many rows one statement has. There are few sizes, so that few statements have to be prepared. The
 * largest stays below the number of parameters of a statement (32,766 in SQLite).
 */
const SIZES = [500, 200, 100, 50, 20, 10, 5, 2, 1] as const

/** Calls `put` with one piece of a list after the other. */
export async function inPieces<Value>(
  values: readonly Value[],
  put: (piece: readonly Value[]) => Promise<void>,
): Promise<void> {
  let start = 0
  while (start < values.length) {
    const left = values.length - start
    const size = SIZES.find((size) => size <= left) ?? 1
    await put(values.slice(start, start + size))
    start += size
  }
}
