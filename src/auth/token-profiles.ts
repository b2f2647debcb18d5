import { errors, type JWTPayload, type JWTVerifyOptions, jwtVerify } from 'jose'
import * as oauth from 'oauth4webapi'
import * as z from 'zod'
import type { Logger } from '../core/logger.ts'
import type { Caller } from '../core/tool.ts'
import { type IdentityProvider, providerWatch } from './identity-provider.ts'
import { TokenRejected, type Verify } from './token-memory.ts'

/** D25 */
export interface TokenSettings {
  audiences: readonly string[]
  profile: 'rfc9068' | 'jwt' | 'introspection'
  clientId?: string | undefined
  clientSecret?: string | undefined
}

const TOLERANCE_SECONDS = 30
const ALGORITHMS = ['RS256', 'PS256', 'ES256', 'ES384', 'EdDSA', 'Ed25519']
const COMPACT_JWS = /^[A-Za-z0-9_-]+\.[A-Za-z0-9_-]+\.([A-Za-z0-9_-]+)$/
const SUBJECT = /^[\x21-\x7E]{1,255}$/

function messageOf(error: errors.JOSEError): string {
  if (error instanceof errors.JWTExpired) return 'The access token expired'
  const isOfAudience = error instanceof errors.JWTClaimValidationFailed && error.claim === 'aud'
  return isOfAudience ? 'The access token is for another audience' : 'The access token is not valid'
}

