import { AppError } from '../core/errors.ts'
import { TokenRejected } from './challenge.ts'
import type { IdentityProvider } from './identity-provider.ts'
import {
  isIdentityToken,
  refuseFromTheFuture,
  refuseSenderConstrained,
  subjectOf,
  verifySignedJwt,
} from './jwt.ts'
import { type Claim, createTokenMemory, type Verified } from './token-memory.ts'

const TOLERANCE_SECONDS = 5
const MAX_SESSION_LENGTH = 4_096
/** How many cookies of one name are looked at. */
const MAX_COOKIES = 10

export interface SessionOptions {
  readonly provider: IdentityProvider
  readonly cookieName: string
  readonly audience: string | undefined
  /** The origins that a session may be made for, to compare with `azp`. */
  readonly authorizedParties: readonly string[]
  readonly now: () => number
}

/** The different values of a cookie: a sibling domain may have set one of the same name beside ours. */
export function cookieValues(header: string, name: string): readonly string[] {
  const values = new Set(
    header.split(';').flatMap((pair) => {
      const [key = '', ...rest] = pair.split('=')
      const value = rest
        .join('=')
        .trim()
        .replace(/^"(.*)"$/, '$1')
      return key.trim() === name && value !== '' ? [value] : []
    }),
  )
  return [...values].slice(0, MAX_COOKIES)
}

/**
 * Browser sessions of the identity provider: a JWT in a cookie (§5.8, D30). Finds the session in a `Cookie` header;
 * `undefined` if it has none.
 */
export function createProviderSessions(options: SessionOptions): (cookieHeader: string) => Claim | undefined {
  const { provider, cookieName, audience, authorizedParties, now } = options

  async function verify(value: string): Promise<Verified> {
    if (value.length > MAX_SESSION_LENGTH) throw new TokenRejected('The session is too large')
    const { payload, type } = await verifySignedJwt(provider, value, {
      algorithms: ['RS256', 'ES256', 'EdDSA'],
      clockTolerance: TOLERANCE_SECONDS,
      currentDate: new Date(now()),
      requiredClaims: ['exp', 'sub'],
      ...(audience === undefined ? {} : { audience }),
    })
    const { azp, sts, token_use: use, exp = 0 } = payload
    const ofAnotherApp =
      authorizedParties.length > 0 && !(typeof azp === 'string' && authorizedParties.includes(azp))
    const isAccessToken = type !== undefined && type !== 'jwt'
    const isOtherUse = use !== undefined && use !== 'session'
    const isPending = sts !== undefined && sts !== 'active'
    refuseSenderConstrained(payload)
    refuseFromTheFuture(payload, now(), TOLERANCE_SECONDS)
    if (ofAnotherApp || isAccessToken || isPending || isOtherUse || isIdentityToken(payload))
      throw new TokenRejected('Not a session of this application')
    return {
      caller: Object.freeze({ userId: subjectOf(payload), scopes: [], via: 'session' }),
      expires: (exp + TOLERANCE_SECONDS) * 1000,
    }
  }

  const memory = createTokenMemory(verify, now)
  return (cookieHeader) => {
    const values = cookieValues(cookieHeader, cookieName)
    // Of two different sessions none counts: joined they are no token.
    return values.length === 0 ? undefined : memory(values.join(' '))
  }
}

function originOf(value: string): string | undefined {
  const url = URL.canParse(value) ? new URL(value) : undefined
  return url !== undefined && /^https?:$/.test(url.protocol) ? url.origin : undefined
}

/** A write with a session cookie from a page that is not allowed. */
export function originNotAllowed(): AppError {
  return new AppError(
    'origin_not_allowed',
    'Requests with a session cookie must come from an allowed origin.',
  )
}

/**
 * The origin check of a write with a session cookie (§5.8, D30). Every supplied `Origin` and `Referer` must
 * be allowed. If there is neither, the request is refused if the browser says that it comes from another site.
 */
export function isFromAllowedOrigin(headers: Headers, allowed: ReadonlySet<string>): boolean {
  const origin = headers.get('origin')
  const referer = headers.get('referer')
  if (origin === null && referer === null) {
    return ['same-origin', 'none', null].includes(headers.get('sec-fetch-site'))
  }
  return (
    (origin === null || allowed.has(origin)) && (referer === null || allowed.has(originOf(referer) ?? ''))
  )
}
