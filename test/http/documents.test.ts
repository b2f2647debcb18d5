import { describe, expect, it } from 'vitest'
import { SILENT } from '../../src/core/logger.ts'
import { healthRoutes } from '../../src/http/health.ts'
import { createHttpApp } from '../../src/http/router.ts'
import { startTestServer } from '../helpers/server.ts'
import { exchange, requestText } from '../helpers/wire.ts'
import { expectFailure } from '../rest/answers.ts'

const server = await startTestServer()

describe.each([
  { path: '/', type: 'text/html; charset=utf-8' },
  { path: '/llms.txt', type: 'text/plain; charset=utf-8' },
])('$path', ({ path, type }) => {
  it('[D24.3] has the base URL filled in, may be kept, and asked for again by its ETag', async () => {
    const { status, headers, text } = await server.request(path)
    expect([status, headers.get('content-type')]).toEqual([200, type])
    expect(text).toContain(`${server.baseUrl}/mcp`)
    expect(text).not.toContain('{base_url}')
    const etag = headers.get('etag') ?? ''
    expect([etag, headers.get('cache-control')]).toEqual([
      expect.stringMatching(/^"[\w-]{22}"$/),
      expect.stringMatching(/^public, max-age=\d+$/),
    ])
    const ask = async (known: string) => server.request(path, { headers: { 'if-none-match': known } })
    for (const known of [etag, `W/${etag}`, `"other", ${etag}`]) {
      const again = await ask(known)
      expect([again.status, again.text, again.headers.get('etag')]).toEqual([304, '', etag])
    }
    for (const other of ['"other"', etag.slice(1, -1), '']) expect((await ask(other)).status).toBe(200)
  })

  it('[D13.1, D13.2] has HEAD, OPTIONS and nothing else', async () => {
    const get = await server.request(path)
    const { status, headers } = await exchange(server.port, requestText(`HEAD ${path}`))
    const length = String(Buffer.byteLength(get.text))
    expect([status, headers.get('content-length'), headers.get('etag')]).toEqual([
      200,
      length,
      get.headers.get('etag'),
    ])
    const options = await server.request(path, { method: 'OPTIONS' })
    expect([options.status, options.headers.get('allow')]).toEqual([204, 'GET, HEAD, OPTIONS'])
    expectFailure(await server.request(path, { method: 'POST', body: {} }), 'method_not_allowed')
  })
})

it('/healthz says that the process is alive, to nobody’s cache; /readyz names each part', async () => {
  const healthy = await server.request('/healthz')
  expect([healthy.status, healthy.json]).toEqual([200, { status: 'ok' }])
  expect(healthy.headers.get('cache-control')).toBe('no-store')
  expect((await exchange(server.port, requestText('HEAD /healthz'))).status).toBe(200)
  const { status, json } = await server.request('/readyz')
  const parts = { accounts: 'ok', catalog: 'ok', keys: 'ok', draining: 'ok' }
  expect([status, json]).toEqual([200, { status: 'ready', parts }])
})

it.each([
  ['is not when there is no catalog', 503, 'unavailable', { catalog: 'Full.' }],
  ['is not when the server stops', 503, 'stopping', { draining: expect.any(String) }],
  // Searches go on without these two, so they take no server out.
  ['[D9.9] is ready without accounts', 200, 'ready', { accounts: 'Gone.' }],
  ['[D29.1] is ready without the provider', 200, 'ready', { keys: expect.stringMatching(/not answer/) }],
] as const)('/readyz %s', async (_, status, word, parts) => {
  const problems = () => ({ catalog: undefined, accounts: undefined, ...parts })
  const isDraining = () => 'draining' in parts
  const keys = () => ('keys' in parts ? 'missing' : 'fresh')
  const app = createHttpApp(healthRoutes({ isDraining, problems, keys }), { log: SILENT })
  const response = await app.request('/readyz')
  const fine = { catalog: 'ok', accounts: 'ok', keys: 'ok', draining: 'ok' }
  expect([response.status, await response.json()]).toEqual([
    status,
    { status: word, parts: { ...fine, ...parts } },
  ])
})

it('[D9.11, D9.12] a route that panics is a 500 that says nothing, logged once', async () => {
  const errors: object[] = []
  const log = { ...SILENT, error: (fields: object) => void errors.push(fields) }
  const get = () => {
    throw new TypeError('select secret from /etc/passwd')
  }
  const app = createHttpApp([{ path: '/panic', get }], { log })
  const response = await app.request('/panic')
  const { status, headers } = response
  expect(errors).toEqual([
    { code: 'internal_error', err: expect.any(TypeError), requestId: expect.any(String) },
  ])
  expectFailure({ status, headers, text: await response.text() }, 'internal_error')
})
