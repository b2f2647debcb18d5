import type { Total } from '../../kit/repositories.ts'
import type { SearchFault, SearchReport } from '../../kit/search-report.ts'
import { MOST_COUNTED } from '../tuning.ts'
import { but, type Condition } from './conditions.ts'
import type { Filters } from './filters.ts'
import type { Form } from './parts.ts'
import { anywhere } from './places.ts'
import { accepts, type Candidate } from './predicate.ts'
import type { Query } from './query.ts'
import type { Level } from './readings.ts'
import { countMatches, type Row } from './rows.ts'
import type { Snapshot } from './snapshot.ts'
import { wholeOf } from './tiers.ts'
import { exactPart } from './tokens.ts'
import { COLOR_WORDS, EMPTY_WORDS, FAMILY_WORDS, TONE_WORDS } from './vocabulary.ts'
import { meeting } from './word-search.ts'
import { joined } from './words.ts'

/** What a search found, and how. */
export interface Found {
  readonly level: Level
  /** The question; `undefined` if there is none. */
  readonly query: Query | undefined
  /** The condition of all matches; `undefined` when every fabric matches. */
  readonly condition: Condition | undefined
}

/** How many fabrics meet a condition, counted up to a bound. */
export function countUpTo(snapshot: Snapshot, condition: Condition | undefined): Total {
  const { db, lines } = snapshot
  if (condition === undefined) {
    const count = lines.all.reduce((sum, { fabrics }) => sum + fabrics, 0)
    return { count, isExact: true }
  }
  // Counting in SQLite takes 0.1 ms, and row by row a hundred times as long.
  const exact = exactPart(condition)
  let count = countMatches(db, exact, MOST_COUNTED + 1)
  if (exact !== condition && count <= MOST_COUNTED) {
    for (const _ of meeting(snapshot, but(condition, [exact]), 0, MOST_COUNTED)) {
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

/** What other questions would find. */
export interface OtherQuestions {
  /** Why nothing was found. */
  fault(): SearchFault | undefined
  /** What would find more than so many fabrics. */
  moreWithout(found: number, isOfLine: (word: string) => boolean): SearchReport['without']
}

interface Read extends Pick<SearchReport, 'leftOut' | 'readAs' | 'colorWords'> {
  /** Whether the fabric is called what was asked for. */
  readonly isCalledSo: boolean
}

const AS_WRITTEN: Read = { leftOut: [], readAs: [], colorWords: [], isCalledSo: false }

const isWordOf =
  ({ line }: Candidate) =>
  (word: string) =>
    line.words.some((whole) => whole.startsWith(word))

/** The words for colours, if names were searched for nothing else. The fabric that is called so is what was meant. */
function colorWordsOf(ofName: readonly string[], isCalledSo: boolean): readonly string[] {
  if (!ofName.every((word) => COLOR_WORDS.has(word) || TONE_WORDS.has(word))) return []
  return ofName.filter((word) => (isCalledSo ? FAMILY_WORDS : COLOR_WORDS).has(word))
}

/** How a level read the question: the first reading that finds this fabric. */
function readingFor({ readings }: Level, fabric: Candidate): Read {
  const reading = readings.find((each) => accepts(wholeOf(each), fabric))
  if (reading === undefined) return AS_WRITTEN
  const readAs = reading.parts.flatMap(({ written, forms }) => {
    const form = forms.find((each) => accepts(anywhere(each), fabric))
    const meant = form === undefined ? undefined : meaningOf(form)
    return meant === undefined || meant === written ? [] : [{ written, meant }]
  })
  const meanings = new Map(readAs.map(({ written, meant }) => [written, meant.split(' ')]))
  const words = reading.parts.flatMap(({ written }) => meanings.get(written) ?? [written])
  const isOfLine = isWordOf(fabric)
  const ofName = words.filter((word) => !EMPTY_WORDS.has(word) && !isOfLine(word))
  const isCalledSo = fabric.fabric.names.includes(joined(ofName))
  return { leftOut: reading.leftOut, readAs, colorWords: colorWordsOf(ofName, isCalledSo), isCalledSo }
}

/**
 * How a search read its question and what it found. Counting and looking for a fault take longer than most
 * searches, so each happens only when its field is read.
 *
 * @param known how many fabrics match, where the page holds all of them.
 */
export function createReport(
  snapshot: Snapshot,
  filters: Filters,
  found: Found | undefined,
  first: Row | undefined,
  distances: SearchReport['distances'],
  known: number | undefined,
  other: OtherQuestions,
): SearchReport {
  const { manufacturers, collections } = filters
  const colors = found?.query?.colors ?? []
  let reading: Read | undefined
  const read = () => {
    reading ??=
      found === undefined || first === undefined
        ? AS_WRITTEN
        : readingFor(found.level, snapshot.fabricAt(first.position))
    return reading
  }
  let total: Total | undefined
  let fault: SearchFault | undefined
  return {
    level: found?.level.level,
    get leftOut() {
      return [...new Set([...(found?.query?.leftOut ?? []), ...read().leftOut])]
    },
    get readAs() {
      return read().readAs
    },
    get colorWords() {
      return distances.length > 0 ? [] : read().colorWords
    },
    manufacturers,
    collections,
    get furtherCollections() {
      return filters.furtherCollections()
    },
    colors,
    furtherColors: found?.query?.furtherColors ?? [],
    besideColors: colors.length > 0 ? (found?.query?.words ?? []) : [],
    distances,
    get total() {
      total ??=
        found === undefined || known !== undefined
          ? { count: known ?? 0, isExact: true }
          : countUpTo(snapshot, found.condition)
      return total
    },
    get without() {
      // A page that is full, or that was read forgivingly, has enough.
      if (found === undefined || first === undefined || known === undefined || found.level.level > 1)
        return undefined
      // Who asks for Betty's Red means it; who asks for navy blue may mean any navy.
      if (read().isCalledSo && read().colorWords.length === 0) return undefined
      return other.moreWithout(known, isWordOf(snapshot.fabricAt(first.position)))
    },
    get fault() {
      if (found === undefined) fault ??= other.fault()
      return fault
    },
  }
}
