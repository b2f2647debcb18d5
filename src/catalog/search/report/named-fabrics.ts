import type { FabricFilter } from '../../../core/repositories.ts'
import type { SearchFault } from '../../../core/search-report.ts'
import { foldWords } from '../../../core/text.ts'
import { MOST_FAULT_WORDS } from '../../tuning.ts'
import { has } from '../conditions/conditions.ts'
import { meeting } from '../pages/word-search.ts'
import { compact } from '../query/words.ts'
import { recordOf } from '../rows.ts'
import type { Snapshot } from '../snapshot.ts'
import { countFor } from './ask.ts'

/** Which fabrics a question names that, as a whole, finds nothing. */

type Words = SearchFault & { is: 'words' }

/** What stands between fabrics: "Kona Snow, Kona Ash", "snow and ash". */
const BETWEEN = /[,;/&+|]|\s(?:and|or|vs)\.?\s/iu

/**
 * The fabrics of a list, if each of them finds something.
 *
 * @param mayAsk whether finding out would not take too long.
 */
export function listedIn(
  snapshot: Snapshot,
  request: FabricFilter,
  mayAsk: (words: readonly string[]) => boolean,
): Words['listed'] {
  const texts = (request.query ?? '').split(BETWEEN).map((text) => text.trim())
  const distinct = [...new Set(texts)].filter((text) => text !== '').slice(0, MOST_FAULT_WORDS)
  if (distinct.length < 2) return []
  const found: Words['listed'][number][] = []
  for (const text of distinct) {
    const total = mayAsk(foldWords(text)) ? countFor(snapshot, { ...request, query: text }) : undefined
    if (total === undefined) return []
    found.push({ text, total })
  }
  return found
}

/**
 * What the SKUs in a question name, whatever its filters say.
 *
 * @param units folded words; a SKU of several parts is one.
 */
export function skusIn(snapshot: Snapshot, units: readonly string[]): Words['skus'] {
  return units
    .filter((unit) => /\p{Nd}/u.test(unit))
    .flatMap((unit) => {
      const [row] = meeting(snapshot, has('sku', compact(unit)), 0, 1)
      if (row === undefined) return []
      return [{ sku: unit, fabric: recordOf(snapshot.lines.byId(row.line), row) }]
    })
}
