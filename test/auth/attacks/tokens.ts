import { createHmac, createPublicKey, KeyObject, sign } from 'node:crypto'
import { decodeJwt } from 'jose'
import { attempt, badToken, bearer, type Members, ok, type Row, type Verdict, type World } from './world.ts'

const invalid = badToken('The access token is not valid')
const expired = badToken('The access token expired')
const early = badToken('The access token was issued in the future')
const elsewhere = badToken('The access token is for another audience')
const bound = badToken('Sender-constrained tokens are not supported')
const nobody = badToken('The access token has no usable subject')

const seconds = () => Math.floor(Date.now() / 1000)

type ClaimsOf = (world: World) => Members

const claimed = (attack: string, verdict: Verdict, claimsOf: ClaimsOf): Row =>
  attempt(attack, verdict, async (world) => world.me(bearer(await world.token(claimsOf(world)))))

const base = (world: World) => world.server.baseUrl

/** What a properly signed token says. */
export const claimRows: readonly Row[] = [
  claimed('expired', expired, () => ({ exp: seconds() - 31 })),
  claimed('expired ten seconds ago, within the tolerance', ok, () => ({ exp: seconds() - 10 })),
  claimed('nbf in the future', invalid, () => ({ nbf: seconds() + 3_600 })),
  claimed('issued just beyond the tolerance', early, () => ({ iat: seconds() + 31 })),
  claimed('issued within the tolerance', ok, () => ({ iat: seconds() + 30 })),
  claimed('another audience', elsewhere, () => ({ aud: 'https://other.example' })),
  claimed('audience that begins with ours', elsewhere, (world) => ({ aud: `${base(world)}.evil.example` })),
  claimed('empty list of audiences', elsewhere, () => ({ aud: [] })),
  claimed('ours among several audiences', ok, (world) => ({ aud: ['https://other.example', base(world)] })),
  claimed('another issuer', invalid, (world) => ({ iss: world.attacker.url })),
  claimed('issuer with a slash too many', invalid, (world) => ({ iss: `${world.issuer.url}/` })),
  claimed('token bound to a DPoP key', bound, () => ({ cnf: { jkt: 'x' } })),
  claimed('empty subject', nobody, () => ({ sub: '' })),
  claimed('subject of 256 characters', nobody, () => ({ sub: 'x'.repeat(256) })),
]

const malformed = badToken('The access token is malformed')

const encode = (part: Members) => Buffer.from(JSON.stringify(part)).toString('base64url')

/** The first two parts of a token whose claims are good. */
const inputOf = async (world: World, header: Members) =>
  `${encode({ alg: 'ES256', typ: 'at+jwt', kid: 'key-ES256', ...header })}.${encode(decodeJwt(await world.token()))}`

/** Signed with the ES256 key of the provider or of the attacker, whatever the header says. */
const forged = (attack: string, by: 'issuer' | 'attacker', headerOf: (world: World) => Members): Row =>
  attempt(attack, invalid, async (world) => {
    const input = await inputOf(world, headerOf(world))
    const key = KeyObject.from(world[by].keyOf('ES256').privateKey)
    const signature = sign('sha256', Buffer.from(input), { key, dsaEncoding: 'ieee-p1363' })
    return world.me(bearer(`${input}.${signature.toString('base64url')}`))
  })

type Parts = readonly [header: string, claims: string, signature: string]

/** A good token with one of its parts replaced. */
const changed = (attack: string, verdict: Verdict, change: (parts: Parts) => readonly string[]) =>
  attempt(attack, verdict, async (world) => {
    const [header = '', claims = '', signature = ''] = (await world.token()).split('.')
    return world.me(bearer(change([header, claims, signature]).join('.')))
  })

const asAdmin = (claims: string) =>
  encode({ ...JSON.parse(Buffer.from(claims, 'base64url').toString()), sub: 'admin' })

/** Who signed, with what, and whether that is what arrived. */
export const forgeryRows: readonly Row[] = [
  attempt('alg none', malformed, async (world) =>
    world.me(bearer(`${await inputOf(world, { alg: 'none' })}.`)),
  ),
  forged('alg none with a signature', 'issuer', () => ({ alg: 'none' })),
  attempt('HS256 with the RSA public key', invalid, async (world) => {
    const { publicJwk } = world.issuer.keyOf('RS256')
    const pem = createPublicKey({ key: publicJwk, format: 'jwk' }).export({ type: 'spki', format: 'pem' })
    const input = await inputOf(world, { alg: 'HS256', kid: publicJwk.kid })
    return world.me(bearer(`${input}.${createHmac('sha256', pem).update(input).digest('base64url')}`))
  }),
  forged('key of the attacker in the header', 'attacker', ({ attacker }) => ({
    jwk: attacker.keyOf('ES256').publicJwk,
  })),
  ...['jku', 'x5u'].map((name) =>
    forged(`${name} to the attacker`, 'attacker', ({ attacker }) => ({ [name]: `${attacker.url}/jwks` })),
  ),
  ...['../../../../dev/null', 'http://127.0.0.1/jwks', 'key-2', 'key-RS256'].map((kid) =>
    forged(`kid ${kid}`, 'issuer', () => ({ kid })),
  ),
  forged('RS256 said of the ES256 key', 'issuer', () => ({ alg: 'RS256' })),
  forged('critical extension that the library knows', 'issuer', () => ({ crit: ['b64'], b64: true })),
  changed('another subject', invalid, ([header, claims, signature]) => [header, asAdmin(claims), signature]),
  changed('unused bits at the end of the signature', malformed, ([header, claims, signature]) => [
    header,
    claims,
    signature.replace(/.$/, (last) => String.fromCharCode(last.charCodeAt(0) + 1)),
  ]),
  changed('no signature', malformed, ([header, claims]) => [header, claims, '']),
  changed('ECDSA signature of zeros', invalid, ([header, claims]) => [header, claims, 'A'.repeat(86)]),
  changed('five parts, as an encrypted token has', malformed, (parts) => [...parts, 'AA', 'AA']),
]
