import { afterAll, describe, expect, it } from 'vitest'
import { MODERN_VERSION, modernHeaders, modernMessage, post } from '../helpers/mcp.ts'
import { startTestServer } from '../helpers/server.ts'

const server = await startTestServer()
afterAll(() => server.close())

const MOST_BYTES = 4_096
const numbers = (count: number) => Array.from({ length: count }, () => 1)
const named = (count: number) => Object.fromEntries(numbers(count).map((one, index) => [`x${index}`, one]))
const clientInfo = { name: 'test', version: '1' }

/** Messages whose every value is wrong, with this many values. */
const MESSAGES = (count: number): readonly (readonly [string, string, Record<string, unknown>])[] => [
  ['icons', 'initialize', { capabilities: {}, clientInfo: { ...clientInfo, icons: numbers(count) } }],
  ['experimental', 'initialize', { capabilities: { experimental: named(count) }, clientInfo }],
  ['extensions', 'initialize', { capabilities: { extensions: named(count) }, clientInfo }],
  ['arguments of a prompt', 'prompts/get', { name: 'match-palette', arguments: named(count) }],
  [
    'arguments beside a completion',
    'completion/complete',
    {
      ref: { type: 'ref/prompt', name: 'match-palette' },
      argument: { name: 'line', value: '' },
      context: { arguments: named(count) },
    },
  ],
  ['arguments', 'tools/call', { name: 'browse_supplies', arguments: named(count), unheardOf: true }],
  ['meta', 'ping', { _meta: { progressToken: numbers(count) } }],
  ['an address', 'resources/read', { uri: `selvage://${'x'.repeat(count)}` }],
  ['a name', 'tools/call', { name: 'x'.repeat(count) }],
  ['a template', 'completion/complete', { ref: { type: 'ref/resource', uri: 'x'.repeat(count) } }],
  ['a method', 'x'.repeat(count), {}],
  ['characters that are escaped', 'resources/read', { uri: `selvage://${'\u0001'.repeat(count / 8)}` }],
]

const SIZES = [140, 600, 6_000]
const OF_SIZES = SIZES.flatMap((count) => MESSAGES(count).map((message) => [count, ...message] as const))

describe('[D32.4] no answer to a refused message is longer than 4 KB', () => {
  it.each(OF_SIZES)('%i in %s, at both revisions', async (_count, _what, method, params) => {
    const older = { jsonrpc: '2.0', id: 1, method, params: { protocolVersion: '2025-11-25', ...params } }
    const name = String(params['name'] ?? params['uri'] ?? '').replace(/\p{Cc}/gu, '')
    for (const { text, json } of [
      await post(server, older, { 'content-type': 'application/json' }),
      await post(server, modernMessage(method, params), modernHeaders(method, name)),
    ]) {
      expect(json.error ?? json.result.isError).toBeTruthy()
      expect(Buffer.byteLength(text)).toBeLessThanOrEqual(MOST_BYTES)
    }
  })

  it('the capabilities of a 2026 client', async () => {
    const meta = { 'io.modelcontextprotocol/clientCapabilities': { experimental: named(130) } }
    const answer = await post(server, modernMessage('tools/list', {}, meta), modernHeaders('tools/list'))
    expect(answer.status).toBe(400)
    expect(Buffer.byteLength(answer.text)).toBeLessThanOrEqual(MOST_BYTES)
  })

  it('an unknown revision', async () => {
    const { text } = await post(server, modernMessage('tools/list'), {
      ...modernHeaders('tools/list'),
      'mcp-protocol-version': 'x'.repeat(6_000),
    })
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(MOST_BYTES)
  })
})

describe('[D32.4] a message is refused before it is read', () => {
  it.each([
    ['with more values than any real one', { params: { cursor: numbers(150) } }, /more than 150 members/],
    [
      'with more arguments than any tool has',
      { method: 'tools/call', params: { arguments: { cursor: numbers(1_000) } } },
      /arguments have more than 1000/,
    ],
    ['with an id that is no id', { id: 'x'.repeat(257) }, /id has more than 256/],
  ])('%s', async (_, members, words) => {
    const message = { jsonrpc: '2.0', id: 1, method: 'tools/list', ...members }
    for (const version of ['2025-11-25', MODERN_VERSION]) {
      const { status, json } = await post(server, message, { 'mcp-protocol-version': version })
      expect([status, json.id, json.error.code]).toEqual([400, null, -32600])
      expect(json.error.message).toMatch(words)
    }
  })

  it('one with a long id of 256 characters is answered', async () => {
    const id = 'x'.repeat(256)
    const message = { jsonrpc: '2.0', id, method: 'ping' }
    expect((await post(server, message, { 'content-type': 'application/json' })).json.id).toBe(id)
  })
})
