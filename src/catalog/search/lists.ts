import { ciede2000, type Lab, labOf } from '../../core/color.ts'
import { type Bits, isBitSet } from './bits.ts'
import { type CatalogIndex, EIGHTHS } from './catalog-index.ts'
import type { FoundWord } from './match.ts'
import type { AskedColor, Words } from './question.ts'
import { type Ranked, ranked } from './rank.ts'

/** Fabrics with the words, best first; with a colour, the nearest first. */
export interface List {
  /** The asked words; with a colour, those that filter. */
  readonly found: readonly FoundWord[]
  readonly fabrics: Bits
  /** Of missing words (D16). */
  readonly cost: number
  readonly color?: AskedColor
  /** A part for which nothing was found. Then there are no fabrics (D17.8). */
  readonly unmatched?: Words
}

/** They take turns. Without any, nothing was found. */
export type Lists = readonly List[]

export interface Shown extends Ranked {
  readonly list: number
}

const inOrder = (one: Ranked, other: Ranked): number => one.rank - other.rank || one.fabric - other.fabric

/**
 * @param places where each list begins.
 * @param last the list of the fabric before, -1 at the beginning.
 */
export function* alternating(
  index: CatalogIndex,
  lists: Lists,
  places: readonly (Ranked | undefined)[],
  last: number,
): Generator<Shown> {
  const queues = lists.map((list, at) => {
    const place = places[at]
    const all = list.color === undefined ? ranked(index, list.found, list.fabrics) : nearest(index, lists, at)
    return place === undefined ? all : all.filter((each) => inOrder(each, place) >= 0)
  })
  let ended = 0
  for (let turn = last + 1; ended < lists.length; turn += 1) {
    const list = turn % lists.length
    const next = queues[list]?.next()
    ended = next?.done ? ended + 1 : 0
    if (next?.done === false) yield { ...next.value, list }
  }
}

/** Rounded to a millionth. */
const distanceOf = (index: CatalogIndex, color: Lab, fabric: number): number =>
  Math.round(ciede2000(color, index.labAt(fabric)) * 1e6) / 1e6

/** A lower bound is compared with a rounded distance. */
const ROUNDED = 1e-3

/** The lightness term of CIEDE2000. No two colours are nearer, so it rules fabrics out cheaply. */
function leastDistance(l: number, other: number): number {
  const square = ((l + other) / 2 - 50) ** 2
  return Math.abs(other - l) / (1 + (0.015 * square) / Math.sqrt(20 + square)) - ROUNDED
}

/** List number `own` (D17). A fabric belongs to the list of the nearest colour, and at the same distance to the first. */
function* nearest(index: CatalogIndex, lists: Lists, own: number): Generator<Ranked> {
  const targets = lists.map(({ color, fabrics }) => ({ lab: color && labOf(color.hex), fabrics }))
  const { lab, fabrics } = targets[own] ?? {}
  if (lab === undefined || fabrics === undefined) return
  const [lightness] = lab
  const isOwn = ({ fabric, rank }: Ranked) =>
    targets.every((other, at) => {
      if (at === own || other.lab === undefined || !isBitSet(other.fabrics, fabric)) return true
      if (leastDistance(other.lab[0], index.labAt(fabric)[0]) > rank) return true
      const away = distanceOf(index, other.lab, fabric)
      return away > rank || (away === rank && at > own)
    })
  const groups = index.byLightness
    .map((all, from) => {
      const mostSimilar = Math.max(from / EIGHTHS, Math.min(lightness, (from + 1) / EIGHTHS))
      return { all, least: leastDistance(lightness, mostSimilar) }
    })
    .sort((one, other) => one.least - other.least)
  /** By eighths of distance, rounded down. A page needs only the first, once all groups to come are farther away. */
  const byDistance: Ranked[][] = []
  let complete = 0
  const nextOnes = () => (byDistance[complete++] ?? []).sort(inOrder).filter(isOwn)
  for (const { all, least } of groups) {
    while ((complete + 1) / EIGHTHS <= least) yield* nextOnes()
    for (const fabric of all) {
      if (!isBitSet(fabrics, fabric)) continue
      const rank = distanceOf(index, lab, fabric)
      const step = Math.floor(rank * EIGHTHS)
      byDistance[step] ??= []
      byDistance[step].push({ rank, fabric })
    }
  }
  while (complete < byDistance.length) yield* nextOnes()
}
