import { afterAll, expect, it } from 'vitest'
import { modernHeaders, modernMessage, post } from '../helpers/mcp.ts'
import { startTestServer } from '../helpers/server.ts'

const server = await startTestServer()
afterAll(() => server.close())

const sendLegacy = (method: string, params = {}, headers = {}) =>
  post(server, { jsonrpc: '2.0', id: 'a1', method, params }, headers)
const sendModern = (method: string, params: { name?: string } = {}, headers = {}) =>
  post(server, modernMessage(method, params), { ...modernHeaders(method, params.name), ...headers })

const HELLO = { capabilities: {}, clientInfo: { name: 'test', version: '1' } }
const CALL = { name: 'browse_supplies', arguments: { category: 'precuts', limit: 1 } }

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

it('[D32.1] what only 2026-07-28 has is only on its wire', async () => {
  const membersOf = ({ json }: { json: { result: object } }) => Object.keys(json.result).sort()
  expect(membersOf(await sendLegacy('tools/list'))).toEqual(['tools'])
  const modern = ['_meta', 'cacheScope', 'resultType', 'tools', 'ttlMs']
  expect(membersOf(await sendModern('tools/list'))).toEqual(modern)
  const legacyCall = await sendLegacy('tools/call', CALL)
  expect(membersOf(legacyCall)).toEqual(['content', 'structuredContent'])
  const { result } = (await sendModern('tools/call', CALL)).json
  expect(result).toMatchObject({ resultType: 'complete', ...legacyCall.json.result })
})

it('[D32.1] keeps no session: none is minted, and one that is sent means nothing', async () => {
  const headers = { 'mcp-session-id': 'invented', 'last-event-id': '7' }
  for (const answer of [
    await sendLegacy('initialize', { protocolVersion: '2025-06-18', ...HELLO }),
    await sendLegacy('tools/list', {}, headers),
    await sendModern('tools/list', {}, headers),
  ])
    expect([answer.status, answer.headers.has('mcp-session-id')]).toEqual([200, false])
})

// The conformance suite asks for what each revision refuses.
it('[D32.1] 2026-07-28: another Mcp-Method than the method is 400 -32020', async () => {
  const answer = await sendModern('tools/call', CALL, { 'mcp-method': 'tools/list' })
  expect([answer.status, answer.json.error.code, answer.json.id]).toEqual([400, -32020, 1])
})
