import { afterAll, expect, it } from 'vitest'
import { SILENT } from '../../src/core/logger.ts'
import { startTestServer } from '../helpers/server.ts'
import { exchange, openConnection, requestText } from '../helpers/wire.ts'
import { expectFailure, readFailure } from '../rest/answers.ts'

const warnings: { requestId?: string; reason?: string }[] = []
const warn = (fields: object) => void warnings.push(fields)
const server = await startTestServer({ log: { ...SILENT, warn } })
afterAll(() => server.close())

const GET = 'GET /api/v1/fabrics'
const POST = 'POST /mcp'
const END = '\r\n\r\n'

it.each([
  ['a method in lower case', requestText('get /api/v1/fabrics')],
  ['an unknown method', requestText('BREW /api/v1/fabrics')],
  ['no method', requestText(' /api/v1/fabrics')],
  ['a header without a colon', requestText(GET, ['nonsense'])],
  ['a space in a header name', requestText(GET, ['X Y: 1'])],
  ['a space before the colon', requestText(GET, ['X-Y : 1'])],
  ['a NUL in a header', requestText(GET, ['X-Y: a\0b'])],
  ['a bare line feed in a header', requestText(GET, ['X-Y: a\n\x01b'])],
  ['an unknown protocol', `${GET} HTCPCP/1.0\r\nHost: x${END}`],
  ['an unknown version', `${GET} HTTP/9.9\r\nHost: x${END}`],
  ['no Host', `${GET} HTTP/1.1${END}`],
  ['two of them', requestText(GET, ['Host: evil.example'])],
  ['a request line without a version', 'GET /healthz\r\n\r\n'],
  ['a raw space in the target', requestText('GET /api/v1/fabrics?query=a b')],
  ['raw UTF-8 in the target', requestText('GET /api/v1/quilts/é')],
  ['a target without a slash', requestText('GET api/v1/fabrics')],
  ['a URL without a host as the target', requestText('GET http://')],
  ['a URL of another scheme as the target', requestText('GET ftp://x/api/v1/fabrics')],
  ['a transfer coding that nobody knows', requestText(POST, ['Transfer-Encoding: x, chunked'])],
  ['a chunk size that is no number', requestText(POST, ['Transfer-Encoding: chunked'], 'zz\r\n\r\n')],
  ['both ways of telling the length', requestText(POST, ['Transfer-Encoding: chunked', 'Content-Length: 3'])],
  ['two lengths', requestText(POST, ['Content-Length: 3', 'Content-Length: 4'], '{}  ')],
  ['a negative length', requestText(POST, ['Content-Length: -1'], '{}')],
  ['chunks that are not last', requestText(POST, ['Transfer-Encoding: chunked, gzip'], '0\r\n\r\n')],
  ['random bytes', `\x16\x03\x01\x02\xfe${END}`],
  ['a TLS hello', Buffer.from('16030100c8010000c40303', 'hex')],
])('[D9.1, D9.11, §1.envelope] %s is 400 and the connection ends', async (_, bytes) => {
  const answer = await exchange(server.port, bytes)
  expect(answer.status).toBe(400)
  expect(readFailure(answer).code).toBe('invalid_request')
  expect(answer.headers.get('connection')).toBe('close')
  expect(answer.headers.get('cache-control')).toBe('no-store')
  expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
  // Pages may read it, and its id is in the log.
  expect(answer.headers.get('access-control-allow-origin')).toBe('*')
  const requestId = answer.headers.get('x-request-id')
  expect(requestId).toMatch(/^[0-9a-f-]{36}$/)
  expect(warnings.filter((fields) => fields.requestId === requestId)).toHaveLength(1)
})

it('[D9.5] CONNECT is 405, and opens no tunnel', async () => {
  const answer = await exchange(server.port, requestText('CONNECT example.com:443'))
  expectFailure(answer, 'method_not_allowed')
  expect(answer.headers.get('allow')).toBe('GET, HEAD, POST, OPTIONS')
})

it('[D13.2] OPTIONS * names the methods of the server, and is answered in the usual way', async () => {
  const answer = await exchange(server.port, requestText('OPTIONS *'))
  expect([answer.status, answer.headers.get('allow')]).toEqual([204, 'GET, HEAD, POST, OPTIONS'])
  expect(answer.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/)
})

const MANY = Array.from({ length: 3_000 }, (_, index) => `X-${index}: 1`)

it.each([
  ['a header over 16 KiB', 431, requestText(GET, [`X-Long: ${'x'.repeat(20_000)}`])],
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
  'http://127.0.0.1/api/v1/fabrics',
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

it.each(['*', '//api/v1/fabrics', '/api//v1/fabrics', '/api/v1', '/API/v1/fabrics'])(
  '[D9.4] there is nothing at %s',
  async (target) => {
    expectFailure(await exchange(server.port, requestText(`GET ${target}`)), 'not_found')
  },
)

it.each(['/api/v1/quilts/%zz', '/api/v1/%zz', '/%', '/%C3/x', '/api/v1/assets/%FF/x'])(
  '[D9.1, D12.8] bad percent-encoding in the path %s is 400',
  async (target) => {
    expectFailure(await exchange(server.port, requestText(`GET ${target}`)), 'invalid_argument')
  },
)

it.each([
  ['HTTP/1.0 without Host', `GET /healthz HTTP/1.0${END}`],
  [
    'an upgrade, which is ignored',
    requestText('GET /healthz', ['Connection: Upgrade', 'Upgrade: websocket']),
  ],
])('%s is answered', async (_, bytes) => {
  expect((await exchange(server.port, bytes)).status).toBe(200)
})
