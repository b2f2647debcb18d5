import type { SearchFault, SearchReport } from '../../core/rooms.ts'
import { asTyped, editDistance, visibleText } from '../../core/text.ts'
import type { Connection } from '../database.ts'
import { answerTo, type Searched } from './answers.ts'
import { countBits, isEmpty, union } from './bits.ts'
import { fabricAt } from './fabric-rows.ts'
import { type FilterReading, fieldOf } from './filters.ts'
import type { List, Lists, Shown } from './lists.ts'
import { type FoundWord, find, QUALITY } from './match.ts'
import { isFiller, joined, type Question, tellingOf, type Words, withLines } from './question.ts'
import { compact, usual } from './vocabulary.ts'

/** A search with its answer and a page of it. */
interface Reported {
  readonly db: Connection
  readonly searched: Searched
  readonly filters: readonly FilterReading[]
  readonly question: Question | undefined
  readonly answer: Lists
  readonly page: readonly Shown[]
}

const MOST_NEAREST = 3

/** How many fabrics are in some lists. */
const totalOf = (lists: Lists): number => countBits(union(...lists.map(({ fabrics }) => fabrics)))

const wordsOf = ({ found }: List): Words => found.map(({ word }) => word)
const allWordsOf = (list: List): Words => [...wordsOf(list), ...(list.color?.name ?? [])]

/** How a question was read, and which of its words the listed fabrics have (D38). */
export function reportOf(reported: Reported): SearchReport {
  const { db, searched, filters, question, answer, page } = reported
  const text = question?.text ?? ''
  const inWords = (words: Words) =>
    tellingOf(words)
      .map(({ spelled }) => asTyped(text, spelled))
      .join(' ')
  const isByColor = answer.some(({ color }) => color !== undefined)
  return {
    readAs: [...corrections(answer), ...shortNames(reported)].map(({ written, meant }) => ({
      written: asTyped(text, written),
      meant,
    })),
    colors: answer.map(({ color }) => {
      if (color === undefined) return undefined
      const of = color.fabric === undefined ? undefined : fabricAt(db, searched.index, color.fabric)
      const name = of && visibleText(`${of.collection} ${of.name}`)
      return { hex: color.hex, name: inWords(color.name), of: name }
    }),
    parts:
      answer.length > 1 && !question?.colors.length ? answer.map((list) => inWords(allWordsOf(list))) : [],
    besideColors: isByColor
      ? answer
          .slice(0, 1)
          .flatMap(wordsOf)
          .map(({ spelled }) => asTyped(text, spelled))
      : [],
    filters,
    isCut: question?.isCut ?? false,
    missing: missingWords(reported).map(({ word, isFromAll }) => ({ word: asTyped(text, word), isFromAll })),
    total: totalOf(answer),
    distances: isByColor
      ? page.map(({ list, rank }) => ({ list, distance: answer[list]?.color && rank }))
      : [],
    fault: answer.length === 0 ? faultOf(reported) : undefined,
  }
}

/** Words whose spelling was corrected. */
function corrections(lists: Lists): SearchReport['readAs'] {
  const changed = lists.flatMap(allWordsOf).filter((word) => usual(word.spelled) !== word.text)
  return [...new Map(changed.map(({ spelled, text }) => [spelled, text]))].map(([written, meant]) => ({
    written,
    meant,
  }))
}

/** A short name that stands for the maker or the collection of every fabric that is listed. */
function shortNames({ searched: { index }, answer, page }: Reported): SearchReport['readAs'] {
  const [list, ...others] = answer
  const lines = page.map(({ fabric }) => index.lineAt(fabric))
  const [line] = lines
  if (list === undefined || line === undefined || others.length > 0) return []
  const words = wordsOf(list)
  const runs = words.flatMap((_, at) => [words.slice(at, at + 1), words.slice(at, at + 2)])
  return runs.flatMap((run) => {
    const short = joined(run)
    const isOwn = line.own.shortNames.includes(short)
    const field = isOwn ? line.own : line.maker
    const isOfAll = lines.every((each) => (isOwn ? each.own : each.maker).name === field.name)
    // "Kona" for Kona Cotton tells nothing new.
    const isNew = field.shortNames.includes(short) && !field.words.join('').startsWith(short)
    return isOfAll && isNew
      ? [{ written: run.map(({ spelled }) => spelled).join(' '), meant: field.name }]
      : []
  })
}

