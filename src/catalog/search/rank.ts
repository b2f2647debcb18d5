import type { CatalogIndex, Line } from './catalog-index.ts'
import { type FoundWord, QUALITY } from './match.ts'
import { isFiller, joined, tellingOf } from './question.ts'

/** How well a fabric answers a question as a whole (D15), best first. */
const TIER = {
  sku: 0,
  /** The number of the SKU. */
  number: 1,
  /** The name, beside the short name of the line. */
  shortLineAndName: 2,
  /** The name, or line and name, as the whole question. */
  wholeName: 3,
  /** The same, as the question without its fillers. */
  wholeNameButFillers: 4,
  collectionBegins: 5,
  nameBegins: 6,
  allInName: 7,
  firstWord: 8,
  beginning: 9,
  inside: 10,
} as const

/** Each tier has two ranks: names that are spelled as the question is come first. */
const RANKS_OF_A_TIER = 2
export const RANKS = RANKS_OF_A_TIER * (TIER.inside + 1)

/** Whether a text is the first words of a list, one or more, written together. */
function isBeginning(words: readonly string[], text: string): boolean {
  let place = 0
  for (const word of words) {
    if (!text.startsWith(word, place)) return false
    place += word.length
    if (place === text.length) return true
  }
  return false
}

/** What is known of a line for this question. */
interface AskedLine {
  /** Whether its collection begins with the question. */
  readonly isBegun: boolean
  /** The tier of a fabric whose whole name, written together, is one of these. */
  readonly wholeNames: ReadonlyMap<string, number>
}

/** Makes the function that ranks the fabrics that a question finds (D15): from 0, the best, to below `RANKS`. */
export function rankingOf(index: CatalogIndex, found: readonly FoundWord[]): (fabric: number) => number {
  const words = found.map(({ word }) => word)
  const telling = found.filter(({ word }) => !isFiller(word))
  const whole = joined(words)
  const phrases = [joined(tellingOf(words)), whole].filter((phrase) => phrase !== '')
  const spelled = new Set<string>()
  for (let from = 0; from < words.length; from += 1) {
    let run = ''
    for (const word of words.slice(from)) {
      run += word.spelled
      spelled.add(run)
    }
  }

  function askedLineOf(line: Line): AskedLine {
    const { maker, own } = line
    const lineWords = words.filter(({ isOfLine }, at) => isOfLine && found[at]?.lines.has(line))
    const others = lineWords.length > 0 ? words.filter((word) => !lineWords.includes(word)) : []
    const isShort = [...maker.shortNames, ...own.shortNames].includes(joined(lineWords))
    const collection = own.words.join('')
    const besideLine = isShort ? TIER.shortLineAndName : TIER.wholeName
    return {
      isBegun: phrases.some((phrase) => isBeginning(own.words, phrase)),
      // Of equal texts, the later entry counts.
      wholeNames: new Map([
        ...[...phrases, joined(tellingOf(others))].map((text) => [text, TIER.wholeNameButFillers] as const),
        [whole, TIER.wholeName],
        [whole.startsWith(collection) ? whole.slice(collection.length) : '', besideLine],
        [joined(others), besideLine],
      ]),
    }
  }

  function tierOf(fabric: number, line: AskedLine): number {
    const qualities = telling.map((each) => each.in(fabric))
    if (qualities.includes(QUALITY.sku)) return TIER.sku
    if (qualities.includes(QUALITY.number)) return TIER.number
    const name = index.names[fabric] ?? ''
    const wholeName = name === '' ? undefined : line.wholeNames.get(name)
    if (wholeName !== undefined) return wholeName
    if (line.isBegun) return TIER.collectionBegins
    if (qualities.includes(QUALITY.inside)) return TIER.inside
    const nameWords = () => (index.nameWords[fabric] ?? []).map(({ text }) => text)
    if (phrases.some((phrase) => name.startsWith(phrase) && isBeginning(nameWords(), phrase)))
      return TIER.nameBegins
    if (qualities.every((quality) => quality >= QUALITY.word)) return TIER.allInName
    return telling.some(({ word }) => name.startsWith(word.text)) ? TIER.firstWord : TIER.beginning
  }

  const lines = new Map<Line, AskedLine>()
  return (fabric) => {
    const line = index.lineAt(fabric)
    const asked = lines.get(line) ?? askedLineOf(line)
    lines.set(line, asked)
    const isOtherSpelling = !spelled.has(index.spellings[fabric] ?? '')
    return RANKS_OF_A_TIER * tierOf(fabric, asked) + (isOtherSpelling ? 1 : 0)
  }
}
