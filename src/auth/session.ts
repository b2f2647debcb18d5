import { hkdfSync } from 'node:crypto'
import { EncryptJWT, jwtDecrypt } from 'jose'
import * as z from 'zod'
import { AppError } from '../core/errors.ts'
import type { IdentityProvider } from './identity-provider.ts'
import { type Credential, createTokenMemory, TokenRejected, type Verify } from './token-memory.ts'
import { callerOf, isIdentityToken, verifySignedJwt } from './token-profiles.ts'

const SESSION_TOLERANCE_SECONDS = 5
const MOST_SESSION_CHARACTERS = 4_096
const SESSION_SECONDS = 8 * 3_600

/** Of two different values neither counts: a sibling domain may have set one of them. */
export function cookieIn(header: string, name: string): string | undefined {
  const values = header.split(';').flatMap((pair) => {
    const [key = '', ...rest] = pair.split('=')
    const value = rest.join('=').trim()
    return key.trim() === name && value !== '' ? [value.replace(/^"(.*)"$/, '$1')] : []
  })
  const [value, ...others] = new Set(values)
  return others.length === 0 ? value : undefined
}

export type CookieSealer = ReturnType<typeof createCookieSealer>

/**
 * Makes cookies that hold encrypted facts for some seconds. The first secret encrypts, all decrypt. The `__Host-` prefix
 * needs https (`isSecure`).
 */
export function createCookieSealer(secrets: readonly [string, ...string[]], isSecure: boolean) {
  const keyOf = (secret: string) =>
    new Uint8Array(hkdfSync('sha256', secret, 'selvage', 'browser cookies', 32))
  const newest = keyOf(secrets[0])
  const keys = secrets.map(keyOf)
  return <Facts extends Record<string, unknown>>(use: string, seconds: number, schema: z.ZodType<Facts>) => {
    const name = `${isSecure ? '__Host-' : ''}selvage-${use}`
    const cookie = (value: string, age: number) =>
      `${name}=${value}; Path=/; Max-Age=${age}; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`

    return {
      name,
      /** A `Set-Cookie` value. */
      async seal(facts: Facts): Promise<string> {
        const sealed = await new EncryptJWT(facts)
          .setProtectedHeader({ alg: 'dir', enc: 'A256GCM' })
          .setAudience(use)
          .setIssuedAt()
          .setExpirationTime(`${seconds} seconds`)
          .encrypt(newest)
        return cookie(sealed, seconds)
      },
      async open(sealed: string): Promise<Facts | undefined> {
        for (const key of keys) {
          const opened = await jwtDecrypt(sealed, key, { audience: use }).catch(() => undefined)
          if (opened !== undefined) return schema.safeParse(opened.payload).data
        }
        return undefined
      },
      /** A `Set-Cookie` value that deletes the cookie. */
      clear: () => cookie('', 0),
    }
  }
}

export type FindSession = (cookieHeader: string) => Credential | undefined

function sessionsIn(cookieName: string, verify: Verify): FindSession {
  const memory = createTokenMemory(verify)
  return (cookieHeader) => {
    const session = cookieIn(cookieHeader, cookieName)
    return session === undefined ? undefined : memory(session)
  }
}

export interface SessionSettings {
  cookieName: string
  audience: string | undefined
  /** Origins; `azp` must be one of them, if there are any. */
  authorizedParties: readonly string[]
}

/** Browser sessions of the identity provider: a JWT in a cookie (§5.8, D30). */
export function createProviderSessions(provider: IdentityProvider, settings: SessionSettings): FindSession {
  const { cookieName, audience, authorizedParties } = settings

  return sessionsIn(cookieName, async (session) => {
    if (session.length > MOST_SESSION_CHARACTERS) throw new TokenRejected('The session is too large')
    const { payload, type, expires } = await verifySignedJwt(provider, session, {
      algorithms: ['RS256', 'ES256', 'EdDSA'],
      clockTolerance: SESSION_TOLERANCE_SECONDS,
      requiredClaims: ['exp', 'sub'],
      ...(audience === undefined ? {} : { audience }),
    })
    const { azp, sts, token_use: use } = payload
    const isOurs =
      authorizedParties.length === 0 || (typeof azp === 'string' && authorizedParties.includes(azp))
    const isSession = (type === undefined || type === 'jwt') && (use === undefined || use === 'session')
    const isActive = sts === undefined || sts === 'active'
    if (!isOurs || !isSession || !isActive || isIdentityToken(payload))
      throw new TokenRejected('Not a session of this application')
    return { caller: callerOf(payload, 'session'), expires }
  })
}

/** The pages' own sessions: the user's id, encrypted in a cookie. A stolen copy is good until it expires. */
export function createPageSessions(sealer: CookieSealer) {
  const cookie = sealer('session', SESSION_SECONDS, z.object({ userId: z.string().min(1) }))
  const find = sessionsIn(cookie.name, async (sealed) => {
    const { userId } = (await cookie.open(sealed)) ?? {}
    if (userId === undefined) throw new TokenRejected('Not a session of the pages')
    const caller = Object.freeze({ userId, scopes: [], via: 'session' } as const)
    // It is opened again within a minute, which notices its end.
    return { caller, expires: Number.POSITIVE_INFINITY }
  })
  return { find, start: (userId: string) => cookie.seal({ userId }), end: cookie.clear }
}

export function originNotAllowed(): AppError {
  return new AppError(
    'origin_not_allowed',
    'Requests with a session cookie must come from an allowed origin.',
  )
}

/**
 * The check of a write with a session cookie (§5.8, D30). Every supplied `Origin` and `Referer` must be allowed. With
 * neither, the browser must not say that the request comes from another site.
 */
export function isFromAllowedOrigin(headers: Headers, allowed: ReadonlySet<string>): boolean {
  const origin = headers.get('origin')
  const referer = headers.get('referer')
  if (origin === null && referer === null) {
    return ['same-origin', 'none', null].includes(headers.get('sec-fetch-site'))
  }
  const isRefererAllowed = referer === null || allowed.has(URL.parse(referer)?.origin ?? '')
  return isRefererAllowed && (origin === null || allowed.has(origin))
}
