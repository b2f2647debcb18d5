import { expect, it } from 'vitest'
import { startBareServer } from '../helpers/bare-server.ts'
import { startIssuer, type TestIssuer } from '../helpers/issuer.ts'
import type { TestServer } from '../helpers/server.ts'
import { probe, session, WEB_APP } from '../helpers/session.ts'

type Members = Readonly<Record<string, unknown>>

const OWN_ISSUER = { SESSION_COOKIE_NAME: '__session', SESSION_AUTHORIZED_PARTIES: WEB_APP }
const WITH_AUDIENCE = { SESSION_COOKIE_NAME: '__session', SESSION_AUDIENCE: 'web' }
const own = await startIssuer()
let other: TestServer

/** Starts a server with these settings; answers who a session with some claims is there. */
async function start(env: Readonly<Record<string, string>>) {
  const started = await startBareServer({ env })
  other = started
  return async (claims: Members = {}, issuer = started.issuer) =>
    probe(started, `__session=${await session(issuer, claims)}`)
}

it('[D30.1] sessions are off unless a cookie is named', async () => {
  const who = await start({})
  expect(await who()).toBe('unauthorized')
})

it('[D30.1] an audience binds sessions, and a list of applications does so too', async () => {
  const bound = await start(WITH_AUDIENCE)
  expect(await bound({ aud: 'web', azp: undefined })).toBe('user_demo')
  expect(await bound({ aud: 'api' })).toBe('unauthorized')
  expect(await bound()).toBe('unauthorized')
  const both = await start({ ...WITH_AUDIENCE, SESSION_AUTHORIZED_PARTIES: WEB_APP })
  expect(await both({ aud: ['web', 'x'] })).toBe('user_demo')
  expect(await both({ aud: 'web', azp: undefined })).toBe('unauthorized')
})

it('[D29.2, D30.1] an issuer of their own is trusted with sessions only, and its outage is theirs only', async () => {
  const who = await start({ ...OWN_ISSUER, SESSION_ISSUER: own.url })
  const isSignedIn = async (issuer: TestIssuer) => {
    const token = await issuer.mint(other.baseUrl)
    return (await other.rest('/auth/me', { token })).status
  }
  expect(await who({}, own)).toBe('user_demo')
  expect(await who()).toBe('unauthorized')
  expect(await isSignedIn(own)).toBe(401)
  own.state.mode = 'down'
  const fresh = await start({ ...OWN_ISSUER, SESSION_ISSUER: own.url })
  expect(await fresh({}, own)).toBe('auth_unavailable')
  expect(await isSignedIn(other.issuer)).toBe(200)
})
