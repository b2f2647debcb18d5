import { type Lab, labOf } from '../../core/color.ts'
import type { SupplyRecord } from '../../core/rooms.ts'
import { foldWords, visibleText } from '../../core/text.ts'
import type { FabricRow } from '../rows.ts'
import { type Bits, noBits, setBit, setBits } from './bits.ts'
import { runsOf, SHORT_NAMES, spelledWordsOf, usual, wordsOf } from './vocabulary.ts'

/** `key` is that of its row. */
export type FabricToIndex = Pick<FabricRow, 'manufacturer' | 'collection' | 'name' | 'sku' | 'color_hex'> & {
  readonly key: number
}

export interface CatalogToIndex {
  readonly version: string
  /** How many fabrics each line has. One count of all would hold the event loop too long. */
  readonly counts: Iterable<number>
  /** In the order of D5. */
  readonly fabrics: Iterable<FabricToIndex>
  readonly guides: readonly Pick<SupplyRecord, 'name' | 'summary' | 'bestFor'>[]
}

export interface CatalogWord {
  readonly text: string
  /** From `lettersOf`; they rule out most words quickly. */
  readonly letters: number
  /** Those that have the word in their name. */
  readonly fabrics: number[]
  /** Those that have it in maker or collection, also as a short name or as neighbours written together. */
  readonly lines: Line[]
}

interface Field {
  /** As it was imported. */
  given: string
  /** As people see it (D23). */
  name: string
  words: readonly string[]
  /** Each written together. */
  shortNames: readonly string[]
}

/** A collection of a maker, with the fabrics from `from` to before `to`. */
export interface Line {
  readonly manufacturer: Field
  readonly collection: Field
  readonly from: number
  to: number
}

/** There may be a million, so it has few fields. */
export interface Fabric {
  line: Line
  /** Written together, as it is compared. */
  name: string
  /** The same, as it is spelled. */
  spelling: string
  words: number
  /** The folded parts of its SKU, with spaces; "" without one. */
  sku: string
}

export type SkuMatch = readonly [fabric: number, is: 'whole' | 'beginning' | 'number']

/** Steps in a unit of lightness or of distance. With larger steps, a search for five colours takes twice as long. */
export const EIGHTHS = 8
/** SKUs and their numbers are grouped by so many first characters. */
const SKU_BEGINNING = 3

/**
 * All that a search needs, in memory. A fabric's number is its place in the order of D5, so that the fabrics of a line are
 * neighbours. Once it is built, it does not change.
 */
export class CatalogIndex {
  readonly version: string
  readonly count: number
  readonly lines: Line[] = []
  readonly words = new Map<string, CatalogWord>()
  /** The same words: all of a list are read twice as fast as all of a map. */
  readonly wordList: CatalogWord[] = []
  /** Of the rows, by the fabrics' numbers. */
  readonly keys: Uint32Array
  readonly all: Bits
  readonly colored: Bits
  /** Those with a colour by eighths of L*, rounded down. A search for a colour looks at few of these groups. */
  readonly byLightness = Array.from({ length: 100 * EIGHTHS + 1 }, (): number[] => [])
  /** The words of guides' names, pairs of neighbours in their texts, such as "tulapink", and the last word of each. */
  readonly guidePhrases: ReadonlySet<string>
  readonly #fabrics: Fabric[] = []
  readonly #labs: Float64Array
  /** By the beginnings of SKUs and of their numbers. */
  readonly #bySku = new Map<string, number[]>()

  private constructor({ version, guides }: CatalogToIndex, count: number) {
    this.version = version
    this.count = count
    this.keys = new Uint32Array(count)
    this.all = noBits(count)
    this.colored = noBits(count)
    this.#labs = new Float64Array(3 * count)
    setBits(this.all, 0, count)
    const phrases = guides.flatMap(({ name, summary, bestFor = '' }) => {
      const words = wordsOf(`${name} ${summary} ${bestFor}`)
      return [...wordsOf(name), ...words.map((word, at) => word + (words[at + 1] ?? ''))]
    })
    this.guidePhrases = new Set(phrases)
  }

  /** Yields after each line and each fabric, so that other work may have its turn. */
  static *build(catalog: CatalogToIndex): Generator<void, CatalogIndex> {
    let count = 0
    for (const fabrics of catalog.counts) {
      count += fabrics
      yield
    }
    const index = new CatalogIndex(catalog, count)
    for (const fabric of catalog.fabrics) {
      index.#add(fabric)
      yield
    }
    return index
  }

