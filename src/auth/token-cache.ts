import { hash } from 'node:crypto'

interface Entry<Value> {
  readonly value: Value
  /** Epoch milliseconds. */
  readonly since: number
  readonly until: number
}

/**
 * A small LRU cache of checked tokens, by their hash. A token itself is never kept. An entry ends at `until`
 * in any case, and also when the clock was set back, which would make it last longer.
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
    const now = this.#now()
    if (now < entry.since || now >= entry.until) return undefined
    this.#entries.set(key, entry)
    return entry.value
  }

  set(key: string, value: Value, until: number): void {
    this.#entries.delete(key)
    if (this.#entries.size >= this.#size) {
      const [oldest] = this.#entries.keys()
      if (oldest !== undefined) this.#entries.delete(oldest)
    }
    this.#entries.set(key, { value, since: this.#now(), until })
  }
}
