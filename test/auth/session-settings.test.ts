import { afterAll, beforeAll, expect, it } from 'vitest'
import { startBareServer } from '../helpers/bare-server.ts'
import { startIssuer, type TestIssuer } from '../helpers/issuer.ts'
import type { TestServer } from '../helpers/server.ts'
import { probe, session, WEB_APP } from '../helpers/session.ts'

async function withServer(
  env: Readonly<Record<string, string>>,
  test: (server: TestServer) => Promise<void>,
) {
  const server = await startBareServer({ env })
  try {
    await test(server)
  } finally {
    await server.close()
  }
}

let own: TestIssuer
beforeAll(async () => {
  own = await startIssuer()
})
afterAll(() => own.close())

it('[D30.1] sessions are off unless a cookie is named', () =>
  withServer({}, async (server) => {
    expect(await probe(server, `__session=${await session(server.issuer)}`)).toBe('unauthorized')
  }))

it('[D30.1] an audience binds sessions where no applications are listed', () =>
  withServer({ SESSION_COOKIE_NAME: 'sid', SESSION_AUDIENCE: 'web' }, async (server) => {
    const cookie = async (claims = {}) => `sid=${await session(server.issuer, claims)}`
    expect(await probe(server, await cookie({ aud: 'web', azp: undefined }))).toBe('user_demo')
    expect(await probe(server, await cookie({ aud: 'api' }))).toBe('unauthorized')
    expect(await probe(server, await cookie())).toBe('unauthorized')
  }))

it('[D30.1] with an audience and applications, both must fit', () =>
  withServer(
    { SESSION_COOKIE_NAME: 'sid', SESSION_AUDIENCE: 'web', SESSION_AUTHORIZED_PARTIES: WEB_APP },
    async (server) => {
      const cookie = async (claims: object) => `sid=${await session(server.issuer, { ...claims })}`
      expect(await probe(server, await cookie({ aud: ['web', 'x'] }))).toBe('user_demo')
      expect(await probe(server, await cookie({}))).toBe('unauthorized')
      expect(await probe(server, await cookie({ aud: 'web', azp: undefined }))).toBe('unauthorized')
    },
  ))

const OWN_ISSUER = { SESSION_COOKIE_NAME: '__session', SESSION_AUTHORIZED_PARTIES: WEB_APP }

it('[D30.1] an issuer of their own: each issuer is trusted with its kind only', () =>
  withServer({ ...OWN_ISSUER, SESSION_ISSUER: own.url }, async (server) => {
    expect(await probe(server, `__session=${await session(own)}`)).toBe('user_demo')
    expect(await probe(server, `__session=${await session(server.issuer)}`)).toBe('unauthorized')
    const token = await own.mint(server.baseUrl)
    expect(await server.rest('/auth/me', { token })).toMatchObject({ status: 401 })
  }))

it('[D29.2, D30.1] an outage of their issuer is an outage for sessions, not for tokens', () =>
  withServer({ ...OWN_ISSUER, SESSION_ISSUER: own.url }, async (server) => {
    const cookie = `__session=${await session(own)}`
    own.state.mode = 'down'
    expect(await probe(server, cookie)).toBe('auth_unavailable')
    const token = await server.tokenOf('user_demo')
    expect(await server.rest('/auth/me', { token })).toMatchObject({ status: 200 })
    own.state.mode = 'ok'
  }))
