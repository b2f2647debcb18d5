import { errors, type JWTPayload, type JWTVerifyOptions, jwtVerify } from 'jose'
import { AppError } from '../core/errors.ts'
import { authUnavailable, inTime, TokenRejected } from './challenge.ts'
import type { IdentityProvider } from './identity-provider.ts'
import type { Verify } from './token-memory.ts'

export const TOKEN_TOLERANCE_SECONDS = 30
export const MAX_TOKEN_LENGTH = 8_192
const ALGORITHMS = ['RS256', 'PS256', 'ES256', 'ES384', 'EdDSA', 'Ed25519']
const COMPACT_JWS = /^[A-Za-z0-9_-]+\.[A-Za-z0-9_-]+\.[A-Za-z0-9_-]+$/
const SUBJECT = /^[\x21-\x7E]{1,255}$/

/** The meaning of jose's error for a caller. Any other error is an outage of the provider. */
function translate(error: unknown): Error {
  if (error instanceof AppError) return error
  if (error instanceof errors.JWKSTimeout || error instanceof errors.JWKSInvalid)
    return authUnavailable(error)
  if (error instanceof errors.JWTExpired) return new TokenRejected('The access token expired')
  if (error instanceof errors.JWTClaimValidationFailed && error.claim === 'aud') {
    return new TokenRejected('The access token is for another audience')
  }
  if (error instanceof errors.JOSEError) return new TokenRejected('The access token is not valid')
  return authUnavailable(error)
}

/** `jwtVerify` with the provider's keys. It tells a bad token from an outage. */
export async function verifySignedJwt(
  provider: IdentityProvider,
  token: string,
  options: JWTVerifyOptions,
): Promise<{ payload: JWTPayload; type: string | undefined }> {
  async function verified() {
    const keys = await provider.keys()
    return jwtVerify(token, keys, { algorithms: ALGORITHMS, issuer: provider.issuer(), ...options })
  }
  const { payload, protectedHeader } = await inTime(verified()).catch((error: unknown) => {
    throw translate(error)
  })
  const { crit, typ } = protectedHeader
  // jose understands `b64`, but no accepted token has critical headers. And its type says that `typ` is text,
  // but nothing has checked it: another type must not count as absent.
  if (crit !== undefined || (typ !== undefined && typeof typ !== 'string')) {
    throw new TokenRejected('The access token is not valid')
  }
  return { payload, type: typ?.toLowerCase().replace(/^application\//, '') }
}

/** Recognises ID and logout tokens by claims that neither access tokens nor sessions have. */
export function isIdentityToken(claims: JWTPayload): boolean {
  return ['nonce', 'at_hash', 'c_hash', 'events'].some((claim) => claims[claim] !== undefined)
}

/** Recognises ID, refresh, logout and session tokens by claims that access tokens do not have. */
function isOtherToken(claims: JWTPayload): boolean {
  const foreign = isIdentityToken(claims) || claims['sts'] !== undefined || claims['fva'] !== undefined
  const { token_use: use, typ } = claims
  return foreign || (use !== undefined && use !== 'access') || (typeof typ === 'string' && typ !== 'Bearer')
}

/** `scope` as a string (RFC 9068) or `scp` as a string or list (Okta, Entra). */
export function scopesOf(claims: Readonly<Record<string, unknown>>): readonly string[] {
  const value = claims['scope'] || claims['scp']
  if (typeof value === 'string') return value.split(' ').filter((scope) => scope !== '')
  return Array.isArray(value) ? value.filter((scope) => typeof scope === 'string') : []
}

export function subjectOf(claims: Readonly<Record<string, unknown>>): string {
  const { sub } = claims
  if (typeof sub !== 'string' || !SUBJECT.test(sub))
    throw new TokenRejected('The access token has no usable subject')
  return sub
}

function checkProfile(profile: 'rfc9068' | 'jwt', claims: JWTPayload, type: string | undefined): void {
  const accepted =
    profile === 'rfc9068' ? type === 'at+jwt' : type === undefined || type === 'jwt' || type === 'at+jwt'
  if (!accepted || (type !== 'at+jwt' && isOtherToken(claims))) throw new TokenRejected('Not an access token')
  const { jti, client_id: client } = claims
  // jose's requiredClaims only checks that they are present.
  if (profile === 'rfc9068' && (typeof jti !== 'string' || typeof client !== 'string')) {
    throw new TokenRejected('The access token is not valid')
  }
}

/** Sender-constrained tokens need a proof, which is not checked here. They must not pass as bearer tokens. */
export function refuseSenderConstrained(claims: Readonly<Record<string, unknown>>): void {
  if (claims['cnf'] !== undefined) throw new TokenRejected('Sender-constrained tokens are not supported')
}

/** @param now epoch milliseconds. */
export function refuseFromTheFuture({ iat = 0 }: JWTPayload, now: number, toleranceSeconds: number): void {
  if (iat > now / 1000 + toleranceSeconds) {
    throw new TokenRejected('The access token was issued in the future')
  }
}

/** The profiles `rfc9068` and `jwt` (D25). The provider is asked for its keys only. */
export function createJwtVerifier(options: {
  readonly provider: IdentityProvider
  readonly audiences: readonly string[]
  readonly profile: 'rfc9068' | 'jwt'
  readonly now?: () => number
}): Verify {
  const { provider, audiences, profile, now = Date.now } = options
  const requiredClaims = ['exp', 'sub', 'aud', ...(profile === 'rfc9068' ? ['iat', 'jti', 'client_id'] : [])]

  return async (token) => {
    if (token.length > MAX_TOKEN_LENGTH) throw new TokenRejected('The access token is too large')
    if (!COMPACT_JWS.test(token)) throw new TokenRejected('The access token is malformed')
    const { payload, type } = await verifySignedJwt(provider, token, {
      audience: [...audiences],
      clockTolerance: TOKEN_TOLERANCE_SECONDS,
      currentDate: new Date(now()),
      requiredClaims,
    })
    checkProfile(profile, payload, type)
    refuseSenderConstrained(payload)
    refuseFromTheFuture(payload, now(), TOKEN_TOLERANCE_SECONDS)
    const { exp = 0 } = payload
    return {
      caller: Object.freeze({ userId: subjectOf(payload), scopes: scopesOf(payload), via: 'bearer' }),
      expires: (exp + TOKEN_TOLERANCE_SECONDS) * 1000,
    }
  }
}
