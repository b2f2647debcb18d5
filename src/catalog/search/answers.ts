import { visibleText } from '../../core/text.ts'
import type { CatalogReader } from '../catalog-file.ts'
import { fabricAt } from '../read-fabrics.ts'
import type { Bits } from './bits.ts'
import { common, countBits, eachBit, isEmpty, noBits, setBit, without } from './bits.ts'
import type { CatalogIndex } from './catalog-index.ts'
import { type List, type Lists, ranked } from './lists.ts'
import { type Find, type FoundWord, QUALITY } from './match.ts'
import type { AskedColor, Question, Words } from './question.ts'
import {
  colorAsked,
  inOtherLine,
  isColorName,
  isCount,
  isFiller,
  isKept,
  isNaming,
  isNumber,
  isOfLine,
  isOfName,
  isTone,
  joined,
  palette,
  partsOf,
  tellingOf,
  withoutPurposes,
} from './question.ts'
import { isUnknown, spelledAgain } from './spelling.ts'
import { colorNamed, isForeignColor, USES } from './vocabulary.ts'

export interface Searched {
  db: CatalogReader
  index: CatalogIndex
  find: Find
  within: Bits
}

/** Costs of a missing word (D16): a tone costs more than all families together. */
const FAMILY = 1
const TONE = 100

/**
 * The fabrics that have all words, or else those of the lowest cost that have enough of them (D16.4, D16.5, D16.7).
 *
 * @param wereDropped words were left out, so a fabric needs an asked colour in its name, the asked lines and whole name,
 * or the asked SKU or number.
 */
function byWords({ index, find, within }: Searched, words: Words, wereDropped = false): List | undefined {
  const found = find(words)
  const asked = tellingOf(found)
  if (asked.length === 0) return undefined
  const having = common(within, ...asked.map((word) => word.fabrics))
  if (!wereDropped && !isEmpty(having)) return { found, fabrics: having, cost: 0 }
  const nameWords = asked.filter(isOfName)
  const texts = nameWords.map(({ text }) => text)
  const isColor = colorNamed(texts) !== undefined
  const isForeign = isForeignColor(texts)
  const lineWords = asked.filter(isOfLine)

  function hasEnough(fabric: number, missing: readonly FoundWord[]) {
    const { line, name } = index.fabric(fabric)
    const inName = (least: number) => nameWords.filter(({ quality }) => (quality[fabric] ?? 0) >= least)
    const isOfLines = lineWords.every(({ lines }) => lines.has(line))
    if (missing.some(({ kind }) => kind === 'family')) {
      const named = inName(QUALITY.word).filter(({ kind }) => kind === 'word')
      if (named.length === 0 || isForeign) return false
      return name === joined(named) || (named.some(isColorName) && !isColor)
    }
    if (wereDropped)
      return (
        inName(QUALITY.number).length > 0 ||
        inName(QUALITY.word).some(isColorName) ||
        (lineWords.length > 0 && isOfLines && name === joined(nameWords))
      )
    // Inside a word only where nothing is missing (D14.5).
    if (nameWords.some(({ quality }) => quality[fabric] === QUALITY.inside)) return false
    if (!nameWords.every(isTone)) return inName(QUALITY.beginning).length > 0
    // "Pastel kona" asks for a line, as a filter does, and "muted #A70119" for a colour. "Muted" alone asks for nothing.
    const asksForMore = lineWords.length > 0 || within !== index.all
    return isOfLines && (asksForMore || inName(QUALITY.word).length > 0)
  }

  // A family may be missing beside another word of the name only.
  const hasWord = nameWords.some(({ kind }) => kind === 'word')
  const needed = asked.filter(({ kind }) => kind !== 'tone' && (kind !== 'family' || !hasWord))
  let least = Number.POSITIVE_INFINITY
  let fabrics = noBits(index.count)
  eachBit(common(within, ...needed.map((word) => word.fabrics)), (fabric) => {
    const missing = asked.filter(({ quality }) => quality[fabric] === QUALITY.missing)
    const cost = missing.reduce((sum, { kind }) => sum + (kind === 'tone' ? TONE : FAMILY), 0)
    if (cost > least || !hasEnough(fabric, missing)) return
    if (cost < least) fabrics = noBits(index.count)
    least = cost
    setBit(fabrics, fabric)
  })
  return Number.isFinite(least) ? { found, fabrics, cost: least } : undefined
}

