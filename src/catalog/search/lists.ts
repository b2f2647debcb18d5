// The order of an answer (D15, D17): fabrics by rank or by the distance from a colour, and lists that take turns.

import { ciede2000, type Lab, labOf } from '../../core/color.ts'
import { type Bits, eachBit, isBitSet } from './bits.ts'
import { type CatalogIndex, EIGHTHS, type Fabric, type Line } from './catalog-index.ts'
import { type FoundWord, QUALITY } from './match.ts'
import { type AskedColor, isOfLine, joined, tellingOf, type Words } from './question.ts'
import { runsOf } from './vocabulary.ts'

/** How well a fabric answers the whole question (D15), best first. */
const TIER = {
  sku: 0,
  number: 1,
  lineAndName: 2,
  wholeName: 3,
  // There is no 4 any more: cursors hold ranks, and go on after an update.
  collectionBegins: 5,
  nameBegins: 6,
  allInName: 7,
  firstWord: 8,
  /** Beginnings, and words of the line and the name together. */
  other: 9,
  inside: 10,
} as const

/** At equal rank, the order of D5 decides. */
export interface Ranked {
  readonly rank: number
  readonly fabric: number
}

/** The best first (D15). There are few ranks, so nothing is sorted. */
export function* ranked(index: CatalogIndex, words: readonly FoundWord[], fabrics: Bits): Generator<Ranked> {
  const rankOf = words.length === 0 ? () => 0 : rankingOf(index, words)
  const byRank: number[][] = []
  eachBit(fabrics, (fabric) => {
    const rank = rankOf(fabric)
    byRank[rank] ??= []
    byRank[rank].push(fabric)
  })
  for (const [rank, all = []] of byRank.entries()) for (const fabric of all) yield { rank, fabric }
}

/** Returns a function that ranks fabrics, 0 for the best. Call it line by line. */
function rankingOf(index: CatalogIndex, words: readonly FoundWord[]): (fabric: number) => number {
  const telling = tellingOf(words)
  const phrases = [joined(words), joined(telling)]
  const spelled = Map.groupBy(runsOf(words), (run) => run.map((word) => word.spelled).join(''))
  /** Most names are longer, and need not be looked up. */
  const longest = Math.max(...Array.from(spelled.keys(), ({ length }) => length))

  /** The question, as it is compared with a line and the names in it. */
  function askedOf(line: Line) {
    const { words: own } = line.collection
    const ownName = own.join('')
    const lineWords = words.filter((word) => isOfLine(word) && word.lines.has(line))
    const nameWords = lineWords.length === 0 ? [] : words.filter((word) => !lineWords.includes(word))
    return {
      line,
      isBegun: own.some((_, at) => phrases.includes(own.slice(0, at + 1).join(''))),
      name: joined(nameWords),
      behindLine: phrases[0]?.startsWith(ownName) ? phrases[0].slice(ownName.length) : '',
    }
  }
  let asked: ReturnType<typeof askedOf> | undefined

  function tierOf(fabric: number, { line, name }: Fabric): number {
    if (asked?.line !== line) asked = askedOf(line)
    // Without an array, because a common word asks this of many thousands of fabrics.
    let best: number = QUALITY.missing
    let worst: number = QUALITY.sku
    let isInside = false
    for (const { quality } of telling) {
      const own = quality[fabric] ?? QUALITY.missing
      best = Math.max(best, own)
      worst = Math.min(worst, own)
      isInside ||= own === QUALITY.inside
    }
    if (best === QUALITY.sku) return TIER.sku
    if (best === QUALITY.number) return TIER.number
    if (name !== '' && (name === asked.name || name === asked.behindLine)) return TIER.lineAndName
    if (name === phrases[0]) return TIER.wholeName
    if (asked.isBegun) return TIER.collectionBegins
    if (isInside) return TIER.inside
    if (worst >= QUALITY.word)
      return phrases.some((phrase) => name.startsWith(phrase)) ? TIER.nameBegins : TIER.allInName
    return telling.some(({ text }) => name.startsWith(text)) ? TIER.firstWord : TIER.other
  }

  // In a tier, "Sea Glass" comes first if it was asked for, then "Seaglass", then other spellings.
  return (fabric) => {
    const own = index.fabric(fabric)
    const tier = 3 * tierOf(fabric, own)
    const same = own.spelling.length > longest ? undefined : spelled.get(own.spelling)
    if (same === undefined) return tier + 2
    return tier + (same.some((run) => run.length === own.words) ? 0 : 1)
  }
}

/** Fabrics with the words, best first; with a colour, the nearest first. */
export interface List {
  /** The asked words; with a colour, those that filter. */
  readonly found: readonly FoundWord[]
  readonly fabrics: Bits
  /** The sum for missing words (D16). */
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

const inOrder = (one: Ranked, other: Ranked) => one.rank - other.rank || one.fabric - other.fabric

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

const distanceOf = (index: CatalogIndex, color: Lab, fabric: number) =>
  Math.round(ciede2000(color, index.labAt(fabric)) * 1e6) / 1e6

/** A lower bound leaves room for the rounding of distances. */
const ROUNDED = 1e-3

/** The lightness term of CIEDE2000: colours of these lightnesses are at least so far apart. It rules out fabrics cheaply. */
function leastDistance(l: number, other: number) {
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
