import { AppError, apiDisabled, type ErrorCode } from '../core/errors.ts'
import type { RequestContext } from '../core/request.ts'
import type { Caller, Tool } from '../core/tool.ts'
import type { RateLimits } from '../http/rate-limit.ts'
import { fromProvider } from './identity-provider.ts'
import { type FindSession, isFromAllowedOrigin, originNotAllowed } from './session.ts'
import { type Credential, TokenRejected } from './token-memory.ts'

export interface Demand {
  readonly auth: 'public' | 'user'
  /** `cheap`: MCP messages before the first call, and pictures on the caller's own pages (D36). */
  readonly cost: 'call' | 'create' | 'cheap'
}

export const demandOfTool = ({ auth, annotations }: Tool): Demand => ({
  auth,
  cost: annotations.readOnlyHint ? 'call' : 'create',
})

/** What a token needs to read what is private, and to create (D42). Often the same. */
export interface Scopes {
  readonly read: readonly string[]
  readonly create: readonly string[]
}

export const everyScope = ({ read, create }: Scopes) => [...new Set([...read, ...create])]

/** A token needs all of these scopes. Sessions have no scopes and may do everything. */
export function hasScopes(caller: Caller, required: readonly string[]): boolean {
  return caller.via !== 'bearer' || required.every((scope) => caller.scopes.includes(scope))
}

interface GateOptions {
  enabled: boolean
  /** Of the surface's protected-resource metadata (D27). */
  metadataUrl: string
  scopes: Scopes
  limits: RateLimits
  tokens: (token: string) => Credential
  /** For each token, as with introspection (D25), or because it could not be reached for its keys. */
  needsProvider: () => boolean
  /** Cookies that may stand in for a token (D30). The first that is a session decides. */
  sessions: readonly FindSession[]
  allowedOrigins: ReadonlySet<string>
}

const MOST_TOKEN_CHARACTERS = 8_192

