import { type Lab, labOfRgb, rgbOf } from '../../core/color.ts'
import { foldWords, visibleText } from '../../core/text.ts'
import { type Bits, noBits, setBit, setBits } from './bits.ts'
import { SHORT_NAMES, spelledWordsOf, usual, wordsOf } from './vocabulary.ts'

/** A fabric as the index needs it. */
export interface FabricToIndex {
  readonly key: number
  readonly manufacturer: string
  readonly collection: string
  readonly name: string
  readonly sku: string | null
  readonly colorHex: string | null
}

export interface CatalogToIndex {
  readonly version: string
  readonly count: number
  /** In the order of D5. */
  readonly fabrics: Iterable<FabricToIndex>
  readonly guides: ReadonlyArray<{ readonly name: string; readonly text: string }>
}

/** The name of a maker or a collection. */
interface Field {
  /** As people see it (D23): they copy it into a filter. */
  readonly name: string
  readonly words: readonly string[]
  /** The words with a space before each. */
  readonly text: string
  /** The short names that stand for it, words written together. */
  readonly shortNames: readonly string[]
}

/** A collection of a maker: the fabrics from `from` to `to`. */
export interface Line {
  /** The names as they were imported. They tell lines apart. */
  readonly manufacturer: string
  readonly collection: string
  readonly maker: Field
  readonly own: Field
  readonly from: number
  to: number
}

/** After how many fabrics the building yields: they take less than a millisecond. */
const STEP = 100
/** SKUs are grouped by this many of their first characters. */
const SKU_BEGINNING = 3

type NumberLists = Map<string, number[]>

function addTo(lists: NumberLists, key: string, value: number): void {
  const list = lists.get(key)
  if (list === undefined) lists.set(key, [value])
  else list.push(value)
}

/**
 * What a search needs of all fabrics, in memory. A fabric is a number: its place in the order of D5, in which SQL sorts
 * them. So the fabrics of a line are neighbours. A word is a number, too. The index does not change once it is built.
 */
export class CatalogIndex {
  /** The version of the catalog that it was built from. */
  readonly version: string
  readonly count: number
  /** The key of each fabric's row. */
  readonly keys: Float64Array
  readonly lines: Line[] = []
  readonly lineOf: Uint32Array
  /** All words of names and lines, and the number of each. A short name of a line is a word of it. */
  readonly words: string[] = []
  readonly wordIds = new Map<string, number>()
  /** The letters of each word, a bit for each. Most words that cannot be similar to another are ruled out by them. */
  readonly letters: number[] = []
  /** The fabrics that have each word in their name, and the lines that have it. */
  readonly fabricsOf: number[][] = []
  readonly linesOf: number[][] = []
  /** The words of each fabric's name in their order. */
  readonly nameWords: number[][] = []
  /** Each name written together: its words as they are compared, and as they are spelled. */
  readonly names: string[] = []
  readonly spellings: string[] = []
  /** Each SKU as it is compared, "" without one. */
  readonly skus: string[] = []
  /** The colour of each fabric as 24 bits, and as three numbers. */
  readonly rgbs: Uint32Array
  readonly labs: Float64Array
  /** All fabrics. */
  readonly all: Bits
  /** The fabrics that have a colour, and the same fabrics by lightness, in whole units of L*. */
  readonly colored: Bits
  readonly byLightness = Array.from({ length: 101 }, (): number[] => [])
  /** A line of text for each supply guide: the words of its name, and all its words, with spaces around each. */
  readonly guideNames: string
  readonly guideTexts: string
  /** The words that begin with one or two letters. */
  readonly #beginnings: NumberLists = new Map()
  readonly #bySkuBeginning: NumberLists = new Map()
  readonly #byNumber: NumberLists = new Map()

