import { type Kysely, sql } from 'kysely'
import { fold } from '../kit/text.ts'
import { allOf, anyToken, type FabricWords, type Possible } from './fabric-conditions.ts'
import type { CatalogDatabase } from './schema.ts'
import { hasBeginningToken } from './sqlite-fabric-tokens.ts'
import { rangeOf } from './word-range.ts'

/** Usual short names that are no beginning of a word of the full one (D18). */
const ALIASES: ReadonlyMap<string, string> = new Map([
  ['agf', 'art gallery fabrics'],
  ['amb', 'american made brand'],
  ['rbd', 'riley blake'],
  ['rk', 'robert kaufman'],
])

/** The two that can be filtered by, each with the name space of its ids in full-text search. */
const FACETS = {
  manufacturer: { space: 'g', wordsOf: ({ makerWords }: FabricWords) => makerWords },
  collection: { space: 't', wordsOf: ({ collectionWords }: FabricWords) => collectionWords },
} as const

/** More names than this are not asked for one by one, if one token stands for them all. */
const MOST_NAMED = 32

/** The filter occurs in the name of maker or collection, starting where a word starts (D18). */
async function facetOf(
  db: Kysely<CatalogDatabase>,
  facet: keyof typeof FACETS,
  filter: string,
): Promise<Possible> {
  const { space, wordsOf } = FACETS[facet]
  const folded = fold(filter)
  const wanted = ALIASES.get(folded) ?? folded
  // A filter of punctuation alone names nothing.
  if (wanted === '') return undefined
  const [from, before] = rangeOf(wanted)
  const { rows } = await sql<{ id: number }>`
    select distinct id from fabric_line_starts
    where space = ${space} and start >= ${from} and start < ${before}`.execute(db)
  if (rows.length === 0) return undefined
  const isBeginning = facet === 'collection' && !wanted.includes(' ') && hasBeginningToken(wanted)
  const tokens =
    isBeginning && rows.length > MOST_NAMED ? [`c.${wanted}`] : rows.map(({ id }) => `${space}_${id}`)
  return {
    match: anyToken(tokens),
    accepts: (fabric) => ` ${wordsOf(fabric).join(' ')}`.includes(` ${wanted}`),
  }
}

/** What the filters of a search leave: everything, what meets a condition, or nothing. */
export type Facets = 'all' | Possible

/** D18 */
export async function facetsOf(
  db: Kysely<CatalogDatabase>,
  filter: { readonly manufacturer: string | undefined; readonly collection: string | undefined },
): Promise<Facets> {
  const conditions: Possible[] = []
  for (const facet of ['manufacturer', 'collection'] as const) {
    const wanted = filter[facet]
    if (wanted !== undefined) conditions.push(await facetOf(db, facet, wanted))
  }
  return conditions.length === 0 ? 'all' : allOf(conditions)
}

/** The condition within the filters. */
export const within = (facets: Facets, condition: Possible): Possible =>
  facets === 'all' ? condition : allOf([facets, condition])
