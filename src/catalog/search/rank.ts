import { type Bits, eachBit } from './bits.ts'
import { type CatalogIndex, type Line, runsOf } from './catalog-index.ts'
import { type FoundWord, QUALITY } from './match.ts'
import { isOfLine, joined, tellingOf } from './question.ts'

/** How well a fabric answers the whole question (D15), best first. */
const TIER = {
  sku: 0,
  number: 1,
  /** The name, beside the short name of the line. */
  shortLineAndName: 2,
  lineAndName: 3,
  /** The whole question, also without its fillers. */
  wholeName: 4,
  collectionBegins: 5,
  nameBegins: 6,
  allInName: 7,
  firstWord: 8,
  beginning: 9,
  inside: 10,
} as const

/** At equal rank, the order of D5 decides. */
export interface Ranked {
  readonly rank: number
  readonly fabric: number
}

/** The best first (D15). There are few ranks, so nothing is sorted. */
export function* ranked(index: CatalogIndex, words: readonly FoundWord[], fabrics: Bits): Generator<Ranked> {
  const rankOf = words.length === 0 ? () => 0 : rankingOf(index, words)
  const byRank: number[][] = []
  eachBit(fabrics, (fabric) => {
    const rank = rankOf(fabric)
    byRank[rank] ??= []
    byRank[rank].push(fabric)
  })
  for (const [rank, all = []] of byRank.entries()) for (const fabric of all) yield { rank, fabric }
}

/** The returned function gives ranks, 0 for the best. It is asked line by line. */
function rankingOf(index: CatalogIndex, words: readonly FoundWord[]): (fabric: number) => number {
  const telling = tellingOf(words)
  const whole = joined(words)
  const phrases = [whole, joined(telling)]
  const spelled = new Set(runsOf(words.map((word) => word.spelled)))

  /** The question, as it is compared with a line and the names in it. */
  function askedOf(line: Line) {
    const { manufacturer, collection } = line
    const ownName = collection.words.join('')
    const lineWords = words.filter((word) => isOfLine(word) && word.lines.has(line))
    const nameWords = lineWords.length === 0 ? [] : words.filter((word) => !lineWords.includes(word))
    const isShort = [...manufacturer.shortNames, ...collection.shortNames].includes(joined(lineWords))
    return {
      line,
      isBegun: collection.words.some((_, at, all) => phrases.includes(all.slice(0, at + 1).join(''))),
      name: joined(nameWords),
      behindLine: whole.startsWith(ownName) ? whole.slice(ownName.length) : '',
      besideLine: isShort ? TIER.shortLineAndName : TIER.lineAndName,
    }
  }
  let asked: ReturnType<typeof askedOf> | undefined

  function tierOf(fabric: number): number {
    const { line, name } = index.fabric(fabric)
    if (asked?.line !== line) asked = askedOf(line)
    // Without an array, because a common word asks this of many thousands of fabrics.
    let best: number = QUALITY.missing
    let worst: number = QUALITY.sku
    let isInside = false
    for (const { quality } of telling) {
      const own = quality[fabric] ?? QUALITY.missing
      best = Math.max(best, own)
      worst = Math.min(worst, own)
      isInside ||= own === QUALITY.inside
    }
    if (best === QUALITY.sku) return TIER.sku
    if (best === QUALITY.number) return TIER.number
    if (name !== '' && (name === asked.name || name === asked.behindLine)) return asked.besideLine
    if (phrases.includes(name)) return TIER.wholeName
    if (asked.isBegun) return TIER.collectionBegins
    if (isInside) return TIER.inside
    if (worst >= QUALITY.word)
      return phrases.some((phrase) => name.startsWith(phrase)) ? TIER.nameBegins : TIER.allInName
    return telling.some(({ text }) => name.startsWith(text)) ? TIER.firstWord : TIER.beginning
  }

  // In a tier, names that are spelled like the question come first.
  return (fabric) => 2 * tierOf(fabric) + (spelled.has(index.fabric(fabric).spelling) ? 0 : 1)
}
