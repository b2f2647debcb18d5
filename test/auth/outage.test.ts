import type { JWK } from 'jose'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { startBareServer } from '../helpers/bare-server.ts'
import { stopClock } from '../helpers/clock.ts'
import { startIssuer } from '../helpers/issuer.ts'
import { callTool } from '../helpers/mcp.ts'
import { startTestServer, type TestServer } from '../helpers/server.ts'

const HOUR = 3_600
const RFC8414 = '/.well-known/oauth-authorization-server'
const OPENID = '/.well-known/openid-configuration'

const clock = stopClock()
let server: TestServer
const issuer = await startIssuer()
const published = issuer.state.published
beforeEach(async () => {
  Object.assign(issuer.state, { published, mode: 'ok', asked: [] })
  server = await startBareServer({ issuer })
})
afterEach(() => server.close())

/** What a protected read says to a new good token, unless another is given. */
async function probe(token?: string): Promise<string> {
  const answer = await server.rest('/auth/me', { token: token ?? (await server.tokenOf('user_demo')) })
  return answer.status === 200 ? 'accepted' : answer.json.error.code
}

const all = (count: number, ask: () => Promise<string>) =>
  Promise.all(Array.from({ length: count }, ask)).then((answers) => [...new Set(answers)])

/** Good in everything but a key that was never published. */
const unknownKey = () => issuer.mint(server.baseUrl, {}, { kid: crypto.randomUUID() })

describe('a provider that was never reached', () => {
  beforeEach(() => {
    issuer.state.mode = 'reset'
  })

  it('[D2.2, D29.2, D9.8] is 503 with the same time to wait twice, on both surfaces', async () => {
    const token = await server.tokenOf('user_demo')
    for (const { status, json, headers } of [
      await server.rest('/auth/me', { token }),
      await callTool(server, 'list_my_projects', {}, { token }),
    ]) {
      expect([status, json.error]).toMatchObject([503, { code: 'auth_unavailable', retryAfter: 5 }])
      expect([headers.get('retry-after'), headers.get('www-authenticate')]).toEqual(['5', null])
    }
  })

  it('[§5.5, §5.6, D26.1, D27.1, D29.2] changes nothing for public operations, bad tokens and the metadata', async () => {
    const stocked = await startTestServer({ issuer })
    const answers = [
      await stocked.rest('/supplies?category=rulers', { token: await stocked.tokenOf('user_demo') }),
      await callTool(stocked, 'browse_supplies', { category: 'rulers' }),
      await stocked.request('/.well-known/oauth-protected-resource'),
      await stocked.rest('/auth/me', { token: 'garbage' }),
    ]
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 401])
  })

  it('[D26.1, D29.2] is not asked for a public operation', async () => {
    const stocked = await startTestServer({ issuer })
    const token = await stocked.tokenOf('user_demo')
    expect((await stocked.rest('/auth/me', { token })).status).toBe(503)
    issuer.state.mode = 'hang'
    clock.pass(60)
    expect((await stocked.rest('/supplies?category=rulers', { token })).status).toBe(200)
    expect(issuer.state.asked).toEqual([RFC8414, OPENID])
  })

  it('[D29.2] is left alone for five seconds, then asked again', async () => {
    expect(await all(50, probe)).toEqual(['auth_unavailable'])
    expect(issuer.state.asked).toEqual([RFC8414, OPENID])
    issuer.state.mode = 'ok'
    clock.pass(4)
    expect(await probe()).toBe('auth_unavailable')
    expect(issuer.state.asked).toHaveLength(2)
    clock.pass(1)
    expect(await probe()).toBe('accepted')
  })
})

