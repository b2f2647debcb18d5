import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { SILENT } from '../../src/core/logger.ts'
import { startTestServer } from '../helpers/server.ts'
import { openConnection, requestText } from '../helpers/wire.ts'

/** A request that no honest client sends. */
interface Hostile {
  readonly name: string
  readonly bytes: string
}

const METHODS = ['GET', 'HEAD', 'POST', 'OPTIONS', 'PROPFIND']
const TARGETS = [
  '/mcp',
  '/../../etc/passwd',
  '/api/v1/fabrics?query=%00',
  `/api/v1/fabrics?cursor=${'A'.repeat(5_000)}`,
  '/api/v1/fabrics?limit=1e309&__proto__[x]=1&constructor=2',
  "/api/v1/fabrics?query=';drop%20table%20fabrics;--",
  '/api/v1/supplies?category=__proto__',
  '/api/v1/quilts/%c0%af',
  '/api/v1/quilts/a%2fb%00',
  `/api/v1/${'a/'.repeat(2_000)}`,
  '//evil.example/%0d%0aSet-Cookie:%20x=1',
]

const LINES: readonly (readonly string[])[] = [
  ['Content-Length: 99999999999999999999'],
  ['Transfer-Encoding: \x0bchunked'],
  ['X-Forwarded-For: 127.0.0.1, ::1, \u00ff'],
  ['traceparent: 00-0-0-00'],
  ['Connection: upgrade, http2-settings', 'Upgrade: h2c', 'HTTP2-Settings: AAAA'],
  ['If-None-Match: W/"x", *, ""'],
  ['Accept-Encoding: gzip;q=0.0001, br;q=x'],
  Array.from({ length: 1_000 }, (_, index) => `X-${index}: y`),
  [`Cookie: ${'a=b; '.repeat(1_500)}`],
]

const call = (params: string) => `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":${params}}`
const BODIES = [
  '"\\ud800"',
  '{"__proto__":{"x":1}}',
  '{"name":"x","finishedWidthInches":9007199254740993,"finishedHeightInches":-0}',
  `{"name":"${'\\u0000'.repeat(10)}"}`,
  `${'{"a":'.repeat(5_000)}1${'}'.repeat(5_000)}`,
  '{"jsonrpc":"2.0","id":"\\ud800","method":"\\udfff"}',
  '{"jsonrpc":"2.0","id":{},"method":"tools/list","params":[]}',
  '{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{"_meta":{"__proto__":1,"progressToken":1e400}}}',
  '{"jsonrpc":"2.0","id":1,"method":"resources/read","params":{"uri":"file:///etc/passwd"}}',
  call('{"name":"constructor","arguments":{}}'),
  call('{"name":"search_fabric_catalog","arguments":[]}'),
]
const json = (body: string) => [
  'Content-Type: application/json',
  'Accept: application/json, text/event-stream',
  `Content-Length: ${Buffer.byteLength(body)}`,
]

const CHUNKED = 'Transfer-Encoding: chunked'
const CHUNKS = ['ffffffffff\r\n', `1;${'x'.repeat(20_000)}\r\n`]

const named = (name: string, bytes: string): Hostile => ({ name: name.slice(0, 80), bytes })

/** Hundreds of requests. What the parser refuses is in `parser.test.ts`. */
const CORPUS: readonly Hostile[] = [
  ...METHODS.flatMap((method) => TARGETS.map((target) => `${method} ${target}`)).map((target) =>
    named(target, requestText(target)),
  ),
  ...['GET /api/v1/fabrics', 'POST /api/v1/projects', 'POST /mcp'].flatMap((target) =>
    LINES.map((lines) => named(`${target} with ${lines}`, requestText(target, lines))),
  ),
  ...['POST /mcp', 'POST /api/v1/projects', 'POST /api/v1/blocks'].flatMap((target) =>
    BODIES.map((body) => named(`${target} with ${body}`, requestText(target, json(body), body))),
  ),
  ...CHUNKS.map((chunk) => named(`the chunk ${chunk}`, requestText('POST /mcp', [CHUNKED], chunk))),
]

const GOOD = requestText('GET /api/v1/fabrics?limit=1')
const LEAKS = /sqlite|node_modules|\.ts:|RangeError|TypeError|\/etc\/passwd.*root:/i

const errors: object[] = []
const error = (fields: object) => void errors.push(fields)
const server = await startTestServer({ log: { ...SILENT, error } })

/** Long enough for every answer that comes at all; what waits for more bytes is given up. */
const PATIENCE_MS = 400
const AT_ONCE = 8

const inTime = <Value>(answer: Promise<Value>): Promise<Value | undefined> =>
  Promise.race([answer.catch(() => undefined), sleep(PATIENCE_MS, undefined)])

/** What went wrong with some bytes, and with the request behind them; nothing when all is as it should be. */
async function faultOf({ name, bytes }: Hostile): Promise<string[]> {
  const connection = openConnection(server.port)
  connection.socket.on('error', () => {})
  connection.send(bytes)
  const answer = await inTime(connection.answer(bytes.split(' ', 1)[0]))
  const isKept = answer?.headers.get('connection') === 'keep-alive' && answer.headers.has('content-length')
  if (isKept) connection.send(GOOD)
  // No answer in time is no fault: the bytes before may have left the connection waiting for a body.
  const next = isKept ? await inTime(connection.answer()) : undefined
  connection.close()
  const { status = 200, text = '' } = answer ?? {}
  return [
    ...(status >= 500 || LEAKS.test(text) ? [`${name}: ${status} ${text}`] : []),
    ...(next !== undefined && next.status !== 200 ? [`${name}: the next request got ${next.status}`] : []),
  ]
}

it('[D9.11] nothing hostile is a failure of ours, and who comes next is served, there and elsewhere', async () => {
  const wrong: string[] = []
  for (let from = 0; from < CORPUS.length; from += AT_ONCE) {
    wrong.push(...(await Promise.all(CORPUS.slice(from, from + AT_ONCE).map(faultOf))).flat())
  }
  const fresh = openConnection(server.port)
  fresh.send(GOOD)
  expect((await fresh.answer()).status).toBe(200)
  fresh.close()
  expect([wrong, errors]).toEqual([[], []])
})
