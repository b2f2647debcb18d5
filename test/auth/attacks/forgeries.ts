import { createPublicKey } from 'node:crypto'
import { decodeJwt, type JWK } from 'jose'
import { forge, forgeHs256, partsOf, signingInput } from '../../helpers/forge.ts'
import type { Algorithm } from '../../helpers/issuer.ts'
import { attempt, badToken, type Row, type Verdict } from './row.ts'
import { bearer, type Members, type World } from './world.ts'

const malformed = badToken('The access token is malformed')
const invalid = badToken('The access token is not valid')

type Forger = (world: World) => Promise<string>

const row = (attack: string, verdict: Verdict, token: Forger): Row =>
  attempt(attack, verdict, async (world) => world.me(bearer(await token(world))))

/** Claims that the server would accept, were they signed. */
const goodClaims = async (world: World): Promise<Members> => decodeJwt(await world.token())

/** Another header over good claims, signed with the provider's own key. */
const withHeader =
  (header: Members, key: Algorithm = 'ES256'): Forger =>
  async (world) =>
    forge(
      { alg: key, typ: 'at+jwt', kid: `key-${key}`, ...header },
      await goodClaims(world),
      world.issuer.keyOf(key).privateKey,
    )

/** Good claims signed by the attacker, under a trusted id, whose header says where its key is. */
const byAttacker =
  (headerOf: (world: World, publicJwk: JWK) => Members): Forger =>
  async (world) => {
    const { privateKey, publicJwk } = world.attacker.keyOf('ES256')
    const header = { alg: 'ES256', typ: 'at+jwt', kid: 'key-ES256', ...headerOf(world, publicJwk) }
    return forge(header, await goodClaims(world), privateKey)
  }

const unsigned: Forger = async (world) =>
  `${signingInput({ alg: 'none', typ: 'at+jwt' }, await goodClaims(world))}.`

/** The public key taken for a shared secret. */
const hs256: Forger = async (world) => {
  const { publicJwk } = world.issuer.keyOf('RS256')
  const key = createPublicKey({ key: publicJwk, format: 'jwk' })
  const header = { alg: 'HS256', typ: 'at+jwt', kid: publicJwk.kid }
  return forgeHs256(header, await goodClaims(world), String(key.export({ type: 'spki', format: 'pem' })))
}

type Parts = readonly [header: string, claims: string, signature: string]

/** A good token with one of its parts replaced. */
const changed = (attack: string, verdict: Verdict, change: (parts: Parts) => readonly string[]) =>
  row(attack, verdict, async (world) => change(partsOf(await world.token())).join('.'))

const base64url = (bytes: Buffer) => bytes.toString('base64url')
const ZEROS = base64url(Buffer.alloc(64))
function asAdmin(claims: string): string {
  const { sub, ...others } = JSON.parse(Buffer.from(claims, 'base64url').toString())
  return base64url(Buffer.from(JSON.stringify({ ...others, sub: `${sub}_admin` })))
}

const kids = ['../../../../dev/null', 'http://127.0.0.1/jwks', 'key-2']

/** Who signed, with what, and whether that is what arrived. */
export const forgeryRows: readonly Row[] = [
  row('alg none', malformed, unsigned),
  row('alg none with a signature of another token', invalid, async (world) => {
    const [, , signature] = partsOf(await world.token())
    return `${await unsigned(world)}${signature}`
  }),
  row('HS256 with the RSA public key', invalid, hs256),
  row(
    'key of the attacker in the header',
    invalid,
    byAttacker((_world, jwk) => ({ jwk })),
  ),
  ...['jku', 'x5u'].map((name) =>
    row(
      `${name} to the attacker`,
      invalid,
      byAttacker(({ attacker }) => ({ [name]: `${attacker.url}/jwks` })),
    ),
  ),
  ...kids.map((kid) => row(`kid ${JSON.stringify(kid)}`, invalid, withHeader({ kid }))),
  row('kid of a key of another type', invalid, withHeader({ kid: 'key-RS256' })),
  row('RS256 said of the ES256 key', invalid, withHeader({ alg: 'RS256' })),
  row('critical extension that the library knows', invalid, withHeader({ crit: ['b64'], b64: true })),
  changed('another subject under the same signature', invalid, ([header, claims, signature]) => [
    header,
    asAdmin(claims),
    signature,
  ]),
  changed('no signature', malformed, ([header, claims]) => [header, claims, '']),
  changed('ECDSA signature of zeros', invalid, ([header, claims]) => [header, claims, ZEROS]),
  changed('five parts, as an encrypted token has', malformed, (parts) => [...parts, 'AA', 'AA']),
]
