import type { Caller } from '../core/tool.ts'
import type { Challenges } from './challenge.ts'
import { MORE_THAN_ONE_CREDENTIAL, SessionRejected, TokenRejected } from './failures.ts'
import type { TokenVerifier } from './jwt.ts'
import { checkOrigin, type SessionReader } from './session.ts'

/** The parts of an HTTP request that tell who calls. */
export interface Credentials {
  readonly method: string
  readonly headers: Headers
  /** The raw query with its question mark; may be empty. */
  readonly search: string
}

/** Credentials that a request carries. They are not checked yet. */
export interface Claim {
  /** Whether `check` would ask the identity provider about this token. */
  asks(): boolean
  /**
   * The caller; `undefined` if there is no such session. Throws an `AppError` with the surface's challenge if
   * the credentials are bad, and `origin_not_allowed` for a write with a session cookie from another site.
   */
  check(): Promise<Caller | undefined>
}

/** The credentials of a request; `undefined` if it has none. */
export type Authenticator = (credentials: Credentials) => Claim | undefined

const SCHEME = /^([!#$%&'*+\-.^_`|~0-9A-Za-z]+)(?: +(.*))?$/
const TOKEN = /^[A-Za-z0-9\-._~+/]+=*$/

/**
 * The token of an `Authorization` header (RFC 6750). Repeated headers are joined with a comma, which no token
 * contains.
 */
function bearerToken(header: string, challenges: Challenges): string {
  const [, scheme, token = ''] = SCHEME.exec(header) ?? []
  if (scheme === undefined) throw challenges.invalidToken('The Authorization header is malformed')
  if (scheme.toLowerCase() !== 'bearer') throw challenges.missing('Send a bearer token.')
  if (token.includes(',')) throw challenges.invalidRequest(MORE_THAN_ONE_CREDENTIAL)
  if (!TOKEN.test(token)) throw challenges.invalidToken('The access token is malformed')
  return token
}

export interface Sessions {
  readonly read: SessionReader
  readonly allowedOrigins: ReadonlySet<string>
}

export interface AuthenticatorOptions {
  readonly challenges: Challenges
  readonly verifier: TokenVerifier
  /** Cookie sessions, for surfaces that accept them (D30). */
  readonly sessions?: Sessions | undefined
}

/** One surface's authentication: bearer token before session, never both (§5.6, D30). */
export function createAuthenticator({ challenges, verifier, sessions }: AuthenticatorOptions): Authenticator {
  function tokenOf(header: string, search: string): string {
    const token = bearerToken(header, challenges)
    if (search !== '' && new URLSearchParams(search).has('access_token'))
      throw challenges.invalidRequest('More than one way of sending the access token')
    return token
  }

  async function verified(token: string): Promise<Caller> {
    try {
      return await verifier.verify(token)
    } catch (error) {
      throw error instanceof TokenRejected ? challenges.invalidToken(error.message) : error
    }
  }

  function fromBearer(header: string, search: string): Claim {
    try {
      const token = tokenOf(header, search)
      return { asks: () => verifier.asks(token), check: () => verified(token) }
    } catch (refusal) {
      return { asks: () => false, check: () => Promise.reject(refusal) }
    }
  }

  async function session(
    { method, headers }: Credentials,
    { read, allowedOrigins }: Sessions,
  ): Promise<Caller | undefined> {
    try {
      const caller = await read(headers.get('cookie'))
      if (caller !== undefined && method !== 'GET' && method !== 'HEAD') checkOrigin(headers, allowedOrigins)
      return caller
    } catch (error) {
      throw error instanceof SessionRejected
        ? challenges.missing('The session is not valid. Sign in again.')
        : error
    }
  }

  return (credentials) => {
    const header = credentials.headers.get('authorization')
    if (header !== null) return fromBearer(header, credentials.search)
    if (sessions === undefined || credentials.headers.get('cookie') === null) return undefined
    return { asks: () => false, check: () => session(credentials, sessions) }
  }
}

/** Whether a caller may use protected operations. Sessions have no scopes; tokens need all that are configured. */
export function hasScopes(caller: Caller, required: readonly string[]): boolean {
  return caller.via !== 'bearer' || required.every((scope) => caller.scopes.includes(scope))
}
