import * as oauth from 'oauth4webapi'
import * as z from 'zod'
import type { Logger } from '../core/logger.ts'
import type { IdentityProvider } from './identity-provider.ts'
import { callerOf, TOKEN_TOLERANCE_SECONDS, type TokenSettings } from './jwt.ts'
import { TokenRejected, type Verify } from './token-memory.ts'

/** Any other answer counts as an outage of the provider (RFC 7662). */
const answer = z.looseObject({
  active: z.boolean(),
  aud: z.union([z.string(), z.array(z.string())]).optional(),
  iss: z.string().optional(),
  token_type: z.string().optional(),
  exp: z.number().optional(),
  nbf: z.number().optional(),
})
type Answer = z.output<typeof answer>

/** The profile `introspection` (D25), for opaque tokens. */
export function createIntrospectionVerifier(
  provider: IdentityProvider,
  settings: TokenSettings,
  log: Logger,
): Verify {
  const { audiences, clientId = '', clientSecret = '' } = settings
  const client: oauth.Client = { client_id: clientId }
  const authentication = oauth.ClientSecretBasic(clientSecret)
  let isLogged = false

  async function ask(token: string): Promise<Answer> {
    const { server } = await provider.metadata()
    const response = await oauth.introspectionRequest(server, client, authentication, token, {
      ...provider.request,
      additionalParameters: { token_type_hint: 'access_token' },
    })
    // The library's message does not say which.
    if (response.status !== 200) throw new Error(`introspection was answered with status ${response.status}`)
    return answer.parse(await oauth.processIntrospectionResponse(server, client, response))
  }

  /** The provider says only whether a token is active (RFC 7662 §4). */
  function problemOf({ active, aud = [], iss, token_type: type = 'bearer', exp, nbf }: Answer) {
    const seconds = Date.now() / 1000
    if (!active) return 'The access token is not active'
    if (![aud].flat().some((audience) => audiences.includes(audience)))
      return 'The access token is for another audience'
    if (iss !== undefined && iss !== provider.issuer()) return 'The access token is not valid'
    if (type.toLowerCase() !== 'bearer') return 'Not a bearer token'
    if (exp !== undefined && exp + TOKEN_TOLERANCE_SECONDS <= seconds) return 'The access token expired'
    if (nbf !== undefined && nbf - TOKEN_TOLERANCE_SECONDS > seconds)
      return 'The access token is not valid yet'
    return undefined
  }

  return async (token) => {
    const claims = await ask(token).catch((err: unknown) => {
      // Once, until it answers again.
      if (!isLogged)
        log.warn({ err, what: 'introspection' }, 'the identity provider did not answer as it should')
      isLogged = true
      throw err
    })
    isLogged = false
    const problem = problemOf(claims)
    if (problem !== undefined) throw new TokenRejected(problem)
    const { exp = Number.POSITIVE_INFINITY } = claims
    return { caller: callerOf(claims, 'bearer'), expires: exp * 1000 }
  }
}
