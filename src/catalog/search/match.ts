import { memoize } from '../../core/memoize.ts'
import { type Bits, noBits, setBit } from './bits.ts'
import type { CatalogIndex, CatalogWord, Line, SkuMatch } from './catalog-index.ts'
import { type AskedWord, isWholeOnly, joined, tellingOf, type Words } from './question.ts'
import { ORDINARY, runsOf } from './vocabulary.ts'

/** How well a word is found in the name, the line or the SKU of a fabric (D14), best last. */
export const QUALITY = {
  missing: 0,
  /** Inside a longer word of the name, or a number too short to tell. */
  inside: 1,
  /** A word of the line or the beginning of one; of a SKU, its beginning. */
  line: 2,
  /** The beginning of a word of the name. */
  beginning: 3,
  word: 4,
  number: 5,
  sku: 6,
} as const

const SHORTEST_INSIDE = 4
/** The fewest letters of each half of a word that is written apart in a name. */
const SHORTEST_CUT = 3
/** The most words of a question that are together one word of the catalog, or one SKU. */
const LONGEST_RUN = 5
/** So many columns are kept for the next search. */
const MOST_COLUMNS = 32
/** A shorter number alone ranks like a match inside a word (D16.10). */
const TELLING_NUMBER = 4

interface Found {
  /** One for each fabric. */
  quality: Uint8Array
  /** Those with any quality but `missing`. */
  fabrics: Bits
  lines: Set<Line>
}

export type FoundWord = AskedWord & Readonly<Found>

/** Finds each word, alone and together with its neighbours. */
export type Find = (words: Words) => readonly FoundWord[]

const columnsOf = memoize((_: CatalogIndex): Uint8Array[] => [])

/**
 * For one search, and another for its report: each word is looked for once, however often it is asked for. The next find
 * of the index takes over the columns of qualities, so that what this one found is no longer good.
 */
export function createFind(index: CatalogIndex): Find {
  const known = new Map<string, Found>()
  const columns = columnsOf(index)
  const bySku = new Map<string, readonly SkuMatch[]>()
  let used = 0

  /** The ways to answer, and a report, ask for the same runs of words again and again. */
  function skusWith(text: string) {
    const found = bySku.get(text) ?? [...index.withSku(text)]
    bySku.set(text, found)
    return found
  }

  /** A 0 for each fabric. Allocating it afresh would take longer than a search. */
  function newColumn(): Uint8Array {
    const column = columns[used] ?? new Uint8Array(index.count)
    if (used < MOST_COLUMNS) columns[used++] = column
    return column.fill(0)
  }

  function findAlone(word: AskedWord) {
    const key = `${word.text} ${isWholeOnly(word)}`
    const before = known.get(key)
    if (before !== undefined) return before
    const found = {
      quality: newColumn(),
      fabrics: noBits(index.count),
      lines: new Set<Line>(),
    }
    const whole = index.words.get(word.text)
    if (whole !== undefined) putWord(found, whole, QUALITY.word)
    if (!isWholeOnly(word)) findInWords(index, word.text, found)
    known.set(key, found)
    return found
  }

  return (words) => {
    const all = words.map((word) => ({ ...word, ...findAlone(word) }))
    const isAlone = tellingOf(words).length === 1
    const changed = new Set<Found>()
    for (const run of runsOf(all, LONGEST_RUN)) {
      const text = joined(run)
      const whole = run.length > 1 ? index.words.get(text) : undefined
      const skus = /\p{Nd}/u.test(text) ? skusWith(text) : []
      if (whole === undefined && skus.length === 0) continue
      const isVague = isAlone && text.length < TELLING_NUMBER && /^\d/.test(text)
      const number = isVague ? QUALITY.inside : QUALITY.number
      const qualities = { whole: QUALITY.sku, beginning: QUALITY.line, number }
      for (const each of run) {
        // Without its neighbours the word finds less, and that is kept.
        if (!changed.has(each)) {
          const { fabrics, lines } = each
          const quality = newColumn()
          quality.set(each.quality)
          Object.assign(each, { quality, fabrics: fabrics.slice(), lines: new Set(lines) })
          changed.add(each)
        }
        if (whole !== undefined) putWord(each, whole, QUALITY.word)
        for (const [fabric, match] of skus) put(each, fabric, qualities[match])
      }
    }
    return all
  }
}

function put({ quality, fabrics }: Found, fabric: number, better: number) {
  if ((quality[fabric] ?? 0) < better) quality[fabric] = better
  setBit(fabrics, fabric)
}

function putWord(found: Found, { fabrics, lines }: CatalogWord, quality: number) {
  for (const fabric of fabrics) put(found, fabric, quality)
  for (const line of lines) {
    if (found.lines.has(line)) continue
    found.lines.add(line)
    for (let fabric = line.from; fabric < line.to; fabric += 1) put(found, fabric, QUALITY.line)
  }
}

/** Looks for a word as the beginning of others, inside others, or written apart in a name. */
function findInWords(index: CatalogIndex, text: string, found: Found) {
  const isSoughtInside = text.length >= SHORTEST_INSIDE && !ORDINARY.has(text)
  for (const word of index.wordsWith(text)) {
    if (word.text === text) continue
    if (word.text.startsWith(text)) putWord(found, word, QUALITY.beginning)
    else if (isSoughtInside) for (const fabric of word.fabrics) put(found, fabric, QUALITY.inside)
  }
  for (const [first, second] of cutsOf(index, text)) {
    const fabrics = new Set(second.fabrics)
    for (const fabric of first.fabrics)
      if (fabrics.has(fabric) && index.fabric(fabric).name.includes(text)) put(found, fabric, QUALITY.word)
  }
}

/** The ways to cut a word into two of the catalog, such as "bluegrey". */
export function* cutsOf(
  { words }: CatalogIndex,
  text: string,
): Generator<readonly [CatalogWord, CatalogWord]> {
  for (let at = SHORTEST_CUT; at <= text.length - SHORTEST_CUT; at += 1) {
    const [first, second] = [words.get(text.slice(0, at)), words.get(text.slice(at))]
    if (first !== undefined && second !== undefined) yield [first, second]
  }
}
