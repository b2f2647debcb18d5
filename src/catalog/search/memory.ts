import type { Lab } from '../../core/color.ts'

/** Lists of numbers one behind the other: the list of `key` is `items` from `starts[key]` to `starts[key + 1]`. */
export interface Lists {
  readonly starts: Uint32Array
  readonly items: Uint32Array
}

/** The words of a maker's or a collection's name, and the same as a text with a space before each word. */
export interface Field {
  readonly words: readonly string[]
  readonly text: string
}

/** A collection of a maker: the fabrics from `from` to `to`. */
export interface Line {
  readonly manufacturer: string
  readonly collection: string
  readonly maker: Field
  readonly own: Field
  /** The ids of the words of both. */
  readonly words: ReadonlySet<number>
  readonly from: number
  to: number
}

/** What supply guides are called, and what they say. */
export interface GuideWords {
  readonly names: string
  readonly texts: string
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
  /** All words of names and lines, and the number of each. */
  readonly words: readonly string[]
  readonly wordIds: ReadonlyMap<string, number>
  /** The words that begin with one or two letters. */
  readonly beginnings: ReadonlyMap<string, readonly number[]>
  /** The words that have three letters in a row, to find those that contain something. */
  readonly parts: ReadonlyMap<string, readonly number[]>
  /** Which letters each word has, a bit for each, to find similar words. */
  readonly letters: Int32Array
  /** The words of each fabric's name in their order. */
  readonly nameWords: Lists
  /** The fabrics that have each word in their name. */
  readonly fabricsOf: Lists
  /** The lines that have each word. */
  readonly linesOf: readonly (readonly number[] | undefined)[]
  /** A hash of each name as it is written, to tell it from other spellings. */
  readonly spellings: Uint32Array
  readonly skus: Skus
  /** 24 bits for each fabric, or -1. */
  readonly rgbs: Int32Array
  /** Three numbers for each fabric. */
  readonly labs: Float64Array
  /** A bit for each fabric that has a colour. */
  readonly colored: Uint32Array
  /** The fabrics with a colour by lightness, in steps of a tenth. */
  readonly byLightness: Lists
  readonly guides: GuideWords
}

/** SKUs as they are compared, one behind the other. */
export interface Skus {
  readonly chars: Uint16Array
  /** Where each fabric's SKU begins; the next one begins where it ends. */
  readonly starts: Uint32Array
  /** How many characters its last part has, without zeros in front: 4 for K001-1240, 0 for one of letters. */
  readonly lastParts: Uint8Array
  /** The fabrics by the first three characters, and by the last two digits of the last part. */
  readonly byBeginning: ReadonlyMap<string, readonly number[]>
  readonly byEnd: ReadonlyMap<string, readonly number[]>
}

/** How many letters the parts of words have by which they are found. */
export const PART = 3
export const SKU_BEGINNING = 3
export const SKU_END = 2

/** Steps of lightness for each unit of L*. */
export const LIGHTNESS_STEPS = 10

/** Of white and black, rounding may leave a little too much or too little. */
export const lightnessStep = (l: number): number =>
  Math.max(0, Math.min(100 * LIGHTNESS_STEPS, Math.floor(l * LIGHTNESS_STEPS)))

/** FNV-1a, 32 bits. */
export function hashOf(text: string): number {
  let hash = 0x811c9dc5
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  return hash >>> 0
}

/** Which letters a word has, a bit for each. */
export function lettersOf(word: string): number {
  let letters = 0
  for (let at = 0; at < word.length; at += 1) letters |= 1 << (word.charCodeAt(at) & 31)
  return letters
}

/** The numbers of a list. */
export const listOf = ({ starts, items }: Lists, key: number): Uint32Array =>
  items.subarray(starts[key] ?? 0, starts[key + 1] ?? 0)

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

/** How many fabrics have a word in their name or line; one that is in both counts twice. */
export function fabricsWith({ fabricsOf, linesOf, lines }: CatalogIndex, word: number): number {
  let count = (fabricsOf.starts[word + 1] ?? 0) - (fabricsOf.starts[word] ?? 0)
  for (const at of linesOf[word] ?? []) count += (lines[at]?.to ?? 0) - (lines[at]?.from ?? 0)
  return count
}

/** Whether a word is in the name of a fabric. */
export function isInName(
  { nameWords: { starts, items } }: CatalogIndex,
  fabric: number,
  word: number,
): boolean {
  const end = starts[fabric + 1] ?? 0
  for (let at = starts[fabric] ?? 0; at < end; at += 1) if (items[at] === word) return true
  return false
}

/** The words that begin with a text. */
export function wordsBeginningWith(index: CatalogIndex, text: string): readonly number[] {
  const some = index.beginnings.get(text.slice(0, 2)) ?? []
  return text.length <= 2 ? some : some.filter((id) => index.words[id]?.startsWith(text))
}

/** The words that have a text of three letters or more inside, not at the beginning. */
export function wordsContaining({ parts, words }: CatalogIndex, text: string): readonly number[] {
  let fewest: readonly number[] | undefined
  for (let at = 0; at + PART <= text.length; at += 1) {
    const some = parts.get(text.slice(at, at + PART)) ?? []
    if (fewest === undefined || some.length < fewest.length) fewest = some
  }
  return (fewest ?? []).filter((id) => (words[id]?.indexOf(text) ?? 0) > 0)
}

/** Whether the SKU of a fabric begins with a text, from a place behind its beginning on. */
function hasAt({ chars, starts }: Skus, fabric: number, text: string, offset: number): boolean {
  const start = (starts[fabric] ?? 0) + offset
  if (start + text.length > (starts[fabric + 1] ?? 0)) return false
  for (let at = 0; at < text.length; at += 1) if (chars[start + at] !== text.charCodeAt(at)) return false
  return true
}

const lengthOf = ({ starts }: Skus, fabric: number) => (starts[fabric + 1] ?? 0) - (starts[fabric] ?? 0)

/** The fabrics whose SKU begins with a text of three characters or more, or is a shorter one as a whole. */
export function* skusBeginningWith(
  { skus }: CatalogIndex,
  text: string,
): Generator<{ readonly fabric: number; readonly isWhole: boolean }> {
  for (const fabric of skus.byBeginning.get(text.slice(0, SKU_BEGINNING)) ?? []) {
    if (hasAt(skus, fabric, text, 0)) yield { fabric, isWhole: lengthOf(skus, fabric) === text.length }
  }
}

/** The fabrics whose SKU ends with a number as its last part (D16.10). @param part without zeros in front */
export function* skusEndingWith({ skus }: CatalogIndex, part: string): Generator<number> {
  for (const fabric of skus.byEnd.get(part.slice(-SKU_END)) ?? []) {
    const isLast = skus.lastParts[fabric] === part.length
    if (isLast && hasAt(skus, fabric, part, lengthOf(skus, fabric) - part.length)) yield fabric
  }
}

/** Whether a text is the SKU of a fabric. @param text as `compact` makes it */
export function isSku(index: CatalogIndex, text: string): boolean {
  for (const { isWhole } of skusBeginningWith(index, text)) if (isWhole) return true
  return false
}
