import type { Connection } from './database.ts'
import { editDistance, editsAllowed } from './edits.ts'
import type { Insides } from './readings.ts'
import { SHORTEST_PART } from './tokens.ts'
import { COMMON, MOST_INSIDES, MOST_SPELLINGS } from './tuning.ts'

const LAST = '\u{10FFFF}'

/** Where the words stand that begin so. */
const rangeOf = (beginning: string) => [beginning, beginning + LAST] as const

export const backwards = (word: string): string => [...word].reverse().join('')

/** How many fabrics have a word. */
export const fabricsWith = (db: Connection, word: string): number =>
  db.value<number>('select fabrics from words where word = ?', word) ?? 0

/** A word with one pair of neighbours swapped, for every pair. */
const swapsOf = (letters: readonly string[]): readonly string[] =>
  letters
    .slice(1)
    .map((letter, at) => [...letters.slice(0, at), letter, letters[at], ...letters.slice(at + 2)].join(''))

/**
 * Words of the catalog that are so near that a question may mean them (D16, level 4): those with the
 * fewest edits first, then those that more fabrics have. Whatever the edits are, one part of the word is
 * as it should be: its beginning, its end, or the middle between them.
 */
export function spellingsOf(db: Connection, word: string): readonly string[] {
  const most = editsAllowed(word)
  if (most === 0 || fabricsWith(db, word) >= COMMON) return []
  const letters = [...word]
  // For one edit halves, of which one is whole; for two edits quarters at the ends.
  const half = most === 1 ? Math.floor(letters.length / 2) : 2
  const [begin, beforeBegin] = rangeOf(letters.slice(0, half).join(''))
  const [end, beforeEnd] = rangeOf(
    letters
      .slice(half - letters.length)
      .reverse()
      .join(''),
  )
  const ends = most === 1 ? [end, beforeEnd] : rangeOf(letters.slice(-half).reverse().join(''))
  const [shortest, longest] = [letters.length - most, letters.length + most]
  const candidates = db.rows<{ word: string; fabrics: number }>(
    `select word, fabrics from words where word >= ? and word < ? and length(word) between ? and ?
     union
     select word, fabrics from words where backwards >= ? and backwards < ? and length(word) between ? and ?
     union
     select word, fabrics from words where word in (select value from json_each(?))`,
    begin,
    beforeBegin,
    shortest,
    longest,
    ends[0] ?? '',
    ends[1] ?? '',
    shortest,
    longest,
    JSON.stringify(swapsOf(letters)),
  )
  const near = candidates.flatMap((candidate) => {
    const edits = candidate.word === word ? undefined : editDistance(word, candidate.word, most)
    return edits === undefined ? [] : [{ ...candidate, edits }]
  })
  near.sort(
    (one, other) =>
      one.edits - other.edits || other.fabrics - one.fabrics || (one.word < other.word ? -1 : 1),
  )
  return near.slice(0, MOST_SPELLINGS).map((candidate) => candidate.word)
}

/** Words of the catalog that look most like one, for a suggestion: farther off than what is taken for a misspelling. */
export function nearestWords(db: Connection, word: string): readonly string[] {
  const letters = [...word]
  const [begin, beforeBegin] = rangeOf(letters.slice(0, 2).join(''))
  const [end, beforeEnd] = rangeOf(letters.slice(-2).reverse().join(''))
  const most = Math.max(1, Math.floor(letters.length / 2) - 1)
  const candidates = db.rows<{ word: string; fabrics: number }>(
    `select word, fabrics from words where word >= ? and word < ?
     union select word, fabrics from words where backwards >= ? and backwards < ?`,
    begin,
    beforeBegin,
    end,
    beforeEnd,
  )
  return candidates
    .flatMap((candidate) => {
      const edits = candidate.word === word ? undefined : editDistance(word, candidate.word, most)
      return edits === undefined ? [] : [{ ...candidate, edits }]
    })
    .sort((one, other) => one.edits - other.edits || other.fabrics - one.fabrics)
    .slice(0, MOST_SPELLINGS)
    .map((candidate) => candidate.word)
}

/** The words that have one inside, not at the beginning (D14); `undefined` when they are too many to name. */
export function insidesOf(db: Connection, word: string): Insides {
  if ([...word].length < SHORTEST_PART) return []
  const found = db.values<string>(
    `select words.word from word_parts join words on words.id = word_parts.rowid
     where word_parts match ? limit cast(? as integer)`,
    `"${word}"`,
    MOST_INSIDES,
  )
  return found.length < MOST_INSIDES ? found.filter((each) => !each.startsWith(word)) : undefined
}
