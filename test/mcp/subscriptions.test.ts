import { expect, it } from 'vitest'
import { MODERN_VERSION } from '../helpers/mcp.ts'
import { startTestServer } from '../helpers/server.ts'
import { modernMessage } from './wire.ts'

const METHOD = 'subscriptions/listen'

it('[D32] subscriptions/listen is acknowledged, and ends when the server stops', async () => {
  const server = await startTestServer()
  const response = await fetch(`${server.baseUrl}/mcp`, {
    method: 'POST',
    headers: {
      'mcp-protocol-version': MODERN_VERSION,
      'mcp-method': METHOD,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
    },
    body: JSON.stringify({
      ...modernMessage(METHOD, { notifications: { toolsListChanged: true } }),
      id: 'listen-1',
    }),
  })
  expect(response.status).toBe(200)
  expect(response.headers.get('content-type')).toContain('text/event-stream')
  const reader = (response.body ?? new ReadableStream<Uint8Array>())
    .pipeThrough(new TextDecoderStream())
    .getReader()

  const first = await reader.read()
  const [, data = ''] = /^data: (.*)$/m.exec(first.value ?? '') ?? []
  expect(JSON.parse(data)).toMatchObject({
    method: 'notifications/subscriptions/acknowledged',
    params: { _meta: { 'io.modelcontextprotocol/subscriptionId': 'listen-1' } },
  })

  await server.close()
  // Ends in good order: a connection that is broken off rejects here.
  while (!(await reader.read()).done);
})
