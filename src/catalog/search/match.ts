import { setBit, setBits } from './bits.ts'
import {
  type CatalogIndex,
  fabricsWith,
  type Line,
  lineAt,
  SKU_BEGINNING,
  skusBeginningWith,
  wordsBeginningWith,
  wordsWithInside,
} from './memory.ts'
import { type AskedWord, isFiller, isWholeOnly, textOf } from './question.ts'
import { ORDINARY, SHORT_NAMES, type ShortName, usual, withoutZeros } from './vocabulary.ts'

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

  constructor({ count, lines }: CatalogIndex) {
    this.ofFabrics = new Uint8Array(count)
    this.ofLines = new Uint8Array(lines.length)
    this.bits = new Uint32Array((count + 31) >>> 5)
  }

  clear(): void {
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

/** How well a word is found in a fabric, in its name, SKU or line. */
export const qualityOf = ({ ofFabrics, ofLines }: Column, fabric: number, line: number): number =>
  Math.max(ofFabrics[fabric] ?? 0, ofLines[line] ?? 0)

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
    if (this.#last?.words === words) return this.#last
    this.#asked.fill(ASKED.not)
    const columns = words.map((_, at) => {
      const column = this.#columns[at] ?? new Column(this.index)
      this.#columns[at] = column
      column.clear()
      return column
    })
    for (const [at, word] of words.entries()) {
      for (const column of columns.slice(at, at + 1)) this.#findWord(column, word)
      const isAlone = words.every((each) => each === word || isFiller(each))
      for (let to = at + 1; to <= Math.min(words.length, at + MOST_WORDS_OF_A_SKU); to += 1)
        this.#findRun(columns.slice(at, to), words.slice(at, to), isAlone)
    }
    this.#last = { words, columns, asked: this.#asked }
    return this.#last
  }

  /** A single word: whole, as a beginning, inside another, or cut into words of the catalog. */
  #findWord(column: Column, word: AskedWord): void {
    const { index } = this
    const { text } = word
    const whole = index.wordIds.get(text)
    if (whole !== undefined) this.#putWord(column, whole, ASKED.whole)
    if (isWholeOnly(word)) return
    for (const id of wordsBeginningWith(index, text))
      if (id !== whole) this.#putWord(column, id, ASKED.asBeginning)
    if (text.length >= SHORTEST_INSIDE && !ORDINARY.has(text)) {
      for (const id of wordsWithInside(index, text))
        for (const fabric of index.fabricsOf[id] ?? []) column.put(fabric, QUALITY.inside)
    }
    for (const parts of cutsOf(index, text)) this.#putCut(column, parts, whole !== undefined)
  }

  /** Words that stand beside each other in the question: written together, a SKU, or a short name. */
  #findRun(columns: readonly Column[], run: readonly AskedWord[], isAlone: boolean): void {
    const { index } = this
    const joined = run.map(({ text }) => text).join('')
    const each = (put: (column: Column) => void) => columns.forEach(put)
    const id = index.wordIds.get(joined)
    if (id !== undefined && run.length > 1 && run.length <= MOST_JOINED)
      each((column) => this.#putWord(column, id, ASKED.whole))
    const text = textOf(run)
    for (const name of SHORT_NAMES.filter(({ short }) => short === text))
      this.#putLines(columns, (line) => isShortFor(name, line))
    if (!/\p{Nd}/u.test(joined) || run.every(isFiller)) return
    this.#putLines(columns, ({ skuHeads }) => skuHeads.size === 1 && skuHeads.has(joined))
    for (const fabric of skusBeginningWith(index, joined)) {
      const isWhole = index.skus[fabric] === joined
      if (isWhole || joined.length >= SKU_BEGINNING)
        each((column) => column.put(fabric, isWhole ? QUALITY.sku : QUALITY.line))
    }
    this.#findNumber(columns, joined, isAlone)
  }

  /** A number that is the last part of a SKU, alone or behind the letters that the SKU begins with: `1240`, `k1240`. */
  #findNumber(columns: readonly Column[], text: string, isAlone: boolean): void {
    const { index } = this
    const [, letters = '', number = ''] = /^(\p{L}*)(\d.*)$/u.exec(text) ?? []
    if (letters === '' && columns.length > 1) return
    const fabrics = index.bySkuEnd.get(withoutZeros(number)) ?? []
    // "K001" is what the SKUs of a line begin with, and not number 1.
    const isBegun = index.lines.some(({ skuHeads }) => [...skuHeads].some((head) => text.startsWith(head)))
    if (letters !== '' && isBegun) return
    const isVague = letters === '' && isAlone && number.length < TELLING_NUMBER
    for (const fabric of fabrics) {
      if (!index.skus[fabric]?.startsWith(letters)) continue
      for (const column of columns) column.put(fabric, isVague ? QUALITY.inside : QUALITY.number)
    }
  }

  #putLines(columns: readonly Column[], test: (line: Line) => boolean): void {
    for (const [number, line] of this.index.lines.entries())
      if (test(line)) for (const column of columns) column.putLine(number, line)
  }

  #putWord(column: Column, id: number, asked: 1 | 2): void {
    const { fabricsOf, linesOf, lines } = this.index
    if ((this.#asked[id] ?? 0) < asked) this.#asked[id] = asked
    const quality = asked === ASKED.whole ? QUALITY.word : QUALITY.beginning
    for (const fabric of fabricsOf[id] ?? []) column.put(fabric, quality)
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
      const words = nameWords[fabric] ?? []
      const first = words.indexOf(parts[0] ?? -1)
      const isTogether = first !== -1 && parts.every((part, at) => words[first + at] === part)
      const line = lineAt(index, fabric)
      if (isTogether) column.put(fabric, QUALITY.word)
      else if (!isKnown && parts.every((part) => line.words.has(part) || words.includes(part)))
        column.put(fabric, parts.every((part) => words.includes(part)) ? QUALITY.word : QUALITY.line)
    }
    const rarest = parts.reduce((one, other) =>
      fabricsWith(index, other) < fabricsWith(index, one) ? other : one,
    )
    for (const fabric of fabricsOf[rarest] ?? []) test(fabric)
    for (const number of isKnown ? [] : (linesOf[rarest] ?? [])) {
      const { from, to } = lines[number] ?? { from: 0, to: 0 }
      for (let fabric = from; fabric < to; fabric += 1) test(fabric)
    }
    for (const part of parts) this.#asked[part] = ASKED.whole
  }
}

/** Whether a short name stands for a line: the names that it stands for begin a word of the line's. */
export const isShortFor = ({ manufacturer, collection }: ShortName, { maker, own }: Line): boolean =>
  maker.text.includes(manufacturer && ` ${manufacturer}`) && own.text.includes(collection && ` ${collection}`)

/** A word cut into two or three words of the catalog. */
export function* cutsOf({ wordIds }: CatalogIndex, word: string): Generator<readonly number[]> {
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
