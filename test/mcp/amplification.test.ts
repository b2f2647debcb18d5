import { describe, expect, it } from 'vitest'
import { MODERN_VERSION, modernHeaders, modernMessage, post } from '../helpers/mcp.ts'
import { startTestServer } from '../helpers/server.ts'

const server = await startTestServer()

const MOST_BYTES = 4_096
const numbers = (count: number) => Array.from({ length: count }, () => 1)
const named = (count: number) => Object.fromEntries(numbers(count).map((one, index) => [`x${index}`, one]))
const clientInfo = { name: 'test', version: '1' }
const CAPABILITIES = 'io.modelcontextprotocol/clientCapabilities'

/** Messages whose every value is wrong, with this many values. */
const wrongMessages = (
  count: number,
): readonly (readonly [method: string, params: Record<string, unknown>])[] => [
  ['initialize', { capabilities: {}, clientInfo: { ...clientInfo, icons: numbers(count) } }],
  ['initialize', { capabilities: { experimental: named(count) }, clientInfo }],
  ['initialize', { capabilities: { extensions: named(count) }, clientInfo }],
  ['prompts/get', { name: 'match-palette', arguments: named(count) }],
  [
    'completion/complete',
    {
      ref: { type: 'ref/prompt', name: 'match-palette' },
      argument: { name: 'line', value: '' },
      context: { arguments: named(count) },
    },
  ],
  ['completion/complete', { ref: { type: 'ref/resource', uri: 'x'.repeat(count) } }],
  ['tools/call', { name: 'browse_supplies', arguments: named(count), unheardOf: true }],
  ['tools/call', { name: 'x'.repeat(count) }],
  ['ping', { _meta: { progressToken: numbers(count) } }],
  ['tools/list', { _meta: { [CAPABILITIES]: { experimental: named(count) } } }],
  ['resources/read', { uri: `selvage://${'x'.repeat(count)}` }],
  // Each is written with six characters.
  ['resources/read', { uri: `selvage://${'\u0001'.repeat(count / 8)}` }],
  ['x'.repeat(count), {}],
]

describe.each([130, 580, 6_000])(
  '[D32.4] no answer to a refused message is longer than 4 KB: %i values',
  (count) => {
    it.each(wrongMessages(count))('in %.20s %.60j, at both revisions', async (method, params) => {
      const older = { jsonrpc: '2.0', id: 1, method, params: { protocolVersion: '2025-11-25', ...params } }
      const name = String(params['name'] ?? params['uri'] ?? '').replace(/\p{Cc}/gu, '')
      const { _meta, ...others } = params
      const newer = modernMessage(method, others, Object(_meta))
      const answers = [
        await post(server, newer, modernHeaders(method, name)),
        // What an older client says of itself is not read in each message.
        ...(method === 'tools/list' ? [] : [await post(server, older)]),
      ]
      for (const { text, json } of answers) {
        expect(json.error ?? json.result.isError).toBeTruthy()
        expect(Buffer.byteLength(text)).toBeLessThanOrEqual(MOST_BYTES)
      }
    })

    it('in the name of the revision', async () => {
      const headers = { ...modernHeaders('tools/list'), 'mcp-protocol-version': 'x'.repeat(count) }
      const { text } = await post(server, modernMessage('tools/list'), headers)
      expect(Buffer.byteLength(text)).toBeLessThanOrEqual(MOST_BYTES)
    })
  },
)

it.each([
  ['initialize', { protocolVersion: 1 }],
  ['prompts/get', { name: 'match-palette', arguments: { colours: 1 } }],
  ['resources/read', { uri: 1 }],
  ['completion/complete', { ref: 1, argument: {} }],
  ['tools/call', { name: 1 }],
])(
  '[D9.12, D32.4] of wrong params, %s says that they are wrong, and nothing more: %j',
  async (method, params) => {
    const wrong = { code: -32602, message: `The params of ${method} are not valid.` }
    expect((await post(server, { jsonrpc: '2.0', id: 1, method, params })).json.error).toEqual(wrong)
    // The later revision has no such method.
    if (method === 'initialize') return
    const name = Object.values(params).map(String)[0]
    const { json } = await post(server, modernMessage(method, params), modernHeaders(method, name))
    expect(json.error).toEqual(wrong)
  },
)

describe('[D32.4] a message is refused before it is read', () => {
  it.each([
    ['with more values than any real one', { params: { cursor: numbers(600) } }, /more than 600 members/],
    [
      'with more arguments than any tool has',
      { method: 'tools/call', params: { arguments: { cursor: numbers(600) } } },
      /more than 600 members/,
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
    expect((await post(server, { jsonrpc: '2.0', id, method: 'ping' })).json.id).toBe(id)
  })
})
