import type { Caller } from '../kit/tool.ts'
import type { Challenges } from './challenge.ts'
import { SessionRejected, TokenRejected } from './failures.ts'
import type { TokenVerifier } from './jwt.ts'
import { checkOrigin, type SessionReader } from './session.ts'

/** What of an HTTP request says who calls. */
export interface Credentials {
  readonly method: string
  readonly headers: Headers
  /** The raw query with its question mark, or empty. */
  readonly search: string
}

/**
 * Who calls; `undefined` when no credentials came. Throws an `AppError` with the surface's challenge
 * when they are no good, and `origin_not_allowed` for a cookie-authenticated write from elsewhere.
 */
export type Authenticator = (credentials: Credentials) => Promise<Caller | undefined>

const SCHEME = /^([!#$%&'*+\-.^_`|~0-9A-Za-z]+)(?: +(.*))?$/
const TOKEN = /^[A-Za-z0-9\-._~+/]+=*$/

/**
 * The token of an `Authorization` header (RFC 6750). A repeated header arrives joined by a comma,
 * which no token contains.
 */
function bearerToken(header: string, challenges: Challenges): string {
  const [, scheme, token = ''] = SCHEME.exec(header) ?? []
  if (scheme === undefined) throw challenges.invalidToken('The Authorization header is malformed')
  if (scheme.toLowerCase() !== 'bearer') throw challenges.missing('Send a bearer token.')
  if (token.includes(',')) throw challenges.invalidRequest('More than one Authorization credential')
  if (!TOKEN.test(token)) throw challenges.invalidToken('The access token is malformed')
  return token
}

export interface AuthenticatorOptions {
  readonly challenges: Challenges
  readonly verify: TokenVerifier
  /** Cookie sessions, on surfaces that have them (D30). */
  readonly sessions?:
    | { readonly read: SessionReader; readonly allowedOrigins: ReadonlySet<string> }
    | undefined
}

/** One surface's authentication: bearer token before session, never both (§5.6, D30). */
export function createAuthenticator({ challenges, verify, sessions }: AuthenticatorOptions): Authenticator {
  async function fromBearer(header: string, search: string): Promise<Caller> {
    const token = bearerToken(header, challenges)
    if (new URLSearchParams(search).has('access_token'))
      throw challenges.invalidRequest('More than one way of sending the access token')
    try {
      return await verify(token)
    } catch (error) {
      throw error instanceof TokenRejected ? challenges.invalidToken(error.message) : error
    }
  }

  async function fromSession({ method, headers }: Credentials): Promise<Caller | undefined> {
    if (sessions === undefined) return undefined
    try {
      const caller = await sessions.read(headers.get('cookie'))
      if (caller !== undefined && method !== 'GET' && method !== 'HEAD')
        checkOrigin(headers, sessions.allowedOrigins)
      return caller
    } catch (error) {
      throw error instanceof SessionRejected
        ? challenges.missing('The session is not valid. Sign in again.')
        : error
    }
  }

  return async (credentials) => {
    const header = credentials.headers.get('authorization')
    return header === null ? fromSession(credentials) : fromBearer(header, credentials.search)
  }
}

/** Whether a caller may use protected operations: sessions have no scopes, tokens need all that are configured. */
export function hasScopes(caller: Caller, required: readonly string[]): boolean {
  return caller.via !== 'bearer' || required.every((scope) => caller.scopes.includes(scope))
}
