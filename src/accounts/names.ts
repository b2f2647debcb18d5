import { type Expression, type SqlBool, sql } from 'kysely'
import { foldWords } from '../kit/text.ts'

/** `LIKE` for "contains": its wildcards stand for themselves. */
function contains(text: Expression<string>, part: string): Expression<SqlBool> {
  const pattern = `%${part.replace(/[\\%_]/g, '\\$&')}%`
  return sql<SqlBool>`${text} like ${pattern} escape '\\'`
}

/**
 * Every word of the query occurs in the name, wherever. A query of punctuation alone has no words
 * and is looked for as it stands.
 */
export function nameMatches(
  name: Expression<string>,
  foldedName: Expression<string>,
  query: string,
): Expression<SqlBool> {
  const words = foldWords(query)
  const conditions =
    words.length === 0 ? [contains(name, query)] : words.map((word) => contains(foldedName, word))
  return sql<SqlBool>`(${sql.join(conditions, sql` and `)})`
}
