import { MOST_KEPT_TOKENS, MOST_NAMED } from '../../tuning.ts'
import { type FabricWords, joined, type LineWords } from '../query/words.ts'
import { allOf, anyOf, type Condition, EVERYTHING, type Feature, NOTHING } from './conditions.ts'

/**
 * What full-text search knows about a fabric. Almost every feature that a condition asks for is one token.
 * So its answer is one list in the order of the catalog, and nothing is merged or sorted while people wait.
 * "Inside a word" is asked for by every three characters in a row (`p.`). That lets a few more fabrics
 * through, which the predicate then refuses.
 */
const PREFIX = {
  name: 'f.',
  nameStart: 'b.',
  nameWord: 'n.',
  lineWord: 'l.',
  collection: 'c.',
  collectionStart: 's.',
  sku: 'k_',
  skuStart: 'k.',
  maker: 'm.',
  colored: 'x.',
  trigram: 'p.',
  fabric: 'a.',
} as const

/** The fewest characters that a search looks for inside a word (D14). */
export const SHORTEST_PART = 3

/** Every three characters in a row. */
function trigramsOf(word: string): string[] {
  const letters = [...word]
  return letters.slice(SHORTEST_PART - 1).map((_, at) => letters.slice(at, at + SHORTEST_PART).join(''))
}

/** All beginnings of a text, ending with the text itself. */
function beginningsOf(text: string): string[] {
  const found: string[] = []
  let beginning = ''
  for (const letter of text) {
    beginning += letter
    found.push(beginning)
  }
  return found
}

const kept = new Map<string, string>()

function tokensOfWord(feature: 'nameWord' | 'lineWord', word: string): string {
  const key = PREFIX[feature] + word
  const known = kept.get(key)
  if (known !== undefined) return known
  const tokens = [
    ...beginningsOf(word).map((beginning) => PREFIX[feature] + beginning),
    ...trigramsOf(word).map((trigram) => PREFIX.trigram + trigram),
  ].join(' ')
  if (kept.size === MOST_KEPT_TOKENS) kept.clear()
  kept.set(key, tokens)
  return tokens
}

/** The tokens that all fabrics of a line share. */
export function tokensOfLine({ maker, collection, words, pairs }: LineWords): string {
  return [
    PREFIX.fabric,
    `${PREFIX.maker}${joined(maker)}`,
    `${PREFIX.collection}${joined(collection)}`,
    ...words.map((word) => tokensOfWord('lineWord', word)),
    ...pairs.map((pair) => PREFIX.lineWord + pair),
    ...collection.map((_, index) => PREFIX.collectionStart + joined(collection.slice(0, index + 1))),
  ].join(' ')
}

/** The tokens of the fabric alone. */
export function tokensOfFabric({ starts, names, words, pairs, sku }: FabricWords, hasColor: boolean): string {
  const tokens = words.map((word) => tokensOfWord('nameWord', word))
  for (const pair of pairs) tokens.push(PREFIX.nameWord + pair)
  for (const name of names) tokens.push(PREFIX.name + name)
  for (const start of starts) {
    for (const beginning of beginningsOf(start)) tokens.push(PREFIX.nameStart + beginning)
  }
  if (sku !== '') {
    tokens.push(PREFIX.sku + sku)
    for (const beginning of beginningsOf(sku)) tokens.push(PREFIX.skuStart + beginning)
  }
  if (hasColor) tokens.push(PREFIX.colored)
  return tokens.join(' ')
}

const quoted = (token: string): string => `"${token}"`

/** The tokens that a fabric must have for a feature. */
function tokensFor(feature: Feature, text: string): readonly string[] {
  return feature === 'inside' || feature === 'nameInside'
    ? trigramsOf(text).map((trigram) => PREFIX.trigram + trigram)
    : [PREFIX[feature] + text]
}

function list(operator: 'AND' | 'OR', matches: readonly string[]): string {
  const [first, ...others] = [...new Set(matches)]
  return first === undefined || others.length === 0
    ? (first ?? '')
    : `(${[first, ...others].join(` ${operator} `)})`
}

/** Every fabric has this token. */
const EVERY_FABRIC = quoted(PREFIX.fabric)

/** The condition as an FTS5 match; `undefined` when no fabric can meet it. It may let a few more through. */
export function matchOf(condition: Condition): string | undefined {
  switch (condition.is) {
    case 'has':
      return list('AND', tokensFor(condition.feature, condition.text).map(quoted))
    case 'named': {
      if (condition.names.size > MOST_NAMED) return EVERY_FABRIC
      const names = [...condition.names].map((name) => quoted(PREFIX[condition.feature] + name))
      return list('OR', names)
    }
    case 'all': {
      const matches = condition.of.map(matchOf).filter((match) => match !== undefined)
      if (matches.length < condition.of.length) return undefined
      const telling = matches.filter((match) => match !== EVERY_FABRIC)
      return telling.length === 0 ? EVERY_FABRIC : list('AND', telling)
    }
    case 'any': {
      const matches = condition.of.map(matchOf).filter((match) => match !== undefined)
      return matches.length === 0 ? undefined : list('OR', matches)
    }
    case 'but': {
      const [one, without] = [matchOf(condition.one), matchOf(condition.without)]
      return one === undefined || without === undefined ? one : `(${one} NOT ${without})`
    }
  }
}

/** Whether the match lets through only fabrics that meet the condition. */
export function isExact(condition: Condition): boolean {
  switch (condition.is) {
    case 'has':
      return condition.feature !== 'nameInside' && tokensFor(condition.feature, condition.text).length === 1
    case 'all':
    case 'any':
      return condition.of.every(isExact)
    case 'named':
      return condition.names.size <= MOST_NAMED
    case 'but':
      return isExact(condition.one) && isExact(condition.without)
  }
}

/** What remains to be tested of a fabric that the match of a condition let through. */
export function doubtOf(condition: Condition): Condition {
  if (condition.is === 'all') return allOf(condition.of.filter((each) => !isExact(each)))
  if (condition.is === 'but' && isExact(condition.without)) return doubtOf(condition.one)
  return isExact(condition) ? EVERYTHING : condition
}

/** A narrower condition that a match tells exactly: without the alternatives that need the predicate. */
export function exactPart(condition: Condition): Condition {
  if (isExact(condition)) return condition
  if (condition.is === 'all') return allOf(condition.of.map(exactPart))
  return condition.is === 'any' ? anyOf(condition.of.map(exactPart)) : NOTHING
}
