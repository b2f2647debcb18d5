import { afterAll, beforeAll, expect, it } from 'vitest'
import { modernHeaders, modernMessage, post } from '../helpers/mcp.ts'
import { startTestServer, type TestServer } from '../helpers/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const TOOL = 'browse_supplies'
const call = modernMessage('tools/call', { name: TOOL, arguments: { category: 'precuts', limit: 1 } })
const base64 = (text: string) => `=?base64?${Buffer.from(text).toString('base64')}?=`

it.each([
  ['no version header', { 'mcp-protocol-version': undefined }],
  ['another version in the header than in _meta', { 'mcp-protocol-version': '2025-11-25' }],
  ['no Mcp-Method', { 'mcp-method': undefined }],
  ['another Mcp-Method than the method', { 'mcp-method': 'tools/list' }],
  ['Mcp-Method in another case', { 'mcp-method': 'Tools/Call' }],
  ['no Mcp-Name', { 'mcp-name': undefined }],
  ['another Mcp-Name than the tool', { 'mcp-name': 'get_asset' }],
  ['Mcp-Name of another tool in base64', { 'mcp-name': base64('get_asset') }],
  ['Mcp-Name in broken base64', { 'mcp-name': '=?base64?%%%?=' }],
])('[D32.1] 2026-07-28: %s is 400 -32020', async (_, headers) => {
  const answer = await post(server, call, { ...modernHeaders('tools/call', TOOL), ...headers })
  expect([answer.status, answer.json.error.code, answer.json.id]).toEqual([400, -32020, 1])
})

it.each([
  ['as it is', TOOL],
  ['in base64', base64(TOOL)],
])('[D32.1] 2026-07-28: accepts Mcp-Name %s', async (_, name) => {
  const answer = await post(server, call, modernHeaders('tools/call', name))
  expect(answer.status).toBe(200)
  expect(answer.json.result).toMatchObject({
    resultType: 'complete',
    structuredContent: { totalMatching: 18 },
  })
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

it('[D32.1] 2026-07-28: no _meta at all is 400 -32602', async () => {
  const message = { jsonrpc: '2.0', id: 1, method: 'tools/list' }
  const answer = await post(server, message, modernHeaders('tools/list'))
  expect([answer.status, answer.json.error.code]).toEqual([400, -32602])
})

it.each([
  'no/such/method',
  'ping',
  'initialize',
  'logging/setLevel',
  'resources/subscribe',
  'sampling/createMessage',
])('[D32.1] 2026-07-28: method %s is 404 -32601 in a JSON-RPC body', async (method) => {
  const answer = await post(server, modernMessage(method), modernHeaders(method))
  expect([answer.status, answer.json.error.code, answer.json.id]).toEqual([404, -32601, 1])
})

it.each([
  ['an unknown tool', { name: 'no_such_tool' }],
  ['the probe, which is REST only', { name: 'get_auth_me' }],
  ['arguments that are no object', { name: TOOL, arguments: [] }],
])('[D32.1, §4.11.tools] 2026-07-28: a call with %s is 200 -32602', async (_, params) => {
  const answer = await post(
    server,
    modernMessage('tools/call', params),
    modernHeaders('tools/call', params.name),
  )
  expect([answer.status, answer.json.error.code]).toEqual([200, -32602])
  expect(answer.json).not.toHaveProperty('result')
})

it('[D32.1] a 2026-07-28 notification is 202 without a body', async () => {
  const method = 'notifications/cancelled'
  const { id: _, ...message } = modernMessage(method, { requestId: 7 })
  const answer = await post(server, message, modernHeaders(method))
  expect([answer.status, answer.text]).toEqual([202, ''])
})

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
