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
  /** Remembers the credentials of a request, which are good, for a minute from now. */
  note(headers: Headers): void
  /** Whether these credentials were good less than a minute ago. It costs one hash, and asks nobody. */
  includes(headers: CredentialHeaders): boolean
}

const credentialOf = ({ authorization, cookie }: CredentialHeaders) => authorization ?? cookie ?? undefined

export const credentialsIn = (headers: Headers): CredentialHeaders => ({
  authorization: headers.get('authorization'),
  cookie: headers.get('cookie'),
})

/** Of credentials, only their hash is kept. */
export function createRecentCallers(now: () => number): RecentCallers {
  const known = new TokenCache<true>(KEPT, now)
  return {
    note(headers) {
      const credential = credentialOf(credentialsIn(headers))
      if (credential !== undefined) known.set(TokenCache.keyOf(credential), true, now() + KEPT_MS)
    },
    includes(headers) {
      const credential = credentialOf(headers)
      if (credential === undefined) return false
      return known.get(TokenCache.keyOf(credential)) !== undefined
    },
  }
}
