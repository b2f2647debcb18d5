import type { Lab } from '../../core/color.ts'
import type { Bits } from './bits.ts'

/** The name of a maker or a collection. */
export interface Field {
  readonly words: readonly string[]
  /** The words with a space before each. */
  readonly text: string
  /** The short names that stand for it, words written together. */
  readonly shortNames: readonly string[]
}

/** A collection of a maker: the fabrics from `from` to `to`. */
export interface Line {
  readonly manufacturer: string
  readonly collection: string
  readonly maker: Field
  readonly own: Field
  readonly from: number
  to: number
}

/**
 * All fabrics in memory but for the texts of their rows. A fabric is a number: its place in the order of D5, which SQL
 * tells. So the fabrics of a line are neighbours. A word is a number, too. Nothing here changes after it was built.
 */
export interface CatalogIndex {
  /** The version of the catalog that it was built from. */
  readonly version: string
  readonly count: number
  /** The key of each fabric's row. */
  readonly keys: Float64Array
  readonly lines: readonly Line[]
  readonly lineOf: Uint32Array
  /** All words of names and lines, and the number of each. A short name of a line is a word of it. */
  readonly words: readonly string[]
  readonly wordIds: ReadonlyMap<string, number>
  /** The words that begin with one or two letters. */
  readonly beginnings: ReadonlyMap<string, readonly number[]>
  /** Which letters each word has, a bit for each, to pass by words that cannot be similar or contain others. */
  readonly letters: Int32Array
  /** The words of each fabric's name in their order. */
  readonly nameWords: ReadonlyArray<readonly number[]>
  /** The fabrics that have each word in their name, and the lines that have it. */
  readonly fabricsOf: ReadonlyArray<readonly number[]>
  readonly linesOf: ReadonlyArray<readonly number[]>
  /** Each name written together: its words as they are compared, and as they are spelled. */
  readonly names: readonly string[]
  readonly spellings: readonly string[]
  /** Each SKU as it is compared, "" without one. */
  readonly skus: readonly string[]
  /** The fabrics by the first characters of the SKU, and by its number (`numbered`). */
  readonly bySkuBeginning: ReadonlyMap<string, readonly number[]>
  readonly byNumber: ReadonlyMap<string, readonly number[]>
  /** The colour of each fabric as 24 bits, and as three numbers. */
  readonly rgbs: Uint32Array
  readonly labs: Float64Array
  /** The fabrics that have a colour, and the same by lightness, in whole units of L*. */
  readonly colored: Bits
  readonly byLightness: ReadonlyArray<readonly number[]>
  /** The words of each supply guide in a line, those of its name and all, with a space before and behind each. */
  readonly guideNames: string
  readonly guideTexts: string
}

/** By how many characters at its beginning a SKU is found. */
export const SKU_BEGINNING = 3

/** Which letters a word has, a bit for each. */
export function lettersOf(word: string): number {
  let letters = 0
  for (let at = 0; at < word.length; at += 1) letters |= 1 << (word.charCodeAt(at) & 31)
  return letters
}

export const lineAt = (index: CatalogIndex, fabric: number): Line => {
  const line = index.lines[index.lineOf[fabric] ?? -1]
  if (line === undefined) throw new RangeError(`There is no fabric ${fabric}.`)
  return line
}

export const labAt = ({ labs }: CatalogIndex, fabric: number): Lab => [
  labs[3 * fabric] ?? 0,
  labs[3 * fabric + 1] ?? 0,
  labs[3 * fabric + 2] ?? 0,
]

/** The colour of a fabric that has one, as `#RRGGBB`. */
export const hexAt = ({ rgbs }: CatalogIndex, fabric: number): string =>
  `#${(rgbs[fabric] ?? 0).toString(16).padStart(6, '0').toUpperCase()}`

/** The lines that have a word. */
export const linesWith = ({ linesOf, wordIds }: CatalogIndex, word: string): readonly number[] =>
  linesOf[wordIds.get(word) ?? -1] ?? []

/** How many fabrics have a word in their name or line; one that is in both counts twice. */
export function fabricsWith({ fabricsOf, linesOf, lines }: CatalogIndex, word: number): number {
  let count = fabricsOf[word]?.length ?? 0
  for (const at of linesOf[word] ?? []) count += (lines[at]?.to ?? 0) - (lines[at]?.from ?? 0)
  return count
}

/** The words that begin with a text. */
export const wordsBeginningWith = ({ beginnings, words }: CatalogIndex, text: string): readonly number[] =>
  (beginnings.get(text.slice(0, 2)) ?? []).filter((id) => words[id]?.startsWith(text))

/** The words that contain a text behind their beginning. */
export function wordsWithInside({ letters, words }: CatalogIndex, text: string): readonly number[] {
  const wanted = lettersOf(text)
  const found: number[] = []
  for (let id = 0; id < letters.length; id += 1)
    if (((letters[id] ?? 0) & wanted) === wanted && words[id]?.includes(text, 1)) found.push(id)
  return found
}

/** The fabrics whose SKU begins with a text of `SKU_BEGINNING` characters or more, or is a shorter one as a whole. */
export const skusBeginningWith = ({ bySkuBeginning, skus }: CatalogIndex, text: string): readonly number[] =>
  (bySkuBeginning.get(text.slice(0, SKU_BEGINNING)) ?? []).filter((fabric) => skus[fabric]?.startsWith(text))

/** Whether a text is the SKU of a fabric. @param text as `compact` makes it */
export const isSku = (index: CatalogIndex, text: string): boolean =>
  skusBeginningWith(index, text).some((fabric) => index.skus[fabric] === text)

/** A number without zeros in front, behind its letters if it has some. */
export const withoutZeros = (number: string): string => number.replace(/^(\p{L}*)0+(?=\d)/u, '$1')

/**
 * The fabrics whose SKU has a number: its last part, alone or behind the letters that the SKU begins with. K001-1240 has
 * 1240 and k1240.
 */
export function numbered(index: CatalogIndex, text: string): readonly number[] {
  const number = withoutZeros(text)
  // "K001" is what SKUs begin with, and not number 1.
  const isBeginning = number !== text && skusBeginningWith(index, text).length > 0
  return isBeginning ? [] : (index.byNumber.get(number) ?? [])
}

/** Whether a text is the SKU or the number of a fabric. */
export const isNumberOf = (index: CatalogIndex, text: string): boolean =>
  isSku(index, text) || numbered(index, text).length > 0
