import { LARGEST_BATCH } from '../tuning.ts'
import { but, type Condition } from './conditions.ts'
import { onceEach } from './once.ts'
import { accepts } from './predicate.ts'
import { type Fabric, firstPositionBehind, positionsOf, type Ranked, type Row } from './rows.ts'
import type { Snapshot } from './snapshot.ts'
import type { Plan, Tier } from './tiers.ts'
import { doubtOf, isExact, matchOf } from './tokens.ts'

/** Where a page begins: at a position in the tier with this rank. */
export interface Place {
  readonly rank: number
  readonly position: number
}

export const TOP: Place = { rank: 0, position: 0 }

const isFrom = (start: Place, { rank, row }: Ranked): boolean =>
  rank > start.rank || (rank === start.rank && row.position >= start.position)

const byPlace = (one: Ranked, other: Ranked): number =>
  one.rank - other.rank || one.row.position - other.row.position

/** The first positions that a match finds. A search asks for each match once. */
type FirstPositions = (match: string) => readonly number[]

/**
 * The fabrics that meet a condition and none of the others, from a position on, in the order of D5.
 *
 * @param wanted about how many will be read.
 */
export function* meeting(
  { db, lines, fabricAt }: Snapshot,
  condition: Condition,
  from: number,
  wanted: number,
  without: readonly Condition[] = [],
  first: FirstPositions = (match) => positionsOf(db, match, 0, wanted),
): Generator<Row> {
  let match = matchOf(condition)
  let refused = without
  const doubt = doubtOf(condition)
  // A filter may refuse all fabrics of a maker, which are neighbours. They are passed over line by line.
  const filters = (doubt.is === 'all' ? doubt.of : [doubt]).filter(({ is }) => is === 'named')
  const isOfWantedLine = (fabric: Fabric): boolean => filters.every((each) => accepts(each, fabric))
  const isWanted = (fabric: Fabric): boolean =>
    accepts(doubt, fabric) && !refused.some((each) => accepts(each, fabric))
  let batch = wanted
  for (let next = from; match !== undefined; batch = Math.min(2 * batch, LARGEST_BATCH)) {
    const positions = next === 0 ? first(match) : positionsOf(db, match, next, batch)
    for (const position of positions) {
      if (position < next) continue
      const fabric = fabricAt(position)
      if (!isOfWantedLine(fabric)) next = firstPositionBehind(db, lines.byId(fabric.row.line))
      else if (isWanted(fabric)) yield fabric.row
    }
    if (positions.length < batch) return
    next = Math.max(next, (positions.at(-1) ?? next) + 1)
    if (refused === without) {
      // Most conditions find less than a batch. For the others it pays to subtract what the match can tell.
      match = matchOf(but(condition, without.filter(isExact)))
      refused = without.filter((each) => !isExact(each))
    }
  }
}

/** A page of what a plan finds, in the order of D15. */
export function byWords(snapshot: Snapshot, plan: Plan, start: Place, count: number): Ranked[] {
  const { db, fabricAt, lists } = snapshot
  const first = onceEach((match: string) => positionsOf(db, match, 0, count))
  const found: Ranked[] = []
  const seen = new Set<number>()
  // What earlier groups and tiers found is on this page, or on earlier ones, where these conditions tell it.
  const earlier: Condition[] = []
  const isFirst = start.rank === TOP.rank && start.position === TOP.position

  /** Ranks fabrics in memory. */
  function rank(tiers: readonly Tier[], positions: readonly number[]): void {
    const ranked = positions.flatMap((position): Ranked[] => {
      if (seen.has(position)) return []
      seen.add(position)
      const fabric = fabricAt(position)
      if (earlier.some((each) => accepts(each, fabric))) return []
      const tier = tiers.find(({ condition }) => accepts(condition, fabric))
      return tier === undefined ? [] : [{ row: fabric.row, rank: tier.rank }]
    })
    found.push(...ranked.filter((each) => isFrom(start, each)).sort(byPlace))
  }

  /** Reads a tier, without the fabrics of earlier tiers, until the page is full. */
  function walk({ rank, condition }: Tier): void {
    const from = rank === start.rank ? start.position : 0
    for (const row of meeting(snapshot, condition, from, count, earlier, first)) {
      if (seen.has(row.position)) continue
      seen.add(row.position)
      found.push({ row, rank })
      if (found.length === count) return
    }
  }

  const firstOf = (condition: Condition): readonly number[] => {
    const match = matchOf(condition)
    return match === undefined ? [] : first(match)
  }
  for (const group of plan.groups) {
    const { alternatives, rest } = group
    if (found.length >= count) break
    const few = rest.rank < start.rank ? [] : lists.fewer(alternatives, count)
    if (few !== undefined) {
      if (few.length > 0) rank([...group.tiers(), rest], few)
    } else {
      const positions = firstOf(group.together)
      // Less than a page is ranked in memory.
      const isLittle = positions.length < count
      if (isLittle && positions.length > 0) rank(group.tiers(), positions)
      if (isLittle) for (const parts of alternatives) lists.note(parts)
      for (const tier of isLittle ? [rest] : [...group.tiers(), rest]) {
        if (found.length >= count) return found.slice(0, count)
        if (tier.rank >= start.rank) walk(tier)
        if (!isFirst && tier.rank <= start.rank) earlier.push(tier.condition)
      }
    }
    if (isFirst) continue
    const { whole, together } = group
    earlier.push(...(isExact(whole) ? [whole] : [together, whole]))
  }
  return found.slice(0, count)
}
