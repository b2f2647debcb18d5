import { MOST_REMEMBERED, MOST_WALKED, MOST_WALKS } from '../../tuning.ts'

/** A list that is read page by page. It remembers its last items. */
class Walk<Item> {
  readonly #list: Iterator<Item>
  readonly #isFromTop: boolean
  readonly #remembered: Item[] = []
  #forgotten = 0
  #hasFailed = false

  constructor(list: Iterator<Item>, isFromTop: boolean) {
    this.#list = list
    this.#isFromTop = isFromTop
  }

  /** The place behind an item, or the beginning; `undefined` when it is not remembered. */
  placeBehind(isItem: ((item: Item) => boolean) | undefined): number | undefined {
    if (isItem === undefined) return this.#isFromTop && this.#forgotten === 0 ? 0 : undefined
    const at = this.#remembered.findIndex(isItem)
    return at === -1 ? undefined : this.#forgotten + at + 1
  }

  *from(place: number): Generator<Item> {
    for (let at = place; ; at += 1) {
      const item = this.#remembered[at - this.#forgotten] ?? this.#next()
      if (item === undefined) return
      yield item
    }
  }

  #next(): Item | undefined {
    this.#hasFailed = true
    const { value, done } = this.#list.next()
    this.#hasFailed = false
    if (done === true) return undefined
    this.#remembered.push(value)
    if (this.#remembered.length > MOST_REMEMBERED) {
      this.#forgotten += this.#remembered.splice(0, MOST_REMEMBERED / 2).length
    }
    return value
  }

  /** It holds what it has read ahead, so it does not go on for ever. */
  get isOver(): boolean {
    return this.#hasFailed || this.#forgotten >= MOST_WALKED
  }
}

/**
 * Lists that somebody may be reading page by page, in one state of the catalog. The next page goes on where the
 * last one ended; without that, it would have to find its place among all fabrics that are nearer.
 */
export class Walks<Item> {
  /** The one that was used last is the last. */
  readonly #walks = new Map<string, Walk<Item>>()

  /**
   * The items of a list behind one of them; without it, from the beginning.
   *
   * @param question tells lists apart.
   * @param begin begins a list behind that item.
   */
  behind(
    question: string,
    isItem: ((item: Item) => boolean) | undefined,
    begin: () => Iterator<Item>,
  ): Iterable<Item> {
    const known = this.#walks.get(question)
    const place = known?.isOver === false ? known.placeBehind(isItem) : undefined
    const walk = known === undefined || place === undefined ? new Walk(begin(), isItem === undefined) : known
    this.#walks.delete(question)
    this.#walks.set(question, walk)
    const [oldest] = this.#walks.keys()
    if (this.#walks.size > MOST_WALKS && oldest !== undefined) this.#walks.delete(oldest)
    return walk.from(place ?? 0)
  }
}
