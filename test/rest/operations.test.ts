import { afterAll, expect, it } from 'vitest'
import { startTestServer } from '../helpers/server.ts'
import { exchange, requestText } from '../helpers/wire.ts'
import { expectFailure, expectSuccess } from './answers.ts'
import { DATA } from './contract.ts'
import { fillPaths, OPERATIONS, PATHS } from './operations.ts'

const server = await startTestServer()
const token = await server.tokenOf('user_demo')
const fill = await fillPaths(server, token)
afterAll(() => server.close())

const reads = OPERATIONS.filter(({ method }) => method === 'GET')
const isPrivate = OPERATIONS.filter(({ auth }) => auth === 'bearer')
const isPublic = OPERATIONS.filter(({ auth }) => auth === 'public')

it.each(OPERATIONS)(
  '[§4, §1.envelope, §7.status, §2.ids] $operationId: $method $path answers its closed shape',
  async ({ operationId, method, path, body }) => {
    const answer = await server.rest(fill(path), { method, token, body })
    expectSuccess(answer, DATA[operationId], method === 'POST' ? 201 : 200)
  },
)

it.each(isPublic)('[§4, §5.5] $operationId works without an account', async ({ operationId, path }) => {
  expectSuccess(await server.rest(path), DATA[operationId])
})

it.each(isPrivate)(
  '[§4, §5.5, §5.6, §7.401, D9.2, §5.7] $operationId without a token is 401 with a challenge',
  async ({ method, path, body }) => {
    const answer = await server.rest(fill(path), { method, body })
    expectFailure(answer, 'unauthorized')
    expect(answer.headers.get('www-authenticate')).toContain(
      `resource_metadata="${server.baseUrl}/.well-known/oauth-protected-resource"`,
    )
  },
)

it('[§4.1, §5.9, §1.privacy] the probe says who calls and nothing else', async () => {
  const { json } = await server.rest('/auth/me', { token })
  expect(json.data).toEqual({ authenticated: true, userId: 'user_demo' })
})

it.each(reads)('[D13.1] HEAD of $path has the headers of GET and no body', async ({ path }) => {
  const request = (method: string) =>
    requestText(`${method} /api/v1${fill(path)}`, [
      `Authorization: Bearer ${token}`,
      'X-Request-Id: same-for-both',
      'Connection: close',
    ])
  const get = await exchange(server.port, request('GET'))
  const head = await exchange(server.port, request('HEAD'))
  expect(head.status).toBe(200)
  expect(Number(head.headers.get('content-length'))).toBe(Buffer.byteLength(get.text))
  const comparable = (headers: ReadonlyMap<string, string>) =>
    [...headers].filter(([name]) => name !== 'date').sort()
  expect(comparable(head.headers)).toEqual(comparable(get.headers))
})

it.each(PATHS)(
  '[D13.2, D13.3] OPTIONS of $path names $allow, to pages everywhere',
  async ({ path, allow }) => {
    const { status, headers, text } = await server.rest(path, {
      method: 'OPTIONS',
      headers: {
        origin: 'https://elsewhere.example',
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'authorization,content-type,idempotency-key',
      },
    })
    expect([status, text, headers.get('allow')]).toEqual([204, '', allow])
    expect(headers.get('access-control-allow-origin')).toBe('*')
    expect(headers.get('access-control-allow-methods')).toBe(allow)
    expect(headers.get('access-control-allow-credentials')).toBeNull()
    const allowed = headers.get('access-control-allow-headers')?.toLowerCase().split(', ')
    expect(allowed).toEqual(expect.arrayContaining(['authorization', 'content-type', 'idempotency-key']))
  },
)

const wrongMethods = PATHS.flatMap(({ path, allow }) =>
  ['POST', 'PUT', 'PATCH', 'DELETE', 'PROPFIND', 'QUERY']
    .filter((method) => !allow.includes(method))
    .map((method) => ({ method, path, allow })),
)

it.each(wrongMethods)('[§4, D9.5, D13.2] $method $path is 405', async ({ method, path, allow }) => {
  const answer = await server.rest(path, { method, token })
  expectFailure(answer, 'method_not_allowed')
  expect(answer.headers.get('allow')).toBe(allow)
})

it.each([
  '/',
  '',
  '/fabric',
  '/supplies/x/y',
  '/assets/quilts',
  '/quilts/a/b',
  '/auth',
  '/admin',
  '/../v2/fabrics',
])('[D9.4, D9.11, §9.path] there is nothing at /api/v1%s', async (path) => {
  expectFailure(await server.rest(path, { token }), 'not_found')
  expectFailure(await server.rest(path, { method: 'POST' }), 'not_found')
})
