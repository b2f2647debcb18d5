import { setBit, setBits } from './bits.ts'
import {
  type CatalogIndex,
  fabricsWith,
  isInName,
  type Line,
  lineAt,
  listOf,
  SKU_BEGINNING,
  skusBeginningWith,
  skusEndingWith,
  wordsBeginningWith,
  wordsContaining,
} from './memory.ts'
import { type AskedWord, isFiller, isWholeOnly } from './question.ts'
import { SHORT_NAMES, type ShortName, usual, withoutZeros } from './vocabulary.ts'

/** How well a word is found in a fabric (D14), best last. */
export const QUALITY = {
  missing: 0,
  /** Inside a word of the name. */
  inside: 1,
  /** A word of the line, or the beginning of one. */
  line: 2,
  /** The beginning of a word of the name. */
  beginning: 3,
  /** A word of the name. */
  word: 4,
  /** The last part of the SKU. */
  number: 5,
  /** The SKU. */
  sku: 6,
} as const

/** How well a word of the catalog was asked for, for ranks. */
export const ASKED = { not: 0, asBeginning: 1, whole: 2 } as const

/** The fewest letters of a word that is found inside others. */
const SHORTEST_INSIDE = 4
/** The fewest letters of the first and last part of a word that is cut into words of the catalog, and of a middle one. */
const SHORTEST_CUT = 3
const SHORTEST_MIDDLE = 2
/** A longer word is not cut. */
const LONGEST_CUT = 32
/** How many words of a question may be one word of the catalog, and how many may be a SKU. */
const MOST_JOINED = 3
const MOST_WORDS_OF_A_SKU = 5
/** A shorter number may be anything; a longer one that is the last part of a SKU names it (D16.10). */
const TELLING_NUMBER = 4

/** How well one word of a question is found: in each fabric by name or SKU, and in each line. */
class Column {
  readonly ofFabrics: Uint8Array
  readonly ofLines: Uint8Array
  /** A bit for each fabric in which it is found somehow. */
  readonly bits: Uint32Array
  isEmpty = true
  /** What it was filled for: it is filled once for a word between the same neighbours. */
  key = ''
  /** The words of the catalog that it stands for, and how they were asked for. */
  readonly words = new Map<number, 1 | 2>()

  constructor(fabrics: number, lines: number) {
    this.ofFabrics = new Uint8Array(fabrics)
    this.ofLines = new Uint8Array(lines)
    this.bits = new Uint32Array((fabrics + 31) >>> 5)
  }

  clear(): void {
    this.words.clear()
    if (this.isEmpty) return
    this.ofFabrics.fill(0)
    this.ofLines.fill(0)
    this.bits.fill(0)
    this.isEmpty = true
  }

  put(fabric: number, quality: number): void {
    this.isEmpty = false
    if ((this.ofFabrics[fabric] ?? 0) < quality) this.ofFabrics[fabric] = quality
    setBit(this.bits, fabric)
  }

  putLine(number: number, { from, to }: Line): void {
    if (this.ofLines[number] === QUALITY.line) return
    this.isEmpty = false
    this.ofLines[number] = QUALITY.line
    setBits(this.bits, from, to)
  }
}

/** The words of a question with the column of each, and which words of the catalog they are. */
export interface Matched {
  readonly words: readonly AskedWord[]
  readonly columns: readonly Column[]
  readonly asked: Uint8Array
}

/**
 * Finds words in all fabrics. It has the columns of one question at a time: the next question takes them over.
 */
export class Matcher {
  readonly index: CatalogIndex
  readonly #columns: Column[] = []
  readonly #asked: Uint8Array
  #last: Matched | undefined

  constructor(index: CatalogIndex) {
    this.index = index
    this.#asked = new Uint8Array(index.words.length)
  }

