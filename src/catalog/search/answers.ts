import type { Bits } from './bits.ts'
import { common, countBits, eachBit, isBitSet, isEmpty, noBits, setBit, setBits, without } from './bits.ts'
import type { CatalogIndex, Line } from './catalog-index.ts'
import { areOfFamily } from './colour-names.ts'
import type { List, Lists } from './lists.ts'
import { type FoundWord, findWords, QUALITY } from './match.ts'
import type { AskedColor, AskedWord, NamedColor, Question, Words } from './question.ts'
import {
  colorAsked,
  inOtherLine,
  isColorName,
  joined,
  palette,
  partsOf,
  tellingOf,
  textOf,
} from './question.ts'
import { ranked } from './rank.ts'
import { isUnknown, spelledAgain } from './spelling.ts'
import { PRECUTS } from './vocabulary.ts'

/** The index, and the fabrics that the filters leave. */
export interface Searched {
  readonly index: CatalogIndex
  readonly within: Bits
}

/** The cost of a missing word (D16). Other words may not be missing. A tone costs more than all families together. */
const COSTS = { family: 1, tone: 100 } as const
const NEVER = Number.POSITIVE_INFINITY

const costOf = ({ kind }: AskedWord): number => (kind === 'family' || kind === 'tone' ? COSTS[kind] : NEVER)

/** Makes the function for the cost of a fabric: `NEVER` if it has too little to make up for its missing words. */
function costsOf(index: CatalogIndex, asked: readonly FoundWord[], isShortened: boolean) {
  const lineWords = asked.filter(({ isOfLine }) => isOfLine)
  const nameWords = asked.filter(({ isOfLine }) => !isOfLine)
  const families = nameWords.filter(({ kind }) => kind === 'family')
  // "Navy blue", "hunter green", "kona curry yellow". But a fabric called Neon need not be neon pink.
  const looksSo = (fabric: number) =>
    !isBitSet(index.colored, fabric) || families.every(({ text }) => areOfFamily(index.labAt(fabric), text))

  function hasEnough(fabric: number, lacksFamily: boolean): boolean {
    const inName = (least: number) => nameWords.filter(({ quality }) => (quality[fabric] ?? 0) >= least)
    if (lacksFamily) return inName(QUALITY.word).some(({ kind }) => kind === 'word') && looksSo(fabric)
    const { line, name } = index.fabric(fabric)
    if (isShortened) {
      const isOfCollection = lineWords.some(({ text }) => line.collection.words.includes(text))
      return inName(QUALITY.word).some(isColorName) || (isOfCollection && name === joined(nameWords))
    }
    const isForLine = nameWords.every(({ kind }) => kind === 'tone')
    return isForLine ? lineWords.every(({ lines }) => lines.has(line)) : inName(QUALITY.beginning).length > 0
  }

  return (fabric: number): number => {
    // A match inside a longer word is too weak here, where words may be missing.
    if (asked.some(({ quality }) => quality[fabric] === QUALITY.inside)) return NEVER
    const missing = asked.filter(({ quality }) => quality[fabric] === QUALITY.missing)
    const lacksFamily = missing.some(({ kind }) => kind === 'family')
    return hasEnough(fabric, lacksFamily) ? missing.reduce((sum, word) => sum + costOf(word), 0) : NEVER
  }
}

/**
 * The fabrics that have all words, or else those of the lowest cost.
 *
 * @param isShortened whether words were left out before. Then a fabric needs an asked colour in its name, or the asked
 * collection and whole name.
 */
function byWords({ index, within }: Searched, words: Words, isShortened = false): List | undefined {
  const found = findWords(index, words)
  const asked = tellingOf(found)
  if (asked.length === 0) return undefined
  const having = common(within, ...asked.map((word) => word.fabrics))
  if (!isShortened && !isEmpty(having)) return { found, fabrics: having, cost: 0 }
  const needed = asked.filter((word) => costOf(word) === NEVER)
  const costIn = costsOf(index, asked, isShortened)
  let cost = NEVER
  let fabrics = noBits(index.count)
  eachBit(common(within, ...needed.map((word) => word.fabrics)), (fabric) => {
    const own = costIn(fabric)
    if (own === NEVER || own > cost) return
    if (own < cost) fabrics = noBits(index.count)
    cost = own
    setBit(fabrics, fabric)
  })
  return cost === NEVER ? undefined : { found, fabrics, cost }
}

export function fabricsOfLines({ count }: CatalogIndex, lines: readonly Line[]): Bits {
  const bits = noBits(count)
  for (const { from, to } of lines) setBits(bits, from, to)
  return bits
}

/** By distance from a colour (D17): the fabrics of the lines that have these words, or all fabrics. */
function byColor({ index, within }: Searched, color: AskedColor, lineWords: Words): List | undefined {
  const found = findWords(index, lineWords)
  const lines = index.lines.filter((line) => found.every((each) => each.lines.has(line)))
  const fabrics = common(index.colored, within, fabricsOfLines(index, lines))
  return isEmpty(fabrics) ? undefined : { found, fabrics, cost: 0, color }
}

const byName = (searched: Searched, named: NamedColor | undefined): List | undefined =>
  named && byColor(searched, named, named.lineWords)

