import type { FabricFilter, FabricKey, FabricPage, PageRequest } from '../kit/repositories.ts'
import { allOf, type Condition, has } from './conditions.ts'
import type { Connection } from './database.ts'
import { type Filters, filtersOf } from './filters.ts'
import { browse, coloredRows, NOTHING, type Rows, rankedRows } from './pages.ts'
import { looksLikeColor, parseQuery, type Query, skuOf } from './query.ts'
import { type Level, type Lexicon, levelsOf } from './readings.ts'
import { createReport, type Found } from './report.ts'
import { positionAfter, recordOf } from './rows.ts'
import type { Snapshot } from './snapshot.ts'
import { fabricsWith, spellingsOf } from './spelling.ts'
import { type Plan, planOf } from './tiers.ts'
import { matchOf } from './tokens.ts'
import { byWords, meeting, TOP } from './word-search.ts'
import { compact } from './words.ts'

const lexiconOf = (db: Connection): Lexicon => ({
  hasSku: (beginning) =>
    db.value(
      'select 1 from features where features match ? limit 1',
      matchOf(has('skuStart', beginning)) ?? '',
    ) === 1,
  spellings: (word) => spellingsOf(db, word),
  isKnown: (word) => fabricsWith(db, word) > 0,
})

const within = (condition: Condition | undefined, { whole, tiers }: Plan): Plan =>
  condition === undefined
    ? { whole, tiers }
    : {
        whole: allOf([whole, condition]),
        tiers: tiers.map((tier) => ({ ...tier, condition: allOf([tier.condition, condition]) })),
      }

function isThere({ db, lines }: Snapshot, condition: Condition): boolean {
  for (const _ of meeting(db, lines, condition, 0)) return true
  return false
}

interface Answer {
  readonly rows: Rows
  readonly found: Found
}

/** The first level at which the words find anything (D16), or the one that a cursor goes on with. */
function levelFor(
  snapshot: Snapshot,
  words: readonly string[],
  planFor: (level: Level) => Plan,
  after: FabricKey | undefined,
): { level: Level; plan: Plan } | undefined {
  for (const level of levelsOf(words, lexiconOf(snapshot.db))) {
    if (after !== undefined && after.level !== level.level) continue
    const plan = planFor(level)
    if (after !== undefined || isThere(snapshot, plan.whole)) return { level, plan }
  }
  return undefined
}

function searchWords(
  snapshot: Snapshot,
  text: string,
  query: Query,
  filters: Filters,
  after: FabricKey | undefined,
  count: number,
): Answer | undefined {
  if (query.words.length === 0) return undefined
  const { db, lines } = snapshot
  const sku = skuOf(text)
  for (const level of levelsOf(query.words, lexiconOf(db))) {
    if (after !== undefined && after.level !== level.level) continue
    const plan = within(filters.condition, planOf(level, sku))
    const start = after === undefined ? TOP : { rank: after.rank, position: positionAfter(db, after.sort) }
    const found = byWords(db, lines, plan, start, count)
    if (found.length === 0 && after === undefined) continue
    return {
      rows: rankedRows(snapshot, level.level, found),
      found: { level, filters, colors: [], leftOut: [], condition: plan.whole },
    }
  }
  return undefined
}

function searchColors(
  snapshot: Snapshot,
  { words, colors, leftOut }: Query,
  filters: Filters,
  after: FabricKey | undefined,
  count: number,
): Answer | undefined {
  const colored = has('colored', '')
  const planFor = (level: Level): Plan => {
    const plan = within(filters.condition, planOf(level, undefined))
    return { ...plan, whole: allOf([plan.whole, colored]) }
  }
  const chosen = words.length === 0 ? undefined : levelFor(snapshot, words, planFor, after)
  if (words.length > 0 && chosen === undefined) return undefined
  const condition = words.length === 0 ? filters.condition : chosen?.plan.whole
  const rows = coloredRows(snapshot, chosen?.level.level ?? 0, colors, condition, after, count)
  if (rows.rows.length === 0 && after === undefined) return undefined
  const level = chosen?.level ?? { level: 0, readings: [] }
  return {
    rows,
    found: {
      level,
      filters,
      colors,
      leftOut,
      condition: condition === undefined ? colored : allOf([condition, colored]),
    },
  }
}

function answerTo(
  snapshot: Snapshot,
  request: FabricFilter,
  after: FabricKey | undefined,
  count: number,
  filters: Filters,
): Answer | undefined {
  const { query: text } = request
  if (text === undefined) {
    const rows = browse(snapshot, filters, after, count)
    const level: Level = { level: 0, readings: [] }
    return rows.rows.length === 0 && after === undefined
      ? undefined
      : { rows, found: { level, filters, colors: [], leftOut: [], condition: filters.condition } }
  }
  const isSku = (digits: string) => isThere(snapshot, has('sku', compact(digits)))
  const sure = parseQuery(text, (digits) => looksLikeColor(digits) && !isSku(digits))
  if (sure.colors.length > 0) return searchColors(snapshot, sure, filters, after, count)
  const byWord = after?.by === 'colors' ? undefined : searchWords(snapshot, text, sure, filters, after, count)
  if (byWord !== undefined) return byWord
  const perhaps = parseQuery(text, () => true)
  return perhaps.colors.length === 0 ? undefined : searchColors(snapshot, perhaps, filters, after, count)
}

/** §4.2, D5, D14–D18. Throws `catalog_unavailable` when there are no fabrics at all. */
export function search(snapshot: Snapshot, request: PageRequest<FabricKey> & FabricFilter): FabricPage {
  const { limit, after } = request
  const { db, lines } = snapshot
  const filters = filtersOf(lines, request)
  const answer = answerTo(snapshot, request, after, limit + 1, filters)
  const { rows, keys, distances } = answer?.rows ?? NOTHING
  if (rows.length === 0 && db.value('select 1 from fabrics limit 1') === undefined)
    throw new Error('no fabrics')
  return {
    items: rows.slice(0, limit).map((row) => recordOf(lines.byId(row.line), row)),
    next: (rows.length > limit ? keys[limit - 1] : undefined) ?? null,
    report: createReport(
      snapshot,
      request,
      filters,
      answer?.found,
      rows[0],
      distances.slice(0, limit),
      (changed) => {
        const other = answerTo(snapshot, changed, undefined, 1, filters)
        return other !== undefined && other.found.level.level === 0
      },
    ),
  }
}
