import * as oauth from 'oauth4webapi'
import * as z from 'zod'
import { authUnavailable, inTime, TokenRejected } from './challenge.ts'
import type { IdentityProvider } from './identity-provider.ts'
import {
  MAX_TOKEN_LENGTH,
  refuseSenderConstrained,
  scopesOf,
  subjectOf,
  TOKEN_TOLERANCE_SECONDS,
} from './jwt.ts'
import type { TokenVerifier, Verified } from './token-memory.ts'

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
): Verified {
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
  return {
    caller: Object.freeze({ userId: subjectOf(claims), scopes: scopesOf(claims), via: 'bearer' }),
    expires: claims.exp === undefined ? Number.POSITIVE_INFINITY : claims.exp * 1000,
  }
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

  async function ask(token: string): Promise<z.output<typeof answer>> {
    const { server } = await provider.metadata()
    try {
      const response = await oauth.introspectionRequest(server, client, authentication, token, {
        ...provider.request,
        additionalParameters: { token_type_hint: 'access_token' },
      })
      return answer.parse(await oauth.processIntrospectionResponse(server, client, response))
    } catch (error) {
      throw authUnavailable(error)
    }
  }

  return {
    asksProvider: true,
    async verify(token) {
      if (token.length > MAX_TOKEN_LENGTH) throw new TokenRejected('The access token is too large')
      const claims = await inTime(ask(token))
      return checkClaims(claims, { issuer: provider.issuer(), audiences, now: now() })
    },
  }
}
