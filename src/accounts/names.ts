import { type Expression, type SqlBool, sql } from 'kysely'
import { foldWords } from '../core/text.ts'

/**
 * `LIKE` for "contains". Wildcards in the text are escaped. Databases differ in whether it minds case, but folded
 * text and punctuation have none.
 */
function contains(text: Expression<string>, part: string): Expression<SqlBool> {
  const pattern = `%${part.replace(/[\\%_]/g, '\\$&')}%`
  return sql<SqlBool>`${text} like ${pattern} escape '\\'`
}

/**
 * True if every word of the query occurs somewhere in the name. A query of punctuation has no words, and is
 * looked for as it is.
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
