import { badToken, ok, type Row, type Verdict } from './row.ts'
import { bearer, type Members, type World } from './world.ts'

const invalid = badToken('The access token is not valid')
const expired = badToken('The access token expired')
const early = badToken('The access token was issued in the future')
const elsewhere = badToken('The access token is for another audience')
const otherToken = badToken('Not an access token')
const bound = badToken('Sender-constrained tokens are not supported')
const nobody = badToken('The access token has no usable subject')

const seconds = () => Math.floor(Date.now() / 1000)

type ClaimsOf = (world: World) => Members

const row = (
  number: number,
  attack: string,
  verdict: Verdict,
  claimsOf: ClaimsOf,
  header: Members = {},
): Row => ({
  row: number,
  attack,
  verdict,
  send: async (world) => world.me(bearer(await world.token(claimsOf(world), header))),
})

const base = (world: World) => world.server.baseUrl
const idToken: ClaimsOf = () => ({ nonce: 'n-0S6_WzA2Mj', at_hash: '77QmUPtjPfzWtF2AnpK9RQ' })
const sessionToken: ClaimsOf = () => ({
  azp: 'https://app.example',
  sid: 'sess_1',
  sts: 'active',
  fva: [1, -1],
})
const logoutToken: ClaimsOf = () => ({ events: { 'http://schemas.openid.net/event/backchannel-logout': {} } })

/** Rows 40 to 64: what a properly signed token says. */
export const claimRows: readonly Row[] = [
  row(40, 'expired', expired, () => ({ exp: seconds() - 31 })),
  row(41, 'expired ten seconds ago, within the tolerance', ok, () => ({ exp: seconds() - 10 })),
  row(42, 'no exp', invalid, () => ({ exp: undefined })),
  row(43, 'exp as text', invalid, () => ({ exp: String(seconds() + 300) })),
  row(44, 'nbf in the future', invalid, () => ({ nbf: seconds() + 3_600 })),
  row(45, 'issued in an hour', early, () => ({ iat: seconds() + 3_600 })),
  row(45, 'issued just beyond the tolerance', early, () => ({ iat: seconds() + 31 })),
  row(45, 'issued within the tolerance', ok, () => ({ iat: seconds() + 30 })),
  row(46, 'another audience', elsewhere, () => ({ aud: 'https://other.example' })),
  row(47, 'a client id as audience', elsewhere, () => ({ aud: 'client' })),
  row(48, 'audience that begins with ours', elsewhere, (world) => ({ aud: `${base(world)}.evil.example` })),
  row(48, 'audience below ours', elsewhere, (world) => ({ aud: `${base(world)}/mcp/` })),
  row(49, 'no audience', elsewhere, () => ({ aud: undefined })),
  row(49, 'empty list of audiences', elsewhere, () => ({ aud: [] })),
  row(50, 'ours among several audiences', ok, (world) => ({ aud: ['https://other.example', base(world)] })),
  row(51, 'audience of /mcp on REST', ok, (world) => ({ aud: `${base(world)}/mcp` })),
  row(52, 'audience with a slash', ok, (world) => ({ aud: `${base(world)}/` })),
  row(53, 'another issuer', invalid, (world) => ({ iss: world.attacker.url })),
  row(54, 'issuer with a slash too many', invalid, (world) => ({ iss: `${world.issuer.url}/` })),
  row(55, 'ID token', otherToken, idToken, { typ: 'JWT' }),
  row(56, 'session token', otherToken, sessionToken, { typ: 'JWT' }),
  row(57, 'logout token', otherToken, logoutToken, { typ: 'logout+jwt' }),
  row(58, 'token bound to a DPoP key', bound, () => ({ cnf: { jkt: 'x' } })),
  row(59, 'token bound to a client certificate', bound, () => ({ cnf: { 'x5t#S256': 'x' } })),
  row(60, 'no subject', invalid, () => ({ sub: undefined })),
  row(61, 'empty subject', nobody, () => ({ sub: '' })),
  row(61, 'subject of 255 characters', ok, () => ({ sub: 'x'.repeat(255) })),
  row(61, 'subject of 256 characters', nobody, () => ({ sub: 'x'.repeat(256) })),
  row(62, 'object as subject', nobody, () => ({ sub: { id: 'user_demo' } })),
  row(63, 'the same token twice: the second is remembered', ok, () => ({})),
  {
    row: 64,
    attack: 'a remembered token after its end',
    verdict: expired,
    async send(world) {
      const headers = bearer(await world.token({ exp: seconds() + 20 }))
      const first = await world.me(headers)
      return first.status === 200 ? world.after(51, () => world.me(headers)) : first
    },
  },
]
