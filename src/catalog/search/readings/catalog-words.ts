import type { Connection } from '../../database.ts'
import { COMMON, MOST_SPELLINGS, WORDS_AT_ONCE } from '../../tuning.ts'
import { editDistance, editsAllowed } from '../query/edits.ts'

/** How many fabrics have a word. */
export const fabricsWith = (db: Connection, word: string): number =>
  db.value<number>('select fabrics from words where word = ?', word) ?? 0

/** Which letters a word has, a bit for each; letters beyond a to z share bits. */
function lettersOf(word: string): number {
  let letters = 0
  for (let at = 0; at < word.length; at += 1) letters |= 1 << (word.charCodeAt(at) & 31)
  return letters
}

function isMoreThan(most: number, letters: number): boolean {
  let left = letters
  for (let taken = 0; taken < most; taken += 1) left &= left - 1
  return left !== 0
}

interface WordsRead {
  /** In the order of their ids. Some may be deleted by now. */
  readonly words: readonly string[]
  readonly letters: readonly number[]
  readonly lastId: number
}

/**
 * Reads all words, or adds only the new ones to those that are known. At a million fabrics, 58,830 words take 18
 * to 50 ms, so it stops between steps. Ids grow, unless the last word was deleted and its id reused.
 */
function* readWords(db: Connection, before: WordsRead | undefined): Generator<void, WordsRead> {
  const isSameLast = before !== undefined && wordAt(db, before.lastId) === before.words.at(-1)
  const known = isSameLast ? before : { words: [], letters: [], lastId: 0 }
  const words = [...known.words]
  const letters = [...known.letters]
  const lastId = db.value<number | null>('select max(id) from words') ?? 0
  for (let id = known.lastId; id < lastId; id += WORDS_AT_ONCE) {
    if (id > known.lastId) yield
    const end = Math.min(id + WORDS_AT_ONCE, lastId)
    const added = db.values<string>('select word from words where id > ? and id <= ? order by id', id, end)
    words.push(...added)
    letters.push(...added.map(lettersOf))
  }
  return { words, letters, lastId }
}

const wordAt = (db: Connection, id: number) =>
  db.value<string>('select word from words where id = cast(? as integer)', id)

/**
 * All words of one state of the catalog. A million fabrics have tens of thousands, few enough to compare a
 * misspelt word with each of them. So no spelling is missed.
 */
export class CatalogWords {
  readonly #db: Connection
  #read: WordsRead | undefined
  readonly #before: WordsRead | undefined

  /** @param before the words of an earlier state; then only new words are read. */
  constructor(db: Connection, before?: CatalogWords) {
    this.#db = db
    this.#before = before && (before.#read ?? before.#before)
  }

  /** Reads the words at the first call. */
  load(): WordsRead {
    const loading = this.loading()
    let step = loading.next()
    while (!step.done) step = loading.next()
    return step.value
  }

  /** Does the same in steps of a few milliseconds. */
  *loading(): Generator<void, WordsRead> {
    this.#read ??= yield* readWords(this.#db, this.#before)
    return this.#read
  }

  /** Other words within `most` edits of a word: fewest edits first, then those that more fabrics have. */
  near(word: string, most: number): readonly string[] {
    const { words, letters: lettersOfWords } = this.load()
    const own = lettersOf(word)
    const found: { other: string; edits: number; fabrics: number }[] = []
    for (let at = 0; at < words.length; at += 1) {
      const letters = lettersOfWords[at] ?? 0
      // An edit adds at most one letter that the word lacks, and removes at most one.
      if (isMoreThan(most, own & ~letters) || isMoreThan(most, letters & ~own)) continue
      const other = words[at] ?? ''
      const edits = editDistance(word, other, most)
      if (edits === undefined || edits === 0) continue
      const fabrics = fabricsWith(this.#db, other)
      if (fabrics > 0) found.push({ other, edits, fabrics })
    }
    found.sort((a, b) => a.edits - b.edits || b.fabrics - a.fabrics || (a.other < b.other ? -1 : 1))
    // A word that was deleted and came back is in the list twice.
    return [...new Set(found.map(({ other }) => other))].slice(0, MOST_SPELLINGS)
  }

  /** What a misspelt word may mean (D16, level 4). */
  spellingsOf(word: string): readonly string[] {
    const most = editsAllowed(word)
    return most === 0 || fabricsWith(this.#db, word) >= COMMON ? [] : this.near(word, most)
  }
}
