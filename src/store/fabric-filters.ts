import { type Expression, type ExpressionBuilder, type SqlBool, sql } from 'kysely'
import { fold } from '../kit/text.ts'
import type { Database } from './schema.ts'

/** Usual short names that are no beginning of a word of the full one (D18). */
const ALIASES: ReadonlyMap<string, string> = new Map([
  ['agf', 'art gallery fabrics'],
  ['amb', 'american made brand'],
  ['rbd', 'riley blake'],
  ['rk', 'robert kaufman'],
])

/** The folded filter occurs in the folded value, starting where a word starts. */
function startsAWord(value: Expression<string>, filter: string): Expression<SqlBool> {
  const folded = fold(filter)
  const wanted = ALIASES.get(folded) ?? folded
  // A filter of punctuation alone names no maker.
  return wanted === '' ? sql<SqlBool>`false` : sql<SqlBool>`instr(' ' || ${value}, ${` ${wanted}`}) > 0`
}

/** The collections that the filters `manufacturer` and `collection` leave (D18). */
export function collectionMatches(
  builder: ExpressionBuilder<Database, 'fabric_collections'>,
  { manufacturer, collection }: { manufacturer: string | undefined; collection: string | undefined },
): Expression<SqlBool> {
  const conditions: Expression<SqlBool>[] = []
  if (manufacturer !== undefined)
    conditions.push(startsAWord(builder.ref('folded_manufacturer'), manufacturer))
  if (collection !== undefined) conditions.push(startsAWord(builder.ref('folded_collection'), collection))
  return builder.and(conditions)
}
