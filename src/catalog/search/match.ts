import { type Bits, noBits, setBit, setBits } from './bits.ts'
import type { CatalogIndex, CatalogWord, Line } from './catalog-index.ts'
import { type AskedWord, isFiller, isWholeOnly, joined, tellingOf, type Words } from './question.ts'
import { ORDINARY, usual } from './vocabulary.ts'

/** How well a word is found in a fabric (D14), best last. */
export const QUALITY = {
  missing: 0,
  /** Inside a longer word of the name. */
  inside: 1,
  /** A word of the line, the beginning of one, or the beginning of the SKU. */
  line: 2,
  /** The beginning of a word of the name. */
  beginning: 3,
  /** A word of the name. */
  word: 4,
  /** The number of the SKU. */
  number: 5,
  /** The SKU. */
  sku: 6,
} as const

/** A shorter word is not looked for inside others. */
const SHORTEST_INSIDE = 4
/** A word is not cut into shorter parts. */
const SHORTEST_CUT = 3
/** A longer word is not cut. */
const LONGEST_CUT = 32
/** How many words of a question may together be one word of the catalog or one SKU. */
const LONGEST_RUN = 5
/** A number with fewer digits alone is too vague to name a SKU (D16.10). */
const TELLING_NUMBER = 4

/** A word of a question, and where it was found. */
export class FoundWord {
  readonly word: AskedWord
  /** How well it is found in each fabric, in its name, SKU or line. */
  readonly quality: Uint8Array
  /** The fabrics in which it is found somehow. */
  readonly fabrics: Bits
  readonly lines = new Set<Line>()
  isNowhere = true

  constructor(word: AskedWord, count: number) {
    this.word = word
    this.quality = new Uint8Array(count)
    this.fabrics = noBits(count)
  }

  /** How well it is found in a fabric. */
  in(fabric: number): number {
    return this.quality[fabric] ?? QUALITY.missing
  }

  put(fabric: number, quality: number): void {
    this.isNowhere = false
    if (this.in(fabric) < quality) this.quality[fabric] = quality
    setBit(this.fabrics, fabric)
  }

  putLine(line: Line): void {
    if (this.lines.has(line)) return
    this.isNowhere = false
    this.lines.add(line)
    setBits(this.fabrics, line.from, line.to)
    for (let fabric = line.from; fabric < line.to; fabric += 1)
      if (this.in(fabric) < QUALITY.line) this.quality[fabric] = QUALITY.line
  }

  putWord({ fabrics, lines }: CatalogWord, quality: number): void {
    for (const fabric of fabrics) this.put(fabric, quality)
    for (const line of lines) this.putLine(line)
  }
}

/** Finds each word of a question in all fabrics: alone, and together with its neighbours. */
export function find(index: CatalogIndex, words: Words): readonly FoundWord[] {
  const found = words.map((word) => new FoundWord(word, index.count))
  const isAlone = tellingOf(words).length === 1
  for (const [at, each] of found.entries()) {
    if (!isWholeOnly(each.word)) findInWords(index, each)
    for (let to = at + 1; to <= Math.min(found.length, at + LONGEST_RUN); to += 1)
      findRun(index, found.slice(at, to), isAlone)
  }
  return found
}

/** Finds words written together, as one word of the catalog or as a SKU. */
function findRun(index: CatalogIndex, run: readonly FoundWord[], isAlone: boolean): void {
  const words = run.map(({ word }) => word)
  const text = joined(words)
  const whole = index.word(text)
  if (whole !== undefined) for (const each of run) each.putWord(whole, QUALITY.word)
  if (!/\p{Nd}/u.test(text) || words.every(isFiller)) return
  const isVague = isAlone && text.length < TELLING_NUMBER && /^\d/.test(text)
  const number = isVague ? QUALITY.inside : QUALITY.number
  const qualities = { whole: QUALITY.sku, beginning: QUALITY.line, number }
  for (const [fabric, match] of index.withSku(text))
    for (const each of run) each.put(fabric, qualities[match])
}

/** Finds a word as the beginning of others, inside others, or written apart in a name. */
function findInWords(index: CatalogIndex, found: FoundWord): void {
  const { text } = found.word
  const isSoughtInside = text.length >= SHORTEST_INSIDE && !ORDINARY.has(text)
  for (const word of index.wordsWith(text)) {
    if (word.text === text) continue
    if (word.text.startsWith(text)) found.putWord(word, QUALITY.beginning)
    else if (isSoughtInside) for (const fabric of word.fabrics) found.put(fabric, QUALITY.inside)
  }
  for (const [first, second] of cutsOf(index, text)) {
    for (const fabric of first.fabrics) {
      const name = index.nameWords[fabric] ?? []
      if (name[name.indexOf(first) + 1] === second) found.put(fabric, QUALITY.word)
    }
  }
}

/** A word cut into two words of the catalog. */
export function* cutsOf(index: CatalogIndex, word: string): Generator<readonly [CatalogWord, CatalogWord]> {
  if (word.length > LONGEST_CUT) return
  for (let at = SHORTEST_CUT; at <= word.length - SHORTEST_CUT; at += 1) {
    const first = index.word(word.slice(0, at)) ?? index.word(usual(word.slice(0, at)))
    const second = index.word(word.slice(at))
    if (first !== undefined && second !== undefined) yield [first, second]
  }
}
