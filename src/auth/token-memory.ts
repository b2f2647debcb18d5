import { hash } from 'node:crypto'
import type { Caller } from '../core/tool.ts'

const MOST_TOKENS = 5_000
/** How long a token that was verified is not verified again, in milliseconds. */
const VERIFIED_MS = 60_000
/**
 * How long it counts as good a moment ago, in milliseconds. Somebody who calls at least once a minute is verified again
 * before that ends, and so is never charged for it (D36).
 */
const KNOWN_MS = 2 * VERIFIED_MS

/** The token is not accepted. `message` is a constant, because it goes into `error_description`. */
export class TokenRejected extends Error {
  override readonly name = 'TokenRejected'
}

export interface Verified {
  readonly caller: Caller
  /** Epoch milliseconds. */
  readonly expires: number
}

/** Verifies tokens of one kind. Throws `TokenRejected`, or `auth_unavailable` as an `AppError`. */
export type Verify = (token: string) => Promise<Verified>

export interface Claim {
  /** Whether they were good a moment ago, so that verifying them again is not charged. */
  readonly isKnown: boolean
  /** Whose they are, if they were verified within the last minute. */
  readonly caller: Caller | undefined
  verify(): Promise<Caller>
}

/**
 * Remembers tokens that proved good, by their hash and at most 5,000 of them. A token that is being verified is
 * not verified twice at once. Refusals are not remembered: who guesses has a new token each time.
 *
 * @param now epoch milliseconds. An entry ends when this clock is set back, which would make it last longer.
 */
export function createTokenMemory(verify: Verify, now: () => number): (token: string) => Claim {
  const entries = new Map<string, Verified & { readonly since: number }>()
  const pending = new Map<string, Promise<Caller>>()

  async function verifyAndKeep(token: string, key: string): Promise<Caller> {
    try {
      const verified = await verify(token)
      entries.set(key, { ...verified, since: now() })
      const [oldest] = entries.size > MOST_TOKENS ? entries.keys() : []
      if (oldest !== undefined) entries.delete(oldest)
      return verified.caller
    } catch (error) {
      entries.delete(key)
      throw error
    } finally {
      pending.delete(key)
    }
  }

  return (token) => {
    const key = hash('sha256', token, 'base64url')
    const entry = entries.get(key)
    const age = entry === undefined ? KNOWN_MS : now() - entry.since
    const isKnown = age >= 0 && age < KNOWN_MS && now() < (entry?.expires ?? 0)
    // The last in a map is the one that was used last.
    entries.delete(key)
    if (entry !== undefined && isKnown) entries.set(key, entry)
    return {
      isKnown,
      caller: isKnown && age < VERIFIED_MS ? entry?.caller : undefined,
      async verify() {
        const running = pending.get(key) ?? verifyAndKeep(token, key)
        pending.set(key, running)
        return running
      },
    }
  }
}
