import { afterAll, expect, it } from 'vitest'
import { startIssuer } from '../helpers/issuer.ts'
import { type Answer, type RestRequest, startTestServer } from '../helpers/server.ts'

const issuer = await startIssuer()
const server = await startTestServer({ issuer })
const limited = await startTestServer({ issuer, env: { RATE_LIMIT_ANONYMOUS: '1/60' } })
const disabled = await startTestServer({ issuer, env: { AGENT_API_ENABLED: 'false' } })
const token = await server.tokenOf('user_demo')
await limited.rest('/fabrics')
afterAll(async () => {
  for (const one of [server, limited, disabled]) await one.close()
  await issuer.close()
})

const ORIGIN = { origin: 'https://elsewhere.example' }
type Call = (init: RestRequest) => Promise<Answer>

const answers: [name: string, status: number, call: Call][] = [
  ['public success', 200, (init) => server.rest('/fabrics', init)],
  ['private success', 200, (init) => server.rest('/projects', { ...init, token })],
  [
    'create',
    201,
    (init) => server.rest('/projects', { ...init, token, method: 'POST', body: { name: 'n' } }),
  ],
  ['bad argument', 400, (init) => server.rest('/fabrics?limit=0', init)],
  ['bad path', 400, (init) => server.rest('/quilts/%zz', init)],
  ['no token', 401, (init) => server.rest('/projects', init)],
  ['bad token', 401, (init) => server.rest('/projects', { ...init, token: 'nonsense' })],
  ['unknown item', 404, (init) => server.rest('/quilts/x', { ...init, token })],
  ['unknown path', 404, (init) => server.rest('/nope', init)],
  ['wrong method', 405, (init) => server.rest('/fabrics', { ...init, method: 'DELETE' })],
  ['wrong type', 415, (init) => server.rest('/projects', { ...init, token, method: 'POST' })],
  ['rate limit', 429, (init) => limited.rest('/fabrics', init)],
  ['disabled', 503, (init) => disabled.rest('/fabrics', init)],
]

it.each(answers)(
  '[D13.3] the answer to %s (%i) may be read by any page but without cookies, and has the security headers',
  async (name, status, call) => {
    const { headers, ...answer } = await call({ headers: ORIGIN })
    expect(answer.status).toBe(status)
    expect(Object.fromEntries(headers)).toMatchObject({
      'access-control-allow-origin': '*',
      'access-control-expose-headers':
        'WWW-Authenticate, Retry-After, RateLimit, RateLimit-Policy, X-Request-Id',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
      // Kept by nobody, unless it is the public catalog.
      'cache-control':
        name === 'public success' ? 'public, max-age=60, stale-while-revalidate=300' : 'no-store',
    })
    for (const absent of ['access-control-allow-credentials', 'x-powered-by', 'server', 'set-cookie'])
      expect(headers.get(absent)).toBeNull()
  },
)

it.each(['abcdefgh', 'A.b_c-1234', 'x'.repeat(64)])('the request id %s is that of the answer', async (id) => {
  for (const path of ['/fabrics', '/nope']) {
    const { headers } = await server.rest(path, { headers: { 'x-request-id': id } })
    expect(headers.get('x-request-id')).toBe(id)
  }
})

it.each(['short', 'x'.repeat(65), 'has space', 'semi;colon', '', '<script>alert(1)</script>'])(
  'the request id %j is replaced',
  async (id) => {
    const { headers } = await server.rest('/fabrics', { headers: { 'x-request-id': id } })
    expect(headers.get('x-request-id')).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/)
  },
)

it('browsers are told to use nothing but https, where the server is reached by it', async () => {
  const secure = await startTestServer({ issuer, env: { BASE_URL: 'https://api.example.com' } })
  for (const path of ['/api/v1/fabrics', '/', '/nope']) {
    const { headers } = await fetch(`http://127.0.0.1:${secure.port}${path}`)
    expect(headers.get('strict-transport-security')).toBe('max-age=31536000')
  }
  await secure.close()
  expect((await server.rest('/fabrics')).headers.get('strict-transport-security')).toBeNull()
})

it('[D26.1] public catalog answers are the same with and without an account', async () => {
  const [anonymous, member] = await Promise.all([server.rest('/fabrics'), server.rest('/fabrics', { token })])
  expect(member.text).toBe(anonymous.text)
})
