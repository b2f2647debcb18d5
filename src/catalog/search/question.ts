import type { FabricFilter, FabricKey, ForgivenessLevel } from '../../kit/repositories.ts'
import { MOST_SCATTERED } from '../tuning.ts'
import { allOf, type Condition, EVERYTHING, has } from './conditions.ts'
import { type Filters, filtersOf } from './filters.ts'
import type { Part } from './parts.ts'
import { allFound, anywhere } from './places.ts'
import { looksLikeColor, parseQuery, type Query, skuOf } from './query.ts'
import { type Level, levelsOf } from './readings.ts'
import type { Snapshot } from './snapshot.ts'
import { planOf } from './tiers.ts'
import { meeting } from './word-search.ts'
import { compact } from './words.ts'

const isThere = (snapshot: Snapshot, condition: Condition): boolean =>
  meeting(snapshot, condition, 0, 1).next().done === false

/** A question before any level is tried. */
export interface Question {
  readonly request: FabricFilter
  readonly filters: Filters
  /** `undefined` when only filters are asked for. */
  readonly query: Query | undefined
}

export function questionOf(snapshot: Snapshot, request: FabricFilter): Question {
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
export function* waysToRead({ request, query }: Question): Generator<Query> {
  if (query === undefined) return
  yield query
  if (query.colors.length > 0 || !query.hasDigits) return
  const perhaps = parseQuery(request.query ?? '', () => true)
  if (perhaps.colors.length > 0) yield perhaps
}

export const COLORED = has('colored', '')

/** What all readings of some levels ask for: words that are never missing, with all that they may stand for. */
function neededBy(levels: readonly Level[]): readonly Part[] {
  const readings = levels.flatMap((level) => level.readings)
  const widest = new Map<string, Part>()
  for (const part of readings.flatMap(({ parts }) => parts)) {
    const known = widest.get(part.written)
    if (known === undefined || known.forms.length < part.forms.length) widest.set(part.written, part)
  }
  const isShared = ({ written }: Part) =>
    readings.every(({ parts }) => parts.some((part) => part.written === written))
  return [...widest.values()].filter(isShared)
}

/**
 * The levels at which a question may find something, or that of the cursor. Most questions of many words find
 * nothing, and those that fail as written often fail at every level: one match tells for all levels.
 */
export function* levelsToTry(
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
  const needed = others.length > 1 ? neededBy(others) : []
  if (needed.length === 0 || mayHave(snapshot, needed, condition)) yield* others
}

/** Whether some fabric may have all parts, and meet the filters. */
function mayHave(snapshot: Snapshot, parts: readonly Part[], filter: Condition): boolean {
  const { lists } = snapshot
  const some = lists.having(parts, 1)
  if (some !== undefined) return some.length > 0
  if (isThere(snapshot, allOf([allFound(parts, anywhere), filter]))) return true
  lists.note(parts)
  return false
}

/**
 * The first level at which a question finds anything, or the level of the cursor; and what it finds there. Beside
 * colours, that may include fabrics without one.
 */
export function levelOf(
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
