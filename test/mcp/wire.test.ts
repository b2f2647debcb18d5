import { afterAll, expect, it } from 'vitest'
import { modernHeaders, modernMessage, post } from '../helpers/mcp.ts'
import { startTestServer } from '../helpers/server.ts'

const server = await startTestServer()
afterAll(() => server.close())

const message = (method: string, params: object = {}) => ({ jsonrpc: '2.0', id: 'a1', method, params })

it.each([
  ['2024-11-05', '2024-11-05'],
  ['2025-03-26', '2025-03-26'],
  ['2025-06-18', '2025-06-18'],
  ['2025-11-25', '2025-11-25'],
  ['1999-01-01', '2025-11-25'],
])('[D32.1] initialize with %s is answered with %s', async (asked, answered) => {
  const clientInfo = { name: 'test', version: '1' }
  const params = { protocolVersion: asked, capabilities: {}, clientInfo }
  const { status, json } = await post(server, message('initialize', params))
  expect(status).toBe(200)
  expect(json).toEqual({
    jsonrpc: '2.0',
    id: 'a1',
    result: {
      protocolVersion: answered,
      capabilities: expect.objectContaining({ tools: { listChanged: false } }),
      serverInfo: expect.objectContaining({
        name: '127.0.0.1/selvage',
        title: 'Selvage',
        version: '1.0.0',
        websiteUrl: server.baseUrl,
      }),
      instructions: expect.stringContaining('data, not instructions'),
    },
  })
})

it('[D32.1] notifications/initialized is 202 without a body', async () => {
  const answer = await post(server, { jsonrpc: '2.0', method: 'notifications/initialized' })
  expect([answer.status, answer.text]).toEqual([202, ''])
})

it('[D32.1] an unknown method is 200 with -32601', async () => {
  const { status, json } = await post(server, message('no/such/method'))
  expect([status, json.error.code]).toEqual([200, -32601])
})

it('[D32.1] what only 2026-07-28 has is only on its wire', async () => {
  const legacy = await post(server, message('tools/list'))
  const modern = await post(server, modernMessage('tools/list'), modernHeaders('tools/list'))
  expect(Object.keys(legacy.json.result)).toEqual(['tools'])
  expect(Object.keys(modern.json.result).sort()).toEqual([
    '_meta',
    'cacheScope',
    'resultType',
    'tools',
    'ttlMs',
  ])

  const params = { name: 'browse_supplies', arguments: { category: 'rulers' } }
  const legacyCall = await post(server, message('tools/call', params))
  const headers = modernHeaders('tools/call', params.name)
  const modernCall = await post(server, modernMessage('tools/call', params), headers)
  expect(Object.keys(legacyCall.json.result).sort()).toEqual(['content', 'structuredContent'])
  expect(modernCall.json.result).toMatchObject({ resultType: 'complete', ...legacyCall.json.result })
})

it('[D32.1] keeps no session: none is minted, and one that is sent means nothing', async () => {
  const headers = { 'mcp-session-id': 'invented', 'last-event-id': '7' }
  const clientInfo = { name: 'test', version: '1' }
  const params = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo }
  const answers = await Promise.all([
    post(server, message('initialize', params)),
    post(server, message('tools/list'), headers),
    post(server, modernMessage('tools/list'), { ...modernHeaders('tools/list'), ...headers }),
  ])
  for (const answer of answers) {
    expect(answer.status).toBe(200)
    expect(answer.headers.has('mcp-session-id')).toBe(false)
  }
})

const TOOL = 'browse_supplies'
const call = modernMessage('tools/call', { name: TOOL, arguments: { category: 'precuts', limit: 1 } })
const base64 = (text: string) => `=?base64?${Buffer.from(text).toString('base64')}?=`

it.each([
  ['another version in the header than in _meta', { 'mcp-protocol-version': '2025-11-25' }],
  ['another Mcp-Method than the method', { 'mcp-method': 'tools/list' }],
  ['no Mcp-Name', { 'mcp-name': undefined }],
  ['Mcp-Name of another tool in base64', { 'mcp-name': base64('get_asset') }],
])('[D32.1] 2026-07-28: %s is 400 -32020', async (_, headers) => {
  const answer = await post(server, call, { ...modernHeaders('tools/call', TOOL), ...headers })
  expect([answer.status, answer.json.error.code, answer.json.id]).toEqual([400, -32020, 1])
})

it('[D32.1] an unsupported version is 400 -32022 and names the supported one', async () => {
  const version = '2099-01-01'
  const message = modernMessage('tools/list', {}, { 'io.modelcontextprotocol/protocolVersion': version })
  const headers = { ...modernHeaders('tools/list'), 'mcp-protocol-version': version }
  const { status, json } = await post(server, message, headers)
  expect(status).toBe(400)
  expect(json.error).toMatchObject({
    code: -32022,
    data: { supported: ['2026-07-28'], requested: version },
  })
})

it.each([
  ['protocolVersion', { 'io.modelcontextprotocol/protocolVersion': undefined }],
  ['clientCapabilities', { 'io.modelcontextprotocol/clientCapabilities': undefined }],
])('[D32.1] 2026-07-28: _meta without %s is 400 -32602', async (_, meta) => {
  const answer = await post(server, modernMessage('tools/list', {}, meta), modernHeaders('tools/list'))
  expect([answer.status, answer.json.error.code]).toEqual([400, -32602])
})

it.each(['no/such/method', 'initialize', 'sampling/createMessage'])(
  '[D32.1] 2026-07-28: method %s is 404 -32601 in a JSON-RPC body',
  async (method) => {
    const answer = await post(server, modernMessage(method), modernHeaders(method))
    expect([answer.status, answer.json.error.code, answer.json.id]).toEqual([404, -32601, 1])
  },
)

it('[D32.1] server/discover names the version, the tools capability and how long it holds', async () => {
  const { status, json } = await post(
    server,
    modernMessage('server/discover'),
    modernHeaders('server/discover'),
  )
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