/** The asked words that listed fabrics do not have: some of them, or all. */
function missingWords({ searched: { index }, question, answer, page }: Reported): SearchReport['missing'] {
  if (answer.length === 0) return []
  // A word that was left out may be in a fabric all the same.
  const used = new Set(answer.flatMap(allWordsOf).map(({ spelled }) => spelled))
  const leftOut = tellingOf(question?.words ?? []).filter(
    ({ kind, spelled }) => kind !== 'meant' && !used.has(spelled),
  )
  const counts = new Map<string, { having: number; all: number }>()
  const countIn = (found: readonly FoundWord[], shown: readonly Shown[]) => {
    for (const each of found.filter(({ word }) => !isFiller(word))) {
      const count = counts.get(each.word.spelled) ?? { having: 0, all: 0 }
      count.having += shown.filter(({ fabric }) => each.in(fabric) !== QUALITY.missing).length
      count.all += shown.length
      counts.set(each.word.spelled, count)
    }
  }
  for (const [at, { found }] of answer.entries())
    countIn(
      found,
      page.filter(({ list }) => list === at),
    )
  countIn(find(index, leftOut), page)
  return [...counts]
    .filter(([, { having, all }]) => having < all)
    .map(([word, { having }]) => ({ word, isFromAll: having === 0 }))
}

/** Why nothing was found, and what would find something. */
function faultOf({ searched, filters, question }: Reported): SearchFault {
  const { index, within } = searched
  const unknown = filters.find(({ lines }) => lines.length === 0)
  if (unknown !== undefined) {
    const { filter, text } = unknown
    const names = [...new Set(index.lines.map((line) => fieldOf(line, filter).name))]
    const asked = compact(text)
    const nearest = names
      .map((name) => ({ name, edits: editDistance(asked, compact(name)) ?? asked.length }))
      .filter(({ edits }) => edits <= asked.length / 2)
      .sort((one, other) => one.edits - other.edits)
      .map(({ name }) => name)
      .slice(0, MOST_NEAREST)
    return { is: 'unknownFilter', filter, text, nearest }
  }
  const [, collection] = filters
  if (collection !== undefined && isEmpty(within)) {
    const makers = [...new Set(collection.lines.map(({ maker }) => maker.name))]
    return { is: 'otherMaker', collections: collection.names, makers }
  }

  const asked = tellingOf(question?.words ?? [])
  const typed = (words: Words) => words.map(({ spelled }) => asTyped(question?.text ?? '', spelled))
  /** How many fabrics the question finds without some words. */
  const totalWithout = (left: Words, among = searched) => {
    const kept = (question?.words ?? []).filter((word) => !left.includes(word))
    const isEmpty = !question?.colors.length && kept.every(isFiller)
    if (question === undefined || isEmpty) return 0
    return totalOf(answerTo(among, { ...question, words: withLines(index, kept) }))
  }
  const missing = find(index, asked).flatMap(({ word, isNowhere }) => (isNowhere ? [word] : []))
  const ways = missing.length > 0 ? [missing] : asked.map((word) => [word])
  return {
    is: 'words',
    isEmpty: asked.length === 0 && !question?.colors.length,
    isColor: asked.length === 0 && Boolean(question?.colors.length),
    unknown: typed(missing),
    without: ways
      .map((left) => ({ words: typed(left), total: totalWithout(left) }))
      .filter(({ total }) => total > 0),
    withoutFilters: filters.length === 0 ? 0 : totalWithout([], { ...searched, within: index.all }),
  }
}
