import { type Expression, type RawBuilder, sql } from 'kysely'

/**
 * The time of creation of a new row: now on the database's clock, which all instances share, but always after
 * the owner's latest row. So "newest first" (D5) holds within a millisecond, and when the clock is set back.
 *
 * @param latest a query for the owner's latest time; no row or NULL if there is none.
 */
export function nextInstant(
  now: Expression<number>,
  latest: Expression<{ latest: number | null }>,
): RawBuilder<number> {
  return sql<number>`coalesce((select case when latest >= ${now} then latest + 1 end from (${latest}) as known), ${now})`
}
