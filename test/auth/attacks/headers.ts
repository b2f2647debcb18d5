import { badToken, noCredentials, ok, type Row, twoCredentials, type Verdict } from './row.ts'
import { bearer, type World } from './world.ts'

const malformed = badToken('The access token is malformed')
const PADDING = 'x'.repeat(9_000)
const tooManyHeaders: Verdict = { status: 431, code: 'invalid_request' }

const header = (value: string) => (world: World) => world.me({ authorization: value })
const withToken = (headerOf: (token: string) => string) => async (world: World) =>
  world.me({ authorization: headerOf(await world.token()) })

/** Rows 1 to 21: how credentials are sent. */
export const headerRows: readonly Row[] = [
  { row: 1, attack: 'nothing at all', verdict: noCredentials(), send: (world) => world.me({}) },
  { row: 2, attack: 'a good ES256 token', verdict: ok, send: withToken((token) => `Bearer ${token}`) },
  {
    row: 3,
    attack: 'a good RS256 token',
    verdict: ok,
    send: async (world) => world.me(bearer(await world.token({}, {}, 'RS256'))),
  },
  {
    row: 4,
    attack: 'a good EdDSA token',
    verdict: ok,
    send: async (world) => world.me(bearer(await world.token({}, {}, 'EdDSA'))),
  },
  { row: 5, attack: 'scheme in lower case', verdict: ok, send: withToken((token) => `bearer ${token}`) },
  { row: 6, attack: 'scheme without a token', verdict: malformed, send: header('Bearer') },
  {
    row: 7,
    attack: 'blank header',
    verdict: badToken('The Authorization header is malformed'),
    send: (world) => world.raw(['Authorization:']),
  },
  { row: 8, attack: 'Basic credentials', verdict: noCredentials(), send: header('Basic dXNlcjpwYXNz') },
  {
    row: 9,
    attack: 'a good token under the DPoP scheme',
    verdict: noCredentials(),
    send: withToken((token) => `DPoP ${token}`),
  },
  {
    row: 10,
    attack: 'an opaque token without a scheme',
    verdict: noCredentials(),
    send: header('oat_4f1c2ab9'),
  },
  {
    row: 10,
    attack: 'a good token without a scheme',
    verdict: noCredentials(),
    send: withToken((token) => token),
  },
  {
    row: 11,
    attack: 'two header lines with good tokens',
    verdict: twoCredentials('More than one Authorization credential'),
    async send(world) {
      return world.raw([
        `Authorization: Bearer ${await world.token()}`,
        `Authorization: Bearer ${await world.token()}`,
      ])
    },
  },
  {
    row: 11,
    attack: 'an empty header line before a good token',
    verdict: badToken('The Authorization header is malformed'),
    send: async (world) => world.raw(['Authorization:', `Authorization: Bearer ${await world.token()}`]),
  },
  {
    row: 12,
    attack: 'two tokens in one header line',
    verdict: twoCredentials('More than one Authorization credential'),
    send: withToken((token) => `Bearer ${token}, Bearer ${token}`),
  },
  {
    row: 13,
    attack: 'a space inside the token',
    verdict: malformed,
    send: withToken((token) => `Bearer ${token.replace('.', '. ')}`),
  },
  {
    row: 14,
    attack: 'token in the query only',
    verdict: noCredentials(),
    send: async (world) => world.me({}, `/auth/me?access_token=${await world.token()}`),
  },
  {
    row: 15,
    attack: 'token in the header and in the query',
    verdict: twoCredentials('More than one way of sending the access token'),
    async send(world) {
      const token = await world.token()
      return world.me(bearer(token), `/auth/me?access_token=${token}`)
    },
  },
  {
    row: 16,
    attack: 'token in a form body',
    verdict: noCredentials(),
    send: async (world) =>
      world.server.rest('/projects', {
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: `access_token=${await world.token()}&name=x`,
      }),
  },
  {
    row: 17,
    attack: 'a good token of 9 KB',
    verdict: badToken('The access token is too large'),
    send: async (world) => world.me(bearer(await world.token({ padding: PADDING }))),
  },
  {
    row: 18,
    attack: 'a header of 20 KB',
    verdict: tooManyHeaders,
    send: (world) => world.raw([`Authorization: Bearer ${'x'.repeat(20_000)}`]),
  },
  { row: 19, attack: 'an opaque token', verdict: malformed, send: header('Bearer oat_4f1c2ab9') },
  {
    row: 20,
    attack: 'an encoded line break in the token',
    verdict: malformed,
    send: header('Bearer x%0d%0aSet-Cookie:%20a=b'),
  },
  {
    row: 20,
    attack: 'a line break in the token',
    verdict: malformed,
    send: (world) => world.raw(['Authorization: Bearer x', 'Set-Cookie: a=b']),
  },
  {
    row: 20,
    attack: 'a folded header line',
    verdict: { status: 400, code: 'invalid_request' },
    send: async (world) => world.raw([`Authorization: Bearer`, ` ${await world.token()}`]),
  },
  {
    row: 20,
    attack: 'a bare carriage return in the token',
    verdict: { status: 400, code: 'invalid_request' },
    send: (world) => world.raw(['Authorization: Bearer x\rSet-Cookie: a=b']),
  },
  {
    row: 21,
    attack: 'Host and forwarding headers of the attacker: the challenge names the configured address',
    verdict: noCredentials(),
    send: (world) =>
      world.raw(['Host: evil.example', 'X-Forwarded-Host: evil.example', 'Forwarded: host=evil.example']),
  },
]
