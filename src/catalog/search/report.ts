import type { SearchFault, SearchReport } from '../../core/rooms.ts'
import { visibleText } from '../../core/text.ts'
import { fabricAt } from '../read-fabrics.ts'
import { answerTo, type Searched } from './answers.ts'
import { countBits, isBitSet, isEmpty, union } from './bits.ts'
import { type FilterReading, fabricsWithin } from './filters.ts'
import { alternating, type List, type Lists, type Shown } from './lists.ts'
import { findWords } from './match.ts'
import type { Question, Words } from './question.ts'
import { isFiller, isOfLine, isTone, joined, tellingOf, withLines } from './question.ts'
import { compact, USES, usual } from './vocabulary.ts'

interface Reported {
  readonly searched: Searched
  readonly filters: readonly FilterReading[]
  readonly question: Question | undefined
  readonly answer: Lists
  readonly page: readonly Shown[]
}

const totalOf = (lists: Lists): number => countBits(union(...lists.map(({ fabrics }) => fabrics)))

const allWordsOf = ({ found, color, unmatched = [] }: List): Words =>
  [found, color?.name ?? [], unmatched].flat()

const inWords = (words: Words): string =>
  tellingOf(words)
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
    lacksTone: !isByColor && missing.some(isTone),
    total: totalOf(answer),
    distances: isByColor
      ? page.map(({ list, rank }) => ({ list, distance: answer[list]?.color && rank }))
      : [],
    nearer: nearerFabric(reported),
    fault: answer.length === 0 ? faultOf(reported) : undefined,
  }
}

/** "Warm mustard kona #D9A441" leaves out what is nearer and no mustard. A difference of 1 helps nobody to choose. */
function nearerFabric({ searched, question, answer, page }: Reported): SearchReport['nearer'] {
  const words = answer[0]?.found.filter((word) => !isOfLine(word)) ?? []
  if (question === undefined || question.colors.length === 0 || words.length === 0) return undefined
  const { db, index } = searched
  const wider = answerTo(searched, { ...question, words: question.words.filter(isOfLine) })
  const [nearest] = alternating(index, wider, [], -1)
  if (nearest === undefined || (page[0]?.rank ?? 0) - nearest.rank <= 1) return undefined
  const { collection, name } = fabricAt(db, index, nearest.fabric)
  return { without: inWords(words), fabric: visibleText(`${collection} ${name}`), distance: nearest.rank }
}

/** Names of one word or two that stand for the maker or collection of every listed fabric. */
function shortNames({ searched: { index }, answer, page }: Reported): SearchReport['readings'] {
  const words = answer.length === 1 ? (answer[0]?.found ?? []) : []
  const lines = [...new Set(page.map(({ fabric }) => index.fabric(fabric).line))]
  const runs = words.flatMap((_, at) => [words.slice(at, at + 1), words.slice(at, at + 2)])
  return runs.flatMap((run) => {
    const short = joined(run)
    const fields = lines.map(({ collection, manufacturer }) =>
      [collection, manufacturer].find((field) => field.shortNames.includes(short)),
    )
    const [meant, ...others] = new Set(fields.map((field) => field?.name))
    // "Kona" for Kona Cotton tells nothing new.
    const isNews = meant !== undefined && others.length === 0 && !compact(meant).startsWith(short)
    return isNews ? [{ written: inWords(run), meant }] : []
  })
}

/** Words that none of the listed fabrics has. Some may have a word that the search left out. */
function missingWords({ searched: { index }, question, answer, page }: Reported): Words {
  const used = new Set(answer.flatMap(allWordsOf).map(({ spelled }) => spelled))
  const leftOut = question?.words.filter(({ kind, spelled }) => kind !== 'meant' && !used.has(spelled)) ?? []
  const asked = [...answer.flatMap(({ found }) => found), ...findWords(index, leftOut)]
  // "Palette toffee" may mean a line, and "a palette of toffees" does not.
  const looked = asked.filter(
    (word, at) => !isFiller(word) || (USES.has(word.text) && asked[at + 1]?.kind === 'word'),
  )
  const missing = looked.filter(({ fabrics }) => !page.some(({ fabric }) => isBitSet(fabrics, fabric)))
  return [...new Map(missing.map((word) => [word.spelled, word])).values()]
}

function faultOf({ searched, filters, question }: Reported): SearchFault {
  const { index } = searched
  const { words = [], colors = [] } = question ?? {}
  const asked = tellingOf(words)
  const found = findWords(index, asked)
  const missing = asked.filter((_, at) => isEmpty(found[at]?.fabrics ?? index.all))
  const ways = missing.length > 0 ? [missing] : [...Map.groupBy(asked, ({ text }) => text).values()]
  const without = ways.map((left) => {
    const kept = words.filter((word) => !left.includes(word))
    const saysNothing = question === undefined || (colors.length === 0 && kept.every(isFiller))
    const rest = saysNothing ? [] : answerTo(searched, { ...question, words: withLines(index, kept) })
    return { words: [...new Set(left.map(({ typed }) => typed))], total: totalOf(rest) }
  })
  const withoutFilter = filters.map(({ filter }) => {
    const others = filters.filter((other) => other.filter !== filter)
    const rest = answerTo({ ...searched, within: fabricsWithin(index, others) }, question)
    return { filter, total: totalOf(rest) }
  })
  return {
    unknownFilters: filters.filter(({ lines }) => lines.length === 0),
    isEmpty: question !== undefined && asked.length === 0 && colors.length === 0,
    hasOnlyColors: asked.length === 0 && colors.length > 0,
    unknown: missing.map(({ typed }) => typed),
    without: without.filter(({ total }) => total > 0),
    withoutFilter: withoutFilter.filter(({ total }) => total > 0),
  }
}
