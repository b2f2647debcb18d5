import type { Page, Total } from '../core/repositories.ts'

/**
 * A page of the first `limit` of `limit + 1` rows, with the key of the next page if there was one more row.
 */
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

/** How many rows are counted: one more than the largest exact total. */
export const COUNTED_ROWS = COUNTED + 1

/** The total from at most `COUNTED_ROWS` rows. */
export function totalOf(rows: readonly unknown[]): Total {
  return { count: Math.min(rows.length, COUNTED), isExact: rows.length <= COUNTED }
}
