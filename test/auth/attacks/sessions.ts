import { expect } from 'vitest'
import { callTool } from '../../helpers/mcp.ts'
import { WEB_APP } from '../../helpers/session.ts'
import {
  attempt,
  badToken,
  bearer,
  created,
  type Members,
  noCredentials,
  ok,
  type Row,
  type Verdict,
  type World,
  wrongOrigin,
} from './world.ts'

const FOREIGN = 'https://evil.example'
type Headers = Readonly<Record<string, string>>

const own = (world: World) => world.server.baseUrl
const seconds = () => Math.floor(Date.now() / 1000)

/** A read with a session cookie. Its claims are read when it is sent, because the clock stands still then. */
const read = (
  attack: string,
  verdict: Verdict,
  claims: (world: World) => Members = () => ({}),
  header?: Members,
): Row => [attack, verdict, async (world) => world.me({ cookie: await world.session(claims(world), header) })]

/** A read with a good session and other headers beside it. */
const beside = (attack: string, verdict: Verdict, headers: Headers): Row =>
  attempt(attack, verdict, async (world) => world.me({ cookie: await world.session(), ...headers }))

/** A read with a good session, as the `Cookie` header has it. */
const written = (attack: string, verdict: Verdict, cookie: string): Row =>
  attempt(attack, verdict, async (world) =>
    world.me({ cookie: cookie.replaceAll('{session}', await world.session()) }),
  )

/** A write with a good session cookie. */
const write = (attack: string, verdict: Verdict, headers: Headers): Row =>
  attempt(attack, verdict, async (world) => world.create({ cookie: await world.session(), ...headers }))

const NONE = noCredentials()

/** Browser sessions, and where their writes come from. */
export const sessionRows: readonly Row[] = [
  read('session', ok),
  read('session without a type', ok, undefined, { typ: undefined }),
  read('session that ended within the tolerance', ok, () => ({ exp: seconds() - 4 })),
  read('expired session', NONE, () => ({ exp: seconds() - 6 })),
  read('session from the future', NONE, () => ({ iat: seconds() + 60 })),
  read('session without end', NONE, () => ({ exp: undefined })),
  read('session of another application', NONE, () => ({ azp: FOREIGN })),
  read('session of no application', NONE, () => ({ azp: undefined })),
  read('session that still waits for something', NONE, () => ({ sts: 'pending' })),
  read('session of over 4 KB', NONE, () => ({ padding: 'x'.repeat(4_096) })),
  read('ID token in the cookie', NONE, () => ({ nonce: 'n' })),
  read('token of another use in the cookie', NONE, () => ({ token_use: 'id' })),
  read('access token in the cookie', NONE, (world) => ({ aud: own(world), client_id: 'client' }), {
    typ: 'at+jwt',
  }),
  attempt('session signed by someone else', NONE, async ({ attacker, issuer, me }) => {
    const claims = { iss: issuer.url, azp: WEB_APP, aud: undefined, client_id: undefined }
    return me({ cookie: `__session=${await attacker.mint('', claims, { typ: 'JWT' })}` })
  }),
  attempt('two different good sessions', NONE, async (world) =>
    world.me({ cookie: `${await world.session()}; ${await world.session()}` }),
  ),
  written('the same session twice', ok, '{session}; {session}'),
  written('session among other cookies', ok, 'theme=dark; {session}; lang=en'),
  written('session under a name that ends alike', NONE, 'x{session}'),
  beside('session from a foreign page: reads are not checked', ok, { origin: FOREIGN }),
  beside('bad token beside a good session', badToken('The access token is malformed'), bearer('garbage')),
  attempt('session instead of a token for a tool', noCredentials('mcp'), async ({ server, session }) =>
    callTool(
      server,
      'list_my_projects',
      {},
      { headers: { cookie: await session(), origin: server.baseUrl } },
    ),
  ),
  attempt('write from our own origin', created, async (world) =>
    world.create({ cookie: await world.session(), origin: own(world) }),
  ),
  write('write from an allowed origin', created, { origin: WEB_APP, 'sec-fetch-site': 'cross-site' }),
  write('write from a foreign origin', wrongOrigin, { origin: FOREIGN }),
  write('write from an opaque origin', wrongOrigin, { origin: 'null' }),
  write('allowed origin, foreign referer', wrongOrigin, { origin: WEB_APP, referer: `${FOREIGN}/page` }),
  write('foreign origin, allowed referer', wrongOrigin, { origin: FOREIGN, referer: `${WEB_APP}/page` }),
  ...[`${FOREIGN}/page`, 'no url'].map((referer) =>
    write(`only the referer ${referer}`, wrongOrigin, { referer }),
  ),
  write('allowed referer only', created, { referer: `${WEB_APP}/blocks?sort=name` }),
  write('allowed host on another port', wrongOrigin, { origin: `${WEB_APP}:8443` }),
  write('nothing that says where it comes from, so no browser', created, {}),
  ...['cross-site', 'same-site', 'same-origin', 'none'].map((site) =>
    write(`only Sec-Fetch-Site: ${site}`, site.endsWith('-site') ? wrongOrigin : created, {
      'sec-fetch-site': site,
    }),
  ),
  attempt(
    'write with a token from a foreign origin, also with a session cookie beside it',
    created,
    async (world) => {
      const headers = { origin: FOREIGN, ...bearer(await world.token()) }
      expect((await world.create(headers)).status).toBe(201)
      return world.create({ ...headers, cookie: await world.session() })
    },
  ),
]
