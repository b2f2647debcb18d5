import type { FabricRecord, SearchFault, SearchReport } from '../../core/rooms.ts'
import { asTyped, editDistance } from '../../core/text.ts'
import { type Answer, type AskedPart, ofLines, type Searched } from './answers.ts'
import type { Ranked } from './colour-search.ts'
import type { FilterReading, Filters } from './filters.ts'
import { isShortFor, QUALITY, qualityOf } from './match.ts'
import { lineAt } from './memory.ts'
import { type AskedWord, isFiller, type Question, textOf } from './question.ts'
import { compact, SHORT_NAMES, usual, wordsOf } from './vocabulary.ts'

/** A fabric of a page, and the list of the answer that it is from. */
export interface Shown {
  readonly list: number
  readonly ranked: Ranked
}

/** A search with its answer and a page of it. */
interface Reported {
  readonly searched: Searched
  readonly filters: Filters
  readonly question: Question | undefined
  readonly answer: Answer | undefined
  readonly page: readonly Shown[]
  rowAt(fabric: number): FabricRecord
  /** How many fabrics the question finds without some words, as they are spelled. */
  totalWithout(searched: Searched, left: readonly string[]): number
}

/** Names that differ from a text in more than this share of their letters are no suggestion. */
const FARTHEST = 0.4
const MOST_NEAREST = 3

const wordsOfPart = ({ words, color }: AskedPart): readonly AskedWord[] => [...words, ...(color?.name ?? [])]

/** How a question was read and what it found, from what each listed fabric matched (D38). */
export function reportOf(reported: Reported): SearchReport {
  const { filters, question, answer, page, rowAt } = reported
  const text = question?.text ?? ''
  const typed = ({ spelled }: { readonly spelled: string }) => asTyped(text, spelled)
  const inWords = (words: readonly AskedWord[]) =>
    words
      .filter((word) => !isFiller(word))
      .map(typed)
      .join(' ')
  const parts = (answer?.lists ?? []).map(({ asked }) => asked)
  const isByColor = parts.some(({ color }) => color !== undefined)
  const corrected = parts.flatMap(wordsOfPart).filter((word) => usual(word.spelled) !== word.text)
  return {
    readAs: [
      ...new Map(
        corrected.map((word) => [word.spelled, { written: typed(word), meant: word.text }]),
      ).values(),
      ...shortNames(reported).map(({ written, meant }) => ({ written: asTyped(text, written), meant })),
    ],
    colors: parts.map(({ color }) => {
      if (color === undefined) return undefined
      const of = color.fabric === undefined ? undefined : rowAt(color.fabric)
      return { hex: color.hex, name: inWords(color.name), of: of && `${of.collection} ${of.name}` }
    }),
    parts:
      parts.length > 1 && !question?.colors.length ? parts.map((part) => inWords(wordsOfPart(part))) : [],
    besideColors: isByColor ? (parts[0]?.words ?? []).map(typed) : [],
    filters: filters.readings,
    isCut: question?.isCut ?? false,
    missing: missingWords(reported).map(({ word, isFromAll }) => ({ word: typed(word), isFromAll })),
    total: answer?.total ?? 0,
    distances: isByColor ? page.map(({ list, ranked }) => ({ list, distance: ranked.distance })) : [],
    fault: answer === undefined ? faultOf(reported) : undefined,
  }
}

/** Short names that stand for the line of every fabric that is listed. */
function shortNames({ searched: { index }, answer, page }: Reported): SearchReport['readAs'] {
  const [list, ...others] = answer?.lists ?? []
  const words = list?.asked.words ?? []
  const lines = [...new Set(page.map(({ ranked }) => lineAt(index, ranked.fabric)))]
  if (others.length > 0 || lines.length === 0) return []
  return SHORT_NAMES.flatMap((name) => {
    const { length } = name.short.split(' ')
    const run = words.map((_, at) => words.slice(at, at + length)).find((some) => textOf(some) === name.short)
    if (run === undefined || !lines.every((line) => isShortFor(name, line))) return []
    const [meant, ...more] = new Set(
      lines.map((line) => (name.collection === '' ? line.manufacturer : line.collection)),
    )
    // "kona" for Kona Cotton tells nothing new.
    const isNew = meant !== undefined && !` ${wordsOf(meant).join(' ')}`.includes(` ${name.short}`)
    const written = run.map(({ spelled }) => spelled).join(' ')
    return more.length === 0 && isNew ? [{ written, meant }] : []
  })
}

