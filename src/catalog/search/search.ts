import type {
  FabricFilter,
  FabricKey,
  FabricPage,
  ForgivenessLevel,
  PageRequest,
  Total,
} from '../../kit/repositories.ts'
import { allOf, type Condition, has } from './conditions.ts'
import { faultOf, moreWithout } from './fault.ts'
import { type Filters, filtersOf } from './filters.ts'
import { onceEach } from './once.ts'
import { browse, coloredRows, NOTHING, type Rows, rankedRows } from './pages.ts'
import { looksLikeColor, parseQuery, type Query, skuOf } from './query.ts'
import { type Level, type Lexicon, levelsOf } from './readings.ts'
import { countUpTo, createReport, type Found } from './report.ts'
import { positionAfter, recordOf } from './rows.ts'
import type { Snapshot } from './snapshot.ts'
import { fabricsWith } from './spelling.ts'
import { planOf } from './tiers.ts'
import { isAnywhere, usageOf } from './usage.ts'
import { byWords, meeting, TOP } from './word-search.ts'
import { compact } from './words.ts'

/** Remembers its answers for one question, because its levels ask for the same words again. */
const lexiconOf = ({ db, spellings }: Snapshot): Lexicon => ({
  hasSku: onceEach((beginning) => isAnywhere(db, has('skuStart', beginning))),
  usage: onceEach((word) => usageOf(db, word)),
  spellings: onceEach((word) => spellings.spellingsOf(word)),
  isKnown: onceEach((word) => fabricsWith(db, word) > 0),
})

function isThere({ db, lines }: Snapshot, condition: Condition): boolean {
  for (const _ of meeting(db, lines, condition, 0, 1)) return true
  return false
}

interface Answer {
  readonly rows: Rows
  readonly found: Found
}

/** The first level at which the words find a fabric with a colour (D17), or the level of the cursor. */
function levelBesideColors(
  snapshot: Snapshot,
  words: readonly string[],
  { condition }: Filters,
  after: FabricKey | undefined,
  last: ForgivenessLevel,
): { level: Level; whole: Condition } | undefined {
  for (const level of levelsOf(words, lexiconOf(snapshot), last)) {
    if (after !== undefined && after.level !== level.level) continue
    const { whole } = planOf(level, undefined, condition)
    if (after !== undefined || isThere(snapshot, allOf([whole, COLORED]))) return { level, whole }
  }
  return undefined
}

const COLORED = has('colored', '')

function searchWords(
  snapshot: Snapshot,
  text: string,
  query: Query,
  filters: Filters,
  after: FabricKey | undefined,
  count: number,
  last: ForgivenessLevel,
): Answer | undefined {
  if (query.words.length === 0) return undefined
  const { db, lines } = snapshot
  const sku = skuOf(text)
  for (const level of levelsOf(query.words, lexiconOf(snapshot), last)) {
    if (after !== undefined && after.level !== level.level) continue
    const plan = planOf(level, sku, filters.condition)
    const start = after === undefined ? TOP : { rank: after.rank, position: positionAfter(db, after.sort) }
    const found = byWords(db, lines, plan, start, count)
    if (found.length === 0 && after === undefined) continue
    return {
      rows: rankedRows(snapshot, level.level, found),
      found: {
        level,
        filters,
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
  query: Query,
  filters: Filters,
  after: FabricKey | undefined,
  count: number,
  last: ForgivenessLevel,
): Answer | undefined {
  const { words, colors } = query
  const chosen = words.length === 0 ? undefined : levelBesideColors(snapshot, words, filters, after, last)
  if (words.length > 0 && chosen === undefined) return undefined
  const level: Level = chosen?.level ?? { level: 0, readings: [] }
  const condition = chosen?.whole ?? filters.condition
  const rows = coloredRows(snapshot, level.level, colors, condition, after, count)
  if (rows.rows.length === 0 && after === undefined) return undefined
  const all = condition === undefined ? COLORED : allOf([condition, COLORED])
  return { rows, found: { level, filters, query, condition: all } }
}

/** A question as it is read at first: six digits are a colour if they look like one and are no SKU (D17). */
const surelyRead = (snapshot: Snapshot, text: string): Query =>
  parseQuery(text, (digits) => looksLikeColor(digits) && !isThere(snapshot, has('sku', compact(digits))))

function answerTo(
  snapshot: Snapshot,
  request: FabricFilter,
  after: FabricKey | undefined,
  count: number,
  filters: Filters,
  last: ForgivenessLevel,
): Answer | undefined {
  const { query: text } = request
  if (text === undefined) {
    const rows = browse(snapshot, filters, after, count)
    const level: Level = { level: 0, readings: [] }
    return rows.rows.length === 0 && after === undefined
      ? undefined
      : { rows, found: { level, filters, query: undefined, condition: filters.condition } }
  }
  const sure = surelyRead(snapshot, text)
  if (sure.colors.length > 0) return searchColors(snapshot, sure, filters, after, count, last)
  const byWord =
    after?.by === 'colors' ? undefined : searchWords(snapshot, text, sure, filters, after, count, last)
  if (byWord !== undefined) return byWord
  const perhaps = parseQuery(text, () => true)
  return perhaps.colors.length === 0
    ? undefined
    : searchColors(snapshot, perhaps, filters, after, count, last)
}

/** How many fabrics a question finds, unless only by other spellings. */
function countFor(snapshot: Snapshot, request: FabricFilter): Total | undefined {
  const filters = filtersOf(snapshot.lines, request)
  const answer = answerTo(snapshot, request, undefined, 1, filters, 3)
  if (answer === undefined) return undefined
  return countUpTo(snapshot, answer.found.condition)
}

/** §4.2, D5, D14–D18. Throws `catalog_unavailable` when there are no fabrics at all. */
export function search(snapshot: Snapshot, request: PageRequest<FabricKey> & FabricFilter): FabricPage {
  const { limit, after } = request
  const { db, lines } = snapshot
  const filters = filtersOf(lines, request)
  const answer = answerTo(snapshot, request, after, limit + 1, filters, 4)
  const { rows, keys, distances } = answer?.rows ?? NOTHING
  if (rows.length === 0 && db.value('select 1 from fabrics limit 1') === undefined)
    throw new Error('no fabrics')
  const readQuery = () => (request.query === undefined ? undefined : surelyRead(snapshot, request.query))
  const ask = (other: FabricFilter) => countFor(snapshot, other)
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
        faultOf: () => faultOf(snapshot, request, readQuery(), filters, ask),
        moreWithout: (found, isOfLine) => {
          const query = readQuery()
          return query === undefined ? undefined : moreWithout(request, query, found, isOfLine, ask)
        },
      },
    ),
  }
}
