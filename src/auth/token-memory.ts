import { hash } from 'node:crypto'
import type { Caller } from '../core/tool.ts'

const MOST_TOKENS = 5_000
/** How long a token is not verified again. */
const VERIFIED_MS = 60_000
/**
 * How long a token is known as good. Who calls at least once a minute is verified again before that ends, and
 * so is never charged for it (D36).
 */
const KNOWN_MS = 2 * VERIFIED_MS

/** A token that is good. */
export interface Verified {
  readonly caller: Caller
  /** Epoch milliseconds. */
  readonly expires: number
}

/** Verifies tokens of one kind. */
export interface TokenVerifier {
  /** Throws `TokenRejected`, or `auth_unavailable` as an `AppError`. */
  verify(token: string): Promise<Verified>
  /** Whether every check asks the identity provider. */
  readonly asksProvider: boolean
}

/** The credentials of one request. */
export interface Claim {
  /** Whether they were good a moment ago, so that checking them is not charged. */
  readonly isKnown: boolean
  /** Whether they were verified so short ago that `check` asks nobody. */
  readonly isVerified: boolean
  /** Whose they are. Throws like `TokenVerifier.verify`. */
  check(): Promise<Caller>
}

export interface TokenMemory extends Pick<TokenVerifier, 'asksProvider'> {
  claim(token: string): Claim
}

/**
 * Remembers tokens that proved good, by their hash and at most 5,000 of them. A token that is being verified is
 * not verified twice at once. Refusals are not remembered: who guesses has a new token each time.
 *
 * @param now epoch milliseconds. An entry ends when this clock is set back, which would make it last longer.
 */
export function createTokenMemory(verifier: TokenVerifier, now: () => number): TokenMemory {
  const entries = new Map<string, Verified & { readonly since: number }>()
  const pending = new Map<string, Promise<Caller>>()

  function find(key: string) {
    const entry = entries.get(key)
    if (entry === undefined) return undefined
    entries.delete(key)
    const age = now() - entry.since
    if (age < 0 || age >= KNOWN_MS || now() >= entry.expires) return undefined
    // The last in a map is the one that was used last.
    entries.set(key, entry)
    return entry
  }

  async function verify(token: string, key: string): Promise<Caller> {
    try {
      const verified = await verifier.verify(token)
      entries.delete(key)
      const [oldest] = entries.size >= MOST_TOKENS ? entries.keys() : []
      if (oldest !== undefined) entries.delete(oldest)
      entries.set(key, { ...verified, since: now() })
      return verified.caller
    } catch (error) {
      entries.delete(key)
      throw error
    } finally {
      pending.delete(key)
    }
  }

  return {
    asksProvider: verifier.asksProvider,
    claim(token) {
      const key = hash('sha256', token, 'base64url')
      const entry = find(key)
      const isVerified = entry !== undefined && now() - entry.since < VERIFIED_MS
      return {
        isKnown: entry !== undefined,
        isVerified,
        async check() {
          if (isVerified) return entry.caller
          const running = pending.get(key) ?? verify(token, key)
          pending.set(key, running)
          return running
        },
      }
    },
  }
}
