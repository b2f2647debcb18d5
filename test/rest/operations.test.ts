import { describe, expect, it } from 'vitest'
import { startTestServer } from '../helpers/server.ts'
import { exchange, requestText } from '../helpers/wire.ts'
import { expectFailure, expectSuccess } from './answers.ts'
import { DATA } from './contract.ts'
import { fillPaths, OPERATIONS, PATHS } from './operations.ts'

const server = await startTestServer()
const token = await server.tokenOf('user_demo')
const fill = await fillPaths(server, token)

it.each(OPERATIONS)(
  '[§4, §1.envelope, §7.status, §2.ids] $operationId: $method $path answers its closed shape',
  async ({ operationId, method, path, body }) => {
    const answer = await server.rest(fill(path), { method, token, body })
    expectSuccess(answer, DATA[operationId], method === 'POST' ? 201 : 200)
  },
)

it.each(OPERATIONS)(
  '[§4, §5.5, §5.6, §7.401, D9.2, §5.7] $operationId without a token: $auth',
  async ({ operationId, method, path, body, auth }) => {
    const answer = await server.rest(fill(path), { method, body })
    if (auth === 'public') expectSuccess(answer, DATA[operationId])
    else {
      expectFailure(answer, 'unauthorized')
      const metadata = `resource_metadata="${server.baseUrl}/.well-known/oauth-protected-resource"`
      expect(answer.headers.get('www-authenticate')).toContain(metadata)
    }
  },
)

it('[§4.1, §5.9, §1.privacy] the probe says who calls and nothing else', async () => {
  const { json } = await server.rest('/auth/me', { token })
  expect(json.data).toEqual({ authenticated: true, userId: 'user_demo' })
})

it.each(OPERATIONS.filter(({ method }) => method === 'GET'))(
  '[D13.1] HEAD of $path has the headers of GET and no body',
  async ({ path }) => {
    const lines = [`Authorization: Bearer ${token}`, 'X-Request-Id: same-for-both', 'Connection: close']
    const ask = (method: string) =>
      exchange(server.port, requestText(`${method} /api/v1${fill(path)}`, lines))
    const get = await ask('GET')
    const head = await ask('HEAD')
    expect([head.status, head.text]).toEqual([200, ''])
    expect(Number(head.headers.get('content-length'))).toBe(Buffer.byteLength(get.text))
    const comparable = (headers: Headers) => [...headers].filter(([name]) => name !== 'date').sort()
    expect(comparable(head.headers)).toEqual(comparable(get.headers))
  },
)

it.each(PATHS)(
  '[§4, D9.5, D13.2, D13.3] $path allows $allow, also pages everywhere',
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
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE', 'PROPFIND', 'QUERY']) {
      if (allow.includes(method)) continue
      const refused = await server.rest(path, { method, token })
      expectFailure(refused, 'method_not_allowed')
      expect(refused.headers.get('allow'), method).toBe(allow)
    }
  },
)

it('[D9.4, D9.11, §9.path] there is nothing at other paths', async () => {
  const paths = ['/', '', '/fabric', '/supplies/x/y', '/assets/quilts', '/quilts/a/b', '/auth', '/admin']
  for (const path of [...paths, '/../v2/fabrics']) {
    expectFailure(await server.rest(path, { token }), 'not_found')
    expectFailure(await server.rest(path, { method: 'POST' }), 'not_found')
  }
})

describe.each(['quilts', 'blocks'] as const)('the aliases of %s', (resource) => {
  const other = resource === 'quilts' ? 'blocks' : 'quilts'

  it('[§4.7, §4.6.data] the list is that of /assets with the resource fixed', async () => {
    const alias = await server.rest(`/${resource}`, { token })
    const assets = await server.rest(`/assets?resource=${resource}`, { token })
    expect(alias.json).toEqual(assets.json)
    expect(expectSuccess(alias, DATA.listAssets).resource).toBe(resource)
  })

  it.each([`resource=${other}`, 'resource=nonsense', 'resource=', 'resource=a&resource=b'])(
    '[§4.7, D12.1] the list has no resource parameter: ?%s is ignored',
    async (query) => {
      const answer = await server.rest(`/${resource}?${query}`, { token })
      expect(expectSuccess(answer, DATA.listAssets).resource).toBe(resource)
    },
  )

  it('[§8.cursor] a cursor of the other resource is refused', async () => {
    const { json } = await server.rest(`/${other}?limit=1`, { token })
    const answer = await server.rest(`/${resource}?limit=1&cursor=${json.data.cursor}`, { token })
    expectFailure(answer, 'invalid_cursor')
  })

  it('[§4.9, §4.8.data] get is that of /assets with the resource fixed', async () => {
    const query = 'includeGeometry=true&resource=swatches'
    const alias = await server.rest(fill(`/${resource}/{${resource}}?${query}`), { token })
    const assets = await server.rest(fill(`/assets/${resource}/{${resource}}?${query}`), { token })
    expect(expectSuccess(alias, DATA.getAsset).resource).toBe(resource)
    expect(alias.json).toEqual(assets.json)
  })

  it('[§4.9, D10.1] get does not find an item of the other resource', async () => {
    expectFailure(await server.rest(fill(`/${resource}/{${other}}`), { token }), 'not_found')
  })
})
