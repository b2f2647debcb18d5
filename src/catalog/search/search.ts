import type { FabricFilter, FabricKey, FabricRecord, Page, PageRequest } from '../../core/repositories.ts'
import type { SearchReport } from '../../core/search-report.ts'
import { attempts, levelOf } from './pages/levels.ts'
import { browse, coloredRows, NO_ROWS, type Rows, rankedRows } from './pages/pages.ts'
import { byWords, TOP } from './pages/word-search.ts'
import type { Query } from './query/query.ts'
import { type Question, questionOf, waysToRead } from './readings/question.ts'
import type { Level } from './readings/readings.ts'
import { type Found, reportOf } from './report/report.ts'
import { positionAfter, recordOf } from './rows.ts'
import type { Snapshot } from './snapshot.ts'

interface Answer {
  readonly rows: Rows
  readonly level: Level
  readonly query: Query | undefined
}

function searchWords(
  snapshot: Snapshot,
  question: Question,
  query: Query,
  after: FabricKey | undefined,
  count: number,
): Answer | undefined {
  if (query.words.length === 0) return undefined
  const start =
    after === undefined ? TOP : { rank: after.rank, position: positionAfter(snapshot.db, after.sort) }
  for (const { level, plan } of attempts(snapshot, question, query, 4, after)) {
    const found = byWords(snapshot, plan, start, count)
    if (found.length === 0 && after === undefined) continue
    return { rows: rankedRows(snapshot, level.number, found), level, query }
  }
  return undefined
}

function searchColors(
  snapshot: Snapshot,
  question: Question,
  query: Query,
  after: FabricKey | undefined,
  count: number,
): Answer | undefined {
  const found = levelOf(snapshot, question, query, 4, after)
  if (found === undefined) return undefined
  const { level, whole } = found
  const { colors } = query
  const { query: text, manufacturer, collection } = question.request
  const list = JSON.stringify([text, manufacturer, collection, level.number])
  const rows = coloredRows(snapshot, list, level.number, { colors, condition: whole }, after, count)
  return { rows, level, query }
}

function searchFilters(
  snapshot: Snapshot,
  { filters }: Question,
  after: FabricKey | undefined,
  count: number,
): Answer | undefined {
  const rows = browse(snapshot, filters, after, count)
  const level: Level = { number: 0, readings: [] }
  return rows.rows.length === 0 && after === undefined ? undefined : { rows, level, query: undefined }
}

function answerTo(
  snapshot: Snapshot,
  question: Question,
  after: FabricKey | undefined,
  count: number,
): Answer | undefined {
  if (question.query === undefined) return searchFilters(snapshot, question, after, count)
  for (const query of waysToRead(question)) {
    const by = query.colors.length > 0 ? 'colors' : 'words'
    if (after !== undefined && after.by !== by) continue
    const search = by === 'colors' ? searchColors : searchWords
    const answer = search(snapshot, question, query, after, count)
    if (answer !== undefined) return answer
  }
  return undefined
}

/** A page, and how it was found. */
export interface SearchedPage extends Page<FabricRecord, FabricKey> {
  /** Works out the report, which may take longer than the search. Only for a read of the same snapshot. */
  report(): SearchReport
}

/** §4.2, D5, D14–D18. Throws when there are no fabrics at all. */
export function search(snapshot: Snapshot, request: PageRequest<FabricKey> & FabricFilter): SearchedPage {
  const { limit, after } = request
  snapshot.lists.searchBegins()
  const { db, lines } = snapshot
  const question = questionOf(snapshot, request)
  const answer = answerTo(snapshot, question, after, limit + 1)
  const { rows, keyOf, distances } = answer?.rows ?? NO_ROWS
  // Another program may have emptied the file since it was looked at.
  if (rows.length === 0 && db.value('select 1 from fabrics limit 1') === undefined)
    throw new Error('no fabrics')
  const found: Found | undefined = answer && {
    level: answer.level,
    query: answer.query,
    first: rows[0],
    distances: distances.slice(0, limit),
    known: after === undefined && rows.length <= limit ? rows.length : undefined,
  }
  return {
    items: rows.slice(0, limit).map((row) => recordOf(lines.byId(row.line), row)),
    next: (rows.length > limit ? keyOf(limit - 1) : undefined) ?? null,
    report: () => reportOf(snapshot, question, found),
  }
}
