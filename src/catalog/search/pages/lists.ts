import { once } from '../../../core/once.ts'
import type { Connection } from '../../database.ts'
import { LONGEST_LIST, MOST_KEPT_WORDS, MOST_LISTED_POSITIONS } from '../../tuning.ts'
import { anyOf } from '../conditions/conditions.ts'
import { matchOf } from '../conditions/tokens.ts'
import { PositionList, positionListOf } from '../position-list.ts'
import type { Form, Part } from '../readings/parts.ts'
import { anywhere } from './places.ts'

/**
 * Which fabrics have a part of a question, in memory. A match for common words that are rare together, or never meet,
 * goes through all their fabrics. The lists of such words are kept, because words recur from question to question.
 */
export class Lists {
  readonly #db: Connection
  /** By match; `undefined` for a list that is too long. */
  readonly #lists = new Map<string, PositionList | undefined>()
  #positions = 0
  readonly #noted = new Set<string>()
  #mayRead = false
  /** The lexicon keeps the forms of words, so the match of a word is made once. */
  readonly #matchOf = once((forms: readonly Form[]) => matchOf(anyOf(forms.map(anywhere))) ?? '')

  constructor(db: Connection) {
    this.#db = db
  }

  /**
   * The first fabrics that may have all parts, in the order of D5. Some may lack a part whose list is too long.
   *
   * @returns `undefined` when that is not known in memory.
   */
  having(parts: readonly Part[], most: number): readonly number[] | undefined {
    const lists: PositionList[] = []
    for (const part of parts) {
      const match = this.#matchOf(part.forms)
      if (match === '') return []
      if (!this.#lists.has(match)) return undefined
      const list = this.#lists.get(match)
      if (list !== undefined) lists.push(list)
    }
    return lists.length === 0 ? undefined : PositionList.inAll(lists, most)
  }

  /** The same for one of several alternatives. */
  first(alternatives: ReadonlyArray<readonly Part[]>, most: number): readonly number[] | undefined {
    const found: number[] = []
    for (const parts of alternatives) {
      const some = this.having(parts, most)
      if (some === undefined) return undefined
      found.push(...some)
    }
    return found
  }

  /** Told that a search begins, which may read one list and no more: that takes up to 5 ms. */
  searchBegins(): void {
    this.#mayRead = true
  }

  /** Told that a match went through all fabrics with these parts. The second time, it reads one of their lists. */
  note(parts: readonly Part[]): void {
    const missing = parts
      .map(({ forms }) => this.#matchOf(forms))
      .filter((match) => match !== '' && !this.#lists.has(match))
    const again = missing.find((match) => this.#noted.has(match))
    if (again !== undefined && this.#mayRead) this.#read(again)
    if (this.#noted.size > MOST_KEPT_WORDS) this.#noted.clear()
    for (const match of missing) this.#noted.add(match)
  }

  #read(match: string): void {
    this.#mayRead = false
    const found = positionListOf(this.#db, match, LONGEST_LIST + 1)
    const list = found.size > LONGEST_LIST ? undefined : found
    this.#positions += list?.size ?? 0
    if (this.#positions > MOST_LISTED_POSITIONS || this.#lists.size > MOST_KEPT_WORDS) {
      this.#lists.clear()
      this.#positions = list?.size ?? 0
    }
    this.#lists.set(match, list)
  }
}
