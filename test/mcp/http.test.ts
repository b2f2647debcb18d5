import { once } from 'node:events'
import { request as httpRequest, type IncomingMessage } from 'node:http'
import { describe, expect, it } from 'vitest'
import { modernHeaders, modernMessage, post } from '../helpers/mcp.ts'
import { startTestServer, type TestServer } from '../helpers/server.ts'

const server = await startTestServer()

const PING = { jsonrpc: '2.0', id: 1, method: 'ping' }
const JSON_TYPE = { 'content-type': 'application/json' }

describe('messages', () => {
  it.each([
    ['a batch of 2025-03-26', [PING, PING], -32600],
    ['a batch of 2026-07-28', [modernMessage('tools/list')], -32600],
    ['an empty batch', '[]', -32600],
    ['a broken object', '{"jsonrpc":', -32700],
    ['nothing', '', -32700],
    ['two objects', '{}{}', -32700],
    ['null', 'null', -32600],
    ['a number', '1', -32600],
    ['an id that is null', { ...modernMessage('tools/list'), id: null }, -32600],
    ['no jsonrpc member', { method: 'ping' }, -32600],
  ])('[D32.1, D32.3] %s is 400 with its code', async (_, body, code) => {
    const answer = await post(server, body, { ...JSON_TYPE, ...modernHeaders('tools/list') })
    expect([answer.status, answer.json.error.code, answer.json.id ?? null]).toEqual([400, code, null])
  })

  it('[D13.5, D13.6, D32.1] a body of another type or of more than 64 KiB is refused, as over REST', async () => {
    const typed = await post(server, JSON.stringify(PING), { 'content-type': 'text/plain' })
    expect([typed.status, typed.json.error.code]).toEqual([415, 'unsupported_media_type'])
    const long = await post(server, JSON.stringify(PING).padEnd(65_537, ' '), JSON_TYPE)
    expect([long.status, long.json.error.code]).toEqual([413, 'payload_too_large'])
  })
})

it.each(['GET', 'HEAD', 'PUT', 'PATCH', 'DELETE'])(
  '[D32.2, D11.1] %s is 405 with Allow, whatever the token',
  async (method) => {
    const { status, headers } = await server.request('/mcp', { method, token: 'bad' })
    expect([status, headers.get('allow')]).toEqual([405, 'POST, OPTIONS'])
    expect(headers.has('www-authenticate')).toBe(false)
  },
)

/** `fetch` sets `Host` itself. */
async function statusFor(asked: TestServer, headers: Readonly<Record<string, string>>): Promise<number> {
  const accept = 'application/json, text/event-stream'
  const all = { ...JSON_TYPE, accept, ...headers }
  const request = httpRequest(`${asked.baseUrl}/mcp`, { method: 'POST', headers: all })
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
      const exposed = headers.get('access-control-expose-headers')?.split(', ')
      expect(exposed).toEqual(expect.arrayContaining(['WWW-Authenticate', 'Retry-After']))
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

  it('[D32.1] a public server answers for its own host and the configured pages only', async () => {
    const page = 'https://app.example.com'
    const env = { HOST: '0.0.0.0', BASE_URL: 'https://api.example.com', ALLOWED_ORIGINS: page }
    const own = await startTestServer({ env })
    const host = 'api.example.com'
    for (const headers of [{}, { origin: page }, { origin: 'https://api.example.com' }])
      expect(await statusFor(own, { host, ...headers })).toBe(200)
    for (const headers of [{ host, origin: 'http://localhost:6274' }, { host: 'localhost' }])
      expect(await statusFor(own, headers)).toBe(403)
  })
})

const sendLegacy = (method: string, params = {}, headers = {}) =>
  post(server, { jsonrpc: '2.0', id: 'a1', method, params }, headers)
const sendModern = (method: string, headers = {}) =>
  post(server, modernMessage(method), { ...modernHeaders(method), ...headers })

const HELLO = { capabilities: {}, clientInfo: { name: 'test', version: '1' } }

it.each([
  ['2024-11-05', '2024-11-05'],
  ['2025-03-26', '2025-03-26'],
  ['2025-06-18', '2025-06-18'],
  ['2025-11-25', '2025-11-25'],
  ['1999-01-01', '2025-11-25'],
])('[D32.1] initialize with %s is answered with %s', async (asked, answered) => {
  const { status, json } = await sendLegacy('initialize', { protocolVersion: asked, ...HELLO })
  expect(status).toBe(200)
  const { websiteUrl } = json.result.serverInfo
  expect(websiteUrl).toBe(server.baseUrl)
  expect(json).toEqual({
    jsonrpc: '2.0',
    id: 'a1',
    result: {
      protocolVersion: answered,
      capabilities: expect.objectContaining({ tools: { listChanged: false } }),
      serverInfo: expect.objectContaining({ name: '127.0.0.1/selvage', title: 'Selvage', version: '1.0.0' }),
      instructions: expect.stringContaining('data, not instructions'),
    },
  })
})

it('[D32.1] server/discover names the version, the tools capability and how long it holds', async () => {
  const { status, json } = await sendModern('server/discover')
  expect(status).toBe(200)
  expect(json.result).toEqual({
    resultType: 'complete',
    supportedVersions: ['2026-07-28'],
    capabilities: expect.objectContaining({ tools: { listChanged: false } }),
    instructions: expect.stringContaining('search_fabric_catalog'),
    ttlMs: 3_600_000,
    cacheScope: 'public',
    _meta: { 'io.modelcontextprotocol/serverInfo': expect.objectContaining({ name: '127.0.0.1/selvage' }) },
  })
})

it('[D32.1] notifications/initialized is 202 without a body', async () => {
  const answer = await post(server, { jsonrpc: '2.0', method: 'notifications/initialized' })
  expect([answer.status, answer.text]).toEqual([202, ''])
})

it('[D32.1] keeps no session: none is minted, and one that is sent means nothing', async () => {
  const headers = { 'mcp-session-id': 'invented', 'last-event-id': '7' }
  for (const answer of [
    await sendLegacy('initialize', { protocolVersion: '2025-06-18', ...HELLO }),
    await sendLegacy('tools/list', {}, headers),
    await sendModern('tools/list', headers),
  ])
    expect([answer.status, answer.headers.has('mcp-session-id')]).toEqual([200, false])
})
