import { type Expression, type SqlBool, sql } from 'kysely'
import { foldWords } from '../kit/text.ts'

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
  if (words.length === 0) return sql<SqlBool>`instr(${name}, ${query}) > 0`
  // One statement for any number of words.
  return sql<SqlBool>`not exists (
    select 1 from json_each(${JSON.stringify(words)}) as word where instr(${foldedName}, word.value) = 0)`
}
