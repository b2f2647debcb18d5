import type { Kysely } from 'kysely'
import { type Condition, wordsOf } from './fabric-conditions.ts'
import { type Facets, within } from './fabric-filters.ts'
import { withoutNoise } from './fabric-query.ts'
import { plainMatch } from './fabric-tiers.ts'
import type { CatalogDatabase } from './schema.ts'
import { nearestColors } from './sqlite-fabric-colors.ts'
import { acceptedRowsOf, FIRST, type Ranked, rowsAt, type Start } from './sqlite-fabric-rows.ts'
import { respellings } from './sqlite-fabric-spelling.ts'
import { groupsOf, withParts } from './sqlite-fabric-words.ts'

async function* readingsInTurn(db: Kysely<CatalogDatabase>, words: readonly string[]) {
  yield words
  const noiseless = withoutNoise(words)
  if (noiseless !== undefined) yield noiseless
  yield* await respellings(db, words)
}

/**
 * What the colour ranks: the fabrics that meet the words as they are, or as a fallback reads them
 * (D16); `undefined` when there are none.
 */
async function conditionOf(
  db: Kysely<CatalogDatabase>,
  words: readonly string[],
  facets: Facets,
): Promise<Facets> {
  if (words.length === 0) return facets
  for await (const reading of readingsInTurn(db, words)) {
    const asked = await withParts(db, await groupsOf(db, reading))
    const condition = within(facets, plainMatch(asked))
    if ((await acceptedRowsOf(db, condition, FIRST, 1)).length > 0) return condition
  }
  return undefined
}

/** The rows that the condition accepts, in the order of the hits. */
async function acceptedAt(
  db: Kysely<CatalogDatabase>,
  hits: readonly Start[],
  condition: Condition | 'all',
): Promise<Ranked[]> {
  const rows = await rowsAt(
    db,
    hits.map(({ position }) => position),
  )
  const byPosition = new Map(rows.map((row) => [row.position, row]))
  return hits.flatMap(({ position, rank }) => {
    const row = byPosition.get(position)
    const accepted = row !== undefined && (condition === 'all' || condition.accepts(wordsOf(row)))
    return accepted ? [{ ...row, rank }] : []
  })
}

/** D17 */
export async function byColor(
  db: Kysely<CatalogDatabase>,
  {
    hex,
    words,
    facets,
  }: { readonly hex: string; readonly words: readonly string[]; readonly facets: Facets },
  start: Start,
  count: number,
): Promise<Ranked[]> {
  const condition = await conditionOf(db, words, facets)
  if (condition === undefined) return []
  const found: Ranked[] = []
  for await (const hits of nearestColors(db, hex, condition, start)) {
    for (let at = 0; at < hits.length && found.length < count; at += count) {
      found.push(...(await acceptedAt(db, hits.slice(at, at + count), condition)))
    }
    if (found.length >= count) break
  }
  return found.slice(0, count)
}
