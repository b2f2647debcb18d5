import { type Lab, labOf } from '../../core/color.ts'
import { foldWords, visibleText } from '../../core/text.ts'
import type { FabricRow } from '../rows.ts'
import { type Bits, noBits, setBit, setBits } from './bits.ts'
import { SHORT_NAMES, spelledWordsOf, usual, wordsOf } from './vocabulary.ts'

export interface FabricToIndex
  extends Pick<FabricRow, 'manufacturer' | 'collection' | 'name' | 'sku' | 'color_hex'> {
  /** The row's key. */
  readonly key: number
}

export interface CatalogToIndex {
  readonly version: string
  readonly count: number
  /** In the order of D5. */
  readonly fabrics: Iterable<FabricToIndex>
  readonly guides: ReadonlyArray<{ readonly name: string; readonly text: string }>
}

export interface CatalogWord {
  readonly text: string
  /** Those with the word in their name. */
  readonly fabrics: number[]
  /** Those with the word in maker or collection. Short names, and neighbours written together, are words too. */
  readonly lines: Line[]
}

/** The name of a maker or a collection. */
interface Field {
  /** As it was imported. */
  readonly given: string
  /** As people see it (D23), and copy it into a filter. */
  readonly name: string
  readonly words: readonly string[]
  /** The short names that stand for it, each written together. */
  readonly shortNames: readonly string[]
}

/** A collection of a maker: the fabrics from `from` up to, but not including, `to`. */
export interface Line {
  readonly manufacturer: Field
  readonly collection: Field
  readonly from: number
  to: number
}

interface Fabric {
  /** The row's key. */
  readonly key: number
  readonly line: Line
  /** The words of its name, in order. */
  readonly words: readonly CatalogWord[]
  /** The name written together: as it is compared, and as it is spelled. */
  readonly name: string
  readonly spelling: string
  /** As it is compared; "" without one. */
  readonly sku: string
  readonly hex: string | null
}

/** Fabrics between two yields: they take less than a millisecond. */
const STEP = 100
/** Columns that are kept for the next search. */
const MOST_COLUMNS = 32
/** SKUs are grouped by their first characters. */
const SKU_BEGINNING = 3

/**
 * All that a search needs, in memory. A fabric's number is its place in the order of D5, as SQL sorts, so the fabrics
 * of a line are neighbours. The index does not change once it is built.
 */
export class CatalogIndex {
  /** The catalog's version. */
  readonly version: string
  readonly count: number
  readonly lines: Line[] = []
  readonly words = new Map<string, CatalogWord>()
  /** The same words, and the letters of each (`lettersOf`), to rule out most words quickly. */
  readonly wordList: CatalogWord[] = []
  readonly letters: number[] = []
  readonly all: Bits
  /** The fabrics that have a colour, and the same by lightness, in whole units of L*. */
  readonly colored: Bits
  readonly byLightness = Array.from({ length: 101 }, (): number[] => [])
  /** The words of guides' names, and all pairs of neighbours in their texts, such as "tula pink". */
  readonly guidePhrases = new Set<string>()
  readonly #fabrics: Fabric[] = []
  readonly #labs: Float64Array
  readonly #lentColumns: Uint8Array[] = []
  readonly #freeColumns: Uint8Array[] = []
  readonly #bySkuBeginning = new Map<string, number[]>()
  readonly #bySkuNumber = new Map<string, number[]>()

  private constructor({ version, count, guides }: CatalogToIndex) {
    this.version = version
    this.count = count
    this.all = noBits(count)
    this.colored = noBits(count)
    this.#labs = new Float64Array(3 * count)
    setBits(this.all, 0, count)
    for (const { name, text } of guides) {
      for (const word of wordsOf(name)) this.guidePhrases.add(word)
      const words = wordsOf(`${name} ${text}`)
      for (const [at, word] of words.entries()) this.guidePhrases.add(`${word} ${words[at + 1] ?? ''}`)
    }
  }