/** Throws `TokenRejected`, or any other error in an outage. */
export async function verifySignedJwt(
  provider: IdentityProvider,
  token: string,
  options: JWTVerifyOptions & { readonly clockTolerance: number },
): Promise<{ payload: JWTPayload; type: string | undefined; expires: number }> {
  const [, signature = ''] = COMPACT_JWS.exec(token) ?? []
  // Decoding drops bits of the last character, so another spelling would count as another token.
  if (signature === '' || Buffer.from(signature, 'base64url').toString('base64url') !== signature)
    throw new TokenRejected('The access token is malformed')
  const { server } = await provider.metadata()
  const rules = { algorithms: ALGORITHMS, issuer: server.issuer, ...options }
  const verified = await jwtVerify(token, provider.keys, rules).catch((error: unknown) => {
    throw error instanceof errors.JOSEError ? new TokenRejected(messageOf(error)) : error
  })
  const { payload, protectedHeader } = verified
  const { crit, typ } = protectedHeader
  // jose understands the critical header `b64`, which no accepted token has, and takes any type as `typ`.
  if (crit !== undefined || (typ !== undefined && typeof typ !== 'string')) {
    throw new TokenRejected('The access token is not valid')
  }
  const { iat = 0, exp = 0 } = payload
  if (iat > Date.now() / 1000 + options.clockTolerance) {
    throw new TokenRejected('The access token was issued in the future')
  }
  const type = typ?.toLowerCase().replace(/^application\//, '')
  return { payload, type, expires: (exp + options.clockTolerance) * 1000 }
}

/** ID and logout tokens have claims that neither access tokens nor sessions have. */
export function isIdentityToken(claims: JWTPayload): boolean {
  return ['nonce', 'at_hash', 'c_hash', 'events'].some((claim) => claims[claim] !== undefined)
}

/** `scope` is a string (RFC 9068), `scp` a string or a list (Okta, Entra). */
function scopesOf(claims: Record<string, unknown>): readonly string[] {
  const value = claims['scope'] || claims['scp']
  if (typeof value === 'string') return value.split(' ').filter((scope) => scope !== '')
  return Array.isArray(value) ? value.filter((scope) => typeof scope === 'string') : []
}

/** Throws `TokenRejected` without a usable subject. */
export function callerOf(claims: Record<string, unknown>, via: Exclude<Caller['via'], 'local'>): Caller {
  const { sub, cnf } = claims
  // Its proof is not checked here, so it must not pass as a bearer token.
  if (cnf !== undefined) throw new TokenRejected('Sender-constrained tokens are not supported')
  if (typeof sub !== 'string' || !SUBJECT.test(sub))
    throw new TokenRejected('The access token has no usable subject')
  return Object.freeze({ userId: sub, scopes: via === 'bearer' ? scopesOf(claims) : [], via })
}

/** False for ID, refresh, logout and session tokens. */
function isAccessToken(isStrict: boolean, claims: JWTPayload, type: string | undefined) {
  const { jti, client_id: client, token_use: use, typ, sts, fva } = claims
  // jose's `requiredClaims` does not check types.
  if (isStrict) return type === 'at+jwt' && typeof jti === 'string' && typeof client === 'string'
  if (type === 'at+jwt') return true
  if (type !== undefined && type !== 'jwt') return false
  if (isIdentityToken(claims) || sts !== undefined || fva !== undefined) return false
  return (use === undefined || use === 'access') && (typeof typ !== 'string' || typ === 'Bearer')
}

/** The profiles `rfc9068` and `jwt`, which ask the provider only for its keys. */
function jwtVerifier(provider: IdentityProvider, { audiences, profile }: TokenSettings): Verify {
  const isStrict = profile === 'rfc9068'
  const requiredClaims = ['exp', 'sub', 'aud', ...(isStrict ? ['iat', 'jti', 'client_id'] : [])]

  return async (token) => {
    const { payload, type, expires } = await verifySignedJwt(provider, token, {
      audience: [...audiences],
      clockTolerance: TOLERANCE_SECONDS,
      requiredClaims,
    })
    if (!isAccessToken(isStrict, payload, type)) throw new TokenRejected('Not an access token')
    return { caller: callerOf(payload, 'bearer'), expires }
  }
}

/** Any other answer counts as an outage of the provider (RFC 7662). */
const introspected = z.looseObject({
  active: z.boolean(),
  aud: z.union([z.string(), z.array(z.string())]).optional(),
  iss: z.string().optional(),
  token_type: z.string().optional(),
  exp: z.number().optional(),
  nbf: z.number().optional(),
})

/** The profile `introspection`, for opaque tokens. */
function introspectionVerifier(provider: IdentityProvider, settings: TokenSettings, log: Logger): Verify {
  const { audiences, clientId = '', clientSecret = '' } = settings
  const client: oauth.Client = { client_id: clientId }
  const authentication = oauth.ClientSecretBasic(clientSecret)
  const watched = providerWatch('introspection', log)

  async function ask(token: string) {
    const { server } = await provider.metadata()
    const response = await oauth.introspectionRequest(server, client, authentication, token, {
      ...provider.request,
      additionalParameters: { token_type_hint: 'access_token' },
    })
    // The library's message does not say which.
    if (response.status !== 200) throw new Error(`introspection was answered with status ${response.status}`)
    return introspected.parse(await oauth.processIntrospectionResponse(server, client, response))
  }

  /** The provider says only whether a token is active (RFC 7662 §4). */
  function problemOf(claims: z.output<typeof introspected>): string | undefined {
    const { active, aud = [], iss, token_type: type = 'bearer', exp, nbf } = claims
    const seconds = Date.now() / 1000
    if (!active) return 'The access token is not active'
    if (![aud].flat().some((audience) => audiences.includes(audience)))
      return 'The access token is for another audience'
    if (iss !== undefined && iss !== provider.issuer()) return 'The access token is not valid'
    if (type.toLowerCase() !== 'bearer') return 'Not a bearer token'
    if (exp !== undefined && exp + TOLERANCE_SECONDS <= seconds) return 'The access token expired'
    if (nbf !== undefined && nbf - TOLERANCE_SECONDS > seconds) return 'The access token is not valid yet'
    return undefined
  }

  return async (token) => {
    const claims = await watched(ask(token))
    const problem = problemOf(claims)
    if (problem !== undefined) throw new TokenRejected(problem)
    const { exp = Number.POSITIVE_INFINITY } = claims
    return { caller: callerOf(claims, 'bearer'), expires: exp * 1000 }
  }
}

export const createVerifier = (provider: IdentityProvider, settings: TokenSettings, log: Logger): Verify =>
  settings.profile === 'introspection'
    ? introspectionVerifier(provider, settings, log)
    : jwtVerifier(provider, settings)
