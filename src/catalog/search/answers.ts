import { type Bits, common, countBits, isBitSet, noBits, setBits } from './bits.ts'
import type { CatalogIndex, Line } from './catalog-index.ts'
import { cheapest, type MayMiss } from './cost.ts'
import { type AskedColor, eachFabricOnce, type List, type Lists, type Searched, take } from './lists.ts'
import { type Question, tellingOf, type Words } from './question.ts'
import { inOtherLine, isOfGuides, type NamedColor, namedColor, palette, partsOf } from './readings.ts'
import { isUnknown, spelledAgain } from './spelling.ts'
import { PRECUTS } from './vocabulary.ts'

/** The fabrics that have the words. `mayMiss` says which of them a fabric may lack. */
function byWords(
  { index, matcher, within }: Searched,
  words: Words,
  mayMiss: MayMiss,
  isShortened = false,
): List | undefined {
  const fabrics = cheapest(index, matcher.find(words), within, mayMiss, isShortened)
  return fabrics && { words, fabrics }
}

/** The fabrics of some lines. */
export function fabricsOfLines({ count }: CatalogIndex, lines: readonly Line[]): Bits {
  const bits = noBits(count)
  for (const { from, to } of lines) setBits(bits, from, to)
  return bits
}

/** All fabrics of the lines that have these words; without words, all fabrics. */
function fabricsInLines({ index, matcher }: Searched, words: Words): Bits {
  const found = matcher.find(words)
  return fabricsOfLines(
    index,
    index.lines.filter((_, lineNumber) => found.every(({ column }) => column.lineQuality[lineNumber])),
  )
}

/** The fabrics by their distance from a colour (D17). @param bits those that have the words beside it */
function byColor({ index, within }: Searched, color: AskedColor, words: Words, bits: Bits): List | undefined {
  const fabrics = common(index.colored, within, bits)
  return countBits(fabrics) === 0 ? undefined : { words, fabrics, color }
}

/** The fabrics nearest to a colour that is named in words (D17). */
const byName = (searched: Searched, named: NamedColor | undefined): List | undefined =>
  named && byColor(searched, named, named.lineWords, fabricsInLines(searched, named.lineWords))

/** A question of one part, or a part of a list, in the order of D16. */
function onePart(searched: Searched, words: Words): List | undefined {
  const named = namedColor(words)
  const near = () => byName(searched, named)
  return (
    // "Kona greens" are what looks green, whatever it is called.
    (named?.isPlural ? near() : undefined) ??
    byWords(searched, words, 'nothing') ??
    byWords(searched, words, 'families') ??
    (named?.isWhole ? near() : undefined) ??
    byWords(searched, words, 'families and tones')
  )
}

/** A list for each part of a question, if every part finds something (D17.8). */
function eachFinds(parts: readonly Words[], find: (part: Words) => List | undefined): Lists | undefined {
  const found = parts.flatMap((part) => find(part) ?? [])
  return found.length < Math.max(1, parts.length) ? undefined : eachFabricOnce(found)
}

/** The fabrics nearest to a colour that is named in words, as an answer. */
const nearestTo = (searched: Searched, words: Words): Lists | undefined =>
  asLists(byName(searched, namedColor(words)))

/** The fabrics of one line that are nearest to a fabric of another: "kona curry in bella" (D17.10). */
function nearestInOtherLine(searched: Searched, words: Words): List | undefined {
  const { index, matcher } = searched
  for (const { line, fabric } of inOtherLine(words)) {
    const found = byWords({ ...searched, within: index.colored }, fabric, 'nothing')
    const [first, second] = found === undefined ? [] : take(matcher, [found], 0, undefined, 2)
    if (first === undefined || first.rank === second?.rank) continue
    const bits = fabricsInLines(searched, line)
    const color = { hex: index.hexAt(first.fabric), name: fabric, fabric: first.fabric }
    if (!isBitSet(bits, first.fabric)) return byColor(searched, color, line, bits)
  }
  return undefined
}

const asLists = (list: List | undefined): Lists | undefined => list && [list]

/** A question with its words as they are: together, as a list, or for another line. */
function asWritten(searched: Searched, words: Words): Lists | undefined {
  const parts = partsOf(words)
  const inPart = (part: Words) => onePart(searched, part) ?? byName(searched, namedColor(part))
  return (
    asLists(parts.length > 1 ? byWords(searched, words, 'nothing') : onePart(searched, words)) ??
    (parts.length > 1 ? eachFinds(parts, inPart) : undefined) ??
    asLists(nearestInOtherLine(searched, words))
  )
}

/** Leaves out the words that the catalog does not have, and those for how cloth is cut (D16, 7). */
function withoutUnknown({ index, matcher }: Searched, words: Words): Words {
  const found = matcher.find(words)
  const isDropped = (at: number) => {
    const { word, column } = found[at] ?? {}
    if (word === undefined || PRECUTS.has(word.text)) return true
    return isUnknown(index, word) && column?.isEmpty === true && !isOfGuides(index, words, at)
  }
  return words.filter((_, at) => !isDropped(at))
}

/** The answer to a question of words, in the order of D16. */
function answerToWords(searched: Searched, words: Words): Lists | undefined {
  const { index } = searched
  for (const each of spelledAgain(index, words)) {
    const isCorrected = each !== words
    const found = asWritten(searched, each) ?? (isCorrected ? nearestTo(searched, each) : undefined)
    if (found !== undefined) return found
  }
  const known = withoutUnknown(searched, words)
  const shortened = (part: Words) => byWords(searched, part, 'families and tones', true)
  return (
    (known.length < words.length ? eachFinds(partsOf(known), shortened) : undefined) ??
    nearestTo(searched, known) ??
    eachFinds(palette(known), (part) => onePart(searched, part))
  )
}

/** The fabrics that have the words beside written colours. If none has them, words that name a colour are dropped. */
function listBesideColors(searched: Searched, words: Words): List | undefined {
  const { index, within } = searched
  if (words.length === 0) return countBits(within) === 0 ? undefined : { words, fabrics: within }
  for (const each of spelledAgain(index, words)) {
    const found =
      byWords(searched, each, 'nothing') ??
      byWords(searched, each, 'families') ??
      byWords(searched, each, 'families and tones')
    if (found !== undefined) return found
  }
  return byName(searched, namedColor(words))
}

/** The answer to a question; without one, all fabrics in the order of D5. */
export function answerTo(searched: Searched, question: Question | undefined): Lists {
  const { index, within } = searched
  if (question === undefined) return [{ words: [], fabrics: within }]
  const { colors, words } = question
  if (colors.length === 0) return answerToWords(searched, words) ?? []
  const telling = tellingOf(words).filter(({ kind }) => kind !== 'meant')
  const beside = listBesideColors({ ...searched, within: common(index.colored, within) }, telling)
  return beside === undefined ? [] : colors.map((hex) => ({ ...beside, color: { hex, name: [] } }))
}
