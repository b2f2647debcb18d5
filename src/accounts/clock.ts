import { type Expression, type RawBuilder, sql } from 'kysely'

/**
 * When something is made: now on the database's clock, which all instances share, but after the
 * owner's latest, so that "newest first" holds within a millisecond and when the clock goes back (D5).
 *
 * @param latest a query for the owner's latest instant; no row or NULL when there is none.
 */
export function nextInstant(
  now: Expression<number>,
  latest: Expression<{ latest: number | null }>,
): RawBuilder<number> {
  return sql<number>`coalesce((select case when latest >= ${now} then latest + 1 end from (${latest}) as known), ${now})`
}
