import type { Caller } from '../core/tool.ts'
import { TokenCache } from './token-cache.ts'

const KEPT = 5_000
const KEPT_MS = 60_000

/** The headers that say who calls. Where there is an `Authorization` header, cookies do not count (D30). */
interface CredentialHeaders {
  readonly authorization?: string | null | undefined
  readonly cookie?: string | null | undefined
}

/** Knows whose credentials proved to be good a moment ago. */
export interface RecentCallers {
  note(caller: Caller, headers: Headers): void
  /** Whether these credentials were good less than a minute ago. It costs one hash, and asks nobody. */
  includes(headers: CredentialHeaders): boolean
}

const credentialOf = ({ authorization, cookie }: CredentialHeaders) => authorization ?? cookie ?? undefined

/** Of credentials, only their hash is kept. */
export function createRecentCallers(now: () => number): RecentCallers {
  const known = new TokenCache<true>(KEPT, now)
  // A verifier gives the same object for a token as long as it keeps it. So most requests are not hashed again.
  const noted = new WeakSet<Caller>()
  return {
    note(caller, headers) {
      if (noted.has(caller)) return
      const credential = credentialOf({
        authorization: headers.get('authorization'),
        cookie: headers.get('cookie'),
      })
      if (credential === undefined) return
      noted.add(caller)
      known.set(TokenCache.keyOf(credential), true, now() + KEPT_MS)
    },
    includes(headers) {
      const credential = credentialOf(headers)
      if (credential === undefined) return false
      return known.get(TokenCache.keyOf(credential)) !== undefined
    },
  }
}
