import { randomBytes } from 'node:crypto'
import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely'
import { foldWords } from '../core/text.ts'

/** A new opaque id: the prefix of its kind and 22 URL-safe characters, which are 128 random bits (D3). */
export const newId = (prefix: 'prj' | 'blk'): string => `${prefix}_${randomBytes(16).toString('base64url')}`

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

/**
 * Whether every word of a query occurs somewhere in the name. A query of punctuation has no words, and is looked for as
 * it is. Databases differ in whether `LIKE` minds case, but folded text and punctuation have none.
 */
export function nameMatches(
  name: Expression<string>,
  foldedName: Expression<string>,
  query: string,
): Expression<SqlBool> {
  const words = foldWords(query)
  const text = words.length === 0 ? name : foldedName
  const conditions = (words.length === 0 ? [query] : words).map((part) => {
    const pattern = `%${part.replace(/[\\%_]/g, '\\$&')}%`
    return sql`${text} like ${pattern} escape '\\'`
  })
  return sql<SqlBool>`(${sql.join(conditions, sql` and `)})`
}
