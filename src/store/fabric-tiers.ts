import { allOf, anyOf, anyToken, type FabricWords, type Possible, without } from './fabric-conditions.ts'
import { hasBeginningToken, partsOf } from './sqlite-fabric-tokens.ts'
import type { KnownWord, WordGroup, WordPart } from './sqlite-fabric-words.ts'

/** Words of the name, of the line, or the word at a place of the name, counted from 1. */
type Field = 'n' | 'l' | number

const wordsIn = (field: Field, { nameWords, lineWords }: FabricWords): readonly string[] => {
  if (field === 'n') return nameWords
  return field === 'l' ? lineWords : nameWords.slice(field - 1, field)
}

const occursIn = (field: Field) => (known: KnownWord) =>
  field === 'l' ? known.in_line === 1 : known.in_name === 1

/** Some word of the field begins with the group's word. */
function begins(field: Field, group: WordGroup): Possible {
  const { word, beginnings } = group
  const accepts = (fabric: FabricWords) => wordsIn(field, fabric).some((whole) => whole.startsWith(word))
  if (field === 'l' ? !group.inLine : !group.inName) return undefined
  if (beginnings !== undefined) {
    const tokens = beginnings.filter(occursIn(field)).map((known) => `${field}_${known.word}`)
    return { match: anyToken(tokens), accepts }
  }
  return { match: hasBeginningToken(word) ? `"${field}.${word}"` : `"${field}_${word}" *`, accepts }
}

const wordAt = (place: number, { word, inName }: WordGroup): Possible =>
  inName
    ? { match: `"${place}_${word}"`, accepts: ({ nameWords }) => nameWords[place - 1] === word }
    : undefined

/** The name begins with these words, the last of them perhaps unfinished. */
function nameBegins(groups: readonly WordGroup[]): Possible {
  const before = groups.slice(0, -1).map((group, index) => wordAt(index + 1, group))
  return allOf([...before, ...groups.slice(-1).map((last) => begins(groups.length, last))])
}

const joined = (groups: readonly WordGroup[]) => groups.map(({ word }) => word).join('_')

function nameIs(groups: readonly WordGroup[]): Possible {
  const name = joined(groups)
  return { match: `"f_${name}"`, accepts: ({ nameWords }) => nameWords.join('_') === name }
}

/** `kona` means Kona Cotton before it means a fabric of another brand called Kona Coffee. */
function collectionBegins(groups: readonly WordGroup[]): Possible {
  const beginning = joined(groups)
  return {
    match: `"s_${beginning}"`,
    accepts: ({ collectionWords }) => collectionWords.slice(0, groups.length).join('_') === beginning,
  }
}

/** More words than this that might belong to name or line are taken as belonging to the line together. */
const MOST_SPLIT_WORDS = 4

/** The ways to read a query as words of the name and, beside them, words of the line; neither side empty. */
function splits(groups: readonly WordGroup[]): { name: WordGroup[]; line: WordGroup[] }[] {
  const lineOnly = groups.filter(({ inName }) => !inName)
  const either = groups.filter(({ inName, inLine }) => inName && inLine)
  const subsets =
    either.length > MOST_SPLIT_WORDS
      ? [either]
      : Array.from({ length: 2 ** either.length }, (_, bits) =>
          either.filter((_group, index) => (bits >> index) & 1),
        )
  return subsets
    .map((some) => new Set([...lineOnly, ...some]))
    .map((line) => ({ line: [...line], name: groups.filter((group) => !line.has(group)) }))
    .filter(({ line, name }) => line.length > 0 && name.length > 0)
}

/**
 * The order of D15 as conditions, best first. A fabric may meet several; it counts for the first, and
 * all of them meet the last.
 *
 * @param sequence the words as they were asked; a word may be repeated (the name "Bora Bora").
 */
export function rankTiers(sequence: readonly WordGroup[]): readonly Possible[] {
  const groups = [...new Set(sequence)]
  const ways = splits(groups)
  const beside = (line: readonly WordGroup[]) => allOf(line.map((group) => begins('l', group)))
  return [
    nameIs(sequence),
    collectionBegins(sequence),
    nameBegins(sequence),
    allOf(groups.map((group) => begins('n', group))),
    anyOf(ways.map(({ name, line }) => allOf([nameIs(name), beside(line)]))),
    anyOf(ways.map(({ name, line }) => allOf([nameBegins(name), beside(line)]))),
    allOf(groups.map((group) => anyOf([begins('n', group), begins('l', group)]))),
  ]
}

/** Some word has the group's word inside, not at its beginning. With too many such words, the match lets through more. */
function inside({ word }: WordGroup, { wholes }: WordPart): Possible {
  const accepts = ({ nameWords, lineWords }: FabricWords) =>
    nameWords.some((whole) => whole.includes(word)) || lineWords.some((whole) => whole.includes(word))
  if (wholes === undefined) {
    return {
      match: `(${partsOf(word)
        .map((part) => `"p_${part}"`)
        .join(' AND ')})`,
      accepts,
    }
  }
  const tokens = (['n', 'l'] as const).flatMap((field) =>
    wholes.filter(occursIn(field)).map((known) => `${field}_${known.word}`),
  )
  return tokens.length === 0 ? undefined : { match: anyToken(tokens), accepts }
}

const occurs = (group: WordGroup, part: WordPart) =>
  part.wholes === undefined
    ? inside(group, part)
    : anyOf([begins('n', group), begins('l', group), inside(group, part)])

/** A word of a query, with the words of the catalog that it begins and those that it is inside of. */
export type QueryWord = readonly [group: WordGroup, part: WordPart]

/**
 * Every word begins a word, or is inside one from three characters: all that the plain rule matches
 * (D14). The match may let through more.
 */
export const plainMatch = (words: readonly QueryWord[]): Possible =>
  allOf(words.map(([group, part]) => occurs(group, part)))

/** With more words than this, the ways for one of them to be inside others are not told apart: few fabrics have all. */
const MOST_WAYS = 4

/** What the plain rule matches behind the tiers of `rankTiers`: some word is only inside others. The match may let through more. */
export function insideTier(words: readonly QueryWord[]): Possible {
  const isPossible = words.some((word) => inside(...word) !== undefined)
  const ways = () =>
    words.map((word, index) =>
      allOf([inside(...word), ...words.toSpliced(index, 1).map((other) => occurs(...other))]),
    )
  const condition = words.length <= MOST_WAYS ? anyOf(ways()) : isPossible ? plainMatch(words) : undefined
  return without(condition, rankTiers(words.map(([group]) => group)).slice(-1))
}
