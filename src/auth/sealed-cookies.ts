import { hkdfSync } from 'node:crypto'
import { EncryptJWT, jwtDecrypt } from 'jose'
import * as z from 'zod'
import { TokenRejected } from './challenge.ts'
import { cookieValues } from './session.ts'
import { createTokenMemory, type Verified } from './token-memory.ts'

const HOUR = 3_600
/** How long a person stays signed in to the pages, in seconds. */
const SESSION_SECONDS = 8 * HOUR

export interface SealerOptions {
  /** Newest first, as for cursors. The first one encrypts, all of them decrypt. */
  readonly secrets: readonly string[]
  /** Whether the pages are served over https. Only then may a cookie's name bind it to this host. */
  readonly isSecure: boolean
  readonly now?: () => number
}

export type CookieSealer = ReturnType<typeof createCookieSealer>

/**
 * Encrypts facts into cookies that nobody else can read or make. They have `HttpOnly`, `SameSite=Lax` and, over
 * https, the `__Host-` prefix.
 */
export function createCookieSealer({ secrets, isSecure, now = Date.now }: SealerOptions) {
  const keys = secrets.map(
    (secret) => new Uint8Array(hkdfSync('sha256', secret, 'selvage', 'browser cookies', 32)),
  )
  const [newest] = keys
  const nameOf = (name: string) => `${isSecure ? '__Host-' : ''}selvage-${name}`
  const cookie = (name: string, value: string, seconds: number) =>
    `${nameOf(name)}=${value}; Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`

  async function opening(name: string, sealed: string): Promise<unknown> {
    for (const key of keys) {
      const opened = await jwtDecrypt(sealed, key, {
        audience: name,
        currentDate: new Date(now()),
        requiredClaims: ['exp'],
        keyManagementAlgorithms: ['dir'],
        contentEncryptionAlgorithms: ['A256GCM'],
      }).catch(() => undefined)
      if (opened !== undefined) return opened.payload
    }
    return undefined
  }

  return {
    /** A `Set-Cookie` value that holds `facts` for `seconds`. */
    async seal(name: string, facts: Readonly<Record<string, unknown>>, seconds: number): Promise<string> {
      if (newest === undefined) throw new Error('there is no secret to seal with')
      const issued = Math.floor(now() / 1000)
      const sealed = await new EncryptJWT({ ...facts })
        .setProtectedHeader({ alg: 'dir', enc: 'A256GCM' })
        .setAudience(name)
        .setIssuedAt(issued)
        .setExpirationTime(issued + seconds)
        .encrypt(newest)
      return cookie(name, sealed, seconds)
    },
    /**
     * What `seal` put into the cookie of this name, while it is valid. Of two valid ones neither counts: one may be
     * planted.
     */
    async open(name: string, cookieHeader: string): Promise<unknown> {
      const values = cookieValues(cookieHeader, nameOf(name))
      const opened = await Promise.all(values.map((sealed) => opening(name, sealed)))
      const good = opened.filter((facts) => facts !== undefined)
      return good.length === 1 ? good[0] : undefined
    },
    /** Whether there is a cookie of this name, valid or not. */
    isIn: (name: string, cookieHeader: string) => cookieValues(cookieHeader, nameOf(name)).length > 0,
    /** A `Set-Cookie` value that deletes the cookie. */
    clear: (name: string) => cookie(name, '', 0),
  }
}

const SESSION = 'session'
const session = z.object({ userId: z.string().min(1), exp: z.number() })

export type PageSessions = ReturnType<typeof createPageSessions>

/**
 * The pages' own sessions: who signed in, encrypted in a cookie. A copy of it is good until it expires.
 *
 * @param now epoch milliseconds.
 */
export function createPageSessions(sealer: CookieSealer, now: () => number = Date.now) {
  async function verify(cookieHeader: string): Promise<Verified> {
    const { data } = session.safeParse(await sealer.open(SESSION, cookieHeader))
    if (data === undefined) throw new TokenRejected('Not a session of the pages')
    const caller = Object.freeze({ userId: data.userId, scopes: [], via: 'session' } as const)
    return { caller, expires: data.exp * 1000 }
  }
  const memory = createTokenMemory(verify, now)
  return {
    /** A `Set-Cookie` value that signs a user in. */
    start: (userId: string) => sealer.seal(SESSION, { userId }, SESSION_SECONDS),
    /** A `Set-Cookie` value that signs out. */
    end: () => sealer.clear(SESSION),
    /** The session in a `Cookie` header; `undefined` if it has none. */
    find: (cookieHeader: string) => (sealer.isIn(SESSION, cookieHeader) ? memory(cookieHeader) : undefined),
  }
}
