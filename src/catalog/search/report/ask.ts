import type { FabricFilter, Total } from '../../../core/repositories.ts'
import { MOST_COUNTED } from '../../tuning.ts'
import { but, type Condition } from '../conditions/conditions.ts'
import { exactPart } from '../conditions/tokens.ts'
import { foundBy, levelOf } from '../pages/levels.ts'
import { meeting } from '../pages/word-search.ts'
import { questionOf, waysToRead } from '../readings/question.ts'
import { countMatches } from '../rows.ts'
import type { Snapshot } from '../snapshot.ts'

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

/** What another question of the same snapshot finds, not by other spellings; `undefined` when that is nothing. */
function conditionOf(snapshot: Snapshot, request: FabricFilter): Condition | undefined {
  const question = questionOf(snapshot, request)
  for (const query of waysToRead(question)) {
    const found = levelOf(snapshot, question, query, 3)
    if (found !== undefined) return foundBy(query, found)
  }
  return undefined
}

/** Whether another question of the same snapshot finds something, not by other spellings. */
export const finds = (snapshot: Snapshot, request: FabricFilter): boolean =>
  conditionOf(snapshot, request) !== undefined

/** How many fabrics another question of the same snapshot finds; `undefined` for none. */
export function countFor(snapshot: Snapshot, request: FabricFilter): Total | undefined {
  const condition = conditionOf(snapshot, request)
  return condition && countUpTo(snapshot, condition)
}
