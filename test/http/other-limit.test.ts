import { expect, it } from 'vitest'
import { startTestServer } from '../helpers/server.ts'

const CALLS = 1
/** Ten times the calls. */
const BUDGET = 10

const server = await startTestServer({
  env: { RATE_LIMIT_ANONYMOUS: `${CALLS}/3600`, TRUST_PROXY: '1' },
})

const ask = (address: string, path: string, init: RequestInit = {}) =>
  server.request(path, { ...init, headers: { 'x-forwarded-for': address } })

it.each([
  { what: 'documents', address: '192.0.2.1', path: '/llms.txt', status: 200 },
  { what: 'unknown paths', address: '192.0.2.2', path: '/nothing/here', status: 404 },
  { what: 'unknown operations', address: '192.0.2.3', path: '/api/v1/nothing', status: 404 },
  { what: 'paths that are no text', address: '192.0.2.4', path: '/%zz', status: 400 },
  { what: 'wrong methods', address: '192.0.2.5', path: '/api/v1/fabrics', method: 'DELETE', status: 405 },
  { what: 'wrong methods of the endpoint', address: '192.0.2.6', path: '/mcp', status: 405 },
])(
  '[D36.5, D36.8] $what count against a wide limit of the address',
  async ({ address, path, status, method = 'GET' }) => {
    const before = await Promise.all(Array.from({ length: BUDGET }, () => ask(address, path, { method })))
    expect(before.map((answer) => answer.status)).toEqual(before.map(() => status))
    const refused = await ask(address, path, { method })
    expect(refused.status).toBe(429)
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(refused.headers.get('x-request-id')).not.toBeNull()
    // Whoever watches the server is never refused; other addresses and calls have budgets of their own.
    expect((await ask(address, '/healthz')).status).toBe(200)
    expect((await ask(address, '/readyz')).status).toBe(200)
    expect((await ask('198.51.100.1', '/healthz')).status).toBe(200)
    // A page could not tell a refused preflight from a server that is gone.
    expect((await ask(address, '/api/v1/fabrics', { method: 'OPTIONS' })).status).toBe(204)
    expect((await ask(address, '/api/v1/fabrics')).status).toBe(200)
  },
)
