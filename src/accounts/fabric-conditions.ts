import { foldWords } from '../kit/text.ts'

/** A fabric as conditions look at it: its folded words. */
export interface FabricWords {
  readonly nameWords: readonly string[]
  readonly collectionWords: readonly string[]
  readonly makerWords: readonly string[]
  /** What is printed beside the name: the words of collection and maker. */
  readonly lineWords: readonly string[]
}

export function wordsOf(fabric: {
  readonly manufacturer: string
  readonly collection: string
  readonly name: string
}): FabricWords {
  const collectionWords = foldWords(fabric.collection)
  const makerWords = foldWords(fabric.manufacturer)
  return {
    nameWords: foldWords(fabric.name),
    collectionWords,
    makerWords,
    lineWords: [...collectionWords, ...makerWords],
  }
}

/** What a search asks of fabrics. */
export interface Condition {
  /** For full-text search. It may let through more than the condition only where that is said. */
  readonly match: string
  /** The same for one fabric at hand. */
  accepts(fabric: FabricWords): boolean
}

/** `undefined` is a condition that no fabric meets. */
export type Possible = Condition | undefined

export function allOf(conditions: readonly Possible[]): Possible {
  const possible = conditions.filter((condition) => condition !== undefined)
  const [first, ...others] = possible
  if (first === undefined || possible.length < conditions.length) return undefined
  if (others.length === 0) return first
  return {
    match: `(${possible.map(({ match }) => match).join(' AND ')})`,
    accepts: (fabric) => possible.every((condition) => condition.accepts(fabric)),
  }
}

export function anyOf(conditions: readonly Possible[]): Possible {
  const possible = conditions.filter((condition) => condition !== undefined)
  if (possible.length < 2) return possible[0]
  return {
    match: `(${possible.map(({ match }) => match).join(' OR ')})`,
    accepts: (fabric) => possible.some((condition) => condition.accepts(fabric)),
  }
}

/** The condition, without the fabrics that meet one of the others. */
export function without(condition: Possible, others: readonly Possible[]): Possible {
  const excluded = anyOf(others)
  if (condition === undefined || excluded === undefined) return condition
  return {
    match: `(${condition.match} NOT ${excluded.match})`,
    accepts: (fabric) => condition.accepts(fabric) && !excluded.accepts(fabric),
  }
}

/** Full-text search for any of these tokens. */
export const anyToken = (tokens: readonly string[]): string =>
  tokens.length === 1 ? `"${tokens[0]}"` : `(${tokens.map((token) => `"${token}"`).join(' OR ')})`
