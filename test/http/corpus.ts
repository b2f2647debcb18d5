import { requestText } from '../helpers/wire.ts'

/** A request that no honest client sends. */
export interface Hostile {
  readonly name: string
  readonly bytes: string | Buffer
}

const METHODS = ['GET', 'HEAD', 'POST', 'DELETE', 'OPTIONS', 'TRACE', 'PROPFIND', 'CONNECT']
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
const SMUGGLED = '0\r\n\r\nGET /x HTTP/1.1\r\n\r\n'
const BYTES: Readonly<Record<string, string | Buffer>> = {
  'the preface of HTTP/2': 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
  zeros: Buffer.alloc(512),
  'a chunk of a terabyte': requestText('POST /mcp', [CHUNKED], 'ffffffffff\r\n'),
  'a chunk with endless extensions': requestText('POST /mcp', [CHUNKED], `1;${'x'.repeat(20_000)}\r\n`),
  'a smuggled request': requestText('POST /mcp', ['Content-Length: 4', CHUNKED], SMUGGLED),
}

const named = (name: string, bytes: Hostile['bytes']): Hostile => ({ name: name.slice(0, 80), bytes })

/** Hundreds of them. What the parser refuses is in `parser.test.ts`. */
export const CORPUS: readonly Hostile[] = [
  ...METHODS.flatMap((method) => TARGETS.map((target) => `${method} ${target}`)).map((target) =>
    named(target, requestText(target)),
  ),
  ...['GET /api/v1/fabrics', 'POST /api/v1/projects', 'POST /mcp'].flatMap((target) =>
    LINES.map((lines) => named(`${target} with ${lines}`, requestText(target, lines))),
  ),
  ...['POST /mcp', 'POST /api/v1/projects', 'POST /api/v1/blocks'].flatMap((target) =>
    BODIES.map((body) => named(`${target} with ${body}`, requestText(target, json(body), body))),
  ),
  ...Object.entries(BYTES).map(([name, bytes]) => named(name, bytes)),
]
