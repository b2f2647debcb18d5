import { common, countBits, eachBit, setBit, setBits, union, without } from './bits.ts'
import { type AskedColor, isBehind, nearest, type Place, type Ranked, rounded } from './colour-search.ts'
import { type Allowance, cheapest } from './cost.ts'
import type { Matcher } from './match.ts'
import type { CatalogIndex } from './memory.ts'
import { type AskedWord, isFiller } from './question.ts'
import { RANKS, rankingOf } from './rank.ts'

/** A colour that a list is for, the words that name it, and the fabric if it is the colour of one. */
export interface ListColor {
  readonly hex: string
  readonly name: readonly AskedWord[]
  readonly fabric?: number
}

/** What was asked for in one list: words, or a colour with the words that filter beside it. */
export interface AskedPart {
  readonly words: readonly AskedWord[]
  readonly color?: ListColor
}

/** A list of fabrics in the order of an answer. */
interface RankedList {
  readonly asked: AskedPart
  /** The first fabrics behind a place. */
  take(after: Place | undefined, count: number): readonly Ranked[]
}

/** What a question finds: one list, or several that share no fabric and take turns. */
export interface Answer {
  readonly lists: readonly RankedList[]
  readonly total: number
  /** What the fabrics lack (D16). */
  readonly cost: number
  /** The colours that the lists are for, if they are for colours. */
  readonly colors?: readonly AskedListColor[]
}

interface AskedListColor extends AskedColor {
  readonly asked: AskedPart
}

/** The catalog, what filters leave of it, and what finds words in it. */
export interface Searched {
  readonly index: CatalogIndex
  readonly matcher: Matcher
  /** A bit for each fabric that filters leave. */
  readonly within: Uint32Array
}

/** The fabrics that have the words, but for what may be missing. */
export function byWords(
  { index, matcher, within }: Searched,
  words: readonly AskedWord[],
  allowance: Allowance,
): (Answer & { readonly bits: Uint32Array }) | undefined {
  const found = cheapest(index, matcher.find(words), allowance, within)
  if (found === undefined) return undefined
  const take = (after: Place | undefined, count: number): readonly Ranked[] => {
    const rankAt = rankingOf(index, matcher.find(words))
    const byRank = Array.from({ length: RANKS }, (): Ranked[] => [])
    eachBit(found.bits, (fabric) => {
      const rank = rankAt(fabric)
      const list = byRank[rank]
      if (list !== undefined && list.length < count && isBehind(rank, fabric, after))
        list.push({ fabric, rank })
    })
    return byRank.flat().slice(0, count)
  }
  return { ...found, lists: [{ asked: { words }, take }] }
}

function byColorsWithin(index: CatalogIndex, colors: readonly AskedListColor[]): Answer | undefined {
  const total = countBits(union(colors.map(({ within }) => within)))
  if (total === 0) return undefined
  const lists = colors.map(({ asked }, color) => ({
    asked,
    take: (after: Place | undefined, count: number) => nearest(index, colors, color, after, count),
  }))
  return { lists, total, cost: 0, colors }
}

/**
 * The fabrics nearest to each of some colours (D17).
 *
 * @param words that filter beside the colours
 * @param bits the fabrics that have these words
 */
export function byColors(
  { index, within: filtered }: Searched,
  colors: readonly ListColor[],
  words: readonly AskedWord[],
  bits: Uint32Array,
): Answer | undefined {
  const within = common([index.colored, filtered, bits])
  return byColorsWithin(
    index,
    colors.map((color) => ({ hex: color.hex, within, asked: { words, color } })),
  )
}

/** The fabrics of the lines that words name: all without words. */
export function ofLines({ index, matcher }: Searched, words: readonly AskedWord[]): Uint32Array {
  const columns = matcher.find(words).columns.filter((_, at) => words[at] && !isFiller(words[at]))
  const bits = new Uint32Array(index.colored.length)
  for (const [number, { from, to }] of index.lines.entries())
    if (columns.every((column) => column.ofLines[number])) setBits(bits, from, to)
  return bits
}

/** What words found, and behind it the fabrics nearest to a colour. */
export function withNearest(
  { index }: Searched,
  found: Answer & { readonly bits: Uint32Array },
  near: Answer | undefined,
): Answer {
  const [named] = found.lists
  const [color] = near?.colors ?? []
  if (named === undefined || color === undefined) return found
  const colors = [{ ...color, within: without(color.within, found.bits) }]
  const take = (after: Place | undefined, count: number): readonly Ranked[] => {
    const isBehindNames = after !== undefined && after.rank >= RANKS
    const names = isBehindNames ? [] : named.take(after, count)
    const place = isBehindNames ? { ...after, rank: rounded(after.rank - RANKS) } : undefined
    const others = nearest(index, colors, 0, place, count - names.length)
    return [...names, ...others.map((other) => ({ ...other, rank: RANKS + other.rank }))]
  }
  const asked = { ...named.asked, ...(color.asked.color === undefined ? {} : { color: color.asked.color }) }
  return {
    lists: [{ asked, take }],
    total: found.total + countBits(colors[0]?.within ?? found.bits),
    cost: 0,
  }
}

/**
 * The parts of a list in turn (D17.8). A fabric belongs to the part that finds it best, so that it is listed once: what no
 * word finds may belong to a colour.
 *
 * @param parts what each part finds, alone.
 */
export function inTurn({ index }: Searched, parts: readonly Answer[]): Answer {
  const owner = new Uint8Array(index.count)
  const best = new Float64Array(index.count).fill(Number.POSITIVE_INFINITY)
  const owned = new Uint32Array(index.colored.length)
  const ranked = parts.map((part, number) => {
    const all = part.colors === undefined ? (part.lists[0]?.take(undefined, part.total) ?? []) : []
    for (const { fabric, rank } of all) {
      const score = RANKS * part.cost + rank
      if (score >= (best[fabric] ?? 0)) continue
      best[fabric] = score
      owner[fabric] = number
      setBit(owned, fabric)
    }
    return all
  })
  const colors = parts.flatMap((part) => part.colors ?? [])
  const byColor = byColorsWithin(
    index,
    colors.map((color) => ({ ...color, within: without(color.within, owned) })),
  )
  const ofColors = [...(byColor?.lists ?? [])]
  const lists = parts.flatMap((part, number): readonly RankedList[] => {
    if (part.colors !== undefined) return ofColors.splice(0, 1)
    const own = ranked[number]?.filter(({ fabric }) => owner[fabric] === number) ?? []
    const take = (after: Place | undefined, count: number) =>
      own.filter(({ fabric, rank }) => isBehind(rank, fabric, after)).slice(0, count)
    return part.lists.map(({ asked }) => ({ asked, take }))
  })
  return { lists, total: countBits(owned) + (byColor?.total ?? 0), cost: 0 }
}
