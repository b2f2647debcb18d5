import { once } from 'node:events'
import { request as httpRequest, type IncomingMessage } from 'node:http'
import { afterAll, describe, expect, it } from 'vitest'
import { modernHeaders, modernMessage, post } from '../helpers/mcp.ts'
import { startTestServer, type TestServer } from '../helpers/server.ts'

const server = await startTestServer()
afterAll(() => server.close())

const PING = { jsonrpc: '2.0', id: 1, method: 'ping' }

describe('messages', () => {
  it.each([
    ['of 2025-03-26', [PING, PING]],
    ['of 2026-07-28', [modernMessage('tools/list')]],
    ['that is empty', []],
  ])('[D32.3] a batch %s is 400 -32600', async (_, batch) => {
    const answer = await post(server, batch, modernHeaders('tools/list'))
    expect([answer.status, answer.json.error.code, answer.json.id]).toEqual([400, -32600, null])
  })

  it.each([
    ['a broken object', '{"jsonrpc":'],
    ['nothing', ''],
    ['two objects', '{}{}'],
  ])('[D32.1] %s is 400 -32700', async (_, body) => {
    const answer = await post(server, body, { 'content-type': 'application/json' })
    expect([answer.status, answer.json.error.code, answer.json.id]).toEqual([400, -32700, null])
  })

  it.each([
    ['null', 'null'],
    ['a number', '1'],
    ['an id that is null', JSON.stringify({ ...modernMessage('tools/list'), id: null })],
    ['no jsonrpc member', JSON.stringify({ ...PING, jsonrpc: undefined })],
  ])('[D32.1] %s is 400 -32600', async (_, body) => {
    const answer = await post(server, body, { 'content-type': 'application/json' })
    expect([answer.status, answer.json.error.code]).toEqual([400, -32600])
  })

  it.each(['text/plain', 'application/x-www-form-urlencoded', 'application/json; charset=latin1'])(
    '[D13.5, D32.1] content type %s is 415',
    async (type) => {
      const answer = await post(server, JSON.stringify(PING), { 'content-type': type })
      expect([answer.status, answer.json.error.code]).toEqual([415, 'unsupported_media_type'])
    },
  )

  it('[D13.6, D32.1] takes 64 KiB and refuses one byte more', async () => {
    const padded = (length: number) => JSON.stringify(PING).padEnd(length, ' ')
    const headers = { 'content-type': 'application/json' }
    expect((await post(server, padded(65_536), headers)).status).toBe(200)
    const refused = await post(server, padded(65_537), headers)
    expect([refused.status, refused.json.error.code]).toEqual([413, 'payload_too_large'])
  })
})

describe('methods', () => {
  it.each(['GET', 'HEAD', 'PUT', 'PATCH', 'DELETE'])(
    '[D32.2, D11.1] %s is 405 with Allow, whatever the token',
    async (method) => {
      const { status, headers } = await server.request('/mcp', { method, token: 'bad' })
      expect([status, headers.get('allow')]).toEqual([405, 'POST, OPTIONS'])
      expect(headers.has('www-authenticate')).toBe(false)
    },
  )
})

/** `fetch` sets `Host` itself. */
async function statusFor(asked: TestServer, headers: Readonly<Record<string, string>>): Promise<number> {
  const type = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' }
  const request = httpRequest(`${asked.baseUrl}/mcp`, { method: 'POST', headers: { ...type, ...headers } })
  request.end(JSON.stringify(PING))
  const [response]: IncomingMessage[] = await once(request, 'response')
  response?.resume()
  return response?.statusCode ?? 0
}

describe('who asks', () => {
  it.each([
    ['localhost:6274', 200],
    ['[::1]:3000', 200],
    ['localhost.evil.example', 403],
    ['10.0.0.1', 403],
  ])('[D32.1] a local server answers Host %s with %i', async (host, status) =>
    expect(await statusFor(server, { host })).toBe(status),
  )

  it.each(['http://localhost:6274', 'http://127.0.0.1:1', 'https://localhost'])(
    '[D32.1] a local server lets the page %s in, and says so',
    async (origin) => {
      const { status, headers } = await post(server, PING, { origin })
      expect([status, headers.get('access-control-allow-origin')]).toEqual([200, origin])
      expect(headers.get('access-control-expose-headers')).toContain('WWW-Authenticate')
      expect(headers.get('access-control-expose-headers')).toContain('Retry-After')
      expect(headers.get('vary')).toContain('Origin')
    },
  )

  it.each(['https://evil.example', 'http://localhost.evil.example', 'null', 'nonsense'])(
    '[D32.1] refuses the page %s with 403, and no leave to read it',
    async (origin) => {
      const answer = await post(server, PING, { origin })
      expect([answer.status, answer.json.error.code]).toEqual([403, 'origin_not_allowed'])
      expect(answer.headers.has('access-control-allow-origin')).toBe(false)
    },
  )
})

it('[D32.1] a public server answers for its own host and the configured pages only', async () => {
  const page = 'https://app.example.com'
  const env = { HOST: '0.0.0.0', BASE_URL: 'https://api.example.com', ALLOWED_ORIGINS: page }
  const own = await startTestServer({ env })
  try {
    const host = 'api.example.com'
    expect(await statusFor(own, { host })).toBe(200)
    expect(await statusFor(own, { host, origin: page })).toBe(200)
    expect(await statusFor(own, { host, origin: 'https://api.example.com' })).toBe(200)
    expect(await statusFor(own, { host, origin: 'http://localhost:6274' })).toBe(403)
    expect(await statusFor(own, { host: 'localhost' })).toBe(403)
  } finally {
    await own.close()
  }
})
