import { type Kysely, sql } from 'kysely'
import { anyToken } from './fabric-conditions.ts'
import type { CatalogDatabase } from './schema.ts'
import { FREQUENT } from './sqlite-fabric-index.ts'
import { SHORTEST_PART } from './sqlite-fabric-tokens.ts'
import { rangeOf } from './word-range.ts'

/** A word of the catalog. */
export interface KnownWord {
  readonly id: number
  readonly word: string
  /** At least so many fabrics have it. */
  readonly fabrics: number
  readonly in_name: 0 | 1
  readonly in_line: 0 | 1
}

/** A word of a query and what of the catalog it can begin. */
export interface WordGroup {
  readonly word: string
  /** Words that begin with it; `undefined` when they are too many to name. */
  readonly beginnings: readonly KnownWord[] | undefined
  readonly inName: boolean
  readonly inLine: boolean
}

/** What of the catalog has a word of a query inside. */
export interface WordPart {
  /** Words that do not begin with it; `undefined` when they are too many to name. */
  readonly wholes: readonly KnownWord[] | undefined
}

/** A word of a query, with the words of the catalog that it begins and those that it is inside of. */
export type QueryWord = readonly [group: WordGroup, part: WordPart]

/** Words of the name, of the line, or the word at a place of the name, counted from 1. */
export type Field = 'n' | 'l' | number

/** The tokens of those words that occur in the field. */
export const tokensIn = (field: Field, words: readonly KnownWord[]): readonly string[] =>
  words
    .filter(({ in_name, in_line }) => (field === 'l' ? in_line : in_name) === 1)
    .map(({ word }) => `${field}_${word}`)

/** The tokens of the words wherever they occur. */
export const tokensOf = (words: readonly KnownWord[]): readonly string[] => [
  ...tokensIn('n', words),
  ...tokensIn('l', words),
]

/** Up to this many words are named in a condition. */
const MOST_BEGINNINGS = 200
const MOST_WHOLES = 128
/** Beginnings up to this length begin too many words to read them all. */
const SHORT_BEGINNING = 2

/** What each word of a query can begin (D14). */
export async function groupOf(db: Kysely<CatalogDatabase>, word: string): Promise<WordGroup> {
  const isShort = [...word].length <= SHORT_BEGINNING
  const [from, before] = rangeOf(word)
  const { rows } = await sql<KnownWord>`
    select id, word, fabrics, in_name, in_line from fabric_words
    where word >= ${from} and word < ${before} order by word
    limit ${isShort ? 1 : MOST_BEGINNINGS + 1}`.execute(db)
  const named = !isShort && rows.length <= MOST_BEGINNINGS
  return {
    word,
    beginnings: named ? rows : undefined,
    inName: named ? rows.some((row) => row.in_name === 1) : rows.length > 0,
    inLine: named ? rows.some((row) => row.in_line === 1) : rows.length > 0,
  }
}

/** The same for each different word. */
export const groupsOf = (db: Kysely<CatalogDatabase>, words: readonly string[]): Promise<WordGroup[]> =>
  Promise.all([...new Set(words)].map((word) => groupOf(db, word)))

/** What has a word inside: nothing, when it is too short to be looked for there (D14). */
export async function partOf(db: Kysely<CatalogDatabase>, word: string): Promise<WordPart> {
  if ([...word].length < SHORTEST_PART) return { wholes: [] }
  const { rows } = await sql<KnownWord>`
    select known.id, known.word, known.fabrics, known.in_name, known.in_line
    from (
      select rowid as id from fabric_word_parts where fabric_word_parts match ${`"${word}"`} limit ${MOST_WHOLES}
    ) as part
    join fabric_words as known using (id)`.execute(db)
  return { wholes: rows.length < MOST_WHOLES ? rows.filter((row) => !row.word.startsWith(word)) : undefined }
}

/** The words of a query with what has them inside. */
export const withParts = (
  db: Kysely<CatalogDatabase>,
  groups: readonly WordGroup[],
): Promise<readonly QueryWord[]> =>
  Promise.all(groups.map(async (group) => [group, await partOf(db, group.word)] as const))

/** Whether two of these frequent words, one of each side, share a fabric. */
async function havePair(
  db: Kysely<CatalogDatabase>,
  one: readonly KnownWord[],
  other: readonly KnownWord[],
): Promise<boolean> {
  if (one.length === 0 || other.length === 0) return false
  const ids = (words: readonly KnownWord[]) => JSON.stringify(words.map(({ id }) => id))
  const { rows } = await sql`
    select 1 from fabric_word_pairs
    where (first in (select value from json_each(${ids(one)}))
        and second in (select value from json_each(${ids(other)})))
      or (first in (select value from json_each(${ids(other)}))
        and second in (select value from json_each(${ids(one)})))
    limit 1`.execute(db)
  return rows.length > 0
}

/** Whether some fabric has one of the rare words and one of the others: the short lists lead the walk. */
async function shareFabric(
  db: Kysely<CatalogDatabase>,
  rare: readonly KnownWord[],
  others: readonly KnownWord[],
): Promise<boolean> {
  if (rare.length === 0 || others.length === 0) return false
  const match = `${anyToken(tokensOf(rare))} AND ${anyToken(tokensOf(others))}`
  const { rows } = await sql`
    select 1 from fabric_search where fabric_search match ${match} limit 1`.execute(db)
  return rows.length > 0
}

/** Whether some fabric has words of both groups, found out without walking two long lists. */
async function canMeet(db: Kysely<CatalogDatabase>, one: WordGroup, other: WordGroup): Promise<boolean> {
  if (one.beginnings === undefined || other.beginnings === undefined) return true
  const ids = new Set(one.beginnings.map(({ id }) => id))
  if (other.beginnings.some(({ id }) => ids.has(id))) return true
  const isFrequent = ({ fabrics }: KnownWord) => fabrics >= FREQUENT
  const isRare = (word: KnownWord) => !isFrequent(word)
  return (
    (await havePair(db, one.beginnings.filter(isFrequent), other.beginnings.filter(isFrequent))) ||
    (await shareFabric(db, one.beginnings.filter(isRare), other.beginnings)) ||
    (await shareFabric(db, other.beginnings.filter(isRare), one.beginnings.filter(isFrequent)))
  )
}

/**
 * False when it is known that no fabric has both words; true when it has to be looked for. Of three
 * words or more, few fabrics have all, and finding these is little work.
 */
export async function mayMeet(db: Kysely<CatalogDatabase>, groups: readonly WordGroup[]): Promise<boolean> {
  const [one, other] = groups
  return one === undefined || other === undefined || groups.length > 2 || canMeet(db, one, other)
}
