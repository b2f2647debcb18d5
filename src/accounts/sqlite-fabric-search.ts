import type { Kysely } from 'kysely'
import { type Possible, without, wordsOf } from './fabric-conditions.ts'
import { type Facets, within } from './fabric-filters.ts'
import { insideTier, plainMatch, rankTiers } from './fabric-tiers.ts'
import type { CatalogDatabase } from './schema.ts'
import {
  acceptedRowsOf,
  byRank,
  FIRST,
  isFrom,
  positionsOf,
  type Ranked,
  rowsAt,
  rowsOf,
  type Start,
} from './sqlite-fabric-rows.ts'
import { compact, SHORTEST_PART } from './sqlite-fabric-tokens.ts'
import { groupsOf, mayMeet, withParts } from './sqlite-fabric-words.ts'

/** Fewer matches than this are ranked at hand; more are walked tier by tier. */
const FEW = 50
/** Of matches inside words: behind every tier of `rankTiers`. */
const RANK_INSIDE = 100
/** Of so many words or more, it is likely that few fabrics have all, even inside words. */
const MANY_WORDS = 3

/** What a condition leaves, ranked by the first tier that accepts it; `undefined` when it is not few. */
async function fewRanked(
  db: Kysely<CatalogDatabase>,
  condition: Possible,
  tiers: readonly (readonly [rank: number, tier: Possible])[],
): Promise<Ranked[] | undefined> {
  const positions = await positionsOf(db, condition, FEW)
  if (positions.length === FEW) return undefined
  const ranked = (await rowsAt(db, positions)).flatMap((row) => {
    const words = wordsOf(row)
    const [rank] = tiers.find(([, tier]) => tier?.accepts(words)) ?? []
    return rank === undefined ? [] : [{ ...row, rank }]
  })
  return ranked.sort(byRank)
}

/** Tier after tier, each without the fabrics of those before it. */
async function byTiers(
  db: Kysely<CatalogDatabase>,
  tiers: readonly Possible[],
  facets: Facets,
  start: Start,
  count: number,
): Promise<Ranked[]> {
  const found = new Map<number, Ranked>()
  // What stands on this page is known; what stood on pages before it has to be asked for.
  const isFirstPage = start.rank === FIRST.rank && start.position === FIRST.position
  const before = isFirstPage ? [] : tiers.slice(0, start.rank + 1)
  for (const [rank, tier] of tiers.entries()) {
    if (rank < start.rank || found.size >= count) continue
    const isStart = rank === start.rank
    const condition = within(facets, without(tier, isStart ? before.slice(0, -1) : before))
    const rows = await rowsOf(db, condition, { rank, position: isStart ? start.position : 0 }, count)
    for (const row of rows) if (!found.has(row.position)) found.set(row.position, row)
  }
  return [...found.values()].slice(0, count)
}

/** D14 and D15 */
export async function byWords(
  db: Kysely<CatalogDatabase>,
  words: readonly string[],
  facets: Facets,
  start: Start,
  count: number,
): Promise<Ranked[]> {
  if (words.length === 0) return []
  const groups = await groupsOf(db, words)
  const sequence = words.flatMap((word) => groups.filter((group) => group.word === word))
  const tiers = rankTiers(sequence)
  const pageOf = (ranked: readonly Ranked[]) => ranked.filter((row) => isFrom(start, row)).slice(0, count)

  const asked = groups.length >= MANY_WORDS ? await withParts(db, groups) : undefined
  if (asked !== undefined) {
    const plain = plainMatch(asked)
    const all = await fewRanked(db, within(facets, plain), [...tiers.entries(), [RANK_INSIDE, plain]])
    if (all !== undefined) return pageOf(all)
  }
  const mayBegin = start.rank < RANK_INSIDE && (await mayMeet(db, groups))
  const few = mayBegin ? await fewRanked(db, within(facets, tiers.at(-1)), [...tiers.entries()]) : []
  const found = few === undefined ? await byTiers(db, tiers, facets, start, count) : pageOf(few)
  if (found.length === count) return found
  const from = { rank: RANK_INSIDE, position: start.rank === RANK_INSIDE ? start.position : 0 }
  // Where a word is inside others, it may begin one too: the last tier has those.
  const inside = without(insideTier(asked ?? (await withParts(db, groups))), tiers.slice(-1))
  return [...found, ...(await acceptedRowsOf(db, within(facets, inside), from, count - found.length))]
}

/** By a SKU, then by the beginning of one (D16). */
export async function bySku(
  db: Kysely<CatalogDatabase>,
  text: string,
  facets: Facets,
  start: Start,
  count: number,
): Promise<Ranked[]> {
  const sku = compact(text)
  if (sku === '') return []
  // Taken one by one only where a match lets through more, and these do not.
  const accepts = () => true
  const tiers = [
    { match: `"k_${sku}"`, accepts },
    [...sku].length < SHORTEST_PART ? undefined : { match: `"k.${sku}"`, accepts },
  ]
  return byTiers(db, tiers, facets, start, count)
}
