import type { Page, Total } from '../kit/repositories.ts'

/** The first `limit` of `limit + 1` rows read, and the key to go on from when there was one more. */
export function pageOf<Row, Key>(
  rows: readonly Row[],
  limit: number,
  keyOf: (row: Row) => Key,
): Page<Row, Key> {
  const items = rows.slice(0, limit)
  const last = items.at(-1)
  return { items, next: rows.length > limit && last !== undefined ? keyOf(last) : null }
}

const COUNTED = 1000

/** As many rows as a count reads: one more than it can say exactly. */
export const COUNTED_ROWS = COUNTED + 1

/** The total from up to `COUNTED_ROWS` rows. */
export function totalOf(rows: readonly unknown[]): Total {
  return { count: Math.min(rows.length, COUNTED), isExact: rows.length <= COUNTED }
}
