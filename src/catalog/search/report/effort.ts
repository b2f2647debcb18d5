import { onceEach } from '../../../core/once-each.ts'
import type { Connection } from '../../database.ts'
import { MOST_SCANNED, MOST_WEIGHED } from '../../tuning.ts'
import { anyOf, has } from '../conditions/conditions.ts'
import { EMPTY_WORDS, FAMILY_WORDS, TONE_WORDS } from '../query/vocabulary.ts'
import { countMatches } from '../rows.ts'

/**
 * Whether an explanation may still ask for these words together; a SKU of several parts is one. A search passes
 * over as many fabrics as the rarest word has, for each word. So that no explanation takes long, its questions of
 * several words pass over a bounded number in all. Not charged is whether each word alone finds anything, and what
 * SKUs name: at most MOST_FAULT_WORDS of each.
 */
export function effort(db: Connection): (units: readonly string[]) => boolean {
  const weightOf = onceEach((word: string) => {
    const count = countMatches(db, anyOf([has('nameWord', word), has('lineWord', word)]), MOST_WEIGHED)
    // It may be found inside many words.
    return count === 0 ? MOST_WEIGHED : count
  })
  const mayMiss = (word: string) => EMPTY_WORDS.has(word) || TONE_WORDS.has(word) || FAMILY_WORDS.has(word)
  let left = MOST_SCANNED
  return (units) => {
    const words = units.flatMap((unit) => unit.split(' '))
    const needed = words.filter((word) => !mayMiss(word))
    const fewest = Math.min(MOST_WEIGHED, ...(needed.length > 0 ? needed : words).map(weightOf))
    const cost = words.length * fewest
    if (cost > left) return false
    left -= cost
    return true
  }
}