/** Lists the fabrics of lines with these words by their distance from a colour (D17). */
function byColor({ index, find, within }: Searched, color: AskedColor, lineWords: Words): List | undefined {
  const found = find(lineWords)
  const lines = index.lines.filter((line) => found.every((each) => each.lines.has(line)))
  const fabrics = common(index.colored, within, index.fabricsOf(lines))
  return isEmpty(fabrics) ? undefined : { found, fabrics, cost: 0, color }
}

function byName(searched: Searched, words: Words): List | undefined {
  const named = colorAsked(words)
  return named && byColor(searched, named, named.lineWords)
}

/** "Kona curry in bella" (D17.10). */
function nearestInOtherLine(searched: Searched, words: Words): List | undefined {
  const { db, index } = searched
  if (words.some(isKept)) return undefined
  for (const { line, fabric: name } of inOtherLine(words)) {
    const found = byWords({ ...searched, within: index.colored }, name)
    const [first] = found?.cost === 0 ? ranked(index, found.found, found.fabrics) : []
    if (first === undefined) continue
    const fabric = fabricAt(db, index, first.fabric)
    const of = visibleText(`${fabric.collection} ${fabric.name}`)
    return byColor(searched, { hex: fabric.colorHex ?? '', name, of }, line)
  }
  return undefined
}

/** A question without separators, or a part of a list. */
function onePart(searched: Searched, words: Words): List | undefined {
  const named = colorAsked(words)
  const byNamed = () => byName(searched, words)
  // "Kona greens" look green, whatever they are called.
  const looksSo = named?.areByLook ? byNamed() : undefined
  if (looksSo !== undefined) return looksSo
  const list = byWords(searched, words)
  if (list !== undefined && list.cost < TONE) return list
  // "Warm light gray": better a light gray than a gray.
  const missingTones = list === undefined ? 1 : Math.floor(list.cost / TONE)
  const isCloser = named !== undefined && named.tonesLeftOut < missingTones
  return (isCloser ? byNamed() : undefined) ?? list ?? nearestInOtherLine(searched, words) ?? byNamed()
}

/** A fabric stays only in the shortest of its lists ("blue, light blue"), of words rather than of a colour. */
function eachOnce(lists: Lists): Lists {
  const shortestFirst = lists
    .filter(({ color }) => color === undefined)
    .sort((one, other) => countBits(one.fabrics) - countBits(other.fabrics))
  return lists.map((list) => {
    const at = shortestFirst.indexOf(list)
    const others = at < 0 ? shortestFirst : shortestFirst.slice(0, at)
    return { ...list, fabrics: without(list.fabrics, ...others.map(({ fabrics }) => fabrics)) }
  })
}

/** A list for each part, if every part finds something (D17.8). */
function eachFinds(parts: readonly Words[], find: (part: Words) => List | undefined): Lists {
  const found = parts.flatMap((part) => find(part) ?? [])
  return found.length < parts.length ? [] : eachOnce(found)
}

/** What each part finds alone, and behind it the parts that find nothing. No list of words that refuse (D16.8). */
function someFind(searched: Searched, words: Words): Lists {
  const parts = partsOf(words)
  if (parts.length < 2 || words.some(isKept)) return []
  const answers = parts.map((part) => firstAnswer(searched, part))
  const others = parts.filter((_, at) => answers[at]?.length === 0)
  const nothing = { found: [], fabrics: noBits(searched.index.count), cost: 0 }
  const unmatched = others.map((part) => ({ ...nothing, unmatched: part }))
  return others.length === parts.length ? [] : [...eachOnce(answers.flat()), ...unmatched]
}

