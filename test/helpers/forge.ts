import { createHmac, KeyObject, sign } from 'node:crypto'
import type { CryptoKey } from 'jose'

type Members = Readonly<Record<string, unknown>>

const encode = (part: Members) => Buffer.from(JSON.stringify(part)).toString('base64url')

export const signingInput = (header: Members, claims: Members): string =>
  `${encode(header)}.${encode(claims)}`

/** A token signed with this key, whatever its header claims. */
export function forge(header: Members, claims: Members, key: CryptoKey): string {
  const input = signingInput(header, claims)
  const { name } = key.algorithm
  const signature = sign(name === 'Ed25519' ? null : 'sha256', Buffer.from(input), {
    key: KeyObject.from(key),
    dsaEncoding: 'ieee-p1363',
  })
  return `${input}.${signature.toString('base64url')}`
}

/** A token signed with a shared secret, for example a public key. */
export function forgeHs256(header: Members, claims: Members, secret: string): string {
  const input = signingInput(header, claims)
  return `${input}.${createHmac('sha256', secret).update(input).digest('base64url')}`
}

export function partsOf(token: string): [header: string, claims: string, signature: string] {
  const [header = '', claims = '', signature = ''] = token.split('.')
  return [header, claims, signature]
}
