import { attempt, badToken, ok, type Row, type Verdict } from './row.ts'
import { bearer, type Members, type World } from './world.ts'

const invalid = badToken('The access token is not valid')
const expired = badToken('The access token expired')
const early = badToken('The access token was issued in the future')
const elsewhere = badToken('The access token is for another audience')
const bound = badToken('Sender-constrained tokens are not supported')
const nobody = badToken('The access token has no usable subject')

const seconds = () => Math.floor(Date.now() / 1000)

type ClaimsOf = (world: World) => Members

const row = (attack: string, verdict: Verdict, claimsOf: ClaimsOf): Row =>
  attempt(attack, verdict, async (world) => world.me(bearer(await world.token(claimsOf(world)))))

const base = (world: World) => world.server.baseUrl

/** What a properly signed token says. */
export const claimRows: readonly Row[] = [
  row('expired', expired, () => ({ exp: seconds() - 31 })),
  row('expired ten seconds ago, within the tolerance', ok, () => ({ exp: seconds() - 10 })),
  row('nbf in the future', invalid, () => ({ nbf: seconds() + 3_600 })),
  row('issued just beyond the tolerance', early, () => ({ iat: seconds() + 31 })),
  row('issued within the tolerance', ok, () => ({ iat: seconds() + 30 })),
  row('another audience', elsewhere, () => ({ aud: 'https://other.example' })),
  row('audience that begins with ours', elsewhere, (world) => ({ aud: `${base(world)}.evil.example` })),
  row('empty list of audiences', elsewhere, () => ({ aud: [] })),
  row('ours among several audiences', ok, (world) => ({ aud: ['https://other.example', base(world)] })),
  row('another issuer', invalid, (world) => ({ iss: world.attacker.url })),
  row('issuer with a slash too many', invalid, (world) => ({ iss: `${world.issuer.url}/` })),
  row('token bound to a DPoP key', bound, () => ({ cnf: { jkt: 'x' } })),
  row('empty subject', nobody, () => ({ sub: '' })),
  row('subject of 256 characters', nobody, () => ({ sub: 'x'.repeat(256) })),
]