function asWritten(searched: Searched, words: Words): Lists {
  const parts = partsOf(words)
  const together = parts.length > 1 ? byWords(searched, words) : undefined
  return together?.cost === 0 ? [together] : eachFinds(parts, (part) => onePart(searched, part))
}

/** Whether a guide has the word in its name, or beside its neighbour in its text: "tula pink", not "a small". */
function isOfGuide({ index }: Searched, words: Words, at: number) {
  const phrases = [words.slice(at, at + 1), words.slice(at, at + 2), words.slice(Math.max(0, at - 1), at + 1)]
  return phrases.some((phrase) => !phrase.some(isFiller) && index.guidePhrases.has(joined(phrase)))
}

/** Drops unknown words, those for how cloth is cut and used, and how many of a fabric are wanted (D16.7). */
function withoutUnknown(searched: Searched, words: Words): Words {
  const { index, find } = searched
  const namesFabric = words.some((word) => isNaming(word) && !USES.has(word.text))
  return find(words).filter((word, at) => {
    if (USES.has(word.text) || (namesFabric && isCount(word))) return false
    return isOfGuide(searched, words, at) || !isUnknown(index, word) || !isEmpty(word.fabrics)
  })
}

/** Only the colour that is asked for, beside words of other fabrics: "autumn leaves rust red" (D16.8). */
function onlyColor(searched: Searched, words: Words): Lists {
  const kept = words.filter((word) => isOfLine(word) || isTone(word) || isColorName(word))
  const isBound = words.some(
    (word, at) => isKept(word) || isNumber(word) || (!kept.includes(word) && isOfGuide(searched, words, at)),
  )
  const mayAnswer = !isBound && kept.some(isColorName) && kept.length < words.length
  return mayAnswer ? firstAnswer(searched, kept) : []
}

/** What the ways of D16 and D17 find, in their order. */
function* waysToAnswer(searched: Searched, words: Words): Generator<Lists> {
  /** After the loop, with corrected spelling. */
  let spelled = words
  // D16.1 to D16.5, and D16.6
  for (spelled of spelledAgain(searched.index, words)) yield asWritten(searched, spelled)
  const wanted = words.some(isKept) ? words : withoutPurposes(words)
  if (wanted.length < words.length) yield firstAnswer(searched, wanted)
  const known = withoutUnknown(searched, words)
  // D16.7
  if (known.length < words.length) yield eachFinds(partsOf(known), (part) => byWords(searched, part, true))
  // D17.6
  yield eachFinds([known], (all) => byName(searched, all))
  // D17.8
  yield eachFinds(palette(known), (part) => onePart(searched, part))
  yield someFind(searched, spelled)
  yield onlyColor(searched, known)
}

const firstAnswer = (searched: Searched, words: Words): Lists =>
  waysToAnswer(searched, words).find((lists) => lists.length > 0) ?? []

/** Beside written colours, words that name a colour filter only if a fabric has them. */
function besideColors(searched: Searched, words: Words): List | undefined {
  const { index, within } = searched
  const keepsAll = words.some(isKept)
  function* ways() {
    yield* spelledAgain(index, words)
    // "The wall is #DDD0C8."
    if (!keepsAll) yield withoutUnknown(searched, words)
  }
  for (const each of ways()) {
    const list = each.length === 0 ? { found: [], fabrics: within, cost: 0 } : onePart(searched, each)
    if (list !== undefined) return list
  }
  return undefined
}

/** All fabrics without a question. */
export function answerTo(searched: Searched, question: Question | undefined): Lists {
  const { index, within } = searched
  if (isEmpty(within)) return []
  if (question === undefined) return [{ found: [], fabrics: within, cost: 0 }]
  const { colors, words } = question
  if (colors.length === 0) return firstAnswer(searched, words)
  const colored = { ...searched, within: common(index.colored, within) }
  const beside = isEmpty(colored.within) ? undefined : besideColors(colored, tellingOf(words))
  return beside === undefined ? [] : colors.map((hex) => ({ ...beside, color: { hex, name: [] } }))
}
