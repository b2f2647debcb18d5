import { ASKED, type Matched, QUALITY } from './match.ts'
import { type CatalogIndex, hashOf, type Line, lineAt } from './memory.ts'
import { isFiller } from './question.ts'

/** How well a fabric answers a question as a whole (D15), best first. */
const TIER = {
  sku: 0,
  number: 1,
  /** The name, or line and name, as the whole question. */
  wholeName: 2,
  /** The name, as the question without its fillers. */
  wholeNameButFillers: 3,
  collectionBegins: 4,
  nameBegins: 5,
  allInName: 6,
  askedWordsOnly: 7,
  firstWord: 8,
  beginning: 9,
  inside: 10,
} as const

/** Each tier has four ranks: the exact spelling first, and in each those with the words of the trade first. */
const RANKS_OF_A_TIER = 4
export const RANKS = RANKS_OF_A_TIER * (TIER.inside + 1)

/** How a name begins with a text: the words of the name written together. */
const BEGINS = { not: 0, so: 1, wholly: 2 } as const

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

/**
 * Tells the rank of each fabric that a question finds (D15): a number below `RANKS`, best first.
 */
export function rankingOf(
  index: CatalogIndex,
  { words, columns, asked }: Matched,
): (fabric: number) => number {
  const { nameWords, spellings, lineOf } = index
  const telling = words.filter((word) => !isFiller(word))
  const own = columns.filter((_, at) => words[at] !== undefined && !isFiller(words[at]))
  const ofTrade = columns.filter((column, at) => words[at]?.kind === 'trade' && !column.isEmpty)
  const joined = (some: typeof words) => some.map(({ text }) => text).join('')
  const phrases = [...new Set([joined(words), joined(telling)])].filter((phrase) => phrase !== '')
  const runs = new Set<number>()
  for (let from = 0; from < words.length; from += 1) {
    let run = ''
    for (const { spelled } of words.slice(from)) {
      run += spelled
      runs.add(hashOf(run))
    }
  }

  /** The line of the fabric before: fabrics come line by line. */
  let before = -1
  let isLineBegun = false
  /** What the question asks for behind the name of the line. */
  let rest = ''

  /** Whether the first words of a name, written together, are a text, or all of them. */
  function nameBegins(fabric: number, text: string): 0 | 1 | 2 {
    const { starts, items } = nameWords
    const end = starts[fabric + 1] ?? 0
    let place = 0
    for (let at = starts[fabric] ?? 0; at < end; at += 1) {
      if (place === text.length) return BEGINS.so
      const word = index.words[items[at] ?? -1] ?? ''
      if (!text.startsWith(word, place)) return BEGINS.not
      place += word.length
    }
    return place === text.length ? BEGINS.wholly : BEGINS.not
  }

  function tierOf(fabric: number, line: number): number {
    let isInside = false
    let isInName = true
    let isNumber = false
    for (const { ofFabrics, ofLines } of own) {
      const quality = Math.max(ofFabrics[fabric] ?? 0, ofLines[line] ?? 0)
      if (quality === QUALITY.sku) return TIER.sku
      if (quality === QUALITY.number) isNumber = true
      if (quality === QUALITY.inside) isInside = true
      if (quality < QUALITY.word) isInName = false
    }
    if (isNumber) return TIER.number
    const start = nameWords.starts[fabric] ?? 0
    const end = nameWords.starts[fabric + 1] ?? 0
    const first = start < end ? (nameWords.items[start] ?? -1) : -1
    if (rest !== '' && nameBegins(fabric, rest) === BEGINS.wholly) return TIER.wholeName
    let isBegun = false
    for (const phrase of phrases) {
      if (index.words[first]?.charCodeAt(0) !== phrase.charCodeAt(0)) continue
      const how = nameBegins(fabric, phrase)
      if (how === BEGINS.wholly) return phrase === phrases[0] ? TIER.wholeName : TIER.wholeNameButFillers
      isBegun ||= how === BEGINS.so
    }
    if (isLineBegun) return TIER.collectionBegins
    if (isInside) return TIER.inside
    if (isBegun) return TIER.nameBegins
    if (isInName) return TIER.allInName
    let isCovered = true
    for (let at = start; at < end; at += 1)
      if (asked[nameWords.items[at] ?? 0] !== ASKED.whole) isCovered = false
    if (isCovered) return TIER.askedWordsOnly
    return (asked[first] ?? ASKED.not) === ASKED.not ? TIER.beginning : TIER.firstWord
  }

  return (fabric) => {
    const line = lineOf[fabric] ?? -1
    if (line !== before) {
      before = line
      const at = lineAt(index, fabric)
      isLineBegun = phrases.some((phrase) => behindLine(at, phrase) === '')
      rest = behindLine(at, phrases[0] ?? '') ?? ''
    }
    const isOtherSpelling = !runs.has(spellings[fabric] ?? 0)
    const lacksTrade = ofTrade.some(({ ofFabrics, ofLines }) => !ofFabrics[fabric] && !ofLines[line])
    return RANKS_OF_A_TIER * tierOf(fabric, line) + (isOtherSpelling ? 2 : 0) + (lacksTrade ? 1 : 0)
  }
}
