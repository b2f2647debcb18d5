import type { SearchFault, SearchReport } from '../../core/rooms.ts'
import { visibleText } from '../../core/text.ts'
import { fabricAt } from '../read-fabrics.ts'
import { answerTo, type Searched } from './answers.ts'
import { countBits, isBitSet, isEmpty, union } from './bits.ts'
import { type FilterReading, fabricsWithin } from './filters.ts'
import { alternating, type List, type Lists, type Shown } from './lists.ts'
import type { Question, Words } from './question.ts'
import {
  isColorName,
  isCount,
  isFiller,
  isOfLine,
  isOfName,
  isRefusal,
  isTone,
  joined,
  tellingOf,
  trimmed,
  withLines,
} from './question.ts'
import { compact, runsOf, usual } from './vocabulary.ts'

interface Reported {
  searched: Searched
  filters: readonly FilterReading[]
  question: Question | undefined
  answer: Lists
  page: readonly Shown[]
}

const totalOf = (lists: Lists) => countBits(union(...lists.map(({ fabrics }) => fabrics)))

const allWordsOf = ({ found, color, unmatched = [] }: List): Words =>
  [found, color?.name ?? [], unmatched].flat()

const inWords = (words: Words) =>
  trimmed(words)
    .map(({ typed }) => typed)
    .join(' ')

/** How the question was read, and what the listed fabrics lack of it (D38). */
export function reportOf(reported: Reported): SearchReport {
  const { filters, question, page } = reported
  const answer = reported.answer.filter(({ unmatched }) => unmatched === undefined)
  const colors = answer.map(
    ({ color }) => color && { hex: color.hex, name: inWords(color.name), of: color.of },
  )
  const isByColor = colors.some((color) => color !== undefined)
  const isOfParts = answer.length > 1 && !question?.colors.length
  const changed = answer.flatMap(allWordsOf).filter((word) => usual(word.spelled) !== word.text)
  const corrected = new Map(changed.map(({ typed, text }) => [typed, text]))
  const missing = page.length > 0 ? missingWords(reported) : []
  return {
    readings: [...[...corrected].map(([written, meant]) => ({ written, meant })), ...shortNames(reported)],
    colors,
    parts: isOfParts ? answer.map((list) => inWords(allWordsOf(list))) : [],
    unmatched: reported.answer.flatMap(({ unmatched }) => (unmatched ? inWords(unmatched) : [])),
    besideColors: isByColor ? (answer[0]?.found ?? []).map(({ typed }) => typed) : [],
    filters,
    isCut: question?.isCut ?? false,
    missing: missing.map(({ typed }) => typed),
    lacksTone:
      !isByColor &&
      missing.some(isTone) &&
      answer.some(({ found }) => found.some((word) => isOfName(word) && !isTone(word))),
    total: totalOf(answer),
    distances: isByColor
      ? page.map(({ list, rank }) => ({ list, distance: answer[list]?.color && rank }))
      : [],
    nearer: nearerOne(reported),
    fault: answer.length === 0 ? faultOf(reported) : undefined,
  }
}

/** Names of one word or two that stand for the maker or collection of every listed fabric. */
function shortNames({ searched: { index }, answer, page }: Reported): SearchReport['readings'] {
  const words = answer.length === 1 ? (answer[0]?.found ?? []) : []
  const lines = new Set(page.map(({ fabric }) => index.fabric(fabric).line))
  return runsOf(words, 2).flatMap((run) => {
    const short = joined(run)
    const meant = [...lines].map(({ collection, manufacturer }) => {
      return [collection, manufacturer].find((field) => field.shortNames.includes(short))?.name
    })
    const [name = '', ...others] = new Set(meant)
    // "Kona" for Kona Cotton tells nothing new.
    const isNews = name !== '' && others.length === 0 && !compact(name).startsWith(short)
    return isNews ? [{ written: inWords(run), meant: name }] : []
  })
}

/** Words that none of the listed fabrics has. Some may have a word that the search left out. */
function missingWords({ searched: { find }, question, answer, page }: Reported): Words {
  const used = new Set(answer.flatMap(allWordsOf).map(({ spelled }) => spelled))
  const leftOut = question?.words.filter(({ spelled }) => !used.has(spelled)) ?? []
  const asked = [...answer.flatMap(({ found }) => found), ...find(leftOut)]
  const missing = tellingOf(asked).filter(
    (word) => !isCount(word) && !page.some(({ fabric }) => isBitSet(word.fabrics, fabric)),
  )
  return [...new Map(missing.map((word) => [word.spelled, word])).values()]
}

/** "Mustard kona #D9A441" lists what is called mustard, but Kona Ochre is nearer to the colour. */
function nearerOne({ searched, question, answer: [list], page: [first] }: Reported): SearchReport['nearer'] {
  const words = list?.found.filter(isOfName) ?? []
  const saysColor = words.some((word) => isColorName(word) || isTone(word))
  if (question?.colors.length !== 1 || !saysColor || first === undefined) return undefined
  const { db, index } = searched
  const lists = answerTo(searched, { ...question, words: question.words.filter(isOfLine) })
  const [nearest] = alternating(index, lists, [], -1).take(1)
  if (nearest === undefined || nearest.rank >= first.rank) return undefined
  const { collection, name } = fabricAt(db, index, nearest.fabric)
  return {
    words: words.map(({ typed }) => typed),
    name: visibleText(`${collection} ${name}`),
    distance: nearest.rank,
  }
}

function faultOf({ searched, filters, question }: Reported): SearchFault {
  const { index, find } = searched
  const { words = [], colors = [] } = question ?? {}
  const telling = tellingOf(words)
  // Without "not", fabrics that nobody wants would be found.
  const asked = telling.filter((word) => !isRefusal(word))
  const found = find(asked)
  const missing = asked.filter((_, at) => isEmpty(found[at]?.fabrics ?? index.all))
  const ways = missing.length > 0 ? [missing] : [...Map.groupBy(asked, ({ text }) => text).values()]
  const without = ways.map((left) => {
    const rest = words.filter((word) => !left.includes(word))
    // The "or" before a last word is left out with it.
    const isAtEnd = words.slice(-1).some((word) => left.includes(word))
    const kept = isAtEnd ? trimmed(rest) : rest
    const saysNothing = question === undefined || (colors.length === 0 && kept.every(isFiller))
    const found = saysNothing ? [] : answerTo(searched, { ...question, words: withLines(index, kept) })
    return { words: [...new Set(left.map(({ typed }) => typed))], total: totalOf(found) }
  })
  const withoutFilter = filters.map(({ filter }) => {
    const others = filters.filter((other) => other.filter !== filter)
    const rest = answerTo({ ...searched, within: fabricsWithin(index, others) }, question)
    return { filter, total: totalOf(rest) }
  })
  return {
    isEmpty: question !== undefined && telling.length === 0 && colors.length === 0,
    refuses: asked.length < telling.length,
    hasOnlyColors: telling.length === 0 && colors.length > 0,
    unknown: missing.map(({ typed }) => typed),
    without: without.filter(({ total }) => total > 0),
    withoutFilter: withoutFilter.filter(({ total }) => total > 0),
  }
}