  /** Yields every few milliseconds, so that other work can be done in between. */
  static *build(catalog: CatalogToIndex): Generator<void, CatalogIndex> {
    const index = new CatalogIndex(catalog)
    for (const fabric of catalog.fabrics) {
      index.#add(fabric)
      if (index.#fabrics.length % STEP === 0) yield
    }
    return index
  }

  #add({ key, manufacturer, collection, name: written, sku: code, color_hex: hex }: FabricToIndex): void {
    const number = this.#fabrics.length
    const line = this.#lineFor(manufacturer, collection, number)
    line.to = number + 1
    const spelled = spelledWordsOf(written)
    const words = spelled.map((word) => this.#wordFor(usual(word)))
    for (const word of new Set(words)) word.fabrics.push(number)
    const name = words.map(({ text }) => text).join('')
    // Most are the same, and then share one text.
    const spelling = spelled.join('') === name ? name : spelled.join('')
    const skuParts = foldWords(code ?? '')
    const sku = skuParts.join('')
    if (sku !== '') addTo(this.#bySkuBeginning, sku.slice(0, SKU_BEGINNING), number)
    const skuNumber = numberOf(skuParts)
    if (skuNumber !== '') addTo(this.#bySkuNumber, skuNumber, number)
    this.#fabrics.push({ key, line, words, name, spelling, sku, hex })
    if (hex === null) return
    const lab = labOf(hex)
    this.#labs.set(lab, 3 * number)
    setBit(this.colored, number)
    // For black, rounding may give slightly less than 0.
    this.byLightness[Math.max(0, Math.floor(lab[0]))]?.push(number)
  }

  #lineFor(manufacturer: string, collection: string, from: number): Line {
    const last = this.lines.at(-1)
    if (last?.manufacturer.given === manufacturer && last.collection.given === collection) return last
    const fields = {
      manufacturer: fieldOf(manufacturer, 'manufacturer'),
      collection: fieldOf(collection, 'collection'),
    }
    const line = { ...fields, from, to: from }
    const texts = Object.values(fields).flatMap(({ words, shortNames }) => [...runsOf(words), ...shortNames])
    for (const text of new Set(texts)) this.#wordFor(text).lines.push(line)
    this.lines.push(line)
    return line
  }

  #wordFor(text: string): CatalogWord {
    const known = this.words.get(text)
    if (known !== undefined) return known
    const word = { text, fabrics: [], lines: [] }
    this.words.set(text, word)
    this.wordList.push(word)
    this.letters.push(lettersOf(text))
    return word
  }

  /** A number for each fabric, 0 at first, until `freeColumns`. Allocating one would take longer than a search. */
  lendColumn(): Uint8Array {
    const column = this.#freeColumns.pop()?.fill(0) ?? new Uint8Array(this.count)
    if (this.#lentColumns.length < MOST_COLUMNS) this.#lentColumns.push(column)
    return column
  }

  freeColumns(): void {
    this.#freeColumns.push(...this.#lentColumns.splice(0))
  }

  fabric(number: number): Fabric {
    const fabric = this.#fabrics[number]
    if (fabric === undefined) throw new RangeError(`There is no fabric ${number}.`)
    return fabric
  }

  labAt(number: number): Lab {
    const labs = this.#labs
    return [labs[3 * number] ?? 0, labs[3 * number + 1] ?? 0, labs[3 * number + 2] ?? 0]
  }

  /** The words that contain a text anywhere. */
  wordsWith(text: string): readonly CatalogWord[] {
    const wanted = lettersOf(text)
    const found: CatalogWord[] = []
    for (let at = 0; at < this.letters.length; at += 1) {
      const word = ((this.letters[at] ?? 0) & wanted) === wanted ? this.wordList[at] : undefined
      if (word?.text.includes(text)) found.push(word)
    }
    return found
  }

  /**
   * The fabrics whose SKU a text is or begins (with `SKU_BEGINNING` characters or more), or whose number it is, alone
   * or after the first letters: `1240` and `k1240` find K001-1240.
   */
  *withSku(text: string): Generator<readonly [fabric: number, is: 'whole' | 'beginning' | 'number']> {
    const beginning = this.#bySkuBeginning.get(text.slice(0, SKU_BEGINNING)) ?? []
    const found = beginning.filter((each) => this.#fabrics[each]?.sku.startsWith(text))
    for (const each of found) yield [each, this.#fabrics[each]?.sku === text ? 'whole' : 'beginning']
    const [, letters = '', number = ''] = /^(\p{L}*)(\d.*)$/u.exec(text) ?? []
    // "K001" is a beginning of SKUs, not number 1.
    if (number.startsWith('0') && found.length > 0) return
    for (const each of this.#bySkuNumber.get(withoutZeros(number)) ?? [])
      if (this.#fabrics[each]?.sku.startsWith(letters)) yield [each, 'number']
  }

  /** Whether a text is the SKU or the number of a fabric. */
  isSku(text: string): boolean {
    return this.withSku(text).some(([, is]) => is !== 'beginning')
  }
}

function addTo(lists: Map<string, number[]>, key: string, value: number): void {
  const list = lists.get(key)
  if (list === undefined) lists.set(key, [value])
  else list.push(value)
}

/** Which letters a word has, a bit for each. */
export function lettersOf(word: string): number {
  let letters = 0
  for (let at = 0; at < word.length; at += 1) letters |= 1 << (word.charCodeAt(at) & 31)
  return letters
}

/** A short name stands for each maker or collection that has its meaning at the start of a word. */
function fieldOf(given: string, of: 'manufacturer' | 'collection'): Field {
  const name = visibleText(given)
  const words = wordsOf(name)
  const isMeant = (meant: string) => meant !== '' && ` ${words.join(' ')}`.includes(` ${meant}`)
  const shortNames = SHORT_NAMES.filter((each) => isMeant(each[of])).map(({ short }) => short)
  return { given, name, words, shortNames }
}

/** Each run of neighbouring words, written together, also of one word. */
export const runsOf = (words: readonly string[]): readonly string[] =>
  words.flatMap((_, from) => words.slice(from).map((__, at) => words.slice(from, from + at + 1).join('')))

const withoutZeros = (number: string): string => number.replace(/^0+(?=\d)/, '')

/** The number of a SKU, its last part: 1240 of K001-1240, 185s of 9900-185S, 47 of DV047. */
function numberOf(parts: readonly string[]): string {
  const last = parts.at(-1) ?? ''
  const isPart = parts.length > 1 && /^\d/.test(last)
  return withoutZeros(isPart ? last : (/(?<=\D)\d+$/.exec(last)?.[0] ?? ''))
}
