import type { Connection } from '../database.ts'
import { LARGEST_BATCH } from '../tuning.ts'
import { but, type Condition, EVERYTHING } from './conditions.ts'
import type { Lines } from './lines.ts'
import { onceEach } from './once.ts'
import { accepts } from './predicate.ts'
import { candidateOf, positionsOf, type Ranked, type Row, rowAt } from './rows.ts'
import type { Plan, Tier } from './tiers.ts'
import { isExact, matchOf } from './tokens.ts'

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
 * The fabrics that meet a condition, from a position on, in the order of D5.
 *
 * @param wanted about how many will be read.
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

  /** Fills a page that was begun: reads tier after tier, each without the fabrics of earlier tiers. */
  function walked(tiers: readonly Tier[], begun: readonly Ranked[], known: ReadonlySet<number>): Ranked[] {
    const found = [...begun]
    const seen = new Set(known)
    // Fabrics on this page are known. Those on earlier pages are recognised by their tiers.
    const isFirst = start.rank === TOP.rank && start.position === TOP.position
    const before = isFirst ? [] : plan.tiers.filter(({ rank }) => rank <= start.rank)
    for (const { rank, condition } of tiers) {
      if (rank < start.rank || found.length >= count) continue
      const earlier = before.filter((tier) => tier.rank < rank).map((tier) => tier.condition)
      const left = but(condition, earlier.filter(isExact))
      // An inexact match cannot be subtracted, so its condition is tested fabric by fabric.
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
  // Less than a page is ranked in memory.
  return positions.length < count
    ? walked(rest, atHand(positions), new Set(positions))
    : walked([...plan.tiers, ...rest], [], new Set())
}
