import { hash } from 'node:crypto'

interface Entry<Value> {
  readonly value: Value
  /** Epoch milliseconds. */
  readonly until: number
}

/**
 * A small LRU cache of checked tokens, by their hash. A token itself is never kept. An entry ends at `until`
 * in any case.
 */
export class TokenCache<Value> {
  readonly #entries = new Map<string, Entry<Value>>()
  readonly #size: number
  readonly #now: () => number

  constructor(size: number, now: () => number) {
    this.#size = size
    this.#now = now
  }

  static keyOf(token: string): string {
    return hash('sha256', token, 'base64url')
  }

  get(key: string): Value | undefined {
    const entry = this.#entries.get(key)
    if (entry === undefined) return undefined
    this.#entries.delete(key)
    if (entry.until <= this.#now()) return undefined
    this.#entries.set(key, entry)
    return entry.value
  }

  set(key: string, value: Value, until: number): void {
    if (this.#entries.size >= this.#size) {
      const [oldest] = this.#entries.keys()
      if (oldest !== undefined) this.#entries.delete(oldest)
    }
    this.#entries.set(key, { value, until })
  }
}