/** RFC 6750. Repeated headers arrive joined with a comma, which no token contains. */
function tokenIn(header: string, search: string) {
  if (search !== '' && new URLSearchParams(search).has('access_token')) {
    throw new TokenRejected('More than one way of sending the access token', 'invalid_request')
  }
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

const SIGN_IN = 'Sign in to use this operation'
const SIGN_IN_HINT = 'Sign in: follow resource_metadata in WWW-Authenticate to the authorization server.'
const LACKING = 'The access token lacks a required scope'

/**
 * The 401s, the 403 and the 400 of one surface (§5.7, D28). A create names the scopes for reading too, so that a new
 * token keeps them (step-up, D42).
 */
function createChallenges(metadataUrl: string, scopes: Scopes) {
  /** @param told goes into the header, so it repeats nothing of the request. */
  function challenge(
    code: ErrorCode,
    message: string,
    creates = false,
    told: object = code === 'unauthorized' ? {} : { error: code, error_description: message },
  ) {
    const scope = (creates ? everyScope(scopes) : scopes.read).join(' ')
    const parameters = { ...told, ...(scope === '' ? {} : { scope }), resource_metadata: metadataUrl }
    const listed = Object.entries(parameters).map(([name, value]) => `${name}="${value}"`)
    const headers = { 'www-authenticate': `Bearer ${listed.join(', ')}` }
    return new AppError(code, `${message}.`, { hint: SIGN_IN_HINT, headers })
  }

  return {
    /** Nobody is signed in: without `error=` (D28). */
    missing: (creates = false) => challenge('unauthorized', SIGN_IN, creates),
    /** The same in a tool result. Clients look for `error` and its description there (D33). */
    missingInResult: (creates: boolean) =>
      challenge('unauthorized', SIGN_IN, creates, {
        error: 'invalid_token',
        error_description: `${SIGN_IN}.`,
      }),
    /** Another scheme than Bearer counts as no credentials (D28). */
    rejected: ({ code, message }: TokenRejected) => challenge(code, message),
    insufficientScope: (creates: boolean) => challenge('insufficient_scope', LACKING, creates),
  }
}

export type Gate = ReturnType<typeof createGate>

/**
 * The gate of one surface. The order of checks is the same on all (D11), but that MCP looks at Host and Origin first:
 * kill switch, limit of the address, credentials, origin, scopes, limit of the user. Without credentials, `admit` charges
 * the address. Every method throws the `AppError` that refuses the request.
 */
export function createGate(options: GateOptions) {
  const { enabled, scopes, limits, tokens, needsProvider, sessions, allowedOrigins } = options
  const challenges = createChallenges(options.metadataUrl, scopes)

  function checkEnabled() {
    if (!enabled) throw apiDisabled()
  }

  /** Any `Authorization` header switches the session off (D30). */
  function credentialIn({ headers, search }: RequestContext): Credential | undefined {
    const header = headers.get('authorization')
    if (header === null) {
      const cookie = headers.get('cookie') ?? ''
      return sessions.map((find) => find(cookie)).find((found) => found !== undefined)
    }
    try {
      // By the token, because the same one comes with any number of spaces.
      return tokens(tokenIn(header, search))
    } catch (error) {
      const verify = () => Promise.reject(error)
      return { standing: 'new', caller: undefined, verify }
    }
  }

  /**
   * The address is charged for a check unless the credential was good a moment ago, and gets the charge back if it is
   * good, or if `admit` counts the call as anonymous. So whoever guesses tokens causes no more checks than the address
   * has calls (D36). Who waits for the check of another request with the same credential is charged if that fails.
   */
  async function checked(
    { standing, verify }: Credential,
    address: string,
    isSession: boolean,
    isOptional: boolean,
  ) {
    // A public operation does not wait for the provider.
    if (isOptional && !isSession && needsProvider()) return undefined
    if (standing === 'new') await limits.anonymous(address, 'call')
    const found = await fromProvider(verify()).catch(async (error: unknown) => {
      if (isOptional) return undefined
      if (standing === 'pending') await limits.anonymous(address, 'call')
      if (!(error instanceof TokenRejected)) throw error
      throw isSession ? challenges.missing() : challenges.rejected(error)
    })
    if (standing === 'new') await limits.refund(address)
    return found
  }

  /** Bad credentials throw. Where they are optional, they count as none, and `admit` counts an anonymous call (D26). */
  async function identify(request: RequestContext, isOptional: boolean) {
    checkEnabled()
    const { headers, method, address } = request
    const credential = credentialIn(request)
    if (credential === undefined) return undefined
    const isSession = !headers.has('authorization')
    const caller = credential.caller ?? (await checked(credential, address, isSession, isOptional))
    if (caller === undefined) return undefined
    const writes = method !== 'GET' && method !== 'HEAD'
    if (isSession && writes && !isFromAllowedOrigin(headers, allowedOrigins)) {
      await limits.anonymous(address, 'call')
      throw originNotAllowed()
    }
    request.userId = caller.userId
    return caller
  }

  async function admit(caller: Caller | undefined, { address }: RequestContext, { auth, cost }: Demand) {
    const creates = cost === 'create'
    if (caller === undefined) {
      const limitHeaders = await limits.anonymous(address, creates ? 'call' : cost)
      if (auth === 'user') throw challenges.missing(creates)
      return limitHeaders
    }
    const needed = creates ? scopes.create : scopes.read
    if (auth === 'user' && !hasScopes(caller, needed)) throw challenges.insufficientScope(creates)
    return limits.user(caller.userId, cost)
  }

  return {
    challenges,
    checkEnabled,
    identify,
    admit,
    /** For a request whose demand is known from the start. */
    async enter(request: RequestContext, demand: Demand) {
      const caller = await identify(request, demand.auth === 'public')
      return { caller, limitHeaders: await admit(caller, request, demand) }
    },
  }
}
