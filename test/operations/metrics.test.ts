import { beforeEach, describe, expect, it } from 'vitest'
import { SILENT } from '../../src/core/logger.ts'
import { createMetrics, serveMetrics } from '../../src/operations/metrics.ts'
import { callTool, mcpRequest } from '../helpers/mcp.ts'
import { freePort } from '../helpers/ports.ts'
import { startTestServer } from '../helpers/server.ts'
import { read } from '../project/imports.ts'

type Line = Readonly<Record<string, unknown>>

const metrics = createMetrics()
const lines: Line[] = []
const info = (fields: object, message: string) => void lines.push({ ...fields, message })
const server = await startTestServer({
  log: { ...SILENT, info, warn: info },
  observers: [metrics.observe],
  env: { RATE_LIMIT_CREATE: '1/60' },
})
const { app } = server
metrics.watch({
  connectionsDropped: () => 0,
  linesDropped: () => 0,
  problems: app.problems,
  keys: app.keys,
  connections: () => 2,
  busySeconds: app.busySeconds,
  followed: () => ({ number: 4, lookedAt: 2_000_000 }),
})
const token = await server.tokenOf('user_demo')
beforeEach(() => {
  lines.length = 0
})

const of = (message: string) => lines.filter((line) => line['message'] === message)
/** What a line says, without what was not to say. */
const said = (line: Line | undefined) =>
  Object.fromEntries(Object.entries(line ?? {}).filter(([, value]) => value !== undefined))

describe('the log', () => {
  it('says of a request what was asked and what came of it, under the id of the answer', async () => {
    const traceparent = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01'
    const answer = await server.rest('/fabrics?query=kona&limit=1', { headers: { traceparent } })
    expect(of('request').map(said)).toEqual([
      {
        requestId: answer.headers.get('x-request-id'),
        operation: 'searchFabricCatalog',
        method: 'GET',
        path: '/api/v1/fabrics',
        status: 200,
        ms: expect.any(Number),
        bytes: Buffer.byteLength(answer.text),
        traceId: '4bf92f3577b34da6a3ce929d0e0e4736',
        message: 'request',
      },
    ])
  })

  it('names tools, and their failures, though HTTP says 200', async () => {
    await callTool(server, 'get_asset', { resource: 'quilts', id: 'qlt_unknown' }, { token })
    await callTool(server, 'no_such_tool', {})
    expect(of('request').map(({ operation, status, code }) => ({ operation, status, code }))).toEqual([
      { operation: 'get_asset', status: 200, code: 'not_found' },
      { operation: 'unknown tool', status: 200, code: 'invalid_argument' },
    ])
  })

  it('has the trace of an MCP message from its _meta, if that is one', async () => {
    const traceId = '4bf92f3577b34da6a3ce929d0e0e4736'
    const traced = (traceparent: string) =>
      mcpRequest(server, 'tools/list', { _meta: { traceparent: `00-${traceparent}-00f067aa0ba902b7-01` } })
    await traced(traceId)
    await traced('no trace')
    expect(of('request').map((line) => said(line)['traceId'])).toEqual([traceId, undefined])
  })

  it('names a user by the same hash every time, never by the id, and says nothing of query, credentials and body', async () => {
    const other = await server.tokenOf('user_other')
    await server.rest('/auth/me', { token: other })
    await server.rest('/fabrics?query=secretword', { token: other })
    await server.rest('/projects', { method: 'POST', token: other, body: { name: 'secretword' } })
    const users = new Set(of('request').map(({ user }) => user))
    expect([...users]).toEqual([expect.stringMatching(/^[\w-]{12}$/)])
    expect(JSON.stringify(lines)).not.toMatch(/user_other|secretword|eyJ/)
  })

  it('says what a create made, and which limit refused the next one', async () => {
    const create = () => server.rest('/projects', { method: 'POST', token, body: { name: 'New' } })
    const { json } = await create()
    await create()
    expect(of('request').map(said)).toMatchObject([
      { operation: 'createProject', created: json.data.projectId },
      { status: 429, code: 'rate_limited', limiter: 'create' },
    ])
  })

  it('says why access was refused, and to whom it was refused by name', async () => {
    await server.rest('/auth/me', { token: 'garbage' })
    await server.request('/mcp', { method: 'POST', body: {}, headers: { origin: 'https://evil.example' } })
    const reasons = [
      { status: 401, code: 'invalid_token', reason: 'The access token is malformed.' },
      {
        status: 403,
        code: 'origin_not_allowed',
        reason: 'Requests from that Origin are not allowed.',
      },
    ]
    expect(of('request')).toMatchObject(reasons)
    expect(of('request').at(-1)).toMatchObject({ origin: 'https://evil.example' })
  })

  it('says at the start that TRUST_PROXY does not count the proxy that an https BASE_URL needs', async () => {
    const warnings: string[] = []
    const log = { ...SILENT, warn: (_: object, message: string) => void warnings.push(message) }
    for (const proxies of ['0', '1']) {
      const env = { BASE_URL: 'https://agents.example.com', TRUST_PROXY: proxies }
      await startTestServer({ env, log })
    }
    expect(warnings).toEqual([expect.stringMatching(/^BASE_URL is https, but TRUST_PROXY is 0/)])
  })
})

