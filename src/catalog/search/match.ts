import { type Bits, noBits, setBit } from './bits.ts'
import type { CatalogIndex, CatalogWord, Line } from './catalog-index.ts'
import { type AskedWord, isWholeOnly, joined, tellingOf, type Words } from './question.ts'
import { ORDINARY } from './vocabulary.ts'

/** How well a word is found in the name, the line or the SKU of a fabric (D14), best last. */
export const QUALITY = {
  missing: 0,
  /** Inside a longer word of the name, or a number too short to tell. */
  inside: 1,
  /** A word of the line or the beginning of one; of a SKU, its beginning. */
  line: 2,
  /** Of a word of the name. */
  beginning: 3,
  word: 4,
  /** Of the SKU. */
  number: 5,
  sku: 6,
} as const

const SHORTEST_INSIDE = 4
/** The fewest letters of each half of a word that is written apart in a name. */
const SHORTEST_CUT = 3
/** The most words of a question that are together one word of the catalog, or one SKU. */
const LONGEST_RUN = 5
/** A shorter number alone names no SKU (D16.10). */
const TELLING_NUMBER = 4

export interface FoundWord extends AskedWord {
  /** One for each fabric. The index lends the array until the search ends. */
  readonly quality: Uint8Array
  /** Those with any quality but `missing`. */
  readonly fabrics: Bits
  readonly lines: Set<Line>
}

/** Looks for each word, alone and together with its neighbours. */
export function findWords(index: CatalogIndex, words: Words): readonly FoundWord[] {
  const found = words.map((word): FoundWord => {
    const quality = index.lendColumn()
    return { ...word, quality, fabrics: noBits(index.count), lines: new Set() }
  })
  const isAlone = tellingOf(words).length === 1
  for (const [at, each] of found.entries()) {
    if (!isWholeOnly(each)) findInWords(index, each)
    for (let to = at + 1; to <= Math.min(found.length, at + LONGEST_RUN); to += 1)
      findRun(index, found.slice(at, to), isAlone)
  }
  return found
}

function put({ quality, fabrics }: FoundWord, fabric: number, better: number): void {
  if ((quality[fabric] ?? 0) < better) quality[fabric] = better
  setBit(fabrics, fabric)
}

function putWord(found: FoundWord, { fabrics, lines }: CatalogWord, quality: number): void {
  for (const fabric of fabrics) put(found, fabric, quality)
  for (const line of lines) {
    if (found.lines.has(line)) continue
    found.lines.add(line)
    for (let fabric = line.from; fabric < line.to; fabric += 1) put(found, fabric, QUALITY.line)
  }
}

/** Looks for neighbours as one word of the catalog, or as a SKU. */
function findRun(index: CatalogIndex, run: readonly FoundWord[], isAlone: boolean): void {
  const text = joined(run)
  const whole = index.words.get(text)
  if (whole !== undefined) for (const each of run) putWord(each, whole, QUALITY.word)
  if (!/\p{Nd}/u.test(text)) return
  const isVague = isAlone && text.length < TELLING_NUMBER && /^\d/.test(text)
  const number = isVague ? QUALITY.inside : QUALITY.number
  const qualities = { whole: QUALITY.sku, beginning: QUALITY.line, number }
  for (const [fabric, match] of index.withSku(text))
    for (const each of run) put(each, fabric, qualities[match])
}

/** Looks for a word as the beginning of others, inside others, or written apart in a name. */
function findInWords(index: CatalogIndex, found: FoundWord): void {
  const { text } = found
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
