import { common, countBits, eachBit, setBit, union, without } from './bits.ts'
import { type AskedColor, ColorSearch, isBehind, type Place, type Ranked } from './colour-search.ts'
import { type Allowance, cheapest, NOTHING_MISSING } from './cost.ts'
import type { Matcher } from './match.ts'
import type { CatalogIndex } from './memory.ts'
import type { AskedWord } from './question.ts'
import { RANKS, rankingOf } from './rank.ts'
import { type NamedColor, namedColor } from './readings.ts'

/** What was asked for in one list: words, or a colour with the words that filter beside it. */
export interface AskedPart {
  readonly words: readonly AskedWord[]
  readonly color?: { readonly hex: string; readonly name: readonly AskedWord[] }
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
  readonly within: Uint32Array | undefined
}

const ofColor = ({ index, within }: Searched): Uint32Array =>
  within === undefined ? index.colored : common([index.colored, within])

/** The fabrics that have the words, but for what may be missing. @param cost if an earlier page found it */
export function byWords(
  searched: Searched,
  words: readonly AskedWord[],
  allowance: Allowance,
  cost?: number,
): Answer | undefined {
  const { index, matcher, within } = searched
  const found = cheapest(index, matcher.find(words), allowance, within, cost)
  if (found === undefined) return undefined
  const take = (after: Place | undefined, count: number): readonly Ranked[] => {
    const rankAt = rankingOf(index, matcher.find(words))
    const byRank = Array.from({ length: RANKS }, (): number[] => [])
    eachBit(found.bits, (fabric) => {
      const rank = rankAt(fabric)
      const list = byRank[rank]
      if (list !== undefined && list.length < count && isBehind(rank, fabric, after)) list.push(fabric)
    })
    return byRank.flatMap((list, rank) => list.map((fabric) => ({ fabric, rank }))).slice(0, count)
  }
  return { lists: [{ asked: { words }, take }], total: found.total, cost: found.cost }
}

function byColorsWithin(index: CatalogIndex, colors: readonly AskedListColor[]): Answer | undefined {
  const total = countBits(union(colors.map(({ within }) => within)))
  if (total === 0) return undefined
  const search = new ColorSearch(index, colors)
  const lists = colors.map(({ asked }, color) => ({
    asked,
    take: (after: Place | undefined, count: number) => search.take(color, after, count),
  }))
  return { lists, total, cost: 0, colors }
}

/** The fabrics nearest to each of some written colours (D17), of those that words and filters leave. */
export function byColors(
  searched: Searched,
  colors: readonly string[],
  words: readonly AskedWord[],
  ways: Iterable<readonly [words: readonly AskedWord[], allowance: Allowance]>,
): Answer | undefined {
  const { index, matcher } = searched
  const within = ofColor(searched)
  const nearest = (bits: Uint32Array, kept: readonly AskedWord[]) =>
    byColorsWithin(
      index,
      colors.map((hex) => ({ hex, within: bits, asked: { words: kept, color: { hex, name: [] } } })),
    )
  if (words.length === 0) return nearest(within, [])
  for (const [some, allowance] of ways) {
    const found = cheapest(index, matcher.find(some), allowance, within)
    if (found !== undefined) return nearest(found.bits, some)
  }
  // A name of the colour that no fabric has says again what is written.
  const named = namedColor(index, words)
  const lines = named && linesWithin(searched, named)
  return lines === undefined ? undefined : nearest(lines, named?.ofLines ?? [])
}

/** The fabrics with a colour in the lines that stand beside the name of a colour; `undefined` if there are none. */
function linesWithin(searched: Searched, { ofLines }: NamedColor): Uint32Array | undefined {
  const { index, matcher } = searched
  const within = ofColor(searched)
  if (ofLines.length === 0) return within
  return cheapest(index, matcher.find(ofLines), NOTHING_MISSING, within)?.bits
}

/** The fabrics nearest to a colour that is named in words (D17). */
export function byNamedColor(searched: Searched, named: NamedColor): Answer | undefined {
  const within = linesWithin(searched, named)
  const { hex, name, ofLines: words } = named
  return within && byColorsWithin(searched.index, [{ hex, within, asked: { words, color: { hex, name } } }])
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
  let color = 0
  const lists = parts.flatMap((part, number): readonly RankedList[] => {
    const [list] = part.lists
    if (list === undefined) return []
    if (part.colors !== undefined) {
      const own = byColor?.lists[color++]
      return own === undefined ? [] : [own]
    }
    const own = ranked[number]?.filter(({ fabric }) => owner[fabric] === number) ?? []
    const take = (after: Place | undefined, count: number) =>
      own.filter(({ fabric, rank }) => isBehind(rank, fabric, after)).slice(0, count)
    return [{ asked: list.asked, take }]
  })
  return { lists, total: countBits(owned) + (byColor?.total ?? 0), cost: 0 }
}
