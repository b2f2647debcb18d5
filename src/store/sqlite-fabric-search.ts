import type { Kysely } from 'kysely'
import { type Possible, without, wordsOf } from './fabric-conditions.ts'
import { type Facets, within } from './fabric-filters.ts'
import { insideTier, rankTiers } from './fabric-tiers.ts'
import type { CatalogDatabase } from './schema.ts'
import {
  acceptedRowsOf,
  byRank,
  isFrom,
  positionsOf,
  type Ranked,
  rowsAt,
  rowsOf,
  type Start,
} from './sqlite-fabric-rows.ts'
import { compact, SHORTEST_PART } from './sqlite-fabric-tokens.ts'
import { groupsOf, mayMeet, partOf, type WordGroup } from './sqlite-fabric-words.ts'

/** Fewer matches than this are ranked at hand; more are walked tier by tier. */
const FEW = 50
/** Of matches inside words: behind every tier of `rankTiers`. */
const RANK_INSIDE = 100

/** Few fabrics, each ranked by the first tier that accepts it. */
async function rankAtHand(
  db: Kysely<CatalogDatabase>,
  positions: readonly number[],
  tiers: readonly Possible[],
): Promise<Ranked[]> {
  const rows = await rowsAt(db, positions)
  const ranked = rows.map((row) => {
    const words = wordsOf(row)
    return { ...row, rank: tiers.findIndex((tier) => tier?.accepts(words)) }
  })
  return ranked.sort(byRank)
}

/** Matches of the words as beginnings of words, tier after tier, each without those before it. */
async function byBeginnings(
  db: Kysely<CatalogDatabase>,
  sequence: readonly WordGroup[],
  facets: Facets,
  start: Start,
  count: number,
): Promise<Ranked[]> {
  const tiers = rankTiers(sequence)
  const few = await positionsOf(db, within(facets, tiers.at(-1)), FEW)
  if (few.length < FEW) {
    const ranked = await rankAtHand(db, few, tiers)
    return ranked.filter((row) => isFrom(start, row)).slice(0, count)
  }
  const found: Ranked[] = []
  for (const [rank, tier] of tiers.entries()) {
    if (rank < start.rank || found.length === count) continue
    const position = rank === start.rank ? start.position : 0
    const condition = within(facets, without(tier, tiers.slice(0, rank)))
    found.push(...(await rowsOf(db, condition, { rank, position }, count - found.length)))
  }
  return found
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
  const mayBegin = start.rank < RANK_INSIDE && (await mayMeet(db, groups))
  const found = mayBegin ? await byBeginnings(db, sequence, facets, start, count) : []
  if (found.length === count) return found
  const asked = await Promise.all(groups.map(async (group) => [group, await partOf(db, group.word)] as const))
  const from = { rank: RANK_INSIDE, position: start.rank === RANK_INSIDE ? start.position : 0 }
  const inside = within(facets, insideTier(asked))
  return [...found, ...(await acceptedRowsOf(db, inside, from, count - found.length))]
}

/** By the beginning of a SKU (D16). */
export async function bySku(
  db: Kysely<CatalogDatabase>,
  text: string,
  facets: Facets,
  start: Start,
  count: number,
): Promise<Ranked[]> {
  const sku = compact(text)
  if ([...sku].length < SHORTEST_PART) return []
  return rowsOf(db, within(facets, { match: `"k.${sku}"`, accepts: () => true }), start, count)
}
