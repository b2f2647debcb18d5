import { expect, it } from 'vitest'
import { startIssuer } from '../helpers/issuer.ts'
import { type Answer, type RestRequest, startTestServer } from '../helpers/server.ts'

const issuer = await startIssuer()
const server = await startTestServer({ issuer })
const limited = await startTestServer({ issuer, env: { RATE_LIMIT_ANONYMOUS: '1/60' } })
const disabled = await startTestServer({ issuer, env: { AGENT_API_ENABLED: 'false' } })
const token = await server.tokenOf('user_demo')
await limited.rest('/fabrics')

const CREATE = { token, method: 'POST', body: { name: 'n' } }
const to = (path: string, request: RestRequest = {}, one = server) => {
  const headers = { origin: 'https://elsewhere.example', ...request.headers }
  return () => one.rest(path, { ...request, headers })
}

const answers: [name: string, status: number, ask: () => Promise<Answer>][] = [
  ['public success', 200, to('/fabrics')],
  ['private success', 200, to('/projects', { token })],
  ['bad argument', 400, to('/fabrics?limit=0')],
  ['bad path', 400, to('/quilts/%zz')],
  ['no token', 401, to('/projects')],
  ['unknown path', 404, to('/nope')],
  ['wrong method', 405, to('/fabrics', { method: 'DELETE' })],
  ['wrong type', 415, to('/projects', { ...CREATE, headers: { 'content-type': 'text/plain' } })],
  ['rate limit', 429, to('/fabrics', {}, limited)],
  ['disabled', 503, to('/fabrics', {}, disabled)],
]

it.each(answers)(
  '[D13.3] the answer to %s (%i) may be read by any page but without cookies, and has the security headers',
  async (name, status, ask) => {
    const { headers, ...answer } = await ask()
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

it('the request id of a client is that of the answer if it is a plain one, else a new one', async () => {
  const answered = async (id: string) =>
    (await server.rest('/nope', { headers: { 'x-request-id': id } })).headers.get('x-request-id')
  for (const plain of ['abcdefgh', 'A.b_c-1234', 'x'.repeat(64)]) expect(await answered(plain)).toBe(plain)
  for (const other of ['short', 'x'.repeat(65), 'has space', '', '<script>alert(1)</script>'])
    expect(await answered(other)).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/)
})

it('browsers are told to use nothing but https, where the server is reached by it', async () => {
  const secure = await startTestServer({ issuer, env: { BASE_URL: 'https://api.example.com' } })
  for (const path of ['/api/v1/fabrics', '/', '/nope']) {
    const { headers } = await fetch(`http://127.0.0.1:${secure.port}${path}`)
    expect(headers.get('strict-transport-security')).toBe('max-age=31536000')
  }
  expect((await server.rest('/fabrics')).headers.get('strict-transport-security')).toBeNull()
})

it('[D26.1] public catalog answers are the same with and without an account', async () => {
  const [anonymous, member] = await Promise.all([server.rest('/fabrics'), server.rest('/fabrics', { token })])
  expect(member.text).toBe(anonymous.text)
})
