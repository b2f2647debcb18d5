import type { Total } from '../../../core/repositories.ts'
import type { SearchReport } from '../../../core/search-report.ts'
import { accepts, type Candidate } from '../conditions/predicate.ts'
import { foundBy } from '../pages/levels.ts'
import { anywhere } from '../pages/places.ts'
import { planOf, wholeOf } from '../pages/plan.ts'
import type { Query } from '../query/query.ts'
import { COLOR_WORDS, EMPTY_WORDS, FAMILY_WORDS, TONE_WORDS } from '../query/vocabulary.ts'
import { joined } from '../query/words.ts'
import { furtherCollections } from '../readings/filters.ts'
import type { Form } from '../readings/parts.ts'
import type { Question } from '../readings/question.ts'
import type { Level } from '../readings/readings.ts'
import type { Row } from '../rows.ts'
import type { Snapshot } from '../snapshot.ts'
import { countUpTo } from './ask.ts'
import { faultOf } from './fault.ts'
import { moreWithout } from './more.ts'

/** What a search found. */
export interface Found {
  readonly level: Level
  /** The question as it was read; `undefined` if there is none. */
  readonly query: Query | undefined
  /** The first fabric of the page; `undefined` on a last page without any. */
  readonly first: Row | undefined
  readonly distances: SearchReport['distances']
  /** How many fabrics match, where the page holds all of them. */
  readonly known: number | undefined
}

/** What a form stands for, if it differs from what was written. */
function meaningOf(form: Form): string | undefined {
  return form.as === 'words' || form.as === 'shortName' ? form.texts.join(' ') : undefined
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
  return [...new Set(ofName)].filter((word) => (isCalledSo ? FAMILY_WORDS : COLOR_WORDS).has(word))
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

/** What a search would find without some of its words, where it may not be what was meant. */
function withoutOf(snapshot: Snapshot, { request, query }: Question, found: Found, read: Read) {
  const { level, first, known } = found
  // A page that is full, or that was read forgivingly, has enough.
  if (query === undefined || first === undefined || known === undefined || level.number > 1) return undefined
  // Who asks for Betty's Red means it; who asks for navy blue may mean any navy.
  if (read.isCalledSo && read.colorWords.length === 0) return undefined
  return moreWithout(snapshot, request, query, known, isWordOf(snapshot.fabricAt(first.position)))
}

function totalOf(snapshot: Snapshot, { filters }: Question, { level, query, known }: Found): Total {
  if (known !== undefined) return { count: known, isExact: true }
  if (query === undefined) return countUpTo(snapshot, filters.condition)
  return countUpTo(snapshot, foundBy(query, planOf(level, query.sku, filters.condition)))
}

/** How a search read its question and what it found, or why it found nothing. */
export function reportOf(snapshot: Snapshot, question: Question, found: Found | undefined): SearchReport {
  const { request, filters } = question
  const { manufacturers, collections } = filters
  const { level, query, first, distances = [] } = found ?? {}
  const read =
    level === undefined || first === undefined
      ? AS_WRITTEN
      : readingFor(level, snapshot.fabricAt(first.position))
  const colors = query?.colors ?? []
  return {
    level: level?.number,
    leftOut: [...new Set([...(query?.leftOut ?? []), ...read.leftOut])],
    readAs: read.readAs,
    colorWords: distances.length > 0 ? [] : read.colorWords,
    manufacturers,
    collections,
    furtherCollections: furtherCollections(snapshot.lines, request.collection, collections),
    colors,
    furtherColors: query?.furtherColors ?? [],
    besideColors: colors.length > 0 ? (query?.words ?? []) : [],
    distances,
    total: found === undefined ? { count: 0, isExact: true } : totalOf(snapshot, question, found),
    without: found && withoutOf(snapshot, question, found, read),
    fault: found === undefined ? faultOf(snapshot, question) : undefined,
  }
}
