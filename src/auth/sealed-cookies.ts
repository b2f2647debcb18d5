import { hkdfSync } from 'node:crypto'
import { EncryptJWT, jwtDecrypt } from 'jose'
import type * as z from 'zod'

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
      /** The facts in the value of a cookie, while they are valid. */
      async open(sealed: string): Promise<Facts | undefined> {
        for (const key of keys) {
          const { payload } = await jwtDecrypt(sealed, key, {
            audience: use,
            requiredClaims: ['exp'],
            keyManagementAlgorithms: ['dir'],
            contentEncryptionAlgorithms: ['A256GCM'],
          }).catch(() => ({ payload: undefined }))
          if (payload !== undefined) return schema.safeParse(payload).data
        }
        return undefined
      },
      /** A `Set-Cookie` value that deletes the cookie. */
      clear: () => cookie('', 0),
    }
  }
}
