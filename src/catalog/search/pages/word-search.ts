import { onceEach } from '../../../core/once-each.ts'
import { LARGEST_BATCH } from '../../tuning.ts'
import { boundsOf, but, type Condition, withinBounds } from '../conditions/conditions.ts'
import { accepts } from '../conditions/predicate.ts'
import { doubtOf, isExact, matchOf } from '../conditions/tokens.ts'
import { type Fabric, positionsOf, type Ranked, type Row } from '../rows.ts'
import type { Snapshot } from '../snapshot.ts'
import type { Plan, Tier } from './plan.ts'

/** Where a page begins: at a position in the tier with this rank. */
export interface PageStart {
  readonly rank: number
  readonly position: number
}

export const TOP: PageStart = { rank: 0, position: 0 }

const isFrom = (start: PageStart, { rank, row }: Ranked): boolean =>
  rank > start.rank || (rank === start.rank && row.position >= start.position)

const byPlace = (one: Ranked, other: Ranked): number =>
  one.rank - other.rank || one.row.position - other.row.position

/** The first positions that a match finds within the bounds of a search, which asks for each match once. */
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
  first?: FirstPositions,
): Generator<Row> {
  const bounds = boundsOf(condition)
  const asked = withinBounds(condition)
  const doubt = doubtOf(asked)
  // A filter may refuse all fabrics of a maker, which are neighbours. They are passed over line by line.
  const filters = (doubt.is === 'all' ? doubt.of : [doubt]).filter(({ is }) => is === 'named')
  const isOfWantedLine = (fabric: Fabric): boolean => filters.every((each) => accepts(each, fabric))
  let match = matchOf(asked)
  let refused = without
  const isWanted = (fabric: Fabric): boolean =>
    accepts(doubt, fabric) && !refused.some((each) => accepts(each, fabric))
  let next = Math.max(from, bounds.from)
  let batch = wanted
  for (let isFirst = true; match !== undefined; isFirst = false) {
    const isAtStart = isFirst && next === bounds.from && first !== undefined
    const positions = isAtStart ? first(match) : positionsOf(db, match, { from: next, to: bounds.to }, batch)
    for (const position of positions) {
      if (position < next) continue
      const fabric = fabricAt(position)
      if (!isOfWantedLine(fabric)) next = lines.endOf(fabric.row.line)
      else if (isWanted(fabric)) yield fabric.row
    }
    if (positions.length < batch) return
    next = Math.max(next, (positions.at(-1) ?? next) + 1)
    batch = Math.min(2 * batch, LARGEST_BATCH)
    if (!isFirst) continue
    // Most conditions find less than a batch. For the others it pays to subtract what a match can tell.
    match = matchOf(but(asked, without.filter(isExact).map(withinBounds)))
    refused = without.filter((each) => !isExact(each))
  }
}

/** Whether any fabric meets a condition. */
export const isThere = (snapshot: Snapshot, condition: Condition): boolean =>
  meeting(snapshot, condition, 0, 1).next().done === false

/** A page of what a plan finds, in the order of D15. */
export function byWords(snapshot: Snapshot, plan: Plan, start: PageStart, count: number): Ranked[] {
  const { db, fabricAt, lists } = snapshot
  const first = onceEach((match: string) => positionsOf(db, match, plan.bounds, count))
  const found: Ranked[] = []
  const seen = new Set<number>()
  // What earlier groups and tiers found is on this page, or on earlier ones, where these conditions tell it.
  const earlier: Condition[] = []
  const isFirst = start.rank === TOP.rank && start.position === TOP.position

  function rankInMemory(tiers: readonly Tier[], positions: readonly number[]): void {
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

  /** Reads tiers one after the other, each without the fabrics of earlier ones, until the page is full. */
  function readTiers(tiers: readonly Tier[]): void {
    for (const { rank, condition } of tiers) {
      if (found.length >= count) return
      if (rank >= start.rank) readTier(rank, condition)
      if (!isFirst && rank <= start.rank) earlier.push(condition)
    }
  }

  function readTier(rank: number, condition: Condition): void {
    const from = rank === start.rank ? start.position : 0
    for (const row of meeting(snapshot, condition, from, count, earlier, first)) {
      if (seen.has(row.position)) continue
      seen.add(row.position)
      found.push({ row, rank })
      if (found.length === count) return
    }
  }

  const firstOf = (condition: Condition): readonly number[] => {
    const match = matchOf(withinBounds(condition))
    return match === undefined ? [] : first(match)
  }
  for (const group of plan.groups) {
    if (found.length >= count) break
    const { alternatives, rest, tiers } = group
    // Lists know what has the words anywhere. Without them, one match asks what the tiers but the rest find.
    const listed = rest.rank < start.rank ? [] : lists.first(alternatives, count)
    const positions = listed ?? firstOf(group.together)
    // Less than a page is ranked in memory.
    if (positions.length >= count) {
      readTiers([...tiers, rest])
    } else if (listed !== undefined) {
      rankInMemory([...tiers, rest], listed)
    } else {
      rankInMemory(tiers, positions)
      for (const parts of alternatives) lists.note(parts)
      readTiers([rest])
    }
    if (isFirst) continue
    const { whole, together } = group
    earlier.push(...(isExact(whole) ? [whole] : [together, whole]))
  }
  return found.slice(0, count)
}
