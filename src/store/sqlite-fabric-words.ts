import { type Kysely, sql } from 'kysely'
import { editDistance, editsAllowed } from './fabric-spelling.ts'
import type { Database } from './schema.ts'
import { FREQUENT } from './sqlite-fabric-index.ts'

/** A word of the catalog. */
export interface KnownWord {
  readonly id: number
  readonly word: string
  /** In how many fabrics. */
  readonly fabrics: number
  readonly in_collection: 0 | 1
  readonly in_maker: 0 | 1
}

/** A word of a query and what of the catalog it can mean. */
export interface WordGroup {
  readonly word: string
  /** Words that begin with it; `undefined` when they are too many to name, and a prefix index serves. */
  readonly beginnings: readonly KnownWord[] | undefined
  readonly canBegin: boolean
  readonly inCollection: boolean
  readonly inMaker: boolean
}

/** Up to this many words are named in a condition; above, a prefix is asked for. */
const MOST_BEGINNINGS = 64
/** Prefixes up to this length begin too many words to read them all. */
const SHORT_PREFIX = 2
const AFTER_ALL = '\u{10FFFF}'

/** What each word of a query can begin (D14). */
export async function groupOf(db: Kysely<Database>, word: string): Promise<WordGroup> {
  const isShort = [...word].length <= SHORT_PREFIX
  const { rows } = await sql<KnownWord>`
    select id, word, fabrics, in_collection, in_maker from fabric_words
    where word >= ${word} and word < ${word + AFTER_ALL} order by word
    limit ${isShort ? 1 : MOST_BEGINNINGS + 1}`.execute(db)
  const named = !isShort && rows.length <= MOST_BEGINNINGS
  return {
    word,
    beginnings: named ? rows : undefined,
    canBegin: rows.length > 0,
    inCollection: named ? rows.some((row) => row.in_collection === 1) : rows.length > 0,
    inMaker: named ? rows.some((row) => row.in_maker === 1) : rows.length > 0,
  }
}

/** The catalog's words that have the word inside, from three characters, but do not begin with it (D14). */
export async function wordsWithInside(db: Kysely<Database>, word: string): Promise<readonly string[]> {
  if ([...word].length < 3) return []
  const { rows } = await sql<{ word: string }>`
    select word from fabric_word_parts where fabric_word_parts match ${`"${word}"`}`.execute(db)
  return rows.map((row) => row.word).filter((whole) => !whole.startsWith(word))
}

/** Whether two of these frequent words, one of each side, share a fabric. */
async function havePair(db: Kysely<Database>, one: readonly KnownWord[], other: readonly KnownWord[]) {
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
async function shareFabric(db: Kysely<Database>, rare: readonly KnownWord[], others: readonly KnownWord[]) {
  if (rare.length === 0 || others.length === 0) return false
  const any = (words: readonly KnownWord[]) => `(${words.map(({ word }) => `"a_${word}"`).join(' OR ')})`
  const { rows } = await sql`
    select 1 from fabric_search where fabric_search match ${`${any(rare)} AND ${any(others)}`} limit 1`.execute(
    db,
  )
  return rows.length > 0
}

/** Whether some fabric has words of both groups, found out without walking two long lists. */
async function canMeet(db: Kysely<Database>, one: WordGroup, other: WordGroup): Promise<boolean> {
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

/** False when it is known that no fabric has all the words; true when it has to be looked for. */
export async function mayMeet(db: Kysely<Database>, groups: readonly WordGroup[]): Promise<boolean> {
  for (const [index, one] of groups.entries()) {
    for (const other of groups.slice(index + 1)) {
      if (!(await canMeet(db, one, other))) return false
    }
  }
  return true
}

/** A word of the catalog may be a slip too, when one so many times as usual is near it. */
const SLIP = 4

/**
 * The catalog's word that a misspelt one most likely means: fewest edits, then most fabrics (D16).
 * The first letter is taken to be right; candidates share the first two letters or the last two.
 */
async function correction(db: Kysely<Database>, word: string, leastFabrics: number) {
  const allowed = editsAllowed(word)
  if (allowed === 0) return undefined
  const letters = [...word]
  const [first = ''] = letters
  const begin = letters.slice(0, 2).join('')
  const end = first + letters.slice(-2).reverse().join('')
  const { rows } = await sql<{ word: string; fabrics: number }>`
    select word, fabrics from (
      select word, fabrics from fabric_words where word >= ${begin} and word < ${begin + AFTER_ALL}
      union all
      select word, fabrics from fabric_words where reversed >= ${end} and reversed < ${end + AFTER_ALL}
    )
    where fabrics >= ${leastFabrics}
      and length(word) between ${letters.length - allowed} and ${letters.length + allowed}`.execute(db)
  const near = rows.flatMap((row) => {
    const edits = editDistance(word, row.word, allowed)
    return edits === undefined ? [] : [{ ...row, edits }]
  })
  near.sort((a, b) => a.edits - b.edits || b.fabrics - a.fabrics || (a.word < b.word ? -1 : 1))
  return near[0]?.word
}

/**
 * The words as they may have been meant: those corrected that the catalog does not know; then those
 * too that it knows from few fabrics, for its makers misspell as well.
 */
export async function respellings(
  db: Kysely<Database>,
  words: readonly string[],
): Promise<readonly (readonly string[])[]> {
  const unknownCorrected: string[] = []
  const slipsCorrected: string[] = []
  for (const word of words) {
    const { beginnings, canBegin } = await groupOf(db, word)
    const isKnown = canBegin || (await wordsWithInside(db, word)).length > 0
    const spelled = isKnown ? word : await correction(db, word, 0)
    if (spelled === undefined) return []
    unknownCorrected.push(spelled)
    const itself = beginnings?.find((known) => known.word === word)
    const maySlip = itself !== undefined && itself.fabrics < FREQUENT
    const usual = maySlip ? await correction(db, word, SLIP * itself.fabrics) : undefined
    slipsCorrected.push(usual ?? spelled)
  }
  const changes = (reading: readonly string[], from: readonly string[]) =>
    reading.some((word, index) => word !== from[index])
  return [
    ...(changes(unknownCorrected, words) ? [unknownCorrected] : []),
    ...(changes(slipsCorrected, unknownCorrected) ? [slipsCorrected] : []),
  ]
}
