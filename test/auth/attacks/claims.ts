import { attempt, badToken, ok, type Row, type Verdict } from './row.ts'
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

const row = (attack: string, verdict: Verdict, claimsOf: ClaimsOf, header: Members = {}): Row => ({
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

/** What a properly signed token says. */
export const claimRows: readonly Row[] = [
  row('expired', expired, () => ({ exp: seconds() - 31 })),
  row('expired ten seconds ago, within the tolerance', ok, () => ({ exp: seconds() - 10 })),
  row('no exp', invalid, () => ({ exp: undefined })),
  row('exp as text', invalid, () => ({ exp: String(seconds() + 300) })),
  row('nbf in the future', invalid, () => ({ nbf: seconds() + 3_600 })),
  row('issued in an hour', early, () => ({ iat: seconds() + 3_600 })),
  row('issued just beyond the tolerance', early, () => ({ iat: seconds() + 31 })),
  row('issued within the tolerance', ok, () => ({ iat: seconds() + 30 })),
  row('another audience', elsewhere, () => ({ aud: 'https://other.example' })),
  row('a client id as audience', elsewhere, () => ({ aud: 'client' })),
  row('audience that begins with ours', elsewhere, (world) => ({ aud: `${base(world)}.evil.example` })),
  row('audience below ours', elsewhere, (world) => ({ aud: `${base(world)}/mcp/` })),
  row('no audience', elsewhere, () => ({ aud: undefined })),
  row('empty list of audiences', elsewhere, () => ({ aud: [] })),
  row('ours among several audiences', ok, (world) => ({ aud: ['https://other.example', base(world)] })),
  row('audience of /mcp on REST', ok, (world) => ({ aud: `${base(world)}/mcp` })),
  row('audience with a slash', ok, (world) => ({ aud: `${base(world)}/` })),
  row('another issuer', invalid, (world) => ({ iss: world.attacker.url })),
  row('issuer with a slash too many', invalid, (world) => ({ iss: `${world.issuer.url}/` })),
  row('ID token', otherToken, idToken, { typ: 'JWT' }),
  row('session token', otherToken, sessionToken, { typ: 'JWT' }),
  row('logout token', otherToken, logoutToken, { typ: 'logout+jwt' }),
  row('token bound to a DPoP key', bound, () => ({ cnf: { jkt: 'x' } })),
  row('token bound to a client certificate', bound, () => ({ cnf: { 'x5t#S256': 'x' } })),
  row('no subject', invalid, () => ({ sub: undefined })),
  row('empty subject', nobody, () => ({ sub: '' })),
  row('subject of 255 characters', ok, () => ({ sub: 'x'.repeat(255) })),
  row('subject of 256 characters', nobody, () => ({ sub: 'x'.repeat(256) })),
  row('object as subject', nobody, () => ({ sub: { id: 'user_demo' } })),
  row('the same token twice: the second is remembered', ok, () => ({})),
  attempt('a remembered token after its end', expired, async (world) => {
    const headers = bearer(await world.token({ exp: seconds() + 20 }))
    const first = await world.me(headers)
    return first.status === 200 ? world.after(51, () => world.me(headers)) : first
  }),
]
