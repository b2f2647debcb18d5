import { WEB_APP } from '../../helpers/session.ts'
import { attempt, badToken, created, noCredentials, ok, type Row, type Verdict, wrongOrigin } from './row.ts'
import { bearer, type Members, type World } from './world.ts'

const FOREIGN = 'https://evil.example'
type Headers = Readonly<Record<string, string>>
type HeadersOf = (world: World) => Headers

/** A read with a session cookie. */
const read = (
  attack: string,
  verdict: Verdict,
  session: { claims?: (world: World) => Members; header?: Members; headers?: Headers } = {},
): Row => ({
  attack,
  verdict,
  async send(world) {
    const cookie = await world.session(session.claims?.(world), session.header)
    return world.me({ cookie, ...session.headers })
  },
})

/** A write with a good session cookie. */
const write = (attack: string, verdict: Verdict, headersOf: HeadersOf): Row => ({
  attack,
  verdict,
  send: async (world) => world.create({ cookie: await world.session(), ...headersOf(world) }),
})

const own = (world: World) => world.server.baseUrl
const seconds = () => Math.floor(Date.now() / 1000)

/** Browser sessions, and where their writes come from. */
export const sessionRows: readonly Row[] = [
  read('session', ok),
  read('session from a foreign page: reads are not checked', ok, { headers: { origin: FOREIGN } }),
  read('bad token beside a good session', badToken('The access token is malformed'), {
    headers: bearer('garbage'),
  }),
  attempt('expired token beside a good session', badToken('The access token expired'), async (world) => {
    const token = await world.token({ exp: seconds() - 31 })
    return world.me({ cookie: await world.session(), ...bearer(token) })
  }),
  read('Basic credentials beside a good session', noCredentials(), {
    headers: { authorization: 'Basic dXNlcjpwYXNz' },
  }),
  read('expired session', noCredentials(), { claims: () => ({ exp: seconds() - 6 }) }),
  read('session of another application', noCredentials(), { claims: () => ({ azp: FOREIGN }) }),
  read('session of no application', noCredentials(), { claims: () => ({ azp: undefined }) }),
  read('session that still waits for something', noCredentials(), { claims: () => ({ sts: 'pending' }) }),
  read('access token in the cookie', noCredentials(), {
    claims: (world) => ({ aud: own(world), client_id: 'client' }),
    header: { typ: 'at+jwt' },
  }),
  attempt('session signed by someone else', noCredentials(), async ({ attacker, issuer, me }) => {
    const claims = { iss: issuer.url, azp: WEB_APP, aud: undefined, client_id: undefined }
    return me({ cookie: `__session=${await attacker.mint('', claims, { typ: 'JWT' })}` })
  }),
  attempt('two different good sessions', noCredentials(), async (world) =>
    world.me({ cookie: `${await world.session()}; ${await world.session()}` }),
  ),
  write('write from our own origin', created, (world) => ({ origin: own(world) })),
  write('write from an allowed origin', created, () => ({
    origin: WEB_APP,
    'sec-fetch-site': 'cross-site',
  })),
  write('write from a foreign origin', wrongOrigin, () => ({ origin: FOREIGN })),
  attempt('block from a foreign origin', wrongOrigin, async (world) => {
    const body = { name: 'Bear paw', finishedWidthInches: 12, finishedHeightInches: 12 }
    const headers = { cookie: await world.session(), origin: FOREIGN }
    return world.server.rest('/blocks', { method: 'POST', headers, body })
  }),
  write('write from an opaque origin', wrongOrigin, () => ({ origin: 'null' })),
  write('allowed origin, foreign referer', wrongOrigin, () => ({
    origin: WEB_APP,
    referer: `${FOREIGN}/page`,
  })),
  write('foreign origin, allowed referer', wrongOrigin, () => ({
    origin: FOREIGN,
    referer: `${WEB_APP}/page`,
  })),
  write('foreign referer only', wrongOrigin, () => ({ referer: `${FOREIGN}/page` })),
  write('allowed referer only', created, () => ({ referer: `${WEB_APP}/blocks?sort=name` })),
  write('origin that begins with an allowed one', wrongOrigin, () => ({
    origin: `${WEB_APP}.evil.example`,
  })),
  write('allowed host on another port', wrongOrigin, () => ({ origin: `${WEB_APP}:8443` })),
  write('allowed origin with a path', wrongOrigin, () => ({ origin: `${WEB_APP}/` })),
  attempt('two origins', wrongOrigin, async (world) => {
    const body = '{"name":"Nine patch"}'
    const lines = [
      `Cookie: ${await world.session()}`,
      `Origin: ${WEB_APP}`,
      `Origin: ${FOREIGN}`,
      'Content-Type: application/json',
    ]
    return world.raw(lines, 'POST /api/v1/projects', body)
  }),
  ...['about:blank', 'data:text/html,x', 'no url'].map((referer) =>
    write(`referer ${referer}`, wrongOrigin, () => ({ referer })),
  ),
  write('nothing that says where it comes from, so no browser', created, () => ({})),
  write('only Sec-Fetch-Site: cross-site', wrongOrigin, () => ({ 'sec-fetch-site': 'cross-site' })),
  write('only Sec-Fetch-Site: same-site', wrongOrigin, () => ({ 'sec-fetch-site': 'same-site' })),
  ...['same-origin', 'none'].map((site) =>
    write(`only Sec-Fetch-Site: ${site}`, created, () => ({ 'sec-fetch-site': site })),
  ),
  write('a form can send text/plain', { status: 415, code: 'unsupported_media_type' }, (world) => ({
    origin: own(world),
    'content-type': 'text/plain',
  })),
  attempt('write with a token from a foreign origin', created, async (world) =>
    world.create({ origin: FOREIGN, ...bearer(await world.token()) }),
  ),
  attempt('the same with a session cookie beside it', created, async (world) => {
    const cookie = await world.session()
    return world.create({ origin: FOREIGN, cookie, ...bearer(await world.token()) })
  }),
]
