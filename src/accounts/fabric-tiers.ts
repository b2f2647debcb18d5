import { allOf, anyOf, anyToken, type FabricWords, type Possible } from './fabric-conditions.ts'
import { hasBeginningToken, partsOf } from './sqlite-fabric-tokens.ts'
import {
  type Field,
  type QueryWord,
  tokensIn,
  tokensOf,
  type WordGroup,
  type WordPart,
} from './sqlite-fabric-words.ts'

const wordsIn = (field: Field, { nameWords, lineWords }: FabricWords): readonly string[] => {
  if (field === 'n') return nameWords
  return field === 'l' ? lineWords : nameWords.slice(field - 1, field)
}

/** Some word of the field begins with the group's word. */
function begins(field: Field, group: WordGroup): Possible {
  const { word, beginnings } = group
  const accepts = (fabric: FabricWords) => wordsIn(field, fabric).some((whole) => whole.startsWith(word))
  if (field === 'l' ? !group.inLine : !group.inName) return undefined
  if (hasBeginningToken(word)) return { match: `"${field}.${word}"`, accepts }
  if (beginnings === undefined) return { match: `"${field}_${word}" *`, accepts }
  return { match: anyToken(tokensIn(field, beginnings)), accepts }
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

interface Way {
  readonly name: readonly WordGroup[]
  readonly line: readonly WordGroup[]
}

/** With more words than this, those of the name are taken to stand together, at the beginning or at the end. */
const MOST_SCATTERED = 3

/** The ways to read a query as words of the name and, beside them, words of the line; neither side empty. */
function waysToRead(groups: readonly WordGroup[]): readonly Way[] {
  const ways =
    groups.length > MOST_SCATTERED
      ? groups.slice(1).flatMap((_, index): Way[] => {
          const [begin, end] = [groups.slice(0, index + 1), groups.slice(index + 1)]
          return [
            { name: begin, line: end },
            { name: end, line: begin },
          ]
        })
      : Array.from({ length: 2 ** groups.length - 2 }, (_, index): Way => {
          const isName = (_group: WordGroup, place: number) => (((index + 1) >> place) & 1) === 1
          return {
            name: groups.filter(isName),
            line: groups.filter((group, place) => !isName(group, place)),
          }
        })
  return ways.filter(
    ({ name, line }) => name.every(({ inName }) => inName) && line.every(({ inLine }) => inLine),
  )
}

/**
 * The order of D15 as conditions, best first. A fabric may meet several; it counts for the first, and
 * all of them meet the last.
 *
 * @param sequence the words as they were asked; a word may be repeated (the name "Bora Bora").
 */
export function rankTiers(sequence: readonly WordGroup[]): readonly Possible[] {
  const groups = [...new Set(sequence)]
  const ways = waysToRead(groups)
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
  return wholes.length === 0 ? undefined : { match: anyToken(tokensOf(wholes)), accepts }
}

const occurs = (group: WordGroup, part: WordPart) =>
  part.wholes === undefined
    ? inside(group, part)
    : anyOf([begins('n', group), begins('l', group), inside(group, part)])

/**
 * Every word begins a word, or is inside one from three characters: all that the plain rule matches
 * (D14). The match may let through more.
 */
export const plainMatch = (words: readonly QueryWord[]): Possible =>
  allOf(words.map(([group, part]) => occurs(group, part)))

/** What the plain rule matches behind the tiers of `rankTiers`: some word is inside others. The match may let through more. */
export function insideTier(words: readonly QueryWord[]): Possible {
  // Where nothing has a word inside, there is no such way: few are left of many words.
  const ways = words.map((word, index) => {
    const only = inside(...word)
    return only && allOf([only, ...words.toSpliced(index, 1).map((other) => occurs(...other))])
  })
  return anyOf(ways)
}
