import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { startBareServer } from '../helpers/bare-server.ts'
import { startIssuer, type TestIssuer } from '../helpers/issuer.ts'
import type { TestServer } from '../helpers/server.ts'
import { probe, session, WEB_APP } from '../helpers/session.ts'

const OTHER_APP = 'https://other.example'

type Members = Readonly<Record<string, unknown>>

const now = Date.now()
const seconds = Math.floor(now / 1000)
const server = await startBareServer({
  now: () => now,
  env: { SESSION_COOKIE_NAME: '__session', SESSION_AUTHORIZED_PARTIES: `${WEB_APP} ${OTHER_APP}` },
})
afterAll(() => server.close())

const cookieOf = async (claims: Members, header: Members) =>
  `__session=${await session(server.issuer, claims, header)}`

const accepted: [string, Members, Members][] = [
  ['of the second application', { azp: OTHER_APP }, {}],
  ['without a type', {}, { typ: undefined }],
  ['that is active', { sts: 'active' }, {}],
  ['that ended within the tolerance', { exp: seconds - 4 }, {}],
]
it.each(accepted)('[D30.1] may be one %s', async (_name, claims, header) => {
  expect(await probe(server, await cookieOf(claims, header))).toBe('user_demo')
})

const refused: [string, Members, Members?][] = [
  ['an ID token', { nonce: 'n' }],
  ['a logout token', { events: {} }],
  ['a token of another use', { token_use: 'id' }],
  ['a sender-constrained token', { cnf: { jkt: 'x' } }],
  ['one from the future', { iat: seconds + 60 }],
  ['one of an application that begins alike', { azp: `${WEB_APP}.evil.example` }],
  ['one of a list of applications', { azp: [WEB_APP] }],
  ['one of another issuer', { iss: 'https://id.example' }],
  ['one of tomorrow', { nbf: seconds + 86_400 }],
  ['one without end', { exp: undefined }],
  ['one without a subject', { sub: undefined }],
  ['one with an unusable subject', { sub: 'a b' }],
  ['one with an unknown key', {}, { kid: 'key-2' }],
  ['one of over 4 KB', { padding: 'x'.repeat(4_096) }],
]
it.each(refused)('[D30.1] is not %s', async (_name, claims, header = {}) => {
  expect(await probe(server, await cookieOf(claims, header))).toBe('unauthorized')
})

const headers: [string, string, (token: string) => string][] = [
  ['among other cookies', 'user_demo', (token) => `theme=dark; __session=${token}; lang=en`],
  ['in quotes', 'user_demo', (token) => `__session="${token}"`],
  ['twice with the same value', 'user_demo', (token) => `__session=${token}; __session=${token}`],
  ['beside an empty one', 'user_demo', (token) => `__session=; __session=${token}`],
  ['under a name that ends alike', 'unauthorized', (token) => `x__session=${token}`],
  ['under a name that begins alike', 'unauthorized', (token) => `__session2=${token}`],
  ['in other case', 'unauthorized', (token) => `__SESSION=${token}`],
  ['with text that is no token', 'unauthorized', () => '__session=abc'],
]
it.each(headers)('[D30.1] a cookie %s means %s', async (_name, outcome, headerOf) => {
  expect(await probe(server, headerOf(await session(server.issuer)))).toBe(outcome)
})

describe('settings', () => {
  const OWN_ISSUER = { SESSION_COOKIE_NAME: '__session', SESSION_AUTHORIZED_PARTIES: WEB_APP }
  const WITH_AUDIENCE = { SESSION_COOKIE_NAME: '__session', SESSION_AUDIENCE: 'web' }
  let own: TestIssuer
  let other: TestServer | undefined
  beforeAll(async () => {
    own = await startIssuer()
  })
  afterEach(async () => {
    await other?.close()
    other = undefined
  })
  afterAll(() => own.close())

  /** Starts a server with these settings; answers who a session with some claims is there. */
  async function start(env: Readonly<Record<string, string>>) {
    const started = await startBareServer({ env })
    await other?.close()
    other = started
    return async (claims: Members = {}, issuer = started.issuer) =>
      probe(started, `__session=${await session(issuer, claims)}`)
  }

  it('[D30.1] sessions are off unless a cookie is named', async () => {
    const who = await start({})
    expect(await who()).toBe('unauthorized')
  })

  it('[D30.1] an audience binds sessions where no applications are listed', async () => {
    const who = await start(WITH_AUDIENCE)
    expect(await who({ aud: 'web', azp: undefined })).toBe('user_demo')
    expect(await who({ aud: 'api' })).toBe('unauthorized')
    expect(await who()).toBe('unauthorized')
  })

  it('[D30.1] with an audience and applications, both must fit', async () => {
    const who = await start({ ...WITH_AUDIENCE, SESSION_AUTHORIZED_PARTIES: WEB_APP })
    expect(await who({ aud: ['web', 'x'] })).toBe('user_demo')
    expect(await who()).toBe('unauthorized')
    expect(await who({ aud: 'web', azp: undefined })).toBe('unauthorized')
  })

  it('[D29.2, D30.1] an issuer of their own is trusted with sessions only, and its outage is theirs only', async () => {
    const who = await start({ ...OWN_ISSUER, SESSION_ISSUER: own.url })
    const isSignedIn = async (issuer: TestIssuer) => {
      const token = await issuer.mint(other?.baseUrl ?? '')
      return (await other?.rest('/auth/me', { token }))?.status
    }
    expect(await who({}, own)).toBe('user_demo')
    expect(await who()).toBe('unauthorized')
    expect(await isSignedIn(own)).toBe(401)
    own.state.mode = 'down'
    const fresh = await start({ ...OWN_ISSUER, SESSION_ISSUER: own.url })
    expect(await fresh({}, own)).toBe('auth_unavailable')
    expect(other && (await isSignedIn(other.issuer))).toBe(200)
  })
})
