import { type AppError, apiDisabled } from '../core/errors.ts'
import type { RequestContext } from '../core/request.ts'
import type { Caller } from '../core/tool.ts'
import type { LimitHeaders, RateLimits } from '../http/rate-limit.ts'
import type { Challenges, Scopes } from './challenge.ts'
import { type FindSession, isFromAllowedOrigin, originNotAllowed } from './session.ts'
import { type Credential, TokenRejected } from './token-memory.ts'

/** What a request needs to be let in. */
export interface Demand {
  readonly auth: 'public' | 'user'
  readonly creates: boolean
  /** True for a picture on one of the caller's own pages, which has a wider limit (D36). */
  readonly isPicture?: boolean
}

interface GateOptions {
  /** The kill switch (§7): false refuses everything. */
  readonly enabled: boolean
  readonly challenges: Challenges
  readonly scopes: Scopes
  readonly limits: RateLimits
  readonly tokens: (token: string) => Credential
  /** Whether the identity provider is asked about each token. */
  readonly asksProvider: boolean
  /** Cookies that may stand in for a token (D30). The first that is a session decides. */
  readonly sessions?: readonly FindSession[]
  readonly allowedOrigins?: ReadonlySet<string>
}

const SCHEME = /^([!#$%&'*+\-.^_`|~0-9A-Za-z]+)(?: +(.*))?$/
const TOKEN = /^[A-Za-z0-9\-._~+/]+=*$/

/** A token needs all of these scopes. Sessions have no scopes and may do everything. */
export function hasScopes(caller: Caller, required: readonly string[]): boolean {
  return caller.via !== 'bearer' || required.every((scope) => caller.scopes.includes(scope))
}

export type Gate = ReturnType<typeof createGate>

/**
 * The gate of one surface. Its checks have the same order on all of them (D11): kill switch, limit of the address,
 * credentials, origin, scopes, limit of the user. Every method throws the `AppError` that refuses the request.
 *
 * Credentials that were not verified a moment ago are charged to the address first, and the charge is given back if
 * they are good. So however many tokens somebody guesses, they cause no more checks than their address has calls (D36).
 */
export function createGate(options: GateOptions) {
  const { enabled, challenges, scopes, limits, tokens, asksProvider } = options
  const { sessions = [], allowedOrigins = new Set() } = options

  /** For a surface that checks more before it asks who calls. */
  function checkEnabled(): void {
    if (!enabled) throw apiDisabled()
  }

  /** RFC 6750. Repeated headers arrive joined with a comma, which no token contains. */
  function readToken(header: string, search: string): string | AppError {
    const [, scheme, token = ''] = SCHEME.exec(header) ?? []
    if (scheme === undefined) return challenges.invalidToken('The Authorization header is malformed')
    if (scheme.toLowerCase() !== 'bearer') return challenges.missing(undefined, 'Send a bearer token.')
    if (token.includes(',')) return challenges.invalidRequest('More than one Authorization credential')
    if (!TOKEN.test(token)) return challenges.invalidToken('The access token is malformed')
    if (search !== '' && new URLSearchParams(search).has('access_token'))
      return challenges.invalidRequest('More than one way of sending the access token')
    return token
  }

  /** `undefined` for a bad credential that is forgiven. */
  async function check(
    { isKnown, caller, verify }: Credential,
    { address }: RequestContext,
    forgiving: boolean,
    refused: (rejected: TokenRejected) => AppError,
  ): Promise<Caller | undefined> {
    if (caller !== undefined) return caller
    if (!isKnown) await limits.anonymous(address, 'call')
    const verified = await verify().catch((error: unknown) => {
      // It then counts as an anonymous call, in `admit`.
      if (forgiving) return undefined
      throw error instanceof TokenRejected ? refused(error) : error
    })
    if (!isKnown) await limits.forgive(address)
    return verified
  }

  async function fromToken(header: string, request: RequestContext, forgiving: boolean) {
    const token = readToken(header, request.search)
    if (typeof token !== 'string') {
      if (forgiving) return undefined
      await limits.anonymous(request.address, 'call')
      throw token
    }
    const credential = tokens(token)
    // A public operation does not wait for the provider.
    if (forgiving && asksProvider && credential.caller === undefined) return undefined
    return check(credential, request, forgiving, ({ message }) => challenges.invalidToken(message))
  }

  async function fromCookie(cookie: string, request: RequestContext, forgiving: boolean) {
    const credential = sessions.map((find) => find(cookie)).find((found) => found !== undefined)
    const refused = () => challenges.missing(undefined, 'The session is not valid. Sign in again.')
    const caller = credential && (await check(credential, request, forgiving, refused))
    const writes = request.method !== 'GET' && request.method !== 'HEAD'
    if (caller !== undefined && writes && !isFromAllowedOrigin(request.headers, allowedOrigins)) {
      await limits.anonymous(request.address, 'call')
      throw originNotAllowed()
    }
    return caller
  }

  /** The kill switch, then who calls. Bad credentials throw, or count as none with `forgiving` (D26). */
  async function identify(
    request: RequestContext,
    { forgiving }: { readonly forgiving: boolean },
  ): Promise<Caller | undefined> {
    checkEnabled()
    const header = request.headers.get('authorization')
    const cookie = request.headers.get('cookie')
    let caller: Caller | undefined
    // Any `Authorization` header switches the session off (D30).
    if (header !== null) caller = await fromToken(header, request, forgiving)
    else if (cookie !== null && sessions.length > 0) caller = await fromCookie(cookie, request, forgiving)
    if (caller !== undefined) request.userId = caller.userId
    return caller
  }

  /** Scopes, then the limit of the user or of the address. */
  async function admit(
    caller: Caller | undefined,
    request: RequestContext,
    { auth, creates, isPicture = false }: Demand,
  ): Promise<LimitHeaders> {
    if (caller === undefined) {
      const limitHeaders = await limits.anonymous(request.address, 'call')
      if (auth === 'user') throw challenges.missing({ creates })
      return limitHeaders
    }
    const needed = creates ? scopes.create : scopes.read
    if (auth === 'user' && !hasScopes(caller, needed)) throw challenges.insufficientScope({ creates })
    return limits.user(caller.userId, isPicture ? 'other' : creates ? 'create' : 'call')
  }

  return {
    checkEnabled,
    identify,
    admit,
    /** Counts an MCP message that clients send before their first call (D36). */
    async countMessage(caller: Caller | undefined, { address }: RequestContext): Promise<LimitHeaders> {
      return caller === undefined ? limits.anonymous(address, 'message') : limits.user(caller.userId, 'other')
    },
    /** `identify` and `admit`, for a request whose demand is known from the start. */
    async enter(request: RequestContext, demand: Demand) {
      const caller = await identify(request, { forgiving: demand.auth === 'public' })
      return { caller, limitHeaders: await admit(caller, request, demand) }
    },
  }
}
