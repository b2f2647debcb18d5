import { type Bits, noBits, setBit, setBits } from './bits.ts'
import type { CatalogIndex } from './catalog-index.ts'
import { type AskedWord, isFiller, isWholeOnly, joined, tellingOf, type Words } from './question.ts'
import { ORDINARY, usual } from './vocabulary.ts'

/** How well a word is found in a fabric (D14), best last. */
export const QUALITY = {
  missing: 0,
  /** Inside a longer word of the name. */
  inside: 1,
  /** A word of the line, or the beginning of one. */
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

/** How well one word of a question is found: in each fabric by name or SKU, and in each line. */
export class Column {
  readonly fabricQuality: Uint8Array
  readonly lineQuality: Uint8Array
  /** The fabrics in which it is found somehow. */
  readonly bits: Bits
  isEmpty = true

  constructor({ count, lines }: CatalogIndex) {
    this.fabricQuality = new Uint8Array(count)
    this.lineQuality = new Uint8Array(lines.length)
    this.bits = noBits(count)
  }

  clear(): void {
    if (this.isEmpty) return
    this.fabricQuality.fill(0)
    this.lineQuality.fill(0)
    this.bits.fill(0)
    this.isEmpty = true
  }

  put(fabric: number, quality: number): void {
    this.isEmpty = false
    if ((this.fabricQuality[fabric] ?? 0) < quality) this.fabricQuality[fabric] = quality
    setBit(this.bits, fabric)
  }
}

/** A word of a question with its column. */
export interface FoundWord {
  readonly word: AskedWord
  readonly column: Column
}

/** How well a word is found in a fabric, in its name, SKU or line. */
export const qualityOf = ({ fabricQuality, lineQuality }: Column, fabric: number, line: number): number =>
  Math.max(fabricQuality[fabric] ?? 0, lineQuality[line] ?? 0)

/**
 * Finds words in all fabrics. The columns are reused: what `find` returned is overwritten by the next `find` with other
 * words.
 */
export class Matcher {
  readonly index: CatalogIndex
  readonly #columns: Column[] = []
  #words: Words | undefined
  #found: readonly FoundWord[] = []

  constructor(index: CatalogIndex) {
    this.index = index
  }

  /** Where each word is found. The last answer is kept, because several ways to answer ask for the same words. */
  find(words: Words): readonly FoundWord[] {
    if (this.#words === words) return this.#found
    const found = words.map((word, at) => {
      const column = this.#columns[at] ?? new Column(this.index)
      this.#columns[at] = column
      column.clear()
      return { word, column }
    })
    const isAlone = tellingOf(words).length === 1
    for (let from = 0; from < words.length; from += 1) {
      for (let to = from + 1; to <= Math.min(words.length, from + LONGEST_RUN); to += 1)
        this.#findRun(found.slice(from, to), isAlone)
    }
    this.#words = words
    this.#found = found
    return found
  }

  /** Finds one word, or neighbours written together, as one word of the catalog or as a SKU. */
  #findRun(found: readonly FoundWord[], isAlone: boolean): void {
    const { index } = this
    const columns = found.map(({ column }) => column)
    const run = found.map(({ word }) => word)
    const text = joined(run)
    const whole = index.wordIds.get(text)
    if (whole !== undefined) this.#putWord(columns, whole, QUALITY.word)
    const [word, ...others] = run
    if (word !== undefined && others.length === 0 && !isWholeOnly(word)) this.#findInWords(columns, text)
    if (!/\p{Nd}/u.test(text) || run.every(isFiller)) return
    for (const fabric of index.skusBeginningWith(text))
      put(columns, fabric, index.skus[fabric] === text ? QUALITY.sku : QUALITY.line)
    const isVague = isAlone && text.length < TELLING_NUMBER && /^\d/.test(text)
    for (const fabric of index.numbered(text)) put(columns, fabric, isVague ? QUALITY.inside : QUALITY.number)
  }

  /** Finds a word as the beginning of others, inside others, or written apart in a name. */
  #findInWords(columns: readonly Column[], text: string): void {
    const { index } = this
    for (const id of index.wordsBeginningWith(text))
      if (index.words[id] !== text) this.#putWord(columns, id, QUALITY.beginning)
    if (text.length >= SHORTEST_INSIDE && !ORDINARY.has(text)) {
      for (const id of index.wordsWithInside(text))
        for (const fabric of index.fabricsOf[id] ?? []) put(columns, fabric, QUALITY.inside)
    }
    for (const [first, second] of cutsOf(index, text)) {
      for (const fabric of index.fabricsOf[first] ?? []) {
        const name = index.nameWords[fabric] ?? []
        if (name[name.indexOf(first) + 1] === second) put(columns, fabric, QUALITY.word)
      }
    }
  }

  #putWord(columns: readonly Column[], id: number, quality: number): void {
    const { fabricsOf, linesOf, lines } = this.index
    for (const fabric of fabricsOf[id] ?? []) put(columns, fabric, quality)
    for (const lineNumber of linesOf[id] ?? []) {
      const { from, to } = lines[lineNumber] ?? { from: 0, to: 0 }
      for (const column of columns) {
        if (column.lineQuality[lineNumber] === QUALITY.line) continue
        column.isEmpty = false
        column.lineQuality[lineNumber] = QUALITY.line
        setBits(column.bits, from, to)
      }
    }
  }
}

function put(columns: readonly Column[], fabric: number, quality: number): void {
  for (const column of columns) column.put(fabric, quality)
}

/** A word cut into two words of the catalog. */
export function* cutsOf({ wordIds }: CatalogIndex, word: string): Generator<readonly [number, number]> {
  if (word.length > LONGEST_CUT) return
  for (let at = SHORTEST_CUT; at <= word.length - SHORTEST_CUT; at += 1) {
    const first = wordIds.get(word.slice(0, at)) ?? wordIds.get(usual(word.slice(0, at)))
    const second = wordIds.get(word.slice(at))
    if (first !== undefined && second !== undefined) yield [first, second]
  }
}
