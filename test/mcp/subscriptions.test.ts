import { expect, it } from 'vitest'
import { startFixtures } from '../conformance/fixtures/listen.ts'
import { MODERN_VERSION, modernMessage } from '../helpers/mcp.ts'
import { startTestServer } from '../helpers/server.ts'

const METHOD = 'subscriptions/listen'

/** The messages of the stream that answers a subscription to changes of the tool list. */
async function subscribe(url: string) {
  const response = await fetch(url, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': MODERN_VERSION,
      'mcp-method': METHOD,
    },
    body: JSON.stringify(modernMessage(METHOD, { notifications: { toolsListChanged: true } })),
  })
  expect(response.status).toBe(200)
  expect(response.headers.get('content-type')).toContain('text/event-stream')
  const reader = (response.body ?? new ReadableStream<Uint8Array>())
    .pipeThrough(new TextDecoderStream())
    .getReader()
  let received = ''
  return {
    /** What came up to and with the message that `text` is part of. */
    async upTo(text: string) {
      while (!received.includes(text)) {
        const { value, done } = await reader.read()
        if (done) throw new Error(`ended after: ${received}`)
        received += value
      }
      return [...received.matchAll(/^data: (.*)$/gm)].map(([, data = '']) => JSON.parse(data))
    },
    /** Rejects when the connection is broken off. */
    async toEnd() {
      while (!(await reader.read()).done);
    },
  }
}

const acknowledgement = (notifications: object) => ({
  jsonrpc: '2.0',
  method: 'notifications/subscriptions/acknowledged',
  params: { notifications, _meta: { 'io.modelcontextprotocol/subscriptionId': 1 } },
})

it('[D32.1] subscriptions/listen is acknowledged and over at once: this list never changes', async () => {
  const server = await startTestServer()
  try {
    const subscription = await subscribe(`${server.baseUrl}/mcp`)
    expect(await subscription.upTo('"resultType"')).toEqual([
      acknowledgement({}),
      { jsonrpc: '2.0', id: 1, result: expect.objectContaining({ resultType: 'complete' }) },
    ])
    await subscription.toEnd()
  } finally {
    await server.close()
  }
})

it('[D32.1] where there is something to hear, the stream stays open until the server stops', async () => {
  const fixtures = await startFixtures()
  const subscription = await subscribe(fixtures.url)
  expect(await subscription.upTo('acknowledged')).toEqual([acknowledgement({ toolsListChanged: true })])
  await Promise.all([fixtures.close(), subscription.toEnd()])
})
