import { expect, it } from 'vitest'
import { startIssuer } from '../helpers/issuer.ts'
import { isInCluster, startTestServer, type TestServer } from '../helpers/server.ts'
import { exchange, requestText } from '../helpers/wire.ts'
import { expectFailure, readFailure } from './answers.ts'

/** D11 by pairs: each request has two things wrong, and the earlier check answers. */

let server: TestServer
const issuer = await startIssuer()
const start = async (env: Readonly<Record<string, string>> = {}) => {
  server = await startTestServer({ env, issuer })
  return server.tokenOf('user_demo')
}

const get = (path: string, token?: string) => server.rest(path, token === undefined ? {} : { token })
const post = (path: string, body: string, token?: string, headers = {}) =>
  server.rest(path, { method: 'POST', body, headers, ...(token === undefined ? {} : { token }) })

const PLAIN = { 'content-type': 'text/plain' }
const HUGE = `{"name":"n"}${' '.repeat(70_000)}`

// In front of a cluster, the proxy answers what is no HTTP.
it.skipIf(isInCluster)(
  '[D11.1] what is no HTTP, before an unknown path; that, before the method',
  async () => {
    await start()
    const answer = await exchange(server.port, requestText('GET /nope', ['no colon']))
    expect(readFailure(answer).code).toBe('invalid_request')
    expectFailure(await server.rest('/nope', { method: 'DELETE' }), 'not_found')
  },
)

it('[D11.1] path and method, before the IP limit; neither they nor OPTIONS count as calls', async () => {
  await start({ RATE_LIMIT_ANONYMOUS: '1/60' })
  // Fewer than the wide limit on everything else, which is ten here.
  for (let round = 0; round < 2; round += 1) {
    expectFailure(await get('/nope'), 'not_found')
    expectFailure(await server.rest('/fabrics', { method: 'PUT' }), 'method_not_allowed')
    expect((await server.rest('/fabrics', { method: 'OPTIONS' })).status).toBe(204)
  }
  expect((await get('/fabrics')).status).toBe(200)
  expectFailure(await get('/fabrics'), 'rate_limited')
  expectFailure(await get('/nope'), 'not_found')
  expectFailure(await server.rest('/fabrics', { method: 'PUT' }), 'method_not_allowed')
})

it('[D11.1] the IP limit, before authentication and arguments', async () => {
  await start({ RATE_LIMIT_ANONYMOUS: '1/60' })
  expectFailure(await get('/projects'), 'unauthorized')
  expectFailure(await get('/projects'), 'rate_limited')
  expectFailure(await get('/projects', 'nonsense'), 'rate_limited')
  expectFailure(await get('/fabrics?limit=0'), 'rate_limited')
})

it('[D11.1] authentication, before arguments, types and sizes', async () => {
  await start()
  expectFailure(await get('/projects?limit=0'), 'unauthorized')
  expectFailure(await get('/projects?query=%zz'), 'unauthorized')
  expectFailure(await get('/assets/nonsense/x', 'nonsense'), 'invalid_token')
  expectFailure(await post('/projects', '{', undefined, PLAIN), 'unauthorized')
  expectFailure(await post('/projects', HUGE, 'nonsense'), 'invalid_token')
})

it('[D11.1] a missing scope, before the user limit, which it does not touch', async () => {
  await start({ OAUTH_SCOPES: 'quilts', RATE_LIMIT_USER: '1/60' })
  const poor = await server.issuer.mint(server.baseUrl)
  for (let round = 0; round < 2; round += 1) expectFailure(await get('/projects', poor), 'insufficient_scope')
  const rich = await server.issuer.mint(server.baseUrl, { scope: 'quilts' })
  expect((await get('/projects', rich)).status).toBe(200)
  expectFailure(await get('/projects', rich), 'rate_limited')
  expectFailure(await get('/projects', poor), 'insufficient_scope')
})

it('[D11.1] the session, before its origin; the origin, before the user limit, type and body', async () => {
  await start({
    SESSION_COOKIE_NAME: '__session',
    SESSION_AUTHORIZED_PARTIES: 'https://app.example',
    RATE_LIMIT_USER: '1/60',
  })
  const session = await server.issuer.mint(server.baseUrl, { azp: 'https://app.example' }, { typ: 'JWT' })
  const foreign = { origin: 'https://foreign.example' }
  expectFailure(
    await post('/projects', '{', undefined, { ...foreign, cookie: '__session=bad' }),
    'unauthorized',
  )
  const cookie = `__session=${session}`
  for (let round = 0; round < 2; round += 1) {
    const answer = await post('/projects', '{', undefined, { ...PLAIN, ...foreign, cookie })
    expectFailure(answer, 'origin_not_allowed')
  }
  const own = { origin: server.baseUrl, cookie }
  expect((await post('/projects', '{"name":"n"}', undefined, own)).status).toBe(201)
  expectFailure(await post('/projects', '{"name":"n"}', undefined, own), 'rate_limited')
})

it('[D11.1] the user limits, before type, size and arguments', async () => {
  const token = await start({ RATE_LIMIT_CREATE: '1/60', RATE_LIMIT_USER: '1/60' })
  expect((await post('/projects', '{"name":"n"}', token)).status).toBe(201)
  expectFailure(await post('/projects', '{', token, PLAIN), 'rate_limited')
  expectFailure(await post('/blocks', HUGE, token), 'rate_limited')
  expectFailure(await get('/projects?limit=0', token), 'rate_limited')
})

it('[D11.1] type, before size; both, before arguments; arguments, before the item', async () => {
  const token = await start()
  const longKey = { 'idempotency-key': 'k'.repeat(201) }
  expectFailure(await post('/projects', HUGE, token, PLAIN), 'unsupported_media_type')
  expectFailure(await post('/projects', '{', token, { ...PLAIN, ...longKey }), 'unsupported_media_type')
  expectFailure(await post('/projects', HUGE, token, longKey), 'payload_too_large')
  expectFailure(await get('/quilts/unknown?includeGeometry=1', token), 'invalid_argument')
  expectFailure(await get('/quilts?limit=0&cursor=x', token), 'invalid_argument')
  expectFailure(await get('/quilts?limit=1&cursor=x', token), 'invalid_cursor')
})
