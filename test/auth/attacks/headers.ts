import { attempt, badToken, noCredentials, ok, type Row, twoCredentials, type Verdict } from './row.ts'
import { bearer, type World } from './world.ts'

const malformed = badToken('The access token is malformed')
const PADDING = 'x'.repeat(9_000)
const tooManyHeaders: Verdict = { status: 431, code: 'invalid_request' }

/** A header with a good token where it says so. */
const header = (value: string) => async (world: World) =>
  world.me({ authorization: value.replaceAll('{token}', await world.token()) })

/** How credentials are sent. */
export const headerRows: readonly Row[] = [
  attempt('nothing at all', noCredentials(), (world) => world.me({})),
  attempt('a good ES256 token', ok, header('Bearer {token}')),
  attempt('a good RS256 token', ok, async (world) => world.me(bearer(await world.token({}, {}, 'RS256')))),
  attempt('a good EdDSA token', ok, async (world) => world.me(bearer(await world.token({}, {}, 'EdDSA')))),
  attempt('scheme in lower case', ok, header('bearer {token}')),
  attempt('scheme without a token', malformed, header('Bearer')),
  attempt('blank header', badToken('The Authorization header is malformed'), (world) =>
    world.raw(['Authorization:']),
  ),
  attempt('Basic credentials', noCredentials(), header('Basic dXNlcjpwYXNz')),
  attempt('a good token under the DPoP scheme', noCredentials(), header('DPoP {token}')),
  attempt('a good token without a scheme', noCredentials(), header('{token}')),
  attempt(
    'two header lines with good tokens',
    twoCredentials('More than one Authorization credential'),
    async (world) =>
      world.raw([
        `Authorization: Bearer ${await world.token()}`,
        `Authorization: Bearer ${await world.token()}`,
      ]),
  ),
  attempt(
    'an empty header line before a good token',
    badToken('The Authorization header is malformed'),
    async (world) => world.raw(['Authorization:', `Authorization: Bearer ${await world.token()}`]),
  ),
  attempt(
    'two tokens in one header line',
    twoCredentials('More than one Authorization credential'),
    header('Bearer {token}, Bearer {token}'),
  ),
  attempt('a space inside the token', malformed, header('Bearer a.b c.d')),
  attempt('token in the query only', noCredentials(), async (world) =>
    world.me({}, `/auth/me?access_token=${await world.token()}`),
  ),
  attempt(
    'token in the header and in the query',
    twoCredentials('More than one way of sending the access token'),
    async (world) => {
      const token = await world.token()
      return world.me(bearer(token), `/auth/me?access_token=${token}`)
    },
  ),
  attempt('token in a form body', noCredentials(), async (world) =>
    world.server.rest('/projects', {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: `access_token=${await world.token()}&name=x`,
    }),
  ),
  attempt('a good token of 9 KB', badToken('The access token is too large'), async (world) =>
    world.me(bearer(await world.token({ padding: PADDING }))),
  ),
  attempt('a header of 20 KB', tooManyHeaders, (world) =>
    world.raw([`Authorization: Bearer ${'x'.repeat(20_000)}`]),
  ),
  attempt('an opaque token', malformed, header('Bearer oat_4f1c2ab9')),
  attempt('an encoded line break in the token', malformed, header('Bearer x%0d%0aSet-Cookie:%20a=b')),
  attempt('a line break in the token', malformed, (world) =>
    world.raw(['Authorization: Bearer x', 'Set-Cookie: a=b']),
  ),
  attempt('a folded header line', { status: 400, code: 'invalid_request' }, async (world) =>
    world.raw([`Authorization: Bearer`, ` ${await world.token()}`]),
  ),
  attempt('a bare carriage return in the token', { status: 400, code: 'invalid_request' }, (world) =>
    world.raw(['Authorization: Bearer x\rSet-Cookie: a=b']),
  ),
  attempt(
    'Host and forwarding headers of the attacker: the challenge names the configured address',
    noCredentials(),
    (world) =>
      world.raw(['Host: evil.example', 'X-Forwarded-Host: evil.example', 'Forwarded: host=evil.example']),
  ),
]
