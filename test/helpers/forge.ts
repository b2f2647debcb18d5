import { createHmac, KeyObject, sign } from 'node:crypto'
import type { CryptoKey } from 'jose'

type Members = Readonly<Record<string, unknown>>

const encode = (part: Members) => Buffer.from(JSON.stringify(part)).toString('base64url')

export const signingInput = (header: Members, claims: Members): string =>
  `${encode(header)}.${encode(claims)}`

/** A token with whatever header, signed as its key signs: the header may claim anything. */
export function forge(header: Members, claims: Members, key: CryptoKey): string {
  const input = signingInput(header, claims)
  const { name } = key.algorithm
  const signature = sign(name === 'Ed25519' ? null : 'sha256', Buffer.from(input), {
    key: KeyObject.from(key),
    dsaEncoding: 'ieee-p1363',
  })
  return `${input}.${signature.toString('base64url')}`
}

/** A token signed with a shared secret, such as a public key that was mistaken for one. */
export function forgeHs256(header: Members, claims: Members, secret: string): string {
  const input = signingInput(header, claims)
  return `${input}.${createHmac('sha256', secret).update(input).digest('base64url')}`
}

/** The three parts of a compact token. */
export function partsOf(token: string): [header: string, claims: string, signature: string] {
  const [header = '', claims = '', signature = ''] = token.split('.')
  return [header, claims, signature]
}
