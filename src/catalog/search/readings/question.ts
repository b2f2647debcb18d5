import type { FabricFilter } from '../../../core/repositories.ts'
import { looksLikeColor, parseQuery, type Query } from '../query/query.ts'
import { compact } from '../query/words.ts'
import type { Snapshot } from '../snapshot.ts'
import { type Filters, filtersOf } from './filters.ts'

/** A question before any level is tried. */
export interface Question {
  readonly request: FabricFilter
  readonly filters: Filters
  /** `undefined` when only filters are asked for. */
  readonly query: Query | undefined
}

export function questionOf({ lexicon, lines }: Snapshot, request: FabricFilter): Question {
  // Six digits are a colour if they look like one and are no SKU (D17).
  const isColor = (digits: string) => looksLikeColor(digits) && !lexicon.isSku(compact(digits))
  return {
    request,
    filters: filtersOf(lines, request),
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