  /** Where each word is found. The last answer is kept, because several ways to answer ask for the same words. */
  find(words: readonly AskedWord[]): Matched {
    if (this.#last?.words !== words) this.#last = this.#find(words)
    return this.#last
  }

  #find(words: readonly AskedWord[]): Matched {
    const columns = words.map((_, at) => this.#columnAt(words, at))
    this.#asked.fill(ASKED.not)
    for (const column of columns)
      for (const [id, asked] of column.words) if ((this.#asked[id] ?? 0) < asked) this.#asked[id] = asked
    return { words, columns, asked: this.#asked }
  }

  #columnAt(words: readonly AskedWord[], at: number): Column {
    const column = this.#columns[at] ?? new Column(this.index.count, this.index.lines.length)
    this.#columns[at] = column
    const first = Math.max(0, at - MOST_WORDS_OF_A_SKU + 1)
    const near = words.slice(first, at + MOST_WORDS_OF_A_SKU)
    const isAlone = words.every((each) => each === words[at] || isFiller(each))
    const key = `${at} ${isAlone} ${near.map(({ text, kind }) => `${text} ${kind}`).join(' ')}`
    if (column.key === key) return column
    column.clear()
    column.key = key
    const word = words[at]
    if (word !== undefined) this.#findWord(column, word)
    for (let from = first; from <= at; from += 1) {
      const last = Math.min(words.length, from + MOST_WORDS_OF_A_SKU)
      for (let to = at + 1; to <= last; to += 1) this.#findRun(column, words.slice(from, to))
    }
    if (word !== undefined) this.#findNumber(column, word.text, isAlone)
    return column
  }

  /** A single word: whole, as a beginning, inside others, or cut into words of the catalog. */
  #findWord(column: Column, word: AskedWord): void {
    const { index } = this
    const { text } = word
    if (isWholeOnly(word)) {
      const id = index.wordIds.get(text)
      if (id !== undefined) this.#putWord(column, id, ASKED.whole)
      return
    }
    for (const id of wordsBeginningWith(index, text))
      this.#putWord(column, id, index.words[id] === text ? ASKED.whole : ASKED.asBeginning)
    if (text.length >= SHORTEST_INSIDE) {
      for (const id of wordsContaining(index, text))
        for (const fabric of listOf(index.fabricsOf, id)) column.put(fabric, QUALITY.inside)
    }
    for (const parts of cutsOf(index, text)) this.#putCut(column, parts, index.wordIds.has(text))
  }

  /** Words that stand beside each other in the question: written together, a SKU, or a short name. */
  #findRun(column: Column, run: readonly AskedWord[]): void {
    const { index } = this
    const joined = run.map(({ text }) => text).join('')
    if (run.length > 1 && run.length <= MOST_JOINED) {
      const id = index.wordIds.get(joined)
      if (id !== undefined) this.#putWord(column, id, ASKED.whole)
    }
    for (const name of SHORT_NAMES)
      if (name.short === run.map(({ text }) => text).join(' ')) this.#putShortName(column, name)
    if (!/\p{Nd}/u.test(joined) || run.every(isFiller)) return
    for (const { fabric, isWhole } of skusBeginningWith(index, joined)) {
      if (isWhole) column.put(fabric, QUALITY.sku)
      else if (joined.length >= SKU_BEGINNING) column.put(fabric, QUALITY.line)
    }
  }

  /** A number that is the last part of a SKU. */
  #findNumber(column: Column, text: string, isAlone: boolean): void {
    if (!/^\d/.test(text)) return
    const quality = isAlone && text.length < TELLING_NUMBER ? QUALITY.inside : QUALITY.number
    for (const fabric of skusEndingWith(this.index, withoutZeros(text))) column.put(fabric, quality)
  }

  #putWord(column: Column, id: number, asked: 1 | 2): void {
    const { fabricsOf, linesOf, lines } = this.index
    if ((column.words.get(id) ?? 0) < asked) column.words.set(id, asked)
    const quality = asked === ASKED.whole ? QUALITY.word : QUALITY.beginning
    for (const fabric of listOf(fabricsOf, id)) column.put(fabric, quality)
    for (const number of linesOf[id] ?? []) {
      const line = lines[number]
      if (line !== undefined) column.putLine(number, line)
    }
  }

  /**
   * A word that is written apart in the catalog. Its parts stand beside each other in a name; or, where the catalog does
   * not have the word, anywhere in the name and line of a fabric, as in "konamustard".
   */
  #putCut(column: Column, parts: readonly number[], isKnown: boolean): void {
    const { index } = this
    const { fabricsOf, linesOf, lines, nameWords } = index
    const test = (fabric: number) => {
      const words = listOf(nameWords, fabric)
      const first = words.indexOf(parts[0] ?? -1)
      const isTogether = first !== -1 && parts.every((part, at) => words[first + at] === part)
      if (isTogether) column.put(fabric, QUALITY.word)
      if (isTogether || isKnown) return
      const line = lineAt(index, fabric)
      if (parts.every((part) => line.words.has(part) || isInName(index, fabric, part)))
        column.put(fabric, parts.every((part) => isInName(index, fabric, part)) ? QUALITY.word : QUALITY.line)
    }
    const rarest = parts.reduce((one, other) =>
      fabricsWith(index, other) < fabricsWith(index, one) ? other : one,
    )
    for (const fabric of listOf(fabricsOf, rarest)) test(fabric)
    for (const number of isKnown ? [] : (linesOf[rarest] ?? [])) {
      const { from, to } = lines[number] ?? { from: 0, to: 0 }
      for (let fabric = from; fabric < to; fabric += 1) test(fabric)
    }
    for (const part of parts) column.words.set(part, ASKED.whole)
  }

  #putShortName(column: Column, name: ShortName): void {
    for (const [number, line] of this.index.lines.entries())
      if (isShortFor(name, line)) column.putLine(number, line)
  }
}

/** Whether a short name stands for a line: the names that it stands for begin a word of the line's. */
export const isShortFor = (
  { manufacturer = '', collection = '' }: ShortName,
  { maker, own }: Line,
): boolean =>
  maker.text.includes(manufacturer && ` ${manufacturer}`) && own.text.includes(collection && ` ${collection}`)

/** A word cut into two or three words of the catalog. */
function* cutsOf({ wordIds }: CatalogIndex, word: string): Generator<readonly number[]> {
  if (word.length > LONGEST_CUT) return
  const idOf = (part: string) => wordIds.get(part) ?? wordIds.get(usual(part))
  for (let at = SHORTEST_CUT; at <= word.length - SHORTEST_CUT; at += 1) {
    const first = idOf(word.slice(0, at))
    if (first === undefined) continue
    const second = idOf(word.slice(at))
    if (second !== undefined) yield [first, second]
    for (let to = at + SHORTEST_MIDDLE; to <= word.length - SHORTEST_CUT; to += 1) {
      const middle = idOf(word.slice(at, to))
      const last = middle === undefined ? undefined : idOf(word.slice(to))
      if (middle !== undefined && last !== undefined) yield [first, middle, last]
    }
  }
}
