import type { FabricFilter, SearchReport } from '../../kit/repositories.ts'
import { foldWords } from '../../kit/text.ts'
import { MOST_COUNTED, MOST_NEAREST, MOST_NEAREST_EDITS } from '../tuning.ts'
import type { Condition } from './conditions.ts'
import { editDistance } from './edits.ts'
import { type Facet, type Filters, namedBy } from './filters.ts'
import { anywhere } from './places.ts'
import { accepts, type Candidate } from './predicate.ts'
import type { Form, Level } from './readings.ts'
import { candidateOf, type Row } from './rows.ts'
import type { Snapshot } from './snapshot.ts'
import { wholeOf } from './tiers.ts'
import { isExact, matchOf } from './tokens.ts'
import { meeting } from './word-search.ts'

/** What a search found, and how. */
export interface Found {
  readonly level: Level
  readonly filters: Filters
  readonly colors: readonly string[]
  readonly leftOut: readonly string[]
  /** The condition of all matches; `undefined` when every fabric matches. */
  readonly condition: Condition | undefined
}

function countUpTo({ db, lines }: Snapshot, condition: Condition | undefined): SearchReport['total'] {
  if (condition === undefined) {
    const count = lines.all.reduce((sum, { fabrics }) => sum + fabrics, 0)
    return { count, isExact: true }
  }
  let count = 0
  const match = matchOf(condition)
  if (match !== undefined && isExact(condition)) {
    const sql =
      'select count(*) from (select 1 from features where features match ? limit cast(? as integer))'
    count = db.value<number>(sql, match, MOST_COUNTED + 1) ?? 0
  } else {
    for (const _ of meeting(db, lines, condition, 0, MOST_COUNTED)) {
      count += 1
      if (count > MOST_COUNTED) break
    }
  }
  return count > MOST_COUNTED ? { count: MOST_COUNTED, isExact: false } : { count, isExact: true }
}

/** What a form stands for, if it differs from what was written. */
function meaningOf(form: Form): string | undefined {
  return form.as === 'words' || form.as === 'shortName' ? form.texts.join(' ') : undefined
}

/** How a level read the question: the first reading that finds this fabric. */
function readingFor({ readings }: Level, fabric: Candidate): Pick<SearchReport, 'leftOut' | 'readAs'> {
  const reading = readings.find((each) => accepts(wholeOf(each), fabric))
  if (reading === undefined) return { leftOut: [], readAs: [] }
  const readAs = reading.parts.flatMap(({ written, forms }) => {
    const form = forms.find((each) => accepts(anywhere(each), fabric))
    const meant = form === undefined ? undefined : meaningOf(form)
    return meant === undefined || meant === written ? [] : [{ written, meant }]
  })
  return { leftOut: reading.leftOut, readAs }
}

type Fault = NonNullable<SearchReport['fault']>

/** The names most similar to a text, by the edits of their words. */
function nearestNames(names: readonly string[], text: string): readonly string[] {
  const wanted = foldWords(text)
  const score = (name: string) =>
    Math.min(
      ...foldWords(name).flatMap((word) =>
        wanted.map(
          (other) => (editDistance(other, word, other.length) ?? other.length) / Math.max(other.length, 1),
        ),
      ),
    )
  return names
    .map((name) => ({ name, score: score(name) }))
    .filter(({ score: each }) => each <= 0.5)
    .sort((one, other) => one.score - other.score)
    .slice(0, MOST_NEAREST)
    .map(({ name }) => name)
}

/** Why a search found nothing: a filter that names nothing, or the word without which it would find something. */
function faultOf(
  { lines, spellings }: Snapshot,
  { query, manufacturer, collection }: FabricFilter,
  { manufacturers, collections }: Filters,
  finds: (query: string) => boolean,
): Fault | undefined {
  const unknown = (part: Facet, other: Facet, text: string): Fault => ({
    part,
    text,
    nearest: nearestNames([...new Set(lines.all.map((line) => line[part]))], text),
    inOtherFilter: namedBy(lines, other, text),
  })
  if (manufacturer !== undefined && manufacturers.length === 0)
    return unknown('manufacturer', 'collection', manufacturer)
  if (collection !== undefined && collections.length === 0)
    return unknown('collection', 'manufacturer', collection)
  if (query === undefined) {
    return collection === undefined ? undefined : { part: 'collection', text: collection, nearest: [] }
  }
  const words = foldWords(query)
  const without = (at: number) => words.toSpliced(at, 1).join(' ')
  const alone = words.findIndex((word) => !finds(word))
  const at =
    alone !== -1 ? alone : words.findLastIndex((_, index) => words.length > 1 && finds(without(index)))
  const word = words[at]
  if (word === undefined) return { part: 'query', text: query, nearest: [] }
  const swapped = (other: string) => words.with(at, other).join(' ')
  // Allows more edits than a search does for a misspelling.
  const nearest = spellings
    .near(word, Math.min(MOST_NEAREST_EDITS, Math.max(1, Math.floor(word.length / 2) - 1)))
    .filter((other) => finds(swapped(other)))
    .slice(0, MOST_NEAREST)
  return { part: 'query', text: word, nearest, findsAlone: alone === -1 && words.length > 1 }
}

/**
 * How a search read its question and what it found. Counting and looking for a fault take longer than most
 * searches, so each happens only when its field is read.
 *
 * @param known how many fabrics match, where the page holds all of them.
 */
export function createReport(
  snapshot: Snapshot,
  request: FabricFilter,
  filters: Filters,
  found: Found | undefined,
  first: Row | undefined,
  distances: SearchReport['distances'],
  known: number | undefined,
  finds: (request: FabricFilter) => boolean,
): SearchReport {
  let reading: Pick<SearchReport, 'leftOut' | 'readAs'> | undefined
  const read = () => {
    reading ??=
      found === undefined || first === undefined
        ? { leftOut: [], readAs: [] }
        : readingFor(found.level, candidateOf(snapshot.lines, first))
    return reading
  }
  let total: SearchReport['total'] | undefined
  let fault: Fault | undefined
  return {
    level: found?.level.level,
    get leftOut() {
      return [...(found?.leftOut ?? []), ...read().leftOut]
    },
    get readAs() {
      return read().readAs
    },
    manufacturers: filters.manufacturers,
    collections: filters.collections,
    colors: found?.colors ?? [],
    distances,
    get total() {
      total ??= known === undefined ? countUpTo(snapshot, found?.condition) : { count: known, isExact: true }
      return total
    },
    get fault() {
      if (found === undefined)
        fault ??= faultOf(snapshot, request, filters, (query) => finds({ ...request, query }))
      return fault
    },
  }
}