  #add({ key, manufacturer, collection, name: written, sku: code, color_hex: hex }: FabricToIndex): void {
    const number = this.#fabrics.length
    const line = this.#lineFor(manufacturer, collection, number)
    line.to = number + 1
    const spelled = spelledWordsOf(written)
    const words = spelled.map(usual)
    for (const word of new Set(words)) this.#wordFor(word).fabrics.push(number)
    const name = words.join('')
    // Most are the same text, which is kept once.
    const spelling = spelled.join('') === name ? name : spelled.join('')
    const sku = foldWords(code ?? '').join(' ')
    for (const text of [compactOf(sku), numberOf(sku)]) {
      const beginning = text.slice(0, SKU_BEGINNING)
      const others = this.#bySku.get(beginning) ?? []
      if (others.push(number) === 1) this.#bySku.set(beginning, others)
    }
    this.keys[number] = key
    this.#fabrics.push({ line, name, spelling, words: words.length, sku })
    if (hex === null) return
    const lab = labOf(hex)
    this.#labs.set(lab, 3 * number)
    setBit(this.colored, number)
    // For black, rounding may give slightly less than 0.
    this.byLightness[Math.max(0, Math.floor(lab[0] * EIGHTHS))]?.push(number)
  }

  #lineFor(manufacturer: string, collection: string, from: number): Line {
    const last = this.lines.at(-1)
    if (last?.manufacturer.given === manufacturer && last.collection.given === collection) return last
    const fields = {
      manufacturer: fieldOf(manufacturer, 'manufacturer'),
      collection: fieldOf(collection, 'collection'),
    }
    const line = { ...fields, from, to: from }
    const texts = Object.values(fields).flatMap(({ words, shortNames }) => [
      ...runsOf(words).map((run) => run.join('')),
      ...shortNames,
    ])
    for (const text of new Set(texts)) this.#wordFor(text).lines.push(line)
    this.lines.push(line)
    return line
  }

  #wordFor(text: string): CatalogWord {
    const known = this.words.get(text)
    if (known !== undefined) return known
    const word = { text, letters: lettersOf(text), fabrics: [], lines: [] }
    this.words.set(text, word)
    this.wordList.push(word)
    return word
  }

  fabric(number: number): Fabric {
    const fabric = this.#fabrics[number]
    if (fabric === undefined) throw new RangeError(`There is no fabric ${number}.`)
    return fabric
  }

  fabricsOf(lines: readonly Line[]): Bits {
    const fabrics = noBits(this.count)
    for (const { from, to } of lines) setBits(fabrics, from, to)
    return fabrics
  }

  labAt(number: number): Lab {
    const labs = this.#labs
    return [labs[3 * number] ?? 0, labs[3 * number + 1] ?? 0, labs[3 * number + 2] ?? 0]
  }

  /** All words that contain a text. */
  wordsWith(text: string): readonly CatalogWord[] {
    const wanted = lettersOf(text)
    return this.wordList.filter((word) => (word.letters & wanted) === wanted && word.text.includes(text))
  }

  /**
   * The fabrics whose SKU a text is, or begins with `SKU_BEGINNING` characters or more, or whose number it is, also behind
   * the first letters: `1240` and `k1240` find K001-1240.
   */
  *withSku(text: string): Generator<SkuMatch> {
    const among = (beginning: string) =>
      (this.#bySku.get(beginning.slice(0, SKU_BEGINNING)) ?? []).map((fabric) => {
        const { sku } = this.fabric(fabric)
        return { fabric, sku, whole: compactOf(sku) }
      })
    const mayBegin = text.length >= SKU_BEGINNING
    const begun = among(text).filter(({ whole }) => (mayBegin ? whole.startsWith(text) : whole === text))
    for (const { fabric, whole } of begun) yield [fabric, whole === text ? 'whole' : 'beginning']
    const [, letters = '', digits = ''] = /^(\p{L}*)(\d.*)$/u.exec(text) ?? []
    // "K001" is a beginning of SKUs, not number 1.
    if (digits === '' || (digits.startsWith('0') && begun.length > 0)) return
    const number = withoutZeros(digits)
    for (const { fabric, sku } of among(number))
      if (sku.startsWith(letters) && sku.endsWith(number) && numberOf(sku) === number)
        yield [fabric, 'number']
  }

  isSkuOrNumber(text: string): boolean {
    return this.withSku(text).some(([, is]) => is !== 'beginning')
  }
}

/** A bit for each letter that a word has. */
export function lettersOf(word: string): number {
  let letters = 0
  for (let at = 0; at < word.length; at += 1) letters |= 1 << (word.charCodeAt(at) & 31)
  return letters
}

/** A short name stands for what has its meaning at the start of a word. */
function fieldOf(given: string, of: 'manufacturer' | 'collection'): Field {
  const name = visibleText(given)
  const words = wordsOf(name)
  const isMeant = (meant: string) => meant !== '' && ` ${words.join(' ')}`.includes(` ${meant}`)
  const shortNames = SHORT_NAMES.filter((each) => isMeant(each[of])).map(({ short }) => short)
  return { given, name, words, shortNames }
}

const withoutZeros = (number: string) => number.replace(/^0+(?=\d)/, '')

const compactOf = (words: string) => words.replaceAll(' ', '')

/** 1240 of K001-1240, 185s of 9900-185S, 47 of DV047. */
const numberOf = (sku: string) => withoutZeros(/(?<= )\d\S*$|(?<=[^\d ])\d+$/.exec(sku)?.[0] ?? '')
