import { apiDisabled } from '../core/errors.ts'
import type { RequestContext } from '../core/request.ts'
import type { Caller } from '../core/tool.ts'
import type { LimitHeaders, RateLimits } from '../http/rate-limit.ts'
import { createChallenges, type Scopes } from './challenge.ts'
import { fromProvider } from './provider-fetch.ts'
import { type FindSession, isFromAllowedOrigin, originNotAllowed } from './session.ts'
import { type Credential, TokenRejected } from './token-memory.ts'

export interface Demand {
  readonly auth: 'public' | 'user'
  readonly creates: boolean
  /** Pictures on the caller's own pages have a wider limit (D36). */
  readonly isPicture?: boolean
}

interface GateOptions {
  /** §7 */
  readonly enabled: boolean
  /** Of the surface's protected-resource metadata (D27). */
  readonly metadataUrl: string
  readonly scopes: Scopes
  readonly limits: RateLimits
  readonly tokens: (token: string) => Credential
  /** About each token, as with introspection (D25). */
  readonly asksProvider: boolean
  /** Cookies that may stand in for a token (D30). The first that is a session decides. */
  readonly sessions: readonly FindSession[]
  readonly allowedOrigins: ReadonlySet<string>
}

const MOST_TOKEN_CHARACTERS = 8_192

/** RFC 6750. Repeated headers arrive joined with a comma, which no token contains. */
function tokenIn(header: string): string {
  const [, scheme, token = ''] = /^([!#$%&'*+\-.^_`|~0-9A-Za-z]+)(?: +(.*))?$/.exec(header) ?? []
  if (scheme === undefined) throw new TokenRejected('The Authorization header is malformed')
  if (scheme.toLowerCase() !== 'bearer') throw new TokenRejected('Send a bearer token', 'unauthorized')
  if (token.includes(',')) {
    throw new TokenRejected('More than one Authorization credential', 'invalid_request')
  }
  if (!/^[A-Za-z0-9\-._~+/]+=*$/.test(token)) throw new TokenRejected('The access token is malformed')
  if (token.length > MOST_TOKEN_CHARACTERS) throw new TokenRejected('The access token is too large')
  return token
}

/** A token needs all of these scopes. Sessions have no scopes and may do everything. */
export function hasScopes(caller: Caller, required: readonly string[]): boolean {
  return caller.via !== 'bearer' || required.every((scope) => caller.scopes.includes(scope))
}

const refused = (error: unknown): Credential => ({
  isKnown: false,
  caller: undefined,
  isPending: false,
  async verify() {
    throw error
  },
})

const TWO_WAYS = refused(
  new TokenRejected('More than one way of sending the access token', 'invalid_request'),
)

export type Gate = ReturnType<typeof createGate>

/**
 * The gate of one surface. The order of checks is the same on all (D11): kill switch, limit of the address, credentials,
 * origin, scopes, limit of the user. Every method throws the `AppError` that refuses the request.
 */
export function createGate(options: GateOptions) {
  const { enabled, scopes, limits, tokens, asksProvider, sessions, allowedOrigins } = options
  const challenges = createChallenges(options.metadataUrl, scopes)

  function checkEnabled(): void {
    if (!enabled) throw apiDisabled()
  }

  /** Any `Authorization` header switches the session off (D30). */
  function credentialIn({ headers, search }: RequestContext): Credential | undefined {
    const header = headers.get('authorization')
    if (header === null) {
      const cookie = headers.get('cookie') ?? ''
      return sessions.map((find) => find(cookie)).find((found) => found !== undefined)
    }
    if (search !== '' && new URLSearchParams(search).has('access_token')) return TWO_WAYS
    try {
      // By the token, because the same one comes with any number of spaces.
      return tokens(tokenIn(header))
    } catch (error) {
      return refused(error)
    }
  }

  /**
   * The address is charged for a check unless the credential was good a moment ago, and gets the charge back if it is
   * good, or if `admit` counts the call as anonymous. So whoever guesses tokens causes no more checks than the address
   * has calls (D36). Who waits for the check of another request with the same credential is charged if that fails.
   */
  async function checked(
    { isKnown, isPending, verify }: Credential,
    { address }: RequestContext,
    isSession: boolean,
    isOptional: boolean,
  ): Promise<Caller | undefined> {
    // A public operation does not wait for the provider.
    if (isOptional && asksProvider && !isSession) return undefined
    const isCharged = !isKnown && !isPending
    if (isCharged) await limits.anonymous(address, 'call')
    const found = await fromProvider(verify()).catch(async (error: unknown) => {
      if (isOptional) return undefined
      if (isPending) await limits.anonymous(address, 'call')
      if (!(error instanceof TokenRejected)) throw error
      throw isSession ? challenges.missing() : challenges.rejected(error)
    })
    if (isCharged) await limits.refund(address)
    return found
  }

  /** Bad credentials throw. Where they are optional, they count as none, and `admit` counts an anonymous call (D26). */
  async function identify(
    request: RequestContext,
    { isOptional }: { readonly isOptional: boolean },
  ): Promise<Caller | undefined> {
    checkEnabled()
    const { headers, method, address } = request
    const credential = credentialIn(request)
    if (credential === undefined) return undefined
    const isSession = !headers.has('authorization')
    const caller = credential.caller ?? (await checked(credential, request, isSession, isOptional))
    if (caller === undefined) return undefined
    const writes = method !== 'GET' && method !== 'HEAD'
    if (isSession && writes && !isFromAllowedOrigin(headers, allowedOrigins)) {
      await limits.anonymous(address, 'call')
      throw originNotAllowed()
    }
    request.userId = caller.userId
    return caller
  }

  async function admit(
    caller: Caller | undefined,
    { address }: RequestContext,
    { auth, creates, isPicture = false }: Demand,
  ): Promise<LimitHeaders> {
    if (caller === undefined) {
      const limitHeaders = await limits.anonymous(address, 'call')
      if (auth === 'user') throw challenges.missing(creates)
      return limitHeaders
    }
    const needed = creates ? scopes.create : scopes.read
    if (auth === 'user' && !hasScopes(caller, needed)) throw challenges.insufficientScope(creates)
    if (isPicture) return limits.user(caller.userId, 'other')
    return limits.user(caller.userId, creates ? 'create' : 'call')
  }

  return {
    challenges,
    checkEnabled,
    identify,
    admit,
    /** Counts an MCP message that clients send before their first call (D36). */
    async countMessage(caller: Caller | undefined, { address }: RequestContext): Promise<LimitHeaders> {
      return caller === undefined ? limits.anonymous(address, 'message') : limits.user(caller.userId, 'other')
    },
    /** For a request whose demand is known from the start. */
    async enter(request: RequestContext, demand: Demand) {
      const caller = await identify(request, { isOptional: demand.auth === 'public' })
      return { caller, limitHeaders: await admit(caller, request, demand) }
    },
  }
}