describe('a provider that was reached before', () => {
  beforeEach(async () => {
    expect(await probe()).toBe('accepted')
    issuer.state.mode = 'down'
  })

  it('[D29.1, D31.1] is not needed for 24 hours, and then it is', async () => {
    for (const seconds of [HOUR, 22 * HOUR, HOUR - 1]) {
      clock.pass(seconds)
      expect(await probe()).toBe('accepted')
    }
    const { json } = await server.request('/.well-known/oauth-authorization-server')
    expect(json).toEqual(issuer.metadata())
    clock.pass(1)
    expect(await probe()).toBe('auth_unavailable')
    issuer.state.mode = 'ok'
    clock.pass(5)
    expect(await probe()).toBe('accepted')
  })

  it('[D29.1] lends its keys to good tokens only', async () => {
    clock.pass(HOUR)
    expect(await probe(await unknownKey())).toBe('invalid_token')
    expect(await probe(await issuer.mint(server.baseUrl, { exp: 1 }))).toBe('invalid_token')
    expect(await probe()).toBe('accepted')
  })

  it.each<{ keys: JWK[] }>([{ keys: [] }, { keys: [{ kty: 'oct', k: 'AA' }] }, { keys: [{}] }])(
    '[D29.1] cannot replace its good keys by $keys',
    async ({ keys }) => {
      Object.assign(issuer.state, { mode: 'ok', published: () => keys })
      clock.pass(301)
      expect(await probe()).toBe('accepted')
    },
  )
})

describe('a provider that is there', () => {
  it('[D29.3] is asked for nothing at start-up, and once by fifty requests at once', async () => {
    expect(issuer.state.asked).toEqual([])
    expect(await all(50, probe)).toEqual(['accepted'])
    expect(issuer.state.asked).toEqual([RFC8414, '/jwks'])
  })

  it('[D29.1] is asked once a second at most for tokens of unknown keys', async () => {
    for (const fetched of [['/jwks'], ['/jwks', '/jwks']]) {
      expect(await all(40, async () => probe(await unknownKey()))).toEqual(['invalid_token'])
      expect(issuer.state.asked).toEqual([RFC8414, ...fetched])
      clock.pass(1)
    }
  })

  it('[D29.1] may take a key back: within six minutes its tokens are worth nothing', async () => {
    const token = await issuer.mint(server.baseUrl, { exp: Math.floor(Date.now() / 1000) + HOUR })
    expect(await probe(token)).toBe('accepted')
    await issuer.rotate('ES256', `key-${Date.now()}`)
    clock.pass(59)
    expect(await probe(token)).toBe('accepted')
    clock.pass(301)
    expect(await probe(token)).toBe('invalid_token')
    expect(await probe()).toBe('accepted')
  })
})

it.each(['jwt', 'introspection'])(
  '[D29.2, D25.2, D25.3] what a slow provider answers too late for one caller serves the next: %s',
  async (profile) => {
    const client = { OAUTH_CLIENT_ID: 'selvage', OAUTH_CLIENT_SECRET: 'secret' }
    const slow = await startBareServer({ issuer, env: { ...client, OAUTH_TOKEN_PROFILE: profile } })
    const token = await slow.tokenOf('user_demo')
    issuer.state.opaque.set(token, { active: true, sub: 'user_demo', aud: slow.baseUrl })
    const statusOf = async () => (await slow.rest('/auth/me', { token })).status
    await slow.request(RFC8414)
    const slowness = Promise.withResolvers<void>()
    issuer.state.held = slowness.promise
    expect(await statusOf()).toBe(503)
    const next = statusOf()
    slowness.resolve()
    expect([await next, await statusOf()]).toEqual([200, 200])
    expect(issuer.state.asked).toEqual([RFC8414, profile === 'jwt' ? '/jwks' : '/introspect'])
  },
)

describe('a provider that hangs', () => {
  it.each([
    // Keys that are due are waited for only a moment, and only by who comes first.
    ['[D29.1] holds nobody up who has keys, however old', 'accepted', 1_500],
    ['[D29.2] is 503 within two seconds for who has none', 'auth_unavailable', 2_500],
  ])('%s', async (_, expected, most) => {
    if (expected === 'accepted') expect(await probe()).toBe('accepted')
    issuer.state.mode = 'hang'
    clock.pass(61 * 60)
    const startedAt = process.hrtime.bigint()
    expect(await all(20, probe)).toEqual([expected])
    expect(Number(process.hrtime.bigint() - startedAt) / 1e6).toBeLessThan(most)
  })

  it('[D29.2, D43.6] keeps no server from ending: nobody waits for its answer any more', async () => {
    issuer.state.mode = 'hang'
    expect(await probe()).toBe('auth_unavailable')
    expect(issuer.state.hanging).toBe(1)
    await server.close()
    await expect.poll(() => issuer.state.hanging, { timeout: 500 }).toBe(0)
  })
})
