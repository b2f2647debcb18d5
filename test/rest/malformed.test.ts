import { afterAll, describe, expect, it } from 'vitest'
import { startTestServer } from '../helpers/server.ts'
import { exchange, requestText } from '../helpers/wire.ts'
import { readFailure } from './answers.ts'

const server = await startTestServer()
const token = await server.tokenOf('user_demo')
afterAll(() => server.close())

/** Request targets below `/api/v1` and lines of a request, as bytes. */
interface Malformed {
  readonly target: string
  readonly lines?: readonly string[]
  readonly body?: string
}

const LISTS = [
  '/fabrics?',
  '/supplies?category=rulers&',
  '/projects?',
  '/assets?resource=blocks&',
  '/quilts?',
  '/blocks?',
]
const ITEMS = ['/assets/blocks/', '/quilts/', '/blocks/']
const gets = (paths: readonly string[], endings: readonly string[]): Malformed[] =>
  paths.flatMap((path) => endings.map((ending) => ({ target: `GET /api/v1${path}${ending}` })))

const INJECTIONS = [
  "'",
  '"',
  '%27%20or%201=1--',
  '%22)%3B',
  '{{7*7}}',
  '%00',
  '%0d%0aX-Injected:%201',
  '*',
  '%',
]

const queries = gets(LISTS, [
  'limit=0',
  'limit=51',
  'limit=1e9',
  'query=',
  'query=%ff',
  `query=${'x'.repeat(101)}`,
  'query=%00',
  ...INJECTIONS.map((text) => `limit=${text}`),
])
const paged = LISTS.filter((list) => !list.startsWith('/supplies'))
const cursors = gets(
  paged,
  INJECTIONS.map((text) => `cursor=${text}`),
)

const paths = gets(ITEMS, [
  ...INJECTIONS,
  'a'.repeat(101),
  'nope',
  '%2e%2e%2f%2e%2e%2fetc%2fpasswd',
  '..%5c..%5c',
  '%ED%A0%80',
  'x?includeGeometry=1',
  'x?includeGeometry=%zz',
  'x/y',
])

const unknown = gets(
  ['/'],
  [
    '',
    '%',
    'fabrics//',
    'Fabrics',
    'fabrics%2f',
    'fabrics;x=1',
    'fabrics.json',
    'assets/quilts',
    'assets/quilts/',
    'assets//x',
    'assets/prints/x',
    '../v2/fabrics',
    '..%2fv1%2ffabrics/x',
    '%2e%2e/x',
    'constructor',
    '__proto__',
    'admin',
    '.env',
  ],
)

const BODIES = [
  '',
  '{',
  '[]',
  'null',
  '"x"',
  '{}',
  '{"name":""}',
  '{"name":null}',
  '{"name":1}',
  '{"name":{"toString":1}}',
  '{"name":["x"]}',
  '{"name":"\\u0000"}',
  '{"name":"\\ud800"}',
  `{"name":"${'x'.repeat(121)}"}`,
  `${'['.repeat(60_000)}`,
  `${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}`,
  '{"__proto__":{"name":"x"}}',
]
const posts = ['/projects', '/blocks'].flatMap((path) => [
  ...BODIES.map((body) => ({ target: `POST /api/v1${path}`, body })),
  { target: `POST /api/v1${path}`, body: '{"name":"x"}', lines: [`Idempotency-Key: ${'k'.repeat(201)}`] },
])

const methods = ['POST', 'PUT', 'PATCH', 'DELETE', 'TRACE', 'PROPFIND', 'LOCK', 'QUERY', 'PURGE'].flatMap(
  (method) =>
    [
      '/auth/me',
      '/fabrics',
      '/supplies',
      '/assets',
      '/assets/quilts/x',
      '/quilts',
      '/quilts/x',
      '/blocks/x',
    ].map((path) => ({ target: `${method} /api/v1${path}` })),
)

const CASES: readonly Malformed[] = [...queries, ...cursors, ...paths, ...unknown, ...posts, ...methods]

it('there are enough of them, none twice', () => {
  expect(CASES.length).toBeGreaterThan(200)
  expect(new Set(CASES.map((request) => JSON.stringify(request))).size).toBe(CASES.length)
})

describe.each([
  { who: 'a signed-in user', authorization: () => [`Authorization: Bearer ${token}`] },
  { who: 'nobody', authorization: () => [] },
])('malformed requests of $who', ({ authorization }) => {
  it.each(CASES)('[§1.envelope, D9.1, D9.11] $target $body', async ({ target, lines = [], body = '' }) => {
    const sent = requestText(
      target,
      [
        ...authorization(),
        'Content-Type: application/json',
        `Content-Length: ${Buffer.byteLength(body)}`,
        ...lines,
      ],
      body,
    )
    const answer = await exchange(server.port, sent)
    expect(answer.status).toBeGreaterThanOrEqual(400)
    expect(answer.status).toBeLessThan(500)
    expect(answer.headers.has('x-injected')).toBe(false)
    readFailure(answer)
  })
})
