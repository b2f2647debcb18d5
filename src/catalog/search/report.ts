import type { SearchFault, SearchReport } from '../../core/rooms.ts'
import { asTyped } from '../../core/text.ts'
import type { Answer, Searched } from './answers.ts'
import { allBits, common, countBits } from './bits.ts'
import type { Ranked } from './colour-search.ts'
import { editDistance } from './edits.ts'
import type { FilterReading, Filters } from './filters.ts'
import { isShortFor } from './match.ts'
import { lineAt } from './memory.ts'
import { type AskedWord, isFiller, type Question } from './question.ts'
import { SHORT_NAMES, wordsOf } from './vocabulary.ts'

/** A fabric of a page, and the list of the answer that it is from. */
export interface Shown {
  readonly list: number
  readonly ranked: Ranked
}

/** Names that differ from a text in more than this share of their letters are no suggestion. */
const FARTHEST = 0.4
const MOST_NEAREST = 3

/** How a question was read and what it found, from what each listed fabric matched (D38). */
export function reportOf(
  searched: Searched,
  filters: Filters,
  question: Question | undefined,
  answer: Answer | undefined,
  page: readonly Shown[],
): SearchReport {
  const text = question?.text ?? ''
  const lists = answer?.lists ?? []
  const isColor = (list: number) => lists[list]?.asked.color !== undefined
  const isByColor = lists.some((_, list) => isColor(list))
  return {
    readAs: [...rewritten(question, answer), ...shortNames(searched, answer, page)].map(
      ({ written, meant }) => ({
        written: asTyped(text, written),
        meant,
      }),
    ),
    colors: lists.map(({ asked: { color } }) =>
      color === undefined ? undefined : { hex: color.hex, name: inWords(text, color.name) },
    ),
    parts:
      lists.length > 1 && !question?.colors.length ? lists.map(({ asked }) => partText(text, asked)) : [],
    besideColors: isByColor ? (lists[0]?.asked.words ?? []).map(({ spelled }) => asTyped(text, spelled)) : [],
    filters: filters.readings.map(({ filter, text: written, readAs, names }) => ({
      filter,
      text: written,
      readAs,
      names,
    })),
    isCut: question?.isCut ?? false,
    missing: missingWords(searched, question, answer, page, text),
    total: answer?.total ?? 0,
    distances: isByColor
      ? page.map(({ list, ranked }) => ({ list, distance: isColor(list) ? ranked.rank : undefined }))
      : [],
    fault: answer === undefined ? faultOf(searched, filters, question) : undefined,
  }
}

/** Some words as they were typed. */
const inWords = (text: string, words: readonly AskedWord[]): string =>
  words.map(({ spelled }) => asTyped(text, spelled)).join(' ')

const partText = (text: string, { words, color }: Answer['lists'][number]['asked']): string =>
  inWords(
    text,
    [...words, ...(color?.name ?? [])].filter((word) => !isFiller(word)),
  )

type ReadAs = SearchReport['readAs'][number]

/** The words of an answer that are not as they were asked for. */
function rewritten(question: Question | undefined, answer: Answer | undefined): readonly ReadAs[] {
  const asked = new Map(question?.words.map((word) => [word.spelled, word.text]))
  const read = (answer?.lists ?? []).flatMap(({ asked: { words, color } }) => [
    ...words,
    ...(color?.name ?? []),
  ])
  const changed = new Map(
    read
      .filter(({ spelled, text }) => asked.get(spelled) !== text)
      .map(({ spelled, text }) => [spelled, text]),
  )
  return Array.from(changed, ([written, meant]) => ({ written, meant }))
}

/** Short names that stand for the line of every fabric that is listed. */
function shortNames(
  { index }: Searched,
  answer: Answer | undefined,
  page: readonly Shown[],
): readonly ReadAs[] {
  const words = answer?.lists[0]?.asked.words ?? []
  if (answer?.lists.length !== 1) return []
  return SHORT_NAMES.flatMap((name) => {
    const at = words.findIndex((_, from) => textFrom(words, from, name.short) !== undefined)
    const lines = new Set(page.map(({ ranked }) => lineAt(index, ranked.fabric)))
    if (at === -1 || lines.size === 0 || ![...lines].every((line) => isShortFor(name, line))) return []
    const names = [...lines].map((line) =>
      name.collection === undefined ? line.manufacturer : line.collection,
    )
    const [meant, ...others] = new Set(names)
    const written = textFrom(words, at, name.short) ?? name.short
    // "kona" for Kona Cotton tells nothing new.
    const isNew = meant !== undefined && !` ${wordsOf(meant).join(' ')}`.includes(` ${name.short}`)
    return others.length === 0 && isNew ? [{ written, meant }] : []
  })
}

/** Words from a place on, as they were spelled, if they are a text. */
function textFrom(words: readonly AskedWord[], from: number, text: string): string | undefined {
  const run = words.slice(from, from + text.split(' ').length)
  return run.map((word) => word.text).join(' ') === text
    ? run.map(({ spelled }) => spelled).join(' ')
    : undefined
}

