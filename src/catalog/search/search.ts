import type {
  FabricFilter,
  FabricKey,
  FabricPage,
  ForgivenessLevel,
  PageRequest,
} from '../../kit/repositories.ts'
import { MOST_SCATTERED } from '../tuning.ts'
import { allOf, type Condition, EVERYTHING, has } from './conditions.ts'
import { type Ask, faultOf, moreWithout } from './fault.ts'
import { type Filters, filtersOf } from './filters.ts'
import { browse, coloredRows, NOTHING, type Rows, rankedRows } from './pages.ts'
import { looksLikeColor, parseQuery, type Query, skuOf } from './query.ts'
import { type Level, levelsOf } from './readings.ts'
import { countUpTo, createReport, type Found } from './report.ts'
import { positionAfter, recordOf } from './rows.ts'
import type { Snapshot } from './snapshot.ts'
import { neededBy, planOf } from './tiers.ts'
import { byWords, meeting, TOP } from './word-search.ts'
import { compact } from './words.ts'

const isThere = ({ db, lines }: Snapshot, condition: Condition): boolean =>
  meeting(db, lines, condition, 0, 1).next().done === false

/** A question before any level is tried. */
interface Question {
  readonly request: FabricFilter
  readonly filters: Filters
  /** `undefined` when only filters are asked for. */
  readonly query: Query | undefined
}

function questionOf(snapshot: Snapshot, request: FabricFilter): Question {
  // Six digits are a colour if they look like one and are no SKU (D17).
  const isColor = (digits: string) =>
    looksLikeColor(digits) && !isThere(snapshot, has('sku', compact(digits)))
  return {
    request,
    filters: filtersOf(snapshot.lines, request),
    query: request.query === undefined ? undefined : parseQuery(request.query, isColor),
  }
}

/** The ways to read a question. If the first one finds nothing, six digits are a colour after all (D17). */
function* waysToRead({ request, query }: Question): Generator<Query> {
  if (query === undefined) return
  yield query
  if (query.colors.length > 0) return
  const perhaps = parseQuery(request.query ?? '', () => true)
  if (perhaps.colors.length > 0) yield perhaps
}

const COLORED = has('colored', '')

/**
 * The levels at which a question may find something, or that of the cursor. Most questions of many words find
 * nothing, and those that fail as written often fail at every level: one match tells for all levels.
 */
function* levelsToTry(
  snapshot: Snapshot,
  words: readonly string[],
  { condition = EVERYTHING }: Filters,
  sku: string | undefined,
  last: ForgivenessLevel,
  after: FabricKey | undefined,
): Generator<Level> {
  const levels = levelsOf(words, snapshot.lexicon, last)
  if (after !== undefined) {
    for (const level of levels) if (level.level === after.level) yield level
    return
  }
  if (words.length <= MOST_SCATTERED || sku !== undefined) {
    const asWritten = levels.next()
    if (asWritten.done !== true) yield asWritten.value
  }
  const others = [...levels]
  const needed = others.length > 1 ? neededBy(others) : EVERYTHING
  if (needed === EVERYTHING || isThere(snapshot, allOf([needed, condition]))) yield* others
}

/**
 * The first level at which a question finds anything, or the level of the cursor; and what it finds there. Beside
 * colours, that may include fabrics without one.
 */
function levelOf(
  snapshot: Snapshot,
  { request, filters }: Question,
  { words, colors }: Query,
  last: ForgivenessLevel,
  after?: FabricKey,
): { readonly level: Level; readonly whole: Condition } | undefined {
  const isByColor = colors.length > 0
  if (words.length === 0 && !isByColor) return undefined
  const sku = isByColor ? undefined : skuOf(request.query ?? '')
  for (const level of levelsToTry(snapshot, words, filters, sku, last, after)) {
    const { whole } = planOf(level, sku, filters.condition)
    const isFound = after !== undefined || isThere(snapshot, isByColor ? allOf([whole, COLORED]) : whole)
    if (isFound) return { level, whole }
  }
  return undefined
}

interface Answer {
  readonly rows: Rows
  readonly found: Found
}

function searchWords(
  snapshot: Snapshot,
  { request, filters }: Question,
  query: Query,
  after: FabricKey | undefined,
  count: number,
): Answer | undefined {
  const { words } = query
  if (words.length === 0) return undefined
  const { db, lines } = snapshot
  const sku = skuOf(request.query ?? '')
  const start = after === undefined ? TOP : { rank: after.rank, position: positionAfter(db, after.sort) }
  for (const level of levelsToTry(snapshot, words, filters, sku, 4, after)) {
    const plan = planOf(level, sku, filters.condition)
    const found = byWords(db, lines, plan, start, count)
    if (found.length === 0 && after === undefined) continue
    return {
      rows: rankedRows(snapshot, level.level, found),
      found: {
        level,
        query,
        get condition() {
          return plan.whole
        },
      },
    }
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
  const list = JSON.stringify([text, manufacturer, collection, level.level])
  const rows = coloredRows(snapshot, list, level.level, { colors, condition: whole }, after, count)
  return { rows, found: { level, query, condition: allOf([whole, COLORED]) } }
}

function searchFilters(
  snapshot: Snapshot,
  { filters }: Question,
  after: FabricKey | undefined,
  count: number,
): Answer | undefined {
  const rows = browse(snapshot, filters, after, count)
  const level: Level = { level: 0, readings: [] }
  return rows.rows.length === 0 && after === undefined
    ? undefined
    : { rows, found: { level, query: undefined, condition: filters.condition } }
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

/** Asks other questions than a request. They find nothing by other spellings. */
function askIn(snapshot: Snapshot): Ask {
  const conditionOf = (request: FabricFilter): Condition | undefined => {
    const question = questionOf(snapshot, request)
    for (const query of waysToRead(question)) {
      const found = levelOf(snapshot, question, query, 3)
      if (found !== undefined) return query.colors.length > 0 ? allOf([found.whole, COLORED]) : found.whole
    }
    return undefined
  }
  return {
    finds: (request) => conditionOf(request) !== undefined,
    count(request) {
      const condition = conditionOf(request)
      return condition && countUpTo(snapshot, condition)
    },
  }
}

/** §4.2, D5, D14–D18. Throws when there are no fabrics at all. */
export function search(snapshot: Snapshot, request: PageRequest<FabricKey> & FabricFilter): FabricPage {
  const { limit, after } = request
  const { db, lines } = snapshot
  const question = questionOf(snapshot, request)
  const answer = answerTo(snapshot, question, after, limit + 1)
  const { rows, keys, distances } = answer?.rows ?? NOTHING
  // Another program may have emptied the file since it was looked at.
  if (rows.length === 0 && db.value('select 1 from fabrics limit 1') === undefined)
    throw new Error('no fabrics')
  const { query, filters } = question
  return {
    items: rows.slice(0, limit).map((row) => recordOf(lines.byId(row.line), row)),
    next: (rows.length > limit ? keys[limit - 1] : undefined) ?? null,
    report: createReport(
      snapshot,
      filters,
      answer?.found,
      rows[0],
      distances.slice(0, limit),
      after === undefined && rows.length <= limit ? rows.length : undefined,
      {
        fault: () => faultOf(snapshot, request, query, filters, askIn(snapshot)),
        moreWithout: (found, isOfLine) =>
          query && moreWithout(request, query, found, isOfLine, askIn(snapshot)),
      },
    ),
  }
}
