import type { FabricKey, ForgivenessLevel } from '../../../core/repositories.ts'
import { FEW_WORDS } from '../../tuning.ts'
import { allOf, type Condition, EVERYTHING, has } from '../conditions/conditions.ts'
import type { Query } from '../query/query.ts'
import type { Part } from '../readings/parts.ts'
import type { Question } from '../readings/question.ts'
import { type Level, levelsOf } from '../readings/readings.ts'
import type { Snapshot } from '../snapshot.ts'
import { allFound, anywhere } from './places.ts'
import { type Plan, planOf } from './plan.ts'
import { isThere } from './word-search.ts'

/** Which levels are tried for a question, and what each of them finds. */

const COLORED = has('colored', '')

/** What a question finds at a level: beside colours, only fabrics that have one. */
export const foundBy = ({ colors }: Query, { whole }: Pick<Plan, 'whole'>): Condition =>
  colors.length > 0 ? allOf([whole, COLORED]) : whole

/** A level with what it finds. */
export interface Attempt {
  readonly level: Level
  readonly plan: Plan
}

/**
 * The levels at which a question may find something, or that of the cursor.
 *
 * @param last the most forgiving level to try.
 */
export function* attempts(
  snapshot: Snapshot,
  { filters }: Question,
  { words, sku }: Query,
  last: ForgivenessLevel,
  after: FabricKey | undefined,
): Generator<Attempt> {
  const { condition } = filters
  const attempt = (level: Level): Attempt => ({ level, plan: planOf(level, sku, condition) })
  const levels = levelsOf(words, snapshot.lexicon, last)
  if (after !== undefined) {
    for (const level of levels) if (level.number === after.level) yield attempt(level)
    return
  }
  // Few words often find something as they are written. A SKU of several words is read as one here only.
  if (words.length <= FEW_WORDS || sku !== undefined) {
    const asWritten = levels.next()
    if (asWritten.done !== true) yield attempt(asWritten.value)
  }
  // Most questions of many words find nothing, and fail at every level: one match tells for all of them.
  const others = [...levels]
  const needed = others.length > 1 ? neededBy(others) : []
  if (needed.length > 0 && !mayHave(snapshot, needed, condition)) return
  for (const level of others) yield attempt(level)
}

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

/** Whether some fabric may have all parts, and meet the filters. */
function mayHave(snapshot: Snapshot, parts: readonly Part[], filter: Condition = EVERYTHING): boolean {
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
  question: Question,
  query: Query,
  last: ForgivenessLevel,
  after?: FabricKey,
): { readonly level: Level; readonly whole: Condition } | undefined {
  const isByColor = query.colors.length > 0
  if (query.words.length === 0 && !isByColor) return undefined
  for (const { level, plan } of attempts(snapshot, question, query, last, after)) {
    const { whole } = plan
    const isFound = after !== undefined || isThere(snapshot, foundBy(query, plan))
    if (isFound) return { level, whole }
  }
  return undefined
}
