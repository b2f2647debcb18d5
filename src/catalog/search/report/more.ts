import type { FabricFilter } from '../../../core/repositories.ts'
import type { SearchReport } from '../../../core/search-report.ts'
import { SHORTEST_NAME } from '../../tuning.ts'
import type { Query } from '../query/query.ts'
import { EMPTY_WORDS, FAMILY_WORDS, TONE_WORDS } from '../query/vocabulary.ts'
import type { Snapshot } from '../snapshot.ts'
import { countFor } from './ask.ts'

/**
 * What a question that few fabrics meet as written would find without its words that say nothing, or without
 * its colour families. "kona solids" finds the one fabric with both words, and means a whole line.
 *
 * @param found how many fabrics meet it as written.
 * @param isOfLine whether a word names the line of what was found.
 */
export function moreWithout(
  snapshot: Snapshot,
  request: FabricFilter,
  { words, colors }: Query,
  found: number,
  isOfLine: (word: string) => boolean,
): SearchReport['without'] {
  if (colors.length > 0) return undefined
  const empty = words.filter((word) => EMPTY_WORDS.has(word))
  const families = words.filter((word) => FAMILY_WORDS.has(word))
  const hasName = words.some(
    (word) =>
      word.length >= SHORTEST_NAME &&
      ![...empty, ...families].includes(word) &&
      !TONE_WORDS.has(word) &&
      !isOfLine(word),
  )
  for (const left of [empty, hasName ? families : []]) {
    const rest = words.filter((word) => !left.includes(word))
    if (left.length === 0 || rest.length === 0) continue
    const total = countFor(snapshot, { ...request, query: rest.join(' ') })
    if (total !== undefined && total.count > found) return { words: [...new Set(left)], total }
  }
  return undefined
}
