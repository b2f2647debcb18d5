/**
 * What a search asks of fabrics, as data. `tokens.ts` turns it into a full-text query, and `predicate.ts` applies
 * it to a single fabric.
 */
export type Condition =
  | { readonly is: 'has'; readonly feature: Feature; readonly text: string }
  /** The whole name of the maker, or of the collection, is one of these. A filter may stand for thousands. */
  | {
      readonly is: 'named'
      readonly feature: 'maker' | 'collection'
      readonly names: ReadonlySet<string>
      readonly range: Range
    }
  | { readonly is: 'all'; readonly of: readonly Condition[] }
  | { readonly is: 'any'; readonly of: readonly Condition[] }
  | { readonly is: 'but'; readonly one: Condition; readonly without: Condition }

/** Positions from one up to another. */
export interface Bounds {
  readonly from: number
  /** The first one behind. */
  readonly to: number
}

/** Where the catalog has the fabrics of some makers or collections. */
export interface Range extends Bounds {
  /** No other fabrics are there. */
  readonly isTheirs: boolean
}

export type Feature =
  /** The whole name is the text, words joined by `_`. */
  | 'name'
  /** The name begins with the text, which may end within a word. */
  | 'nameStart'
  /** A word of the name begins with the text, or two neighbouring words written together are the text. */
  | 'nameWord'
  /** The same for collection and maker. */
  | 'lineWord'
  /** The whole name of the maker, or of the collection, is the text. */
  | 'maker'
  | 'collection'
  /** The collection begins with the text, in whole words. */
  | 'collectionStart'
  /** Some word of the name, collection or maker contains the text. */
  | 'inside'
  /** Some word of the name contains the text. */
  | 'nameInside'
  /** The SKU without separators is the text, or begins with it. */
  | 'sku'
  | 'skuStart'
  /** It has a colour; the text is empty. */
  | 'colored'

export const has = (feature: Feature, text: string): Condition => ({ is: 'has', feature, text })

export const isOneOf = (
  feature: 'maker' | 'collection',
  names: readonly string[],
  range: Range,
): Condition => (names.length === 0 ? NOTHING : { is: 'named', feature, names: new Set(names), range })

/** No fabric meets it. */
export const NOTHING: Condition = { is: 'any', of: [] }

/** Every fabric meets it. */
export const EVERYTHING: Condition = { is: 'all', of: [] }

const isSame = (one: Condition, other: Condition): boolean =>
  one === other ||
  (one.is === 'has' && other.is === 'has' && one.feature === other.feature && one.text === other.text)

/** An empty list means every fabric. */
export function allOf(conditions: readonly Condition[]): Condition {
  if (conditions.includes(NOTHING)) return NOTHING
  const all = conditions.flatMap((each) => (each.is === 'all' ? each.of : [each]))
  // Who meets one of several alternatives need not be asked for the others.
  const of = all.filter(
    (each) => each.is !== 'any' || !each.of.some((one) => all.some((other) => isSame(one, other))),
  )
  if (of.length === 0) return EVERYTHING
  return of.length === 1 && of[0] ? of[0] : { is: 'all', of }
}

/** An empty list means no fabric. */
export function anyOf(of: readonly Condition[]): Condition {
  const some = of.filter((each) => each !== NOTHING)
  if (some.length === 0) return NOTHING
  return some.length === 1 && some[0] ? some[0] : { is: 'any', of: some }
}

/** @param without each is told exactly by a match; else the match would refuse more than these. */
export const but = (one: Condition, without: readonly Condition[]): Condition =>
  without.length === 0 ? one : { is: 'but', one, without: anyOf(without) }

const partsOfAll = (condition: Condition): readonly Condition[] =>
  condition.is === 'all' ? condition.of : [condition]

/** Only fabrics within these bounds can meet a condition. */
export function boundsOf(condition: Condition): Bounds {
  const ranges = partsOfAll(condition).flatMap((part) => (part.is === 'named' ? [part.range] : []))
  return {
    from: Math.max(0, ...ranges.map(({ from }) => from)),
    to: Math.min(Number.MAX_SAFE_INTEGER, ...ranges.map(({ to }) => to)),
  }
}

/** What fabrics within the bounds of a condition still have to meet. */
export const withinBounds = (condition: Condition): Condition =>
  allOf(partsOfAll(condition).filter((part) => part.is !== 'named' || !part.range.isTheirs))