describe('the metrics', () => {
  it('count requests by operation and code, callers, limits, and what other parts count', async () => {
    const text = await metrics.text()
    for (const line of [
      /^selvage_requests_total\{operation="searchFabricCatalog",code="ok"\} \d+$/m,
      /^selvage_requests_total\{operation="get_asset",code="not_found"\} 1$/m,
      /^selvage_request_duration_seconds_bucket\{le="0.05",operation="createProject"\} \d+$/m,
      /^selvage_rate_limited_total\{limiter="create"\} \d+$/m,
      /^selvage_credentials_total\{outcome="invalid_token"\} 1$/m,
      /^selvage_credentials_total\{outcome="signed_in"\} \d+$/m,
      /^selvage_part_up\{part="accounts"\} 1$/m,
      /^selvage_identity_provider_keys\{state="fresh"\} 1$/m,
      /^selvage_connections 2$/m,
      /^selvage_database_busy_seconds_total\{database="accounts"\} 0\.\d+/m,
      /^selvage_database_busy_seconds_total\{database="catalog"\} 0\.\d+/m,
      /^selvage_catalog_version 4$/m,
      /^selvage_catalog_looked_timestamp_seconds 2000$/m,
      /^nodejs_eventloop_lag_p99_seconds /m,
    ]) {
      expect(text).toMatch(line)
    }
  })

  it('are served at one path, with labels of fixed sets only', async () => {
    await server.request('/nobody-has-this-path')
    await callTool(server, 'tool_of_a_client', {})
    const port = await freePort()
    const listener = await serveMetrics({ host: '127.0.0.1', port }, metrics.text)
    const answer = await fetch(`http://127.0.0.1:${port}/metrics`)
    expect(answer.headers.get('content-type')).toMatch(/^text\/plain; version=0\.0\.4/)
    const text = await answer.text()
    expect(text).toContain('selvage_requests_total')
    expect(text).not.toMatch(/nobody-has|tool_of_a_client/)
    expect((await fetch(`http://127.0.0.1:${port}/`)).status).toBe(404)
    await listener.close()
  })
})

describe('what is deployed', () => {
  const alerts = read('deploy/alerts.yaml')

  it('alerts and shows metrics that there are', async () => {
    const texts = `${alerts}${read('deploy/grafana-dashboard.json')}`
    const named = new Set(texts.match(/\b(?:selvage|nodejs|process)_[a-z0-9_]+/g))
    const text = await metrics.text()
    const missing = [...named].filter((name) => !text.includes(`# HELP ${name.replace(/_bucket$/, '')} `))
    expect(missing).toEqual([])
    expect(named.size).toBeGreaterThan(12)
  })

  it('says in words what is wrong and what to do, for every alert', () => {
    const [, ...rules] = alerts.split(/^ *- alert: /m)
    expect(rules.length).toBeGreaterThan(5)
    for (const rule of rules) expect(rule).toMatch(/^ *summary: \S[\s\S]*^ *action: \S/m)
  })
})
