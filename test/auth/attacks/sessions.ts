import { WEB_APP } from '../../helpers/session.ts'
import { badToken, created, noCredentials, ok, type Row, type Verdict, wrongOrigin } from './row.ts'
import { bearer, type Members, type World } from './world.ts'

const FOREIGN = 'https://evil.example'
type Headers = Readonly<Record<string, string>>
type HeadersOf = (world: World) => Headers

/** A read with a session cookie. */
const read = (
  row: number,
  attack: string,
  verdict: Verdict,
  session: { claims?: (world: World) => Members; header?: Members; headers?: Headers } = {},
): Row => ({
  row,
  attack,
  verdict,
  async send(world) {
    const cookie = await world.session(session.claims?.(world), session.header)
    return world.me({ cookie, ...session.headers })
  },
})

/** A write with a good session cookie. */
const write = (row: number, attack: string, verdict: Verdict, headersOf: HeadersOf): Row => ({
  row,
  attack,
  verdict,
  send: async (world) => world.create({ cookie: await world.session(), ...headersOf(world) }),
})

const own = (world: World) => world.server.baseUrl
const seconds = () => Math.floor(Date.now() / 1000)

/** Rows 65 to 94: browser sessions, and where their writes come from. */
export const sessionRows: readonly Row[] = [
  read(65, 'session', ok),
  read(66, 'session from a foreign page: reads are not checked', ok, { headers: { origin: FOREIGN } }),
  read(67, 'bad token beside a good session', badToken('The access token is malformed'), {
    headers: bearer('garbage'),
  }),
  {
    row: 68,
    attack: 'expired token beside a good session',
    verdict: badToken('The access token expired'),
    async send(world) {
      const token = await world.token({ exp: seconds() - 31 })
      return world.me({ cookie: await world.session(), ...bearer(token) })
    },
  },
  read(69, 'Basic credentials beside a good session', noCredentials(), {
    headers: { authorization: 'Basic dXNlcjpwYXNz' },
  }),
  read(70, 'expired session', noCredentials(), { claims: () => ({ exp: seconds() - 6 }) }),
  read(71, 'session of another application', noCredentials(), { claims: () => ({ azp: FOREIGN }) }),
  read(72, 'session of no application', noCredentials(), { claims: () => ({ azp: undefined }) }),
  read(73, 'session that still waits for something', noCredentials(), { claims: () => ({ sts: 'pending' }) }),
  read(74, 'access token in the cookie', noCredentials(), {
    claims: (world) => ({ aud: own(world), client_id: 'client' }),
    header: { typ: 'at+jwt' },
  }),
  {
    row: 75,
    attack: 'session signed by someone else',
    verdict: noCredentials(),
    async send({ attacker, issuer, me }) {
      const claims = { iss: issuer.url, azp: WEB_APP, aud: undefined, client_id: undefined }
      return me({ cookie: `__session=${await attacker.mint('', claims, { typ: 'JWT' })}` })
    },
  },
  {
    row: 76,
    attack: 'two different good sessions',
    verdict: noCredentials(),
    send: async (world) => world.me({ cookie: `${await world.session()}; ${await world.session()}` }),
  },
  write(77, 'write from our own origin', created, (world) => ({ origin: own(world) })),
  write(78, 'write from an allowed origin', created, () => ({
    origin: WEB_APP,
    'sec-fetch-site': 'cross-site',
  })),
  write(79, 'write from a foreign origin', wrongOrigin, () => ({ origin: FOREIGN })),
  write(80, 'write from an opaque origin', wrongOrigin, () => ({ origin: 'null' })),
  write(81, 'allowed origin, foreign referer', wrongOrigin, () => ({
    origin: WEB_APP,
    referer: `${FOREIGN}/page`,
  })),
  write(81, 'foreign origin, allowed referer', wrongOrigin, () => ({
    origin: FOREIGN,
    referer: `${WEB_APP}/page`,
  })),
  write(82, 'foreign referer only', wrongOrigin, () => ({ referer: `${FOREIGN}/page` })),
  write(83, 'allowed referer only', created, () => ({ referer: `${WEB_APP}/blocks?sort=name` })),
  write(84, 'origin that begins with an allowed one', wrongOrigin, () => ({
    origin: `${WEB_APP}.evil.example`,
  })),
  write(85, 'allowed host on another port', wrongOrigin, () => ({ origin: `${WEB_APP}:8443` })),
  write(86, 'allowed origin with a path', wrongOrigin, () => ({ origin: `${WEB_APP}/` })),
  {
    row: 87,
    attack: 'two origins',
    verdict: wrongOrigin,
    async send(world) {
      const body = '{"name":"Nine patch"}'
      const lines = [
        `Cookie: ${await world.session()}`,
        `Origin: ${WEB_APP}`,
        `Origin: ${FOREIGN}`,
        'Content-Type: application/json',
      ]
      return world.raw(lines, 'POST /api/v1/projects', body)
    },
  },
  ...['about:blank', 'data:text/html,x', 'no url'].map((referer) =>
    write(88, `referer ${referer}`, wrongOrigin, () => ({ referer })),
  ),
  write(89, 'nothing that says where it comes from, so no browser', created, () => ({})),
  write(90, 'only Sec-Fetch-Site: cross-site', wrongOrigin, () => ({ 'sec-fetch-site': 'cross-site' })),
  write(91, 'only Sec-Fetch-Site: same-site', wrongOrigin, () => ({ 'sec-fetch-site': 'same-site' })),
  ...['same-origin', 'none'].map((site) =>
    write(91, `only Sec-Fetch-Site: ${site}`, created, () => ({ 'sec-fetch-site': site })),
  ),
  write(92, 'a form can send text/plain', { status: 415, code: 'unsupported_media_type' }, (world) => ({
    origin: own(world),
    'content-type': 'text/plain',
  })),
  {
    row: 93,
    attack: 'write with a token from a foreign origin',
    verdict: created,
    send: async (world) => world.create({ origin: FOREIGN, ...bearer(await world.token()) }),
  },
  {
    row: 94,
    attack: 'the same with a session cookie beside it',
    verdict: created,
    async send(world) {
      const cookie = await world.session()
      return world.create({ origin: FOREIGN, cookie, ...bearer(await world.token()) })
    },
  },
]
