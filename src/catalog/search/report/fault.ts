import { onceEach } from '../../../core/once-each.ts'
import type { FabricFilter } from '../../../core/repositories.ts'
import type { SearchFault } from '../../../core/search-report.ts'
import { foldWords } from '../../../core/text.ts'
import { FARTHEST_NAME, MOST_FAULT_WORDS, MOST_NEAREST } from '../../tuning.ts'
import type { Facet, Named } from '../lines.ts'
import { editDistance, editsAllowed } from '../query/edits.ts'
import type { Query } from '../query/query.ts'
import { EMPTY_WORDS, TONE_WORDS } from '../query/vocabulary.ts'
import { type Filters, namedBy } from '../readings/filters.ts'
import type { Question } from '../readings/question.ts'
import type { Snapshot } from '../snapshot.ts'
import { countFor, finds } from './ask.ts'
import { effort } from './effort.ts'
import { listedIn, skusIn } from './named-fabrics.ts'

/** The names most similar to a text, by the edits of its words, as a part of their letters. */
function nearestNames(names: readonly Named[], text: string): readonly string[] {
  const wanted = foldWords(text).slice(0, MOST_FAULT_WORDS)
  const away = wanted.map((word) =>
    onceEach(
      (other: string) =>
        (editDistance(word, other, Math.floor(word.length / 2)) ?? word.length) / word.length,
    ),
  )
  const score = (words: readonly string[]) =>
    away.reduce((sum, awayFrom) => sum + Math.min(...words.map(awayFrom)), 0) / away.length
  return names
    .map(({ name, words }) => ({ name, score: score(words) }))
    .filter(({ score: each }) => each <= FARTHEST_NAME)
    .sort((one, other) => one.score - other.score)
    .slice(0, MOST_NEAREST)
    .map(({ name }) => name)
}

/** A filter that stands for nothing, or two filters that have nothing in common. */
function faultOfFilters(
  { lines }: Snapshot,
  request: FabricFilter,
  filters: Filters,
): SearchFault | undefined {
  const unknown = (part: Facet, other: Facet, text: string): SearchFault => ({
    is: 'unknownFilter',
    part,
    text,
    nearest: nearestNames(lines.named(part), text),
    inOtherFilter: namedBy(lines, other, text),
  })
  const { manufacturer, collection } = request
  const { manufacturers, collections } = filters
  if (manufacturer !== undefined && manufacturers.length === 0)
    return unknown('manufacturer', 'collection', manufacturer)
  if (collection !== undefined && collections.length === 0)
    return unknown('collection', 'manufacturer', collection)
  if (manufacturer === undefined || collection === undefined) return undefined
  const makers = lines.all
    .filter((line) => collections.includes(line.collection))
    .map((line) => line.manufacturer)
  return makers.some((maker) => manufacturers.includes(maker))
    ? undefined
    : { is: 'otherMaker', makers: [...new Set(makers)] }
}

/** The words of a question; a SKU of several parts, such as "K001-1087", is one. */
function unitsOf(text: string, words: readonly string[]): readonly string[] {
  const units = text.split(/\s+/).flatMap((typed) => {
    const parts = foldWords(typed).filter((part) => words.includes(part))
    return parts.length > 1 && /\p{N}/u.test(typed) ? [parts.join(' ')] : parts
  })
  return [...new Set(units)]
}

/** The words that keep a question from finding anything, and what it would find without them or without a filter. */
function faultOfWords(snapshot: Snapshot, request: FabricFilter, { words: all, colors }: Query): SearchFault {
  const units = unitsOf(request.query ?? '', all)
  const words = units.slice(0, MOST_FAULT_WORDS)
  const mayAsk = effort(snapshot.db)
  const asking = (some: readonly string[]) => ({ ...request, query: [...some, ...colors].join(' ') })
  const needed = words.filter((word) => !EMPTY_WORDS.has(word) && !TONE_WORDS.has(word))
  const unknown = (needed.length > 0 ? needed : words).filter(
    (word) => !finds(snapshot, { ...request, query: word }),
  )
  const leave = (left: readonly string[]) => {
    const rest = units.filter((word) => !left.includes(word))
    const isLess = rest.length + colors.length > 0 && mayAsk(rest)
    const total = isLess ? countFor(snapshot, asking(rest)) : undefined
    return total === undefined ? [] : [{ left: 'words' as const, words: left, total }]
  }
  const leaveFilter = (left: Facet) => {
    const isLess = request[left] !== undefined && mayAsk(units)
    const total = isLess ? countFor(snapshot, { ...request, [left]: undefined }) : undefined
    return total === undefined ? [] : [{ left, words: [], total }]
  }
  const [only, ...others] = unknown
  const corrected = (near: string) => units.map((word) => (word === only ? near : word))
  const nearest =
    only === undefined || others.length > 0
      ? []
      : snapshot.catalogWords
          .near(only, editsAllowed(only))
          .filter((near) => mayAsk(corrected(near)) && finds(snapshot, asking(corrected(near))))
          .slice(0, MOST_NEAREST)
  return {
    is: 'words',
    hasColor: colors.length > 0,
    words: units.length,
    unknown,
    nearest,
    skus: skusIn(snapshot, words),
    listed: colors.length > 0 ? [] : listedIn(snapshot, request, mayAsk),
    without: [
      ...(unknown.length > 0 ? leave(unknown) : words.flatMap((word) => leave([word]))),
      ...leaveFilter('manufacturer'),
      ...leaveFilter('collection'),
    ],
  }
}

/** Why a search found nothing, and what would find something (D38). */
export function faultOf(snapshot: Snapshot, question: Question): SearchFault | undefined {
  const { request, query, filters } = question
  return (
    faultOfFilters(snapshot, request, filters) ??
    (query === undefined ? undefined : faultOfWords(snapshot, request, query))
  )
}
