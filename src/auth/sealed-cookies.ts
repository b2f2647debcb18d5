import { hkdfSync } from 'node:crypto'
import { EncryptJWT, jwtDecrypt } from 'jose'

/** Of one name. */
const MOST_COOKIES = 10

/** Different values: a sibling domain may have set a cookie of the same name. */
export function cookieValues(header: string, name: string): readonly string[] {
  const values = header.split(';').flatMap((pair) => {
    const [key = '', ...rest] = pair.split('=')
    const value = rest.join('=').trim()
    return key.trim() === name && value !== '' ? [value.replace(/^"(.*)"$/, '$1')] : []
  })
  return [...new Set(values)].slice(0, MOST_COOKIES)
}

export type CookieSealer = ReturnType<typeof createCookieSealer>

/** Encrypts facts into cookies. The first secret encrypts, all decrypt. The `__Host-` prefix needs https (`isSecure`). */
export function createCookieSealer(secrets: readonly string[], isSecure: boolean) {
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
      const sealed = await new EncryptJWT({ ...facts })
        .setProtectedHeader({ alg: 'dir', enc: 'A256GCM' })
        .setAudience(name)
        .setIssuedAt()
        .setExpirationTime(`${seconds} seconds`)
        .encrypt(newest)
      return cookie(name, sealed, seconds)
    },
    /** The facts while they are valid. Of two valid cookies neither counts: one may be planted. */
    async open(name: string, cookieHeader: string): Promise<unknown> {
      const values = cookieValues(cookieHeader, nameOf(name))
      const opened = await Promise.all(values.map((sealed) => opening(name, sealed)))
      const good = opened.filter((facts) => facts !== undefined)
      return good.length === 1 ? good[0] : undefined
    },
    /** Whether there is one, valid or not. */
    isIn: (name: string, cookieHeader: string) => cookieValues(cookieHeader, nameOf(name)).length > 0,
    /** A `Set-Cookie` value that deletes the cookie. */
    clear: (name: string) => cookie(name, '', 0),
  }
}