interface MissingWord {
  readonly word: { readonly spelled: string }
  readonly isFromAll: boolean
}

/** The asked words that listed fabrics do not have: some of them, or all. What was not looked for, none has. */
function missingWords({ searched: { index, matcher }, question, answer, page }: Reported): MissingWord[] {
  const lists = answer?.lists ?? []
  const counts = new Map<string, { with: number; without: number }>()
  for (const [number, { asked }] of lists.entries()) {
    const { columns } = matcher.find(asked.words)
    const own = page.filter(({ list }) => list === number)
    for (const [at, word] of asked.words.entries()) {
      const column = columns[at]
      if (isFiller(word) || column === undefined) continue
      const isFound = ({ ranked: { fabric } }: Shown) =>
        qualityOf(column, fabric, index.lineOf[fabric] ?? -1) !== QUALITY.missing
      const count = counts.get(word.spelled) ?? { with: 0, without: 0 }
      count.with += own.filter(isFound).length
      count.without += own.length - own.filter(isFound).length
      counts.set(word.spelled, count)
    }
  }
  const used = new Set(lists.flatMap(({ asked }) => wordsOfPart(asked)).map(({ spelled }) => spelled))
  const dropped = (question?.words ?? []).filter(
    (word) => !isFiller(word) && word.kind !== 'meant' && !used.has(word.spelled),
  )
  return [
    ...[...counts]
      .filter(([, count]) => count.without > 0)
      .map(([spelled, count]) => ({ word: { spelled }, isFromAll: count.with === 0 })),
    ...(answer === undefined ? [] : dropped).map((word) => ({ word, isFromAll: true })),
  ]
}

/** Why nothing was found, and what would find something. */
function faultOf(reported: Reported): SearchFault {
  const { searched, filters } = reported
  const unknown = filters.readings.find(({ lines }) => lines.size === 0)
  if (unknown !== undefined) {
    const { filter, text } = unknown
    return { is: 'unknownFilter', filter, text, nearest: nearestNames(searched, unknown) }
  }
  const [, other] = filters.readings
  if (filters.lines.length === 0 && other !== undefined) {
    const makers = [...new Set([...other.lines].map((line) => line.manufacturer))]
    return { is: 'otherMaker', collections: other.names, makers }
  }
  return faultOfWords(reported)
}

/** The names most similar to a filter, by the edits of their letters. */
function nearestNames({ index }: Searched, { filter, text }: FilterReading): readonly string[] {
  const [asked, most] = [compact(text), Math.floor(FARTHEST * compact(text).length)]
  return [...new Set(index.lines.map((line) => line[filter]))]
    .map((name) => ({ name, edits: editDistance(asked, compact(name), most) ?? most + 1 }))
    .filter(({ edits }) => edits <= most)
    .sort((a, b) => a.edits - b.edits)
    .slice(0, MOST_NEAREST)
    .map(({ name }) => name)
}

/** The words that nothing has, and how many fabrics have all the others. */
function faultOfWords({ searched, filters, question, totalWithout }: Reported): SearchFault {
  const text = question?.text ?? ''
  const asked = (question?.words ?? []).filter((word) => !isFiller(word))
  const isByColor = (question?.colors.length ?? 0) > 0
  const { columns } = searched.matcher.find(asked)
  const unknown = asked.filter((_, at) => columns[at]?.isEmpty)
  const ways = unknown.length > 0 ? [unknown] : asked.map((word) => [word])
  return {
    is: 'words',
    isEmpty: asked.length === 0 && !isByColor,
    unknown: unknown.map(({ spelled }) => asTyped(text, spelled)),
    without: ways
      .map((left) => ({
        words: left.map(({ spelled }) => asTyped(text, spelled)),
        total: totalWithout(
          searched,
          left.map(({ spelled }) => spelled),
        ),
      }))
      .filter(({ total }) => total > 0),
    withoutFilters:
      filters.readings.length === 0 ? 0 : totalWithout({ ...searched, within: ofLines(searched, []) }, []),
  }
}
