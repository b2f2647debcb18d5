/**
 * How many rows a statement carries. Few sizes, so that there are few statements to prepare; the
 * largest stays below the parameters that a statement may have (SQLite: 32,766).
 */
const SIZES = [500, 200, 100, 50, 20, 10, 5, 2, 1] as const

/** Runs `put` on pieces of a list, in order. */
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
