import { expect, it } from 'vitest'
import { SILENT } from '../../src/core/logger.ts'
import { startTestServer } from '../helpers/server.ts'
import { exchange, openConnection, requestText } from '../helpers/wire.ts'
import { expectFailure, readFailure } from '../rest/answers.ts'

const warnings: { requestId?: string; reason?: string }[] = []
const warn = (fields: object) => void warnings.push(fields)
const server = await startTestServer({ log: { ...SILENT, warn } })

const GET = 'GET /api/v1/fabrics'
const POST = 'POST /mcp'
const END = '\r\n\r\n'

it.each([
  ['a method in lower case', requestText('get /api/v1/fabrics')],
  ['an unknown method', requestText('BREW /api/v1/fabrics')],
  ['a header without a colon', requestText(GET, ['nonsense'])],
  ['a space before the colon', requestText(GET, ['X-Y : 1'])],
  ['a NUL in a header', requestText(GET, ['X-Y: a\0b'])],
  ['a bare line feed in a header', requestText(GET, ['X-Y: a\n\x01b'])],
  ['an unknown version', `${GET} HTTP/9.9\r\nHost: x${END}`],
  ['no Host', `${GET} HTTP/1.1${END}`],
  ['two of them', requestText(GET, ['Host: evil.example'])],
  ['a request line without a version', 'GET /healthz\r\n\r\n'],
  ['a raw space in the target', requestText('GET /api/v1/fabrics?query=a b')],
  ['a target without a slash', requestText('GET api/v1/fabrics')],
  ['a URL of another scheme as the target', requestText('GET ftp://x/api/v1/fabrics')],
  ['a transfer coding that nobody knows', requestText(POST, ['Transfer-Encoding: x, chunked'])],
  ['a chunk size that is no number', requestText(POST, ['Transfer-Encoding: chunked'], 'zz\r\n\r\n')],
  ['both ways of telling the length', requestText(POST, ['Transfer-Encoding: chunked', 'Content-Length: 3'])],
  ['two lengths', requestText(POST, ['Content-Length: 3', 'Content-Length: 4'], '{}  ')],
  ['the preface of HTTP/2', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'],
  ['a TLS hello', Buffer.from('16030100c8010000c40303', 'hex')],
])('[D9.1, D9.11, §1.envelope] %s is 400 and the connection ends', async (_, bytes) => {
  const answer = await exchange(server.port, bytes)
  expect([answer.status, readFailure(answer).code]).toEqual([400, 'invalid_request'])
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    connection: 'close',
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    'access-control-allow-origin': '*',
  })
  // Its id is in the log.
  const requestId = answer.headers.get('x-request-id')
  expect(requestId).toMatch(/^[0-9a-f-]{36}$/)
  expect(warnings.filter((fields) => fields.requestId === requestId)).toHaveLength(1)
})

it('[D9.5] CONNECT is 405, and opens no tunnel', async () => {
  const answer = await exchange(server.port, requestText('CONNECT example.com:443'))
  expectFailure(answer, 'method_not_allowed')
  expect(answer.headers.get('allow')).toBe('GET, HEAD, POST, OPTIONS')
})

const MANY = Array.from({ length: 3_000 }, (_, index) => `X-${index}: 1`)

it.each([
  ['headers over 16 KiB', 431, requestText(GET, MANY)],
  ['a target over 16 KiB', 431, requestText(`${GET}?query=${'x'.repeat(20_000)}`)],
  ['an unknown expectation', 417, requestText(GET, ['Expect: the-unexpected'])],
])('[D9.11] %s is %i', async (_, status, bytes) => {
  const answer = await exchange(server.port, bytes)
  expect([answer.status, readFailure(answer).code]).toEqual([status, 'invalid_request'])
})

it('[D9.11] garbage after an answered request ends the connection only after that answer', async () => {
  const connection = openConnection(server.port)
  connection.send(requestText(`${GET}?limit=1`))
  expect((await connection.answer()).status).toBe(200)
  connection.send(`garbage${END}`)
  expect((await connection.answer()).status).toBe(400)
  expect(await connection.rest()).toBe('')
  expect((await exchange(server.port, requestText(GET))).status).toBe(200)
})

it.each([
  'http://elsewhere.example/api/v1/fabrics',
  '/api/v1/fabrics#fragment',
  '/api/v1/fabrics/',
  '/api/v1/x/../fabrics',
  '/api/v1/%66abrics',
])('[D9.11] %s is the catalog', async (target) => {
  const answer = await exchange(server.port, requestText(`GET ${target}`))
  expect(answer.status).toBe(200)
  expect(answer.text).not.toContain('elsewhere')
})

it.each([
  ...['*', '//api/v1/fabrics', '/api//v1/fabrics', '/API/v1/fabrics'].map(
    (path) => [path, 'not_found'] as const,
  ),
  ...['/api/v1/quilts/%zz', '/%', '/%C3/x'].map((path) => [path, 'invalid_argument'] as const),
])('[D9.1, D9.4, D12.8] %s is %s', async (target, code) => {
  expectFailure(await exchange(server.port, requestText(`GET ${target}`)), code)
})

it.each([
  `GET /healthz HTTP/1.0${END}`,
  requestText('GET /healthz', ['Connection: Upgrade', 'Upgrade: websocket']),
])('HTTP/1.0 without Host is answered, and an upgrade is ignored: %j', async (bytes) => {
  expect((await exchange(server.port, bytes)).status).toBe(200)
})
