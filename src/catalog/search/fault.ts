import type { FabricFilter, Total } from '../../kit/repositories.ts'
import type { SearchFault, SearchReport } from '../../kit/search-report.ts'
import { foldWords } from '../../kit/text.ts'
import { FARTHEST_NAME, MOST_FAULT_WORDS, MOST_NEAREST, SHORTEST_NAME } from '../tuning.ts'
import { editDistance, editsAllowed } from './edits.ts'
import { effort } from './effort.ts'
import { type Filters, namedBy } from './filters.ts'
import type { Facet, Named } from './lines.ts'
import { listedIn, skusIn } from './named-fabrics.ts'
import { onceEach } from './once.ts'
import type { Query } from './query.ts'
import type { Snapshot } from './snapshot.ts'
import { EMPTY_WORDS, FAMILY_WORDS, TONE_WORDS } from './vocabulary.ts'

/** Asks another question, which finds nothing by other spellings. */
export interface Ask {
  finds(request: FabricFilter): boolean
  /** How many fabrics it finds; `undefined` for none. */
  count(request: FabricFilter): Total | undefined
}

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
function faultOfWords(
  snapshot: Snapshot,
  request: FabricFilter,
  { words: all, colors }: Query,
  ask: Ask,
): SearchFault {
  const units = unitsOf(request.query ?? '', all)
  const words = units.slice(0, MOST_FAULT_WORDS)
  const mayAsk = effort(snapshot.db)
  const asking = (some: readonly string[]) => ({ ...request, query: [...some, ...colors].join(' ') })
  const needed = words.filter((word) => !EMPTY_WORDS.has(word) && !TONE_WORDS.has(word))
  const unknown = (needed.length > 0 ? needed : words).filter(
    (word) => !ask.finds({ ...request, query: word }),
  )
  const leave = (left: readonly string[]) => {
    const rest = units.filter((word) => !left.includes(word))
    const isLess = rest.length + colors.length > 0 && mayAsk(rest)
    const total = isLess ? ask.count(asking(rest)) : undefined
    return total === undefined ? [] : [{ left: 'words' as const, words: left, total }]
  }
  const leaveFilter = (left: Facet) => {
    const isLess = request[left] !== undefined && mayAsk(units)
    const total = isLess ? ask.count({ ...request, [left]: undefined }) : undefined
    return total === undefined ? [] : [{ left, words: [], total }]
  }
  const [only, ...others] = unknown
  const corrected = (near: string) => units.map((word) => (word === only ? near : word))
  const nearest =
    only === undefined || others.length > 0
      ? []
      : snapshot.spellings
          .near(only, editsAllowed(only))
          .filter((near) => mayAsk(corrected(near)) && ask.finds(asking(corrected(near))))
          .slice(0, MOST_NEAREST)
  return {
    is: 'words',
    hasColor: colors.length > 0,
    words: units.length,
    unknown,
    nearest,
    skus: skusIn(snapshot, words),
    listed: colors.length > 0 ? [] : listedIn(request, ask, mayAsk),
    without: [
      ...(unknown.length > 0 ? leave(unknown) : words.flatMap((word) => leave([word]))),
      ...leaveFilter('manufacturer'),
      ...leaveFilter('collection'),
    ],
  }
}

/**
 * What a question that few fabrics meet as written would find without its words that say nothing, or without
 * its colour families. "kona solids" finds the one fabric with both words, and means a whole line.
 *
 * @param isOfLine whether a word names the line of what was found.
 */
export function moreWithout(
  request: FabricFilter,
  { words, colors }: Query,
  found: number,
  isOfLine: (word: string) => boolean,
  ask: Ask,
): SearchReport['without'] {
  if (colors.length > 0) return undefined
  const empty = words.filter((word) => EMPTY_WORDS.has(word))
  const families = words.filter((word) => FAMILY_WORDS.has(word))
  const hasName = words.some(
    (word) =>
      word.length >= SHORTEST_NAME &&
      ![...empty, ...families].includes(word) &&
      !TONE_WORDS.has(word) &&
      !isOfLine(word),
  )
  for (const left of [empty, hasName ? families : []]) {
    const rest = words.filter((word) => !left.includes(word))
    if (left.length === 0 || rest.length === 0) continue
    const total = ask.count({ ...request, query: rest.join(' ') })
    if (total !== undefined && total.count > found) return { words: [...new Set(left)], total }
  }
  return undefined
}

/** Why a search found nothing, and what would find something (D38). */
export function faultOf(
  snapshot: Snapshot,
  request: FabricFilter,
  query: Query | undefined,
  filters: Filters,
  ask: Ask,
): SearchFault | undefined {
  return (
    faultOfFilters(snapshot, request, filters) ??
    (query === undefined ? undefined : faultOfWords(snapshot, request, query, ask))
  )
}
