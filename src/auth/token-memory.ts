import { hash } from 'node:crypto'
import { overloaded } from '../core/errors.ts'
import type { Caller } from '../core/tool.ts'

const MOST_TOKENS = 5_000
/** Tokens that are verified at the same time. More would wait for a provider that hangs, and are refused. */
const MOST_PENDING = 1_000
/** The same where each verification is a request to the provider. */
export const MOST_INTROSPECTED = 100
/** How long a verified token is not verified again. */
const VERIFIED_MS = 60_000
/** How long verifying it again is free, so that a user who calls at least once a minute is never charged (D36). */
const KNOWN_MS = 2 * VERIFIED_MS

/** `message` is a constant, because it goes into `error_description`. */
export class TokenRejected extends Error {
  override readonly name = 'TokenRejected'
  /** `unauthorized` if it counts as no credential. */
  readonly code: 'invalid_token' | 'invalid_request' | 'unauthorized'

  constructor(message: string, code: TokenRejected['code'] = 'invalid_token', cause?: unknown) {
    super(message, { cause })
    this.code = code
  }
}

interface Verified {
  caller: Caller
  /** Epoch milliseconds. */
  expires: number
}

/** Throws `TokenRejected`, or any other error in an outage. */
export type Verify = (token: string) => Promise<Verified>

export interface Credential {
  /** `known`: good within the last two minutes. `pending`: another request waits for its check. */
  readonly standing: 'new' | 'pending' | 'known'
  /** If it was verified within the last minute. */
  readonly caller: Caller | undefined
  /** Who waits bounds the wait, so that a late answer is remembered (D29). */
  verify(): Promise<Caller>
}

/** Remembers good tokens by their hash. Refusals are not remembered: each guess is a new token. */
export function createTokenMemory(verify: Verify, mostPending = MOST_PENDING): (token: string) => Credential {
  const entries = new Map<string, Verified & { since: number }>()
  const pending = new Map<string, Promise<Caller>>()

  async function verifyAndKeep(token: string, key: string) {
    try {
      const verified = await verify(token)
      entries.delete(key)
      const [oldest = ''] = entries.keys()
      if (entries.size >= MOST_TOKENS) entries.delete(oldest)
      entries.set(key, { ...verified, since: performance.now() })
      return verified.caller
    } catch (error) {
      // Otherwise further checks of a withdrawn token would not be charged.
      if (error instanceof TokenRejected) entries.delete(key)
      throw error
    } finally {
      pending.delete(key)
    }
  }

  return (token) => {
    const key = hash('sha256', token, 'base64url')
    const entry = entries.get(key)
    const isGood = entry !== undefined && Date.now() < entry.expires
    const age = isGood ? performance.now() - entry.since : KNOWN_MS
    const unknown = pending.has(key) ? 'pending' : 'new'
    return {
      standing: age < KNOWN_MS ? 'known' : unknown,
      caller: age < VERIFIED_MS ? entry?.caller : undefined,
      verify() {
        const known = pending.get(key)
        if (known === undefined && pending.size >= mostPending) return Promise.reject(overloaded())
        const running = known ?? verifyAndKeep(token, key)
        pending.set(key, running)
        return running
      },
    }
  }
}
