import { afterAll, beforeAll, expect, it } from 'vitest'
import { callTool, mcpRequest } from '../helpers/mcp.ts'
import { startTestServer, type TestServer } from '../helpers/server.ts'
import { probe, session, WEB_APP } from '../helpers/session.ts'

const OTHER_APP = 'https://other.example'

type Members = Readonly<Record<string, unknown>>

const now = Date.now()
const seconds = Math.floor(now / 1000)
let server: TestServer
beforeAll(async () => {
  server = await startTestServer({
    now: () => now,
    env: { SESSION_COOKIE_NAME: '__session', SESSION_AUTHORIZED_PARTIES: `${WEB_APP} ${OTHER_APP}` },
  })
})
afterAll(() => server.close())

const cookieOf = async (claims: Members, header: Members) =>
  `__session=${await session(server.issuer, claims, header)}`

const accepted: [string, Members, Members][] = [
  ['of the second application', { azp: OTHER_APP }, {}],
  ['without a type', {}, { typ: undefined }],
  ['that is active', { sts: 'active' }, {}],
  ['that ended within the tolerance', { exp: seconds - 4 }, {}],
]
it.each(accepted)('[D30.1] may be one %s', async (_name, claims, header) => {
  expect(await probe(server, await cookieOf(claims, header))).toBe('user_demo')
})

const refused: [string, Members, Members?][] = [
  ['an ID token', { nonce: 'n' }],
  ['a logout token', { events: {} }],
  ['a token of another use', { token_use: 'id' }],
  ['a sender-constrained token', { cnf: { jkt: 'x' } }],
  ['one from the future', { iat: seconds + 60 }],
  ['one of an application that begins alike', { azp: `${WEB_APP}.evil.example` }],
  ['one of a list of applications', { azp: [WEB_APP] }],
  ['one of another issuer', { iss: 'https://id.example' }],
  ['one of tomorrow', { nbf: seconds + 86_400 }],
  ['one without end', { exp: undefined }],
  ['one without a subject', { sub: undefined }],
  ['one with an unusable subject', { sub: 'a b' }],
  ['one with an unknown key', {}, { kid: 'key-2' }],
  ['one of over 4 KB', { padding: 'x'.repeat(4_096) }],
]
it.each(refused)('[D30.1] is not %s', async (_name, claims, header = {}) => {
  expect(await probe(server, await cookieOf(claims, header))).toBe('unauthorized')
})

const headers: [string, string, (token: string) => string][] = [
  ['among other cookies', 'user_demo', (token) => `theme=dark; __session=${token}; lang=en`],
  ['in quotes', 'user_demo', (token) => `__session="${token}"`],
  ['twice with the same value', 'user_demo', (token) => `__session=${token}; __session=${token}`],
  ['beside an empty one', 'user_demo', (token) => `__session=; __session=${token}`],
  ['under a name that ends alike', 'unauthorized', (token) => `x__session=${token}`],
  ['under a name that begins alike', 'unauthorized', (token) => `__session2=${token}`],
  ['in other case', 'unauthorized', (token) => `__SESSION=${token}`],
  ['with text that is no token', 'unauthorized', () => '__session=abc'],
]
it.each(headers)('[D30.1] a cookie %s means %s', async (_name, outcome, headerOf) => {
  expect(await probe(server, headerOf(await session(server.issuer)))).toBe(outcome)
})

it('[D30.1] never counts on /mcp', async () => {
  const headers = { cookie: `__session=${await session(server.issuer)}`, origin: server.baseUrl }
  const call = await callTool(server, 'list_my_projects', {}, { headers })
  expect({ status: call.status, code: call.json.error.code }).toEqual({ status: 401, code: 'unauthorized' })
  // A bad session does no harm there either: it is not looked at.
  const list = await mcpRequest(server, 'tools/list', {}, { headers: { cookie: '__session=abc' } })
  expect(list.status).toBe(200)
})

it('[§5.8, D30.3, D9.3] both creates check the origin; HEAD and GET do not', async () => {
  const headers = { cookie: `__session=${await session(server.issuer)}`, origin: 'https://evil.example' }
  const block = { name: 'Bear paw', finishedWidthInches: 12, finishedHeightInches: 12 }
  const writes = [
    await server.rest('/blocks', { method: 'POST', headers, body: block }),
    await server.rest('/projects', { method: 'POST', headers, body: { name: 'Bear paw' } }),
  ]
  expect(writes.map(({ status }) => status)).toEqual([403, 403])
  const reads = [
    await server.rest('/projects', { headers }),
    await server.rest('/projects', { method: 'HEAD', headers }),
  ]
  expect(reads.map(({ status }) => status)).toEqual([200, 200])
  expect(reads[0]?.headers.get('cache-control')).toBe('no-store')
})

it('[§5.6, §5.8] an invalid session is 401 before its origin is looked at', async () => {
  const headers = { cookie: '__session=abc', origin: 'https://evil.example' }
  const { status } = await server.rest('/projects', { method: 'POST', headers, body: { name: 'x' } })
  expect(status).toBe(401)
})