/** The asked words that listed fabrics do not have: some of them, or all. */
function missingWords(
  { matcher, index }: Searched,
  question: Question | undefined,
  answer: Answer | undefined,
  page: readonly Shown[],
  text: string,
): SearchReport['missing'] {
  const lacked = new Map<string, number>()
  const counts = new Map<string, number>()
  for (const [number, { asked }] of (answer?.lists ?? []).entries()) {
    const { columns } = matcher.find(asked.words)
    const own = page.filter(({ list }) => list === number)
    for (const [at, word] of asked.words.entries()) {
      if (isFiller(word)) continue
      const column = columns[at]
      const without = own.filter(({ ranked: { fabric } }) => {
        const line = index.lineOf[fabric] ?? -1
        return !column?.ofFabrics[fabric] && !column?.ofLines[line]
      })
      const key = asTyped(text, word.spelled)
      counts.set(key, (counts.get(key) ?? 0) + own.length)
      if (without.length > 0) lacked.set(key, (lacked.get(key) ?? 0) + without.length)
    }
  }
  const dropped = droppedWords(question, answer).map((word) => ({
    word: asTyped(text, word),
    isFromAll: true,
  }))
  return [
    ...Array.from(lacked, ([word, count]) => ({ word, isFromAll: count === counts.get(word) })),
    ...dropped,
  ]
}

/** Words of a question that were not looked for, because the catalog does not have them. */
function droppedWords(question: Question | undefined, answer: Answer | undefined): readonly string[] {
  if (question === undefined || answer === undefined) return []
  const used = new Set(
    answer.lists
      .flatMap(({ asked: { words, color } }) => [...words, ...(color?.name ?? [])])
      .map(({ spelled }) => spelled),
  )
  return question.words
    .filter((word) => !isFiller(word) && !used.has(word.spelled))
    .map(({ spelled }) => spelled)
}

/** Why nothing was found, and what would find something. */
function faultOf(searched: Searched, filters: Filters, question: Question | undefined): SearchFault {
  const unknown = filters.readings.find(({ lines }) => lines.size === 0)
  if (unknown !== undefined)
    return {
      is: 'unknownFilter',
      filter: unknown.filter,
      text: unknown.text,
      nearest: nearestNames(searched, unknown),
    }
  const [one, other] = filters.readings
  if (filters.lines.length === 0 && one !== undefined && other !== undefined) {
    const lines = [...other.lines]
    return {
      is: 'otherMaker',
      collections: other.names,
      makers: [...new Set(lines.map((line) => line.manufacturer))],
    }
  }
  return faultOfWords(searched, question)
}

/** The names most similar to a filter, by the edits of their words. */
function nearestNames({ index }: Searched, { filter, text }: FilterReading): readonly string[] {
  const asked = wordsOf(text)
  const away = (words: readonly string[]) =>
    asked.reduce((sum, word) => {
      const most = Math.floor(word.length / 2)
      return (
        sum +
        Math.min(1, ...words.map((other) => (editDistance(word, other, most) ?? word.length) / word.length))
      )
    }, 0) / asked.length
  const names = new Map(
    index.lines.map((line) => [line[filter], filter === 'manufacturer' ? line.maker : line.own]),
  )
  return Array.from(names, ([name, { words }]) => ({ name, distance: away(words) }))
    .filter(({ distance }) => distance <= FARTHEST)
    .sort((a, b) => a.distance - b.distance)
    .slice(0, MOST_NEAREST)
    .map(({ name }) => name)
}

/** The words that nothing has, and how many fabrics have all the others. */
function faultOfWords({ index, matcher, within }: Searched, question: Question | undefined): SearchFault {
  const text = question?.text ?? ''
  const asked = (question?.words ?? []).filter((word) => !isFiller(word))
  const hasColor = (question?.colors.length ?? 0) > 0
  const { columns } = matcher.find(asked)
  const filtered = [...(within === undefined ? [] : [within]), ...(hasColor ? [index.colored] : [])]
  const unknown = asked.filter((_, at) => columns[at]?.isEmpty)
  const bitsAt = (at: number) => columns.slice(at, at + 1).map(({ bits }) => bits)
  const countWithout = (left: readonly AskedWord[], sets: readonly Uint32Array[]) => {
    const kept = asked.flatMap((word, at) => (left.includes(word) ? [] : bitsAt(at)))
    return kept.length === 0 ? 0 : countBits(common([...kept, ...sets]))
  }
  const ways = unknown.length > 0 ? [unknown] : asked.map((word) => [word])
  const without = ways
    .map((left) => ({
      words: left.map(({ spelled }) => asTyped(text, spelled)),
      total: countWithout(left, filtered),
    }))
    .filter(({ total }) => total > 0)
  const all = common([
    allBits(index.count),
    ...columns.map(({ bits }) => bits),
    ...(hasColor ? [index.colored] : []),
  ])
  return {
    is: 'words',
    isEmpty: asked.length === 0 && !hasColor,
    unknown: unknown.map(({ spelled }) => asTyped(text, spelled)),
    without,
    withoutFilters: within === undefined ? 0 : countBits(all),
  }
}
