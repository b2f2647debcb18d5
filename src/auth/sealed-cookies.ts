import { hkdfSync } from 'node:crypto'
import { EncryptJWT, jwtDecrypt } from 'jose'
import type * as z from 'zod'

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

/**
 * Makes cookies that hold encrypted facts for some seconds. The first secret encrypts, all decrypt. The `__Host-` prefix
 * needs https (`isSecure`).
 */
export function createCookieSealer(secrets: readonly string[], isSecure: boolean) {
  const keys = secrets.map(
    (secret) => new Uint8Array(hkdfSync('sha256', secret, 'selvage', 'browser cookies', 32)),
  )
  return <Facts extends Record<string, unknown>>(name: string, seconds: number, schema: z.ZodType<Facts>) => {
    const fullName = `${isSecure ? '__Host-' : ''}selvage-${name}`
    const cookie = (value: string, age: number) =>
      `${fullName}=${value}; Path=/; Max-Age=${age}; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`

    async function opened(sealed: string): Promise<Facts | undefined> {
      for (const key of keys) {
        const { payload } = await jwtDecrypt(sealed, key, {
          audience: name,
          requiredClaims: ['exp'],
          keyManagementAlgorithms: ['dir'],
          contentEncryptionAlgorithms: ['A256GCM'],
        }).catch(() => ({ payload: undefined }))
        if (payload !== undefined) return schema.safeParse(payload).data
      }
      return undefined
    }

    return {
      /** A `Set-Cookie` value. */
      async seal(facts: Facts): Promise<string> {
        const [newest] = keys
        if (newest === undefined) throw new Error('there is no secret to seal with')
        const sealed = await new EncryptJWT(facts)
          .setProtectedHeader({ alg: 'dir', enc: 'A256GCM' })
          .setAudience(name)
          .setIssuedAt()
          .setExpirationTime(`${seconds} seconds`)
          .encrypt(newest)
        return cookie(sealed, seconds)
      },
      /** The facts while they are valid. Of two valid cookies neither counts: one may be planted. */
      async open(header: string): Promise<Facts | undefined> {
        const found = await Promise.all(cookieValues(header, fullName).map(opened))
        const good = found.filter((facts) => facts !== undefined)
        return good.length === 1 ? good[0] : undefined
      },
      /** The header without other cookies. Empty if there is none, valid or not. */
      only: (header: string) =>
        cookieValues(header, fullName)
          .map((value) => `${fullName}=${value}`)
          .join(';'),
      /** A `Set-Cookie` value that deletes the cookie. */
      clear: () => cookie('', 0),
    }
  }
}
