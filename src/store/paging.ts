import { type Expression, type ExpressionBuilder, type SqlBool, sql } from 'kysely'
import type { Page } from '../kit/repositories.ts'
import { foldWords } from '../kit/text.ts'

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

/**
 * Every word of the query occurs in the name, wherever. A query of punctuation alone has no words
 * and is looked for as it stands.
 */
export function nameMatches<DB, TB extends keyof DB>(
  builder: ExpressionBuilder<DB, TB>,
  name: Expression<string>,
  foldedName: Expression<string>,
  query: string,
): Expression<SqlBool> {
  const words = foldWords(query)
  if (words.length === 0) return sql<SqlBool>`instr(${name}, ${query}) > 0`
  return builder.and(words.map((word) => sql<SqlBool>`instr(${foldedName}, ${word}) > 0`))
}
