import { callTool } from '../../helpers/mcp.ts'
import {
  attempt,
  badToken,
  bearer,
  noCredentials,
  ok,
  type Row,
  twoCredentials,
  type Verdict,
} from './world.ts'

const GOOD_LINE = 'Authorization: Bearer {token}'
const malformed = badToken('The access token is malformed')
const malformedHeader = badToken('The Authorization header is malformed')
const twoInHeader = twoCredentials('More than one Authorization credential')
const twoWays = twoCredentials('More than one way of sending the access token')
const refusedByParser = (status: number): Verdict => ({ status, code: 'invalid_request' })

/** An `Authorization` header, with a good token where it says so. */
const header = (attack: string, verdict: Verdict, value: string, path?: string): Row =>
  attempt(attack, verdict, async (world) => {
    const token = await world.token()
    const filled = (text: string) => text.replaceAll('{token}', token)
    return world.me(value === '' ? {} : { authorization: filled(value) }, path && filled(path))
  })

/** Header lines as they are typed, with a good token where they say so. */
const typed = (attack: string, verdict: Verdict, ...lines: readonly string[]): Row =>
  attempt(attack, verdict, async (world) => {
    const token = await world.token()
    return world.raw(lines.map((line) => line.replace('{token}', token)))
  })

/** How credentials are sent. */
export const headerRows: readonly Row[] = [
  header('nothing at all', noCredentials(), ''),
  header('a good ES256 token', ok, 'Bearer {token}'),
  ...(['RS256', 'EdDSA'] as const).map((alg) =>
    attempt(`a good ${alg} token`, ok, async (world) => world.me(bearer(await world.token({}, {}, alg)))),
  ),
  header('scheme in lower case', ok, 'bearer {token}'),
  header('scheme without a token', malformed, 'Bearer'),
  typed('blank header', malformedHeader, 'Authorization:'),
  header('Basic credentials', noCredentials(), 'Basic dXNlcjpwYXNz'),
  header('a good token under the DPoP scheme', noCredentials(), 'DPoP {token}'),
  typed('two header lines with good tokens', twoInHeader, GOOD_LINE, GOOD_LINE),
  header('two tokens in one header line', twoInHeader, 'Bearer {token}, Bearer {token}'),
  attempt(
    'two tokens in one header line, for a tool',
    twoCredentials('More than one Authorization credential', 'mcp'),
    ({ server }) => callTool(server, 'browse_supplies', {}, { headers: bearer('a, Bearer b') }),
  ),
  header('a space inside the token', malformed, 'Bearer a.b c.d'),
  header('token in the query only', noCredentials(), '', '/auth/me?access_token={token}'),
  header('token in header and query', twoWays, 'Bearer {token}', '/auth/me?access_token={token}'),
  attempt('a good token of 9 KB', badToken('The access token is too large'), async (world) =>
    world.me(bearer(await world.token({ padding: 'x'.repeat(9_000) }))),
  ),
  typed('a header of 20 KB', refusedByParser(431), `Authorization: Bearer ${'x'.repeat(20_000)}`),
  header('an opaque token', malformed, 'Bearer oat_4f1c2ab9'),
  typed('a line break in the token', malformed, 'Authorization: Bearer x', 'Set-Cookie: a=b'),
  typed('a folded header line', refusedByParser(400), 'Authorization: Bearer', ' {token}'),
  typed(
    'Host and forwarding headers of the attacker: the challenge names the configured address',
    noCredentials(),
    'Host: evil.example',
    'X-Forwarded-Host: evil.example',
    'Forwarded: host=evil.example',
  ),
]
