import { ASKED, isShortFor, type Matched, QUALITY, qualityOf } from './match.ts'
import { type CatalogIndex, type Line, lineAt } from './memory.ts'
import { isFiller, textOf } from './question.ts'
import { SHORT_NAMES } from './vocabulary.ts'

/** How well a fabric answers a question as a whole (D15), best first. */
const TIER = {
  sku: 0,
  number: 1,
  /** The name, beside the short name of the line. */
  shortLineAndName: 2,
  /** The name, or line and name, as the whole question. */
  wholeName: 3,
  /** The name, as the question without its fillers. */
  wholeNameButFillers: 4,
  collectionBegins: 5,
  nameBegins: 6,
  allInName: 7,
  askedWordsOnly: 8,
  firstWord: 9,
  beginning: 10,
  inside: 11,
} as const

/** Each tier has four ranks: the exact spelling first, and in each those with the words of the trade first. */
const RANKS_OF_A_TIER = 4
export const RANKS = RANKS_OF_A_TIER * (TIER.inside + 1)
/** A fabric of a smaller rank is meant by its SKU, or by its SKU or whole name. */
export const RANKS_OF_SKUS = RANKS_OF_A_TIER * TIER.shortLineAndName
export const RANKS_OF_NAMES = RANKS_OF_A_TIER * TIER.collectionBegins

/**
 * What is left of a text behind a collection's name, written together; `undefined` if it does not begin so. A text that
 * ends within the name, at the end of a word, leaves nothing.
 */
function behindLine({ own }: Line, text: string): string | undefined {
  let place = 0
  for (const word of own.words) {
    if (!text.startsWith(word, place)) return undefined
    place += word.length
    if (place === text.length) return ''
  }
  return text.slice(place)
}

/** How a question stands to a line. */
interface AskedLine {
  /** Whether its collection begins with the question. */
  readonly isBegun: boolean
  /** What the question asks for besides the line, written together: behind its name, and without its words. */
  readonly rests: readonly string[]
  /** The same without fillers, "" if the question does not name the line. */
  readonly telling: string
  /** Whether the words for the line are a short name of it. */
  readonly isShort: boolean
}

/** Tells the rank of each fabric that a question finds (D15): a number below `RANKS`, best first. */
export function rankingOf(
  index: CatalogIndex,
  { words, columns, asked }: Matched,
): (fabric: number) => number {
  const { nameWords, spellings, lineOf } = index
  const own = columns.filter((_, at) => words[at] !== undefined && !isFiller(words[at]))
  const ofTrade = columns.filter((column, at) => words[at]?.kind === 'trade' && !column.isEmpty)
  const joined = (some: typeof words) => some.map(({ text }) => text).join('')
  const whole = joined(words)
  const telling = joined(words.filter((word) => !isFiller(word)))
  const phrases = [...new Set([whole, telling])].filter((phrase) => phrase !== '')
  const runs = new Set<string>()
  for (let from = 0; from < words.length; from += 1) {
    let run = ''
    for (const { spelled } of words.slice(from)) {
      run += spelled
      runs.add(run)
    }
  }

  function askedLineOf(number: number, line: Line): AskedLine {
    const ofLine = words.filter(({ isOfLine }, at) => isOfLine && columns[at]?.ofLines[number])
    const others = ofLine.length > 0 ? words.filter((word) => !ofLine.includes(word)) : []
    const text = textOf(ofLine)
    return {
      isBegun: phrases.some((phrase) => behindLine(line, phrase) === ''),
      rests: [behindLine(line, whole) ?? '', joined(others)].filter((rest) => rest !== ''),
      telling: joined(others.filter((word) => !isFiller(word))),
      isShort: SHORT_NAMES.some((name) => name.short === text && isShortFor(name, line)),
    }
  }

  /** What a text leaves of a name: how many of its words are behind those that, written together, are the text. */
  function leftBehind(name: readonly number[], text: string): number | undefined {
    let place = 0
    for (let at = 0; at < name.length; at += 1) {
      if (place === text.length) return name.length - at
      const word = index.words[name[at] ?? -1] ?? ''
      if (!text.startsWith(word, place)) return undefined
      place += word.length
    }
    return place === text.length ? 0 : undefined
  }

  function tierOf(fabric: number, number: number, line: AskedLine): number {
    let isInside = false
    let isInName = true
    let isNumber = false
    for (const column of own) {
      const quality = qualityOf(column, fabric, number)
      if (quality === QUALITY.sku) return TIER.sku
      if (quality === QUALITY.number) isNumber = true
      if (quality === QUALITY.inside) isInside = true
      if (quality < QUALITY.word) isInName = false
    }
    if (isNumber) return TIER.number
    const name = nameWords[fabric] ?? []
    for (const rest of line.rests)
      if (leftBehind(name, rest) === 0) return line.isShort ? TIER.shortLineAndName : TIER.wholeName
    const leftOfWhole = leftBehind(name, whole)
    const leftOfTelling = whole === telling ? leftOfWhole : leftBehind(name, telling)
    if (leftOfWhole === 0) return TIER.wholeName
    const isTelling = line.telling !== '' && leftBehind(name, line.telling) === 0
    if (leftOfTelling === 0 || isTelling) return TIER.wholeNameButFillers
    if (line.isBegun) return TIER.collectionBegins
    if (isInside) return TIER.inside
    if (leftOfWhole !== undefined || leftOfTelling !== undefined) return TIER.nameBegins
    if (isInName) return TIER.allInName
    if (name.every((id) => asked[id] === ASKED.whole)) return TIER.askedWordsOnly
    return (asked[name[0] ?? -1] ?? ASKED.not) === ASKED.not ? TIER.beginning : TIER.firstWord
  }

  const lines = new Map<number, AskedLine>()
  return (fabric) => {
    const number = lineOf[fabric] ?? -1
    const line = lines.get(number) ?? askedLineOf(number, lineAt(index, fabric))
    lines.set(number, line)
    const isOtherSpelling = !runs.has(spellings[fabric] ?? '')
    const lacksTrade = ofTrade.some((column) => qualityOf(column, fabric, number) === QUALITY.missing)
    return RANKS_OF_A_TIER * tierOf(fabric, number, line) + (isOtherSpelling ? 2 : 0) + (lacksTrade ? 1 : 0)
  }
}
