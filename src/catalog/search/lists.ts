import { ciede2000, type Lab, labOf } from '../../core/color.ts'
import { type Bits, eachBit, isBitSet } from './bits.ts'
import type { CatalogIndex } from './catalog-index.ts'
import type { FoundWord } from './match.ts'
import type { Words } from './question.ts'
import { RANKS, rankingOf } from './rank.ts'

/** A colour that was asked for, the words that name it, and the fabric if it is the colour of one. */
export interface AskedColor {
  /** `#RRGGBB` */
  readonly hex: string
  readonly name: Words
  readonly fabric?: number
}

/** One list of an answer: fabrics that have the words, best first; or with a colour, nearest to it first. */
export interface List {
  /** The words that were looked for; with a colour, those that filter. */
  readonly found: readonly FoundWord[]
  readonly fabrics: Bits
  readonly color?: AskedColor
}

/** The answer to a question: one list, or several that share no fabric and take turns. None, if nothing was found. */
export type Lists = readonly List[]

/** A fabric with its rank in a list: that of D15, or the distance from its colour. */
export interface Ranked {
  readonly fabric: number
  readonly rank: number
}

/** Where a page of a list begins: with the fabrics of this rank from number `from` on, then those of a greater rank. */
export interface Place {
  readonly rank: number
  readonly from: number
}

/** A fabric that is shown, with the number of its list. */
export interface Shown extends Ranked {
  readonly list: number
}

/** The fabrics of lists that take turns, from a place in each. @param last the list of the last fabric shown, or -1 */
export function* turns(
  index: CatalogIndex,
  lists: Lists,
  places: readonly (Place | undefined)[],
  last: number,
): Generator<Shown> {
  const queues = lists.map((_, at) => inOrder(index, lists, at, places[at]))
  let ended = 0
  for (let turn = last + 1; ended < lists.length; turn += 1) {
    const list = turn % lists.length
    const next = queues[list]?.next()
    ended = next?.done ? ended + 1 : 0
    if (next?.done === false) yield { ...next.value, list }
  }
}

/** The fabrics of the list number `at` in their order, from a place on. */
function* inOrder(
  index: CatalogIndex,
  lists: Lists,
  at: number,
  place: Place | undefined,
): Generator<Ranked> {
  const list = lists[at]
  if (list === undefined) return
  const ranked = list.color === undefined ? best(index, list) : nearest(index, lists, at)
  for (const each of ranked) {
    const { rank, fabric } = each
    const isFrom = place === undefined || rank > place.rank || (rank === place.rank && fabric >= place.from)
    if (isFrom) yield each
  }
}

/** The fabrics that have words, the best first (D15). Nothing is sorted: there are few ranks. */
export function* best(index: CatalogIndex, { found, fabrics }: List): Generator<Ranked> {
  const rankOf = found.length === 0 ? () => 0 : rankingOf(index, found)
  const byRank = Array.from({ length: RANKS }, (): number[] => [])
  eachBit(fabrics, (fabric) => byRank[rankOf(fabric)]?.push(fabric))
  for (const [rank, all] of byRank.entries()) for (const fabric of all) yield { fabric, rank }
}

/** The distance of a fabric from a colour, rounded to a millionth. */
const distanceOf = (index: CatalogIndex, color: Lab, fabric: number): number =>
  Math.round(ciede2000(color, index.labAt(fabric)) * 1e6) / 1e6

/** Slack for floating-point rounding, where a lower bound is compared with a distance. */
const ROUNDED = 1e-3

/**
 * The lightness term of CIEDE2000. No two colours are nearer than this, so it rules fabrics out cheaply. It grows with
 * the difference in lightness.
 */
function leastDistance(l: number, other: number): number {
  const square = ((l + other) / 2 - 50) ** 2
  return Math.abs(other - l) / (1 + (0.015 * square) / Math.sqrt(20 + square)) - ROUNDED
}

/**
 * All fabrics with a colour, in groups: first those as light as a colour, then lighter and darker ones. No fabric of a
 * group or of a later one is nearer to the colour than `least`.
 */
function* outwards(
  index: CatalogIndex,
  lightness: number,
): Generator<{ least: number; group: readonly number[] }> {
  const groups = index.byLightness
  let up = Math.min(groups.length - 1, Math.floor(lightness))
  let down = up - 1
  while (up < groups.length || down >= 0) {
    const above =
      up < groups.length ? leastDistance(lightness, Math.max(lightness, up)) : Number.POSITIVE_INFINITY
    const below = down >= 0 ? leastDistance(lightness, down + 1) : Number.POSITIVE_INFINITY
    yield { least: Math.min(above, below), group: groups[above <= below ? up++ : down--] ?? [] }
  }
}

/**
 * The fabrics of the list number `own`, nearest to its colour first (D17). Of several colours, a fabric belongs to the
 * nearest, and of two at the same distance to the first.
 */
function* nearest(index: CatalogIndex, lists: Lists, own: number): Generator<Ranked> {
  const targets = lists.flatMap(({ color, fabrics }, at) =>
    color === undefined ? [] : [{ at, lab: labOf(color.hex), fabrics }],
  )
  const target = targets.find(({ at }) => at === own)
  if (target === undefined) return
  const isOwn = ({ fabric, rank }: Ranked) =>
    targets.every((other) => {
      if (other === target || !isBitSet(other.fabrics, fabric)) return true
      if (leastDistance(other.lab[0], index.labAt(fabric)[0]) > rank) return true
      const away = distanceOf(index, other.lab, fabric)
      return away > rank || (away === rank && other.at > own)
    })
  /** The fabrics looked at by whole units of distance. A unit is complete once all others are farther away. */
  const units: Ranked[][] = []
  let complete = 0
  const nextUnit = () =>
    (units[complete++] ?? [])
      .sort((one, other) => one.rank - other.rank || one.fabric - other.fabric)
      .filter(isOwn)
  for (const { least, group } of outwards(index, target.lab[0])) {
    while (complete + 1 <= least) yield* nextUnit()
    for (const fabric of group) {
      if (!isBitSet(target.fabrics, fabric)) continue
      const rank = distanceOf(index, target.lab, fabric)
      const unit = Math.floor(rank)
      units[unit] ??= []
      units[unit].push({ fabric, rank })
    }
  }
  while (complete < units.length) yield* nextUnit()
}
