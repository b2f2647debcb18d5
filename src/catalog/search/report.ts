import type { SearchFault, SearchReport } from '../../core/rooms.ts'
import { editDistance, fold, visibleText } from '../../core/text.ts'
import type { CatalogReader } from '../database.ts'
import { answerTo, type Searched } from './answers.ts'
import { countBits, isBitSet, isEmpty, union } from './bits.ts'
import type { CatalogIndex } from './catalog-index.ts'
import type { FilterReading } from './filters.ts'
import type { List, Lists, Shown } from './lists.ts'
import { findWords } from './match.ts'
import type { AskedWord, Question, Words } from './question.ts'
import { isFiller, joined, tellingOf, withLines } from './question.ts'
import { fabricAt } from './read-fabrics.ts'
import { compact, usual } from './vocabulary.ts'

interface Reported {
  readonly db: CatalogReader
  readonly searched: Searched
  readonly filters: readonly FilterReading[]
  readonly question: Question | undefined
  readonly answer: Lists
  readonly page: readonly Shown[]
}

const MOST_NEAREST = 3

const totalOf = (lists: Lists): number => countBits(union(...lists.map(({ fabrics }) => fabrics)))

const allWordsOf = ({ found, color }: List): Words => [...found, ...(color?.name ?? [])]

/** As it was typed: "Grey" for "gray". */
function typedIn(question: Question | undefined): (word: AskedWord) => string {
  const text = question?.text ?? ''
  const pieces = [...(text.match(/[\p{L}\p{M}\p{N}'’]+|&/gu) ?? []), ...text.split(/\s+/)]
  return ({ spelled }) => pieces.find((each) => fold(each) === spelled) ?? spelled
}

/** How the question was read, and what the listed fabrics lack of it (D38). */
export function reportOf(reported: Reported): SearchReport {
  const { db, searched, filters, question, answer, page } = reported
  const typed = typedIn(question)
  const inWords = (words: Words) => tellingOf(words).map(typed).join(' ')
  const colors = answer.map(({ color }) => {
    if (color === undefined) return undefined
    const of = color.fabric === undefined ? undefined : fabricAt(db, searched.index, color.fabric)
    return { hex: color.hex, name: inWords(color.name), of: of && visibleText(`${of.collection} ${of.name}`) }
  })
  const isByColor = colors.some((color) => color !== undefined)
  const isOfParts = answer.length > 1 && !question?.colors.length
  const changed = answer.flatMap(allWordsOf).filter((word) => usual(word.spelled) !== word.text)
  const corrected = new Map(changed.map((word) => [typed(word), word.text]))
  return {
    readings: [
      ...[...corrected].map(([written, meant]) => ({ written, meant })),
      ...shortNames(reported).map(([run, meant]) => ({ written: run.map(typed).join(' '), meant })),
    ],
    colors,
    parts: isOfParts ? answer.map((list) => inWords(allWordsOf(list))) : [],
    besideColors: isByColor ? (answer[0]?.found ?? []).map(typed) : [],
    filters,
    isCut: question?.isCut ?? false,
    missing: missingWords(reported).map(({ word, isFromAll }) => ({ word: typed(word), isFromAll })),
    total: totalOf(answer),
    distances: isByColor
      ? page.map(({ list, rank }) => ({ list, distance: answer[list]?.color && rank }))
      : [],
    fault: answer.length === 0 ? faultOf(reported) : undefined,
  }
}

/** Those of one word or two that stand for the maker or collection of every listed fabric. */
function shortNames({
  searched: { index },
  answer,
  page,
}: Reported): (readonly [run: Words, meant: string])[] {
  const words = answer.length === 1 ? (answer[0]?.found ?? []) : []
  const lines = new Set(page.map(({ fabric }) => index.fabric(fabric).line))
  const runs = words.flatMap((_, at) => [words.slice(at, at + 1), words.slice(at, at + 2)])
  return runs.flatMap((run) => {
    const short = joined(run)
    const [meant, ...others] = new Set(
      [...lines].map(({ collection, manufacturer }) =>
        [collection, manufacturer].find((field) => field.shortNames.includes(short)),
      ),
    )
    // "Kona" for Kona Cotton tells nothing new.
    if (meant === undefined || meant.words.join('').startsWith(short)) return []
    return others.every((other) => other?.name === meant.name) ? [[run, meant.name] as const] : []
  })
}

/** Words that all or some listed fabrics lack. */
function missingWords({ searched: { index }, question, answer, page }: Reported) {
  const used = new Set(answer.flatMap(allWordsOf).map(({ spelled }) => spelled))
  const isLeftOut = ({ kind, spelled }: AskedWord) => kind !== 'meant' && !used.has(spelled)
  // Fabrics may have a word that the search left out.
  const leftOut = findWords(index, (page.length > 0 ? (question?.words ?? []) : []).filter(isLeftOut))
  const looked = [
    ...page.flatMap(({ list, fabric }) => (answer[list]?.found ?? []).map((word) => ({ word, fabric }))),
    ...page.flatMap(({ fabric }) => leftOut.map((word) => ({ word, fabric }))),
  ].filter(({ word }) => !isFiller(word))
  return Map.groupBy(looked, ({ word }) => word.spelled)
    .values()
    .toArray()
    .flatMap((all) => {
      const [first] = all
      if (first === undefined || all.every(({ word, fabric }) => isBitSet(word.fabrics, fabric))) return []
      // A fabric of another list may have the word: "black clothworks or dark indigo".
      const isFromAll = !page.some(({ fabric }) => all.some(({ word }) => isBitSet(word.fabrics, fabric)))
      return [{ word: first.word, isFromAll }]
    })
}

/** Why nothing was found, and what would find something. */
function faultOf({ searched, filters, question }: Reported): SearchFault {
  const { index, within } = searched
  const unknown = filters.find(({ lines }) => lines.length === 0)
  if (unknown !== undefined) return unknownFilter(index, unknown)
  const [, collection] = filters
  if (collection !== undefined && isEmpty(within)) {
    const makers = [...new Set(collection.lines.map(({ manufacturer }) => manufacturer.name))]
    return { is: 'otherMaker', collections: collection.names, makers }
  }

  const { words = [], colors = [] } = question ?? {}
  const typed = typedIn(question)
  const asked = tellingOf(words)
  const totalWithout = (left: Words, among = searched) => {
    const kept = words.filter((word) => !left.includes(word))
    if (question === undefined || (colors.length === 0 && kept.every(isFiller))) return 0
    return totalOf(answerTo(among, { ...question, words: withLines(index, kept) }))
  }
  const found = findWords(index, asked)
  const missing = asked.filter((_, at) => isEmpty(found[at]?.fabrics ?? index.all))
  const ways = missing.length > 0 ? [missing] : [...Map.groupBy(asked, ({ text }) => text).values()]
  return {
    is: 'words',
    isEmpty: asked.length === 0 && colors.length === 0,
    hasOnlyColors: asked.length === 0 && colors.length > 0,
    unknown: missing.map(typed),
    without: ways
      .map((left) => ({ words: [...new Set(left.map(typed))], total: totalWithout(left) }))
      .filter(({ total }) => total > 0),
    withoutFilters: filters.length === 0 ? 0 : totalWithout([], { ...searched, within: index.all }),
  }
}

function unknownFilter({ lines }: CatalogIndex, { filter, text }: FilterReading): SearchFault {
  const asked = compact(text)
  const nearest = [...new Set(lines.map((line) => line[filter].name))]
    .map((name) => ({ name, edits: editDistance(asked, compact(name), asked.length / 2) }))
    .filter(({ edits }) => edits !== undefined)
    .sort((one, other) => (one.edits ?? 0) - (other.edits ?? 0))
    .slice(0, MOST_NEAREST)
  return { is: 'unknownFilter', filter, text, nearest: nearest.map(({ name }) => name) }
}
