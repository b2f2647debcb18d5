import { but, type Condition } from './conditions.ts'
import type { Connection } from './database.ts'
import type { Lines } from './lines.ts'
import { accepts } from './predicate.ts'
import { candidateOf, positionsOf, type Ranked, type Row, rowAt } from './rows.ts'
import type { Plan, Tier } from './tiers.ts'
import { isExact, matchOf } from './tokens.ts'
import { LARGEST_BATCH } from './tuning.ts'

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
): Generator<Row> {
  const match = matchOf(condition)
  const exact = isExact(condition)
  let batch = wanted
  for (let next = from; match !== undefined; batch = Math.min(2 * batch, LARGEST_BATCH)) {
    const positions = positionsOf(db, match, next, batch)
    for (const position of positions) {
      const row = rowAt(db, position)
      if (exact || accepts(condition, candidateOf(lines, row))) yield row
    }
    if (positions.length < batch) return
    next = (positions.at(-1) ?? next) + 1
  }
}

/** What a plan finds that fills less than a page, ranked at hand; `undefined` when there is more. */
function ranked(
  db: Connection,
  lines: Lines,
  { most, tiers, rest }: Plan,
  start: Place,
  count: number,
): Ranked[] | undefined {
  const match = matchOf(most)
  const positions = match === undefined ? [] : positionsOf(db, match, 0, count)
  if (positions.length === count) return undefined
  const found = positions.flatMap((position): Ranked[] => {
    const row = rowAt(db, position)
    const candidate = candidateOf(lines, row)
    const tier = tiers.find(({ condition }) => accepts(condition, candidate))
    return tier === undefined ? [] : [{ row, rank: tier.rank }]
  })
  const known = new Set(found.map(({ row }) => row.position))
  const page = found.filter((each) => isFrom(start, each)).sort(byPlace)
  if (rest === undefined) return page
  const from = start.rank === rest.rank ? start.position : 0
  for (const row of meeting(db, lines, rest.condition, from, count)) {
    if (page.length === count) break
    if (!known.has(row.position)) page.push({ row, rank: rest.rank })
  }
  return page
}

/** Tier after tier, each without the fabrics of those before it. */
function byTiers(
  db: Connection,
  lines: Lines,
  tiers: readonly Tier[],
  start: Place,
  count: number,
): Ranked[] {
  const found = new Map<number, Ranked>()
  // What stands on this page is known; what stood on pages before it has to be asked for.
  const isFirst = start.rank === TOP.rank && start.position === TOP.position
  const before = isFirst ? [] : tiers.filter(({ rank }) => rank <= start.rank)
  for (const { rank, condition } of tiers) {
    if (rank < start.rank || found.size >= count) continue
    const earlier = before.filter((tier) => tier.rank < rank).map((tier) => tier.condition)
    const left = but(condition, earlier.filter(isExact))
    // A match that lets through more cannot be taken away: those are asked fabric by fabric.
    const others = earlier.filter((each) => !isExact(each))
    for (const row of meeting(db, lines, left, rank === start.rank ? start.position : 0, count)) {
      if (others.length > 0) {
        const candidate = candidateOf(lines, row)
        if (others.some((each) => accepts(each, candidate))) continue
      }
      if (!found.has(row.position)) found.set(row.position, { row, rank })
      if (found.size >= count) break
    }
  }
  return [...found.values()]
}

/** A page of what a plan finds, in the order of D15. */
export const byWords = (db: Connection, lines: Lines, plan: Plan, start: Place, count: number): Ranked[] =>
  ranked(db, lines, plan, start, count) ??
  byTiers(db, lines, plan.rest === undefined ? plan.tiers : [...plan.tiers, plan.rest], start, count)
