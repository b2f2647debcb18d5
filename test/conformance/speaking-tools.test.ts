import { afterAll, beforeAll, expect, it } from 'vitest'
import { startFixtures } from './fixtures/listen.ts'

// What the service's own tools never do: say something before their result.
let fixtures: Awaited<ReturnType<typeof startFixtures>>
beforeAll(async () => {
  fixtures = await startFixtures()
})
afterAll(() => fixtures.close())

const LEGACY = { 'mcp-protocol-version': '2025-06-18' }

function post(
  method: string,
  params: Readonly<Record<string, unknown>>,
  signal: AbortSignal | null = null,
): Promise<Response> {
  return fetch(fixtures.url, {
    method: 'POST',
    signal,
    headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream', ...LEGACY },
    body: JSON.stringify({ jsonrpc: '2.0', id: 7, method, params }),
  })
}

const call = (name: string, _meta = {}) => post('tools/call', { name, arguments: {}, _meta })

/** The messages of an event stream, in their order. */
function messagesOf(stream: string) {
  return [...stream.matchAll(/^event: message\ndata: (.+)\n$/gm)].map(([, data = '']) => JSON.parse(data))
}

it('[D32.1] a 2025 client gets JSON from a tool that says nothing before its result', async () => {
  for (const response of [await call('test_simple_text'), await call('test_tool_with_progress')]) {
    expect(response.headers.get('content-type')).toBe('application/json')
    expect(await response.json()).toMatchObject({ id: 7, result: { content: [{ type: 'text' }] } })
  }
})

it('[D32.1] a 2025 client gets progress as it comes, then the result, and the stream ends', async () => {
  const response = await call('test_tool_with_progress', { progressToken: 'here' })
  expect(response.status).toBe(200)
  expect(response.headers.get('content-type')).toBe('text/event-stream')
  const messages = messagesOf(await response.text())
  const progress = [0, 50, 100].map((value) => ({ progressToken: 'here', progress: value, total: 100 }))
  expect(messages.map(({ params }) => params)).toEqual([...progress, undefined])
  expect(messages.at(-1)).toMatchObject({ id: 7, result: { content: [{ text: 'Reported progress.' }] } })
})

it('[D32.1] logs stream without being asked for, as the 2025 revisions have it', async () => {
  const messages = messagesOf(await (await call('test_tool_with_logging')).text())
  expect(messages.map(({ method }) => method)).toEqual([...Array(3).fill('notifications/message'), undefined])
})

it('[D32.1] a failure of the request is JSON, also where the tool would stream', async () => {
  const response = await post('tools/call', { name: 'nobody' })
  expect(response.headers.get('content-type')).toBe('application/json')
  expect(await response.json()).toMatchObject({ id: 7, error: { code: -32602 } })
})

it('[D32.1] a client that leaves in the middle of a stream disturbs nobody', async () => {
  const abort = new AbortController()
  const params = { name: 'test_tool_with_progress', arguments: {}, _meta: { progressToken: 1 } }
  const response = await post('tools/call', params, abort.signal)
  await response.body?.getReader().read()
  abort.abort()
  // Takes longer than what the other tool had left to say.
  const next = await call('test_tool_with_progress', { progressToken: 'next' })
  expect(messagesOf(await next.text())).toHaveLength(4)
})
