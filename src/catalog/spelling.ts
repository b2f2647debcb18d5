import type { Connection } from './database.ts'
import { editDistance, editsAllowed } from './edits.ts'
import { COMMON, MOST_SPELLINGS } from './tuning.ts'

export const backwards = (word: string): string => [...word].reverse().join('')

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

/**
 * All words of one state of the catalog. They are tens of thousands where fabrics are a million, few
 * enough to hold a misspelt word against each: that misses none, whatever the edits are.
 */
export class WordList {
  readonly #db: Connection
  #words: readonly string[] | undefined
  #letters = new Int32Array(0)

  constructor(db: Connection) {
    this.#db = db
  }

  /** Reads them, if that has not happened yet. */
  load(): readonly string[] {
    if (this.#words === undefined) {
      this.#words = this.#db.values<string>('select word from words')
      this.#letters = Int32Array.from(this.#words, lettersOf)
    }
    return this.#words
  }

  /** Other words that so few edits make of one: those with the fewest first, then those that more fabrics have. */
  near(word: string, most: number): readonly string[] {
    const words = this.load()
    const own = lettersOf(word)
    const found: { other: string; edits: number; fabrics: number }[] = []
    for (let at = 0; at < words.length; at += 1) {
      const letters = this.#letters[at] ?? 0
      // An edit brings one letter at most that the other word has not, and takes one away.
      if (isMoreThan(most, own & ~letters) || isMoreThan(most, letters & ~own)) continue
      const other = words[at] ?? ''
      const edits = editDistance(word, other, most)
      if (edits !== undefined && edits > 0)
        found.push({ other, edits, fabrics: fabricsWith(this.#db, other) })
    }
    found.sort((a, b) => a.edits - b.edits || b.fabrics - a.fabrics || (a.other < b.other ? -1 : 1))
    return found.slice(0, MOST_SPELLINGS).map(({ other }) => other)
  }

  /** What a misspelt word may mean (D16, level 4). */
  spellingsOf(word: string): readonly string[] {
    const most = editsAllowed(word)
    return most === 0 || fabricsWith(this.#db, word) >= COMMON ? [] : this.near(word, most)
  }
}