  private constructor({ version, count, guides }: CatalogToIndex) {
    const inLines = (texts: readonly string[]) => texts.map((text) => `${withSpaces(text)} `).join('\n')
    this.version = version
    this.count = count
    this.keys = new Float64Array(count)
    this.lineOf = new Uint32Array(count)
    this.rgbs = new Uint32Array(count)
    this.labs = new Float64Array(3 * count)
    this.all = noBits(count)
    this.colored = noBits(count)
    setBits(this.all, 0, count)
    this.guideNames = inLines(guides.map(({ name }) => name))
    this.guideTexts = inLines(guides.map(({ name, text }) => `${name} ${text}`))
  }

  /**
   * Builds the index of a catalog. It yields often, so that other work can be done in between: no step takes
   * longer than a few milliseconds, whatever the size of the catalog.
   */
  static *build(catalog: CatalogToIndex): Generator<void, CatalogIndex> {
    const index = new CatalogIndex(catalog)
    for (const fabric of catalog.fabrics) {
      index.#add(fabric)
      if (index.names.length % STEP === 0) yield
    }
    return index
  }

  #add({ key, manufacturer, collection, name, sku, colorHex }: FabricToIndex): void {
    const at = this.names.length
    const line = this.#lineFor(manufacturer, collection, at)
    line.to = at + 1
    this.keys[at] = key
    this.lineOf[at] = this.lines.length - 1
    const spelled = spelledWordsOf(name)
    const words = spelled.map(usual)
    const ids = words.map((word) => this.#idOf(word))
    for (const id of new Set(ids)) this.fabricsOf[id]?.push(at)
    this.nameWords.push(ids)
    const [joined, written] = [words.join(''), spelled.join('')]
    this.names.push(joined)
    // Most are the same. Then one text is kept for both.
    this.spellings.push(written === joined ? joined : written)
    const skuWords = foldWords(sku ?? '')
    const compactSku = skuWords.join('')
    this.skus.push(compactSku)
    if (sku !== null) addTo(this.#bySkuBeginning, compactSku.slice(0, SKU_BEGINNING), at)
    const number = numberOf(skuWords)
    if (number !== '') addTo(this.#byNumber, number, at)
    if (colorHex === null) return
    const rgb = rgbOf(colorHex)
    const lab = labOfRgb(rgb)
    this.rgbs[at] = rgb
    this.labs.set(lab, 3 * at)
    setBit(this.colored, at)
    // For black, rounding may give slightly less than 0.
    this.byLightness[Math.max(0, Math.floor(lab[0]))]?.push(at)
  }

  #lineFor(manufacturer: string, collection: string, at: number): Line {
    const last = this.lines.at(-1)
    if (last?.manufacturer === manufacturer && last.collection === collection) return last
    const line = newLine(manufacturer, collection, at)
    // A name may be written together: "konacotton".
    const words = [line.maker, line.own].flatMap((field) => [
      ...field.words,
      field.words.join(''),
      ...field.shortNames,
    ])
    for (const id of new Set(words.map((word) => this.#idOf(word)))) this.linesOf[id]?.push(this.lines.length)
    this.lines.push(line)
    return line
  }

  #idOf(word: string): number {
    const known = this.wordIds.get(word)
    if (known !== undefined) return known
    const id = this.words.push(word) - 1
    this.wordIds.set(word, id)
    this.letters.push(lettersOf(word))
    this.fabricsOf.push([])
    this.linesOf.push([])
    for (const beginning of new Set([word.slice(0, 1), word.slice(0, 2)]))
      addTo(this.#beginnings, beginning, id)
    return id
  }

  lineAt(fabric: number): Line {
    const line = this.lines[this.lineOf[fabric] ?? -1]
    if (line === undefined) throw new RangeError(`There is no fabric ${fabric}.`)
    return line
  }

  labAt(fabric: number): Lab {
    const { labs } = this
    return [labs[3 * fabric] ?? 0, labs[3 * fabric + 1] ?? 0, labs[3 * fabric + 2] ?? 0]
  }

  /** The colour of a fabric that has one, as `#RRGGBB`. */
  hexAt(fabric: number): string {
    return `#${(this.rgbs[fabric] ?? 0).toString(16).padStart(6, '0').toUpperCase()}`
  }

  /** The lines that have a word in the name of the maker or the collection. */
  linesWith(word: string): readonly number[] {
    return this.linesOf[this.wordIds.get(word) ?? -1] ?? []
  }

  /** How many fabrics have a word in their name or line; one that is in both counts twice. */
  fabricsWith(word: number): number {
    let count = this.fabricsOf[word]?.length ?? 0
    for (const at of this.linesOf[word] ?? [])
      count += (this.lines[at]?.to ?? 0) - (this.lines[at]?.from ?? 0)
    return count
  }

  /** The words that begin with a text. */
  wordsBeginningWith(text: string): readonly number[] {
    return (this.#beginnings.get(text.slice(0, 2)) ?? []).filter((id) => this.words[id]?.startsWith(text))
  }

  /** The words that contain a text after their first letter. */
  wordsWithInside(text: string): readonly number[] {
    const wanted = lettersOf(text)
    const found: number[] = []
    for (let id = 0; id < this.letters.length; id += 1)
      if (((this.letters[id] ?? 0) & wanted) === wanted && this.words[id]?.includes(text, 1)) found.push(id)
    return found
  }

  /** The fabrics whose SKU begins with a text. One of fewer characters than `SKU_BEGINNING` has to be the whole SKU. */
  skusBeginningWith(text: string): readonly number[] {
    const fabrics = this.#bySkuBeginning.get(text.slice(0, SKU_BEGINNING)) ?? []
    return fabrics.filter((fabric) => this.skus[fabric]?.startsWith(text))
  }

  /** Whether a text is the SKU of a fabric. @param text as `compact` makes it */
  isSku(text: string): boolean {
    return this.skusBeginningWith(text).some((fabric) => this.skus[fabric] === text)
  }

  /** The fabrics whose SKU has a number, alone or behind letters of its beginning: 1240 and k1240 find K001-1240. */
  numbered(text: string): readonly number[] {
    const [, letters = '', number = ''] = /^(\p{L}*)(\d.*)$/u.exec(text) ?? []
    // "K001" is what SKUs begin with, and not number 1.
    if (number.startsWith('0') && this.skusBeginningWith(text).length > 0) return []
    const fabrics = this.#byNumber.get(withoutZeros(number)) ?? []
    return letters === '' ? fabrics : fabrics.filter((fabric) => this.skus[fabric]?.startsWith(letters))
  }
}

/** Which letters a word has, a bit for each. */
export function lettersOf(word: string): number {
  let letters = 0
  for (let at = 0; at < word.length; at += 1) letters |= 1 << (word.charCodeAt(at) & 31)
  return letters
}

/** The words of a name with a space before each. */
export const withSpaces = (name: string): string =>
  wordsOf(name)
    .map((word) => ` ${word}`)
    .join('')

function newLine(manufacturer: string, collection: string, at: number): Line {
  // A short name belongs to a line if the line's name has what it stands for, from the beginning of a word on.
  const short = SHORT_NAMES.filter(
    (name) =>
      withSpaces(manufacturer).includes(name.manufacturer && ` ${name.manufacturer}`) &&
      withSpaces(collection).includes(name.collection && ` ${name.collection}`),
  )
  const fieldOf = (given: string, filter: 'manufacturer' | 'collection'): Field => {
    const name = visibleText(given)
    const shortNames = short
      .filter((each) => each[filter] !== '')
      .map((each) => each.short.replaceAll(' ', ''))
    return { name, words: wordsOf(name), text: withSpaces(name), shortNames }
  }
  const maker = fieldOf(manufacturer, 'manufacturer')
  const own = fieldOf(collection, 'collection')
  return { manufacturer, collection, maker, own, from: at, to: at }
}

const withoutZeros = (number: string): string => number.replace(/^0+(?=\d)/, '')

/** The number of a SKU, its last part: 1240 of K001-1240, 185s of 9900-185S, 47 of DV047. */
function numberOf(words: readonly string[]): string {
  const last = words.at(-1) ?? ''
  const isPart = words.length > 1 && /^\d/.test(last)
  return withoutZeros(isPart ? last : (/(?<=\D)\d+$/.exec(last)?.[0] ?? ''))
}
