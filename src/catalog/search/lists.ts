import { ciede2000, type Lab, labOf } from '../../core/color.ts'
import { type Bits, countBits, eachBit, isBitSet, union, without } from './bits.ts'
import type { CatalogIndex } from './catalog-index.ts'
import type { Matcher } from './match.ts'
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
  readonly words: Words
  readonly fabrics: Bits
  readonly color?: AskedColor
}

/** The answer to a question: one list, or several that share no fabric and take turns. None, if nothing was found. */
export type Lists = readonly List[]

/** The index, what finds words in it, and the fabrics that the filters leave. */
export interface Searched {
  readonly index: CatalogIndex
  readonly matcher: Matcher
  readonly within: Bits
}

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

/** How many fabrics are in some lists. */
export const totalOf = (lists: Lists): number => countBits(union(...lists.map(({ fabrics }) => fabrics)))

/**
 * The parts of a list (D17.8), with each fabric only in the part that finds the fewest ("blue, light blue"). A list of
 * a colour loses every fabric that a list of words has. Between colours, `nearest` decides.
 */
export function eachFabricOnce(parts: Lists): Lists {
  const byWords = parts
    .filter(({ color }) => color === undefined)
    .map(({ fabrics }) => fabrics)
    .sort((one, other) => countBits(one) - countBits(other))
  return parts.map((part) => {
    const at = byWords.indexOf(part.fabrics)
    return { ...part, fabrics: without(part.fabrics, ...byWords.slice(0, at === -1 ? undefined : at)) }
  })
}

/** A fabric that is shown, with the number of its list. */
export interface Shown extends Ranked {
  readonly list: number
}

/** The next fabrics of lists that take turns. @param last the list of the last fabric shown, -1 at the beginning */
export function turns(
  { matcher }: Searched,
  lists: Lists,
  places: readonly (Place | undefined)[],
  last: number,
  count: number,
): readonly Shown[] {
  const takeAll = (most: number) => lists.map((_, at) => take(matcher, lists, at, places[at], most))
  // No list gives more than its share, unless another one comes to its end.
  const share = lists.length === 1 ? count : Math.ceil(count / lists.length) + 1
  const shares = takeAll(share)
  const taken = share < count && shares.some(({ length }) => length < share) ? takeAll(count) : shares
  const shown: Shown[] = []
  for (let turn = 0; turn <= count; turn += 1) {
    for (const [list, items] of taken.entries()) {
      // The first round goes on with the lists after the last one. The others begin in the second.
      const ranked = items[list > last ? turn : turn - 1]
      if (ranked !== undefined && shown.length < count) shown.push({ ...ranked, list })
    }
  }
  return shown
}

/** The first fabrics of the list number `at`, from a place on. */
export function take(
  matcher: Matcher,
  lists: Lists,
  at: number,
  place: Place | undefined,
  count: number,
): readonly Ranked[] {
  const list = lists[at]
  if (list === undefined) return []
  return list.color === undefined
    ? best(matcher, list, place, count)
    : nearest(matcher.index, lists, at, place, count)
}

const isFrom = (rank: number, fabric: number, place: Place | undefined): boolean =>
  place === undefined || rank > place.rank || (rank === place.rank && fabric >= place.from)

/** The best of the fabrics that have words, from a place on (D15). Nothing is sorted: there are few ranks. */
function best(
  matcher: Matcher,
  { words, fabrics }: List,
  place: Place | undefined,
  count: number,
): readonly Ranked[] {
  const rankAt = words.length === 0 ? () => 0 : rankingOf(matcher.index, matcher.find(words))
  const byRank = Array.from({ length: RANKS }, (): Ranked[] => [])
  eachBit(fabrics, (fabric) => {
    const rank = rankAt(fabric)
    const list = byRank[rank]
    if (list !== undefined && list.length < count && isFrom(rank, fabric, place)) list.push({ fabric, rank })
  })
  return byRank.flat().slice(0, count)
}

const inOrder = (one: Ranked, other: Ranked) => one.rank - other.rank || one.fabric - other.fabric

/** Slack for floating-point rounding, where a lower bound is compared with a distance. */
const ROUNDED = 1e-3

/** The distance of a fabric from a colour, rounded to a millionth. */
const distanceOf = (index: CatalogIndex, color: Lab, fabric: number): number =>
  Math.round(ciede2000(color, index.labAt(fabric)) * 1e6) / 1e6

/**
 * The lightness term of CIEDE2000. No two colours are nearer than this, so it rules fabrics out cheaply. It grows with
 * the difference in lightness.
 */
function leastDistance(l: number, other: number): number {
  const square = ((l + other) / 2 - 50) ** 2
  return Math.abs(other - l) / (1 + (0.015 * square) / Math.sqrt(20 + square))
}

/**
 * The fabrics of the list number `own`, nearest to its colour first, from a place on (D17). A fabric belongs to the
 * list whose colour is nearest. Fabrics as light as the colour are looked at first, then lighter and darker ones, until
 * the difference in lightness alone is too large.
 */
function nearest(
  index: CatalogIndex,
  lists: Lists,
  own: number,
  place: Place | undefined,
  count: number,
): readonly Ranked[] {
  const targets = lists.flatMap(({ color, fabrics }, at) =>
    color === undefined ? [] : [{ at, lab: labOf(color.hex), fabrics }],
  )
  const target = targets.find(({ at }) => at === own)
  if (target === undefined) return []
  const { lab, fabrics } = target
  const [lightness] = lab
  const others = targets.filter((each) => each !== target)
  const found: Ranked[] = []
  let worst = Number.POSITIVE_INFINITY
  const isTooFar = (distance: number, rank: number) => distance > rank + ROUNDED

  /** Whether no other colour is nearer. Of two at the same distance, the first one has the fabric. */
  const isOwn = (fabric: number, rank: number) =>
    others.every((other) => {
      if (!isBitSet(other.fabrics, fabric)) return true
      if (isTooFar(leastDistance(other.lab[0], index.labs[3 * fabric] ?? 0), rank)) return true
      const away = distanceOf(index, other.lab, fabric)
      return away > rank || (away === rank && other.at > own)
    })

  function look(fabric: number): void {
    if (isTooFar(leastDistance(lightness, index.labs[3 * fabric] ?? 0), worst)) return
    if (!isBitSet(fabrics, fabric)) return
    const rank = distanceOf(index, lab, fabric)
    if (rank > worst || !isFrom(rank, fabric, place) || !isOwn(fabric, rank)) return
    found.push({ fabric, rank })
    if (found.length < 2 * count) return
    found.sort(inOrder).splice(count)
    worst = found.at(-1)?.rank ?? worst
  }

  const last = index.byLightness.length - 1
  let up = Math.min(last, Math.floor(lightness))
  let down = up - 1
  while (up <= last || down >= 0) {
    const above = up > last ? Number.POSITIVE_INFINITY : leastDistance(lightness, Math.max(lightness, up))
    const below = down < 0 ? Number.POSITIVE_INFINITY : leastDistance(lightness, down + 1)
    if (isTooFar(Math.min(above, below), worst)) break
    index.byLightness[above <= below ? up++ : down--]?.forEach(look)
  }
  return found.sort(inOrder).slice(0, count)
}
