import * as oauth from 'oauth4webapi'
import * as z from 'zod'
import { isLoopbackHost } from '../core/network.ts'
import type { Caller } from '../core/tool.ts'
import { boundedText } from './bounded-body.ts'
import { authUnavailable, inTime, TokenRejected } from './failures.ts'
import type { IdentityProvider } from './identity-provider.ts'
import {
  refuseSenderConstrained,
  scopesOf,
  subjectOf,
  TOKEN_TOLERANCE_SECONDS,
  type TokenVerifier,
} from './jwt.ts'
import { TokenCache } from './token-cache.ts'

const MAX_TOKEN_LENGTH = 8_192
const ACTIVE_MS = 60_000
const INACTIVE_MS = 30_000
const TIMEOUT_MS = 5_000

/** An answer that does not follow RFC 7662 counts as an outage of the provider. */
const answer = z.looseObject({
  active: z.boolean(),
  aud: z.union([z.string(), z.array(z.string())]).optional(),
  iss: z.string().optional(),
  token_type: z.string().optional(),
  exp: z.number().optional(),
  nbf: z.number().optional(),
})

/** The claims that this server checks itself: all but `active` (RFC 7662 §4). */
function checkClaims(
  claims: z.output<typeof answer>,
  { issuer, audiences, now }: { issuer: string; audiences: readonly string[]; now: number },
): Caller {
  if (!claims.active) throw new TokenRejected('The access token is not active')
  const given = [claims.aud ?? []].flat()
  if (!given.some((audience) => audiences.includes(audience))) {
    throw new TokenRejected('The access token is for another audience')
  }
  if (claims.iss !== undefined && claims.iss !== issuer)
    throw new TokenRejected('The access token is not valid')
  if (claims.token_type !== undefined && claims.token_type.toLowerCase() !== 'bearer') {
    throw new TokenRejected('Not a bearer token')
  }
  const seconds = now / 1000
  if (claims.exp !== undefined && claims.exp + TOKEN_TOLERANCE_SECONDS <= seconds) {
    throw new TokenRejected('The access token expired')
  }
  if (claims.nbf !== undefined && claims.nbf - TOKEN_TOLERANCE_SECONDS > seconds) {
    throw new TokenRejected('The access token is not valid yet')
  }
  refuseSenderConstrained(claims)
  return Object.freeze({ userId: subjectOf(claims), scopes: scopesOf(claims), via: 'bearer' })
}

/** The profile `introspection` (D25): the provider is asked about opaque tokens (RFC 7662). */
export function createIntrospectionVerifier(options: {
  readonly provider: IdentityProvider
  readonly audiences: readonly string[]
  readonly clientId: string
  readonly clientSecret: string
  readonly now?: () => number
}): TokenVerifier {
  const { provider, audiences, clientId, clientSecret, now = Date.now } = options
  const client: oauth.Client = { client_id: clientId }
  const authentication = oauth.ClientSecretBasic(clientSecret)
  const active = new TokenCache<Caller>(5_000, now)
  const refused = new TokenCache<string>(1_000, now)
  const pending = new Map<string, Promise<Caller>>()

  async function ask(token: string): Promise<z.output<typeof answer>> {
    const { server } = await provider.metadata()
    try {
      const response = await oauth.introspectionRequest(server, client, authentication, token, {
        additionalParameters: { token_type_hint: 'access_token' },
        signal: AbortSignal.timeout(TIMEOUT_MS),
        [oauth.allowInsecureRequests]: isLoopbackHost(new URL(server.issuer).hostname),
        [oauth.customFetch]: async (...request) => {
          const response = await fetch(...request)
          return new Response(await boundedText(response), {
            status: response.status,
            headers: response.headers,
          })
        },
      })
      return answer.parse(await oauth.processIntrospectionResponse(server, client, response))
    } catch (error) {
      throw authUnavailable(error)
    }
  }

  async function askAndRemember(token: string, key: string): Promise<Caller> {
    try {
      const claims = await inTime(ask(token))
      const caller = checkClaims(claims, { issuer: provider.issuer(), audiences, now: now() })
      const expires = claims.exp === undefined ? Number.POSITIVE_INFINITY : claims.exp * 1000
      active.set(key, caller, Math.min(now() + ACTIVE_MS, expires))
      return caller
    } catch (error) {
      if (error instanceof TokenRejected) refused.set(key, error.message, now() + INACTIVE_MS)
      throw error
    }
  }

  return {
    async verify(token) {
      if (token.length > MAX_TOKEN_LENGTH) throw new TokenRejected('The access token is too large')
      const key = TokenCache.keyOf(token)
      const known = active.get(key)
      if (known !== undefined) return known
      const refusal = refused.get(key)
      if (refusal !== undefined) throw new TokenRejected(refusal)
      const asked = pending.get(key) ?? askAndRemember(token, key).finally(() => pending.delete(key))
      pending.set(key, asked)
      return asked
    },
    asks(token) {
      if (token.length > MAX_TOKEN_LENGTH) return false
      const key = TokenCache.keyOf(token)
      return active.get(key) === undefined && refused.get(key) === undefined && !pending.has(key)
    },
  }
}
