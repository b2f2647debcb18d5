import type { WordGroup } from './sqlite-fabric-words.ts'

/** A full-text condition; `undefined` can match nothing. */
export type Condition = string | undefined

const all = (conditions: readonly Condition[]): Condition =>
  conditions.includes(undefined)
    ? undefined
    : conditions.length === 1
      ? conditions[0]
      : `(${conditions.join(' AND ')})`

const any = (conditions: readonly Condition[]): Condition => {
  const possible = conditions.filter((condition) => condition !== undefined)
  return possible.length < 2 ? possible[0] : `(${possible.join(' OR ')})`
}

const token = (namespace: string, text: string): Condition => `"${namespace}_${text}"`

/** Some word of the namespace begins with the group's word. */
function begins(namespace: string, { word, beginnings, canBegin }: WordGroup): Condition {
  if (!canBegin) return undefined
  if (beginnings === undefined) return `${token(namespace, word)} *`
  return any(beginnings.map((known) => token(namespace, known.word)))
}

/** The name begins with these words, the last of them perhaps unfinished. */
function nameBegins(words: readonly WordGroup[]): Condition {
  const [first, ...others] = words
  if (first === undefined) return undefined
  if (others.length === 0) return begins('i', first)
  return `${token('f', joined(words))} *`
}

const joined = (words: readonly WordGroup[]) => words.map(({ word }) => word).join('_')
const nameIs = (words: readonly WordGroup[]): Condition => token('f', joined(words))
/** `kona` means Kona Cotton before it means a fabric of another brand called Kona Coffee. */
const collectionBegins = (words: readonly WordGroup[]): Condition => token('s', joined(words))

/** More words than this that might belong to collection or maker are taken as belonging there together. */
const MOST_SPLIT_WORDS = 4

/**
 * The ways to read a query as words of the name and, beside them, words of collection and maker;
 * neither side empty.
 */
function splits(groups: readonly WordGroup[]): { name: WordGroup[]; line: WordGroup[] }[] {
  const movable = groups.filter(({ inCollection, inMaker }) => inCollection || inMaker)
  const subsets =
    movable.length > MOST_SPLIT_WORDS
      ? [movable]
      : Array.from({ length: 2 ** movable.length }, (_, bits) =>
          movable.filter((_group, index) => (bits >> index) & 1),
        )
  return subsets
    .map((line) => ({ line, name: groups.filter((group) => !line.includes(group)) }))
    .filter(({ line, name }) => line.length > 0 && name.length > 0)
}

const inLine = (group: WordGroup): Condition =>
  any([group.inCollection ? begins('c', group) : undefined, group.inMaker ? begins('m', group) : undefined])

/**
 * The order of D15 as full-text conditions, best first. A fabric may meet several; it counts for the
 * first. "Line" is what is printed beside the name: collection and maker.
 */
export function rankTiers(groups: readonly WordGroup[]): readonly Condition[] {
  const ways = splits(groups)
  const beside = (line: readonly WordGroup[]) => all(line.map(inLine))
  return [
    nameIs(groups),
    collectionBegins(groups),
    nameBegins(groups),
    all(groups.map((group) => begins('n', group))),
    any(ways.map(({ name, line }) => all([nameIs(name), beside(line)]))),
    any(ways.map(({ name, line }) => all([nameBegins(name), beside(line)]))),
    all(groups.map((group) => begins('a', group))),
  ]
}

/** Every word begins a word or is inside one: all that the plain rule matches (D14). */
export function plainMatch(groups: readonly WordGroup[], insides: readonly (readonly string[])[]): Condition {
  return all(
    groups.map((group, index) =>
      any([begins('a', group), ...(insides[index] ?? []).map((word) => token('a', word))]),
    ),
  )
}

/** `condition`, but none of `others`, within `filter`. */
export function only(
  condition: Condition,
  filter: Condition | 'all',
  others: readonly Condition[],
): Condition {
  if (condition === undefined || filter === undefined) return undefined
  const within = filter === 'all' ? condition : `(${filter} AND ${condition})`
  const excluded = any(others)
  return excluded === undefined ? within : `(${within} NOT ${excluded})`
}
