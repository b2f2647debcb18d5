import { json } from 'node:stream/consumers'
import { expect, it, vi } from 'vitest'
import { createTraces } from '../../src/operations/traces.ts'
import { serveLocally } from '../helpers/local-server.ts'

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736'

it('a request is one span of the trace that its client began, sent by OTLP', async () => {
  const received: unknown[] = []
  const collector = await serveLocally((request, response) => {
    void json(request).then((body) => {
      received.push({ path: request.url, body })
      response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
    })
  })
  vi.stubEnv('OTEL_EXPORTER_OTLP_ENDPOINT', collector.url)
  const traces = createTraces('1.0.0')
  traces.observe({
    request: {
      requestId: 'request-1',
      method: 'GET',
      headers: new Headers({ traceparent: `00-${TRACE}-00f067aa0ba902b7-01` }),
      path: '/api/v1/fabrics',
      search: '',
      address: '192.0.2.1',
      operation: 'searchFabricCatalog',
    },
    status: 200,
    durationMs: 12,
    bytes: 100,
  })
  await traces.close()
  vi.unstubAllEnvs()
  const span = { traceId: TRACE, parentSpanId: '00f067aa0ba902b7', name: 'searchFabricCatalog' }
  const body = { resourceSpans: [{ scopeSpans: [{ spans: [span] }] }] }
  expect(received).toMatchObject([{ path: '/v1/traces', body }])
})
