import type { Connection } from '../database.ts'
import { LARGEST_BATCH } from '../tuning.ts'
import { but, type Condition, EVERYTHING } from './conditions.ts'
import type { Lines } from './lines.ts'
import { onceEach } from './once.ts'
import { accepts } from './predicate.ts'
import { candidateOf, positionsOf, type Ranked, type Row, rowAt } from './rows.ts'
import type { Plan, Tier } from './tiers.ts'
import { isExact, matchOf } from './tokens.ts'

/** Where a page begins: in the tier with the rank from the position on, then the tiers behind. */
export interface Place {
  readonly rank: number
  readonly position: number
}

export const TOP: Place = { rank: 0, position: 0 }

const isFrom = (start: Place, { rank, row }: Ranked): boolean =>
  rank > start.rank || (rank === start.rank && row.position >= start.position)

const byPlace = (one: Ranked, other: Ranked): number =>
  one.rank - other.rank || one.row.position - other.row.position

/** What matches let through from the first fabric on: each is asked for once in a search. */
type FirstPositions = (match: string) => readonly number[]

/**
 * The fabrics that meet a condition, from a position on, in the order of D5.
 *
 * @param wanted how many will be read, as far as is known.
 */
export function* meeting(
  db: Connection,
  lines: Lines,
  condition: Condition,
  from: number,
  wanted: number,
  first: FirstPositions = (match) => positionsOf(db, match, 0, wanted),
): Generator<Row> {
  const match = matchOf(condition)
  const exact = isExact(condition)
  let batch = wanted
  for (let next = from; match !== undefined; batch = Math.min(2 * batch, LARGEST_BATCH)) {
    const positions = next === 0 ? first(match) : positionsOf(db, match, next, batch)
    for (const position of positions) {
      const row = rowAt(db, position)
      if (exact || accepts(condition, candidateOf(lines, row))) yield row
    }
    if (positions.length < batch) return
    next = (positions.at(-1) ?? next) + 1
  }
}

/** A page of what a plan finds, in the order of D15. */
export function byWords(db: Connection, lines: Lines, plan: Plan, start: Place, count: number): Ranked[] {
  const first = onceEach((match) => positionsOf(db, match, 0, count))

  function atHand(positions: readonly number[]): Ranked[] {
    const found = positions.flatMap((position): Ranked[] => {
      const row = rowAt(db, position)
      const candidate = candidateOf(lines, row)
      const tier = plan.tiers.find(({ condition }) => accepts(condition, candidate))
      return tier === undefined ? [] : [{ row, rank: tier.rank }]
    })
    return found.filter((each) => isFrom(start, each)).sort(byPlace)
  }

  /** Tier after tier, each without the fabrics of those before it; behind a page that was begun. */
  function walked(tiers: readonly Tier[], begun: readonly Ranked[], known: ReadonlySet<number>): Ranked[] {
    const found = [...begun]
    const seen = new Set(known)
    // What stands on this page is known; what stood on pages before it has to be asked for.
    const isFirst = start.rank === TOP.rank && start.position === TOP.position
    const before = isFirst ? [] : plan.tiers.filter(({ rank }) => rank <= start.rank)
    for (const { rank, condition } of tiers) {
      if (rank < start.rank || found.length >= count) continue
      const earlier = before.filter((tier) => tier.rank < rank).map((tier) => tier.condition)
      const left = but(condition, earlier.filter(isExact))
      // A match that lets through more cannot be taken away: those are asked fabric by fabric.
      const others = earlier.filter((each) => !isExact(each))
      const from = rank === start.rank ? start.position : 0
      for (const row of meeting(db, lines, left, from, count, first)) {
        if (seen.has(row.position)) continue
        if (others.some((each) => accepts(each, candidateOf(lines, row)))) continue
        seen.add(row.position)
        found.push({ row, rank })
        if (found.length >= count) break
      }
    }
    return found
  }

  const rest = plan.rest === undefined ? [] : [plan.rest]
  const positionsFor = (condition: Condition) => {
    const match = matchOf(condition)
    return match === undefined ? [] : first(match)
  }
  if (plan.needed !== EVERYTHING && positionsFor(plan.needed).length === 0) return []
  const positions = positionsFor(plan.together)
  // Less than a page is ranked at hand.
  return positions.length < count
    ? walked(rest, atHand(positions), new Set(positions))
    : walked([...plan.tiers, ...rest], [], new Set())
}