/** Answers a question without separators, or a part of a list (D16). */
function onePart(searched: Searched, words: Words): List | undefined {
  const named = colorAsked(words)
  // "Kona greens" are all that look green, whatever they are called.
  const looksSo = named?.isPlural ? byName(searched, named) : undefined
  if (looksSo !== undefined) return looksSo
  const list = byWords(searched, words)
  if (list !== undefined && list.cost < COSTS.tone) return list
  return (named?.isWhole ? byName(searched, named) : undefined) ?? list
}

/**
 * A list for each part, if every part finds something (D17.8). A fabric stays only in the shortest of its lists ("blue,
 * light blue"), and in no list of a colour if a list of words has it.
 */
function eachFinds(
  parts: readonly Words[],
  answerPart: (part: Words) => List | undefined,
): Lists | undefined {
  const found = parts.flatMap((part) => answerPart(part) ?? [])
  if (parts.length === 0 || found.length < parts.length) return undefined
  const wordLists = found
    .filter(({ color }) => color === undefined)
    .map(({ fabrics }) => fabrics)
    .sort((one, other) => countBits(one) - countBits(other))
  return found.map((list) => {
    const fewer = list.color === undefined ? wordLists.slice(0, wordLists.indexOf(list.fabrics)) : wordLists
    return { ...list, fabrics: without(list.fabrics, ...fewer) }
  })
}

/** The fabrics of one line that are nearest to a fabric of another: "kona curry in bella" (D17.10). */
function nearestInOtherLine(searched: Searched, words: Words): List | undefined {
  const { index } = searched
  for (const { line, fabric: name } of inOtherLine(words)) {
    const found = byWords({ index, within: index.colored }, name)
    const [first, second] = found?.cost === 0 ? ranked(index, found.found, found.fabrics) : []
    if (first === undefined || first.rank === second?.rank) continue
    const { fabric } = first
    const list = byColor(searched, { hex: index.hexOf(fabric), name, fabric }, line)
    if (list === undefined || !isBitSet(list.fabrics, fabric)) return list
  }
  return undefined
}

const asLists = (list: List | undefined): Lists | undefined => list && [list]

/** Together, as a list, or for another line. */
function asWritten(searched: Searched, words: Words): Lists | undefined {
  const parts = partsOf(words)
  if (parts.length < 2) return asLists(onePart(searched, words) ?? nearestInOtherLine(searched, words))
  const together = byWords(searched, words)
  if (together?.cost === 0) return [together]
  return (
    eachFinds(parts, (part) => onePart(searched, part) ?? byName(searched, colorAsked(part))) ??
    asLists(nearestInOtherLine(searched, words))
  )
}

/** Drops the words that the catalog does not have, and those for how cloth is cut (D16.7). */
function withoutUnknown(index: CatalogIndex, words: Words): Words {
  return findWords(index, words).filter((word, at) => {
    if (PRECUTS.has(word.text)) return false
    // A word of a guide's name, or a pair of words of its text: "tula pink".
    const phrases = [[word], words.slice(at, at + 2), words.slice(Math.max(0, at - 1), at + 1)]
    const isOfGuide = phrases.some((phrase) => index.guidePhrases.has(textOf(phrase)))
    return isOfGuide || !isUnknown(index, word) || !isEmpty(word.fabrics)
  })
}

/** Tries the ways of D16 in their order. */
function answerToWords(searched: Searched, words: Words): Lists | undefined {
  const { index } = searched
  const nearestTo = (some: Words) => asLists(byName(searched, colorAsked(some)))
  for (const each of spelledAgain(index, words)) {
    const isCorrected = each !== words
    const found = asWritten(searched, each) ?? (isCorrected ? nearestTo(each) : undefined)
    if (found !== undefined) return found
  }
  const known = withoutUnknown(index, words)
  const isShortened = known.length < words.length
  return (
    (isShortened ? eachFinds(partsOf(known), (part) => byWords(searched, part, true)) : undefined) ??
    nearestTo(known) ??
    eachFinds(palette(known), (part) => onePart(searched, part))
  )
}

/** The fabrics that have the words beside written colours. If none has them, words that name a colour are dropped. */
function besideColors(searched: Searched, words: Words): List | undefined {
  const { index, within } = searched
  if (words.length === 0) return isEmpty(within) ? undefined : { found: [], fabrics: within, cost: 0 }
  for (const each of spelledAgain(index, words)) {
    const found = byWords(searched, each)
    if (found !== undefined) return found
  }
  return byName(searched, colorAsked(words))
}

/** Without a question, all fabrics in the order of D5. */
export function answerTo({ index, within }: Searched, question: Question | undefined): Lists {
  if (question === undefined) return [{ found: [], fabrics: within, cost: 0 }]
  const { colors, words } = question
  if (colors.length === 0) return answerToWords({ index, within }, words) ?? []
  const telling = tellingOf(words).filter(({ kind }) => kind !== 'meant')
  const beside = besideColors({ index, within: common(index.colored, within) }, telling)
  return beside === undefined ? [] : colors.map((hex) => ({ ...beside, color: { hex, name: [] } }))
}
