import { afterAll, beforeAll, expect, it } from 'vitest'
import { createRecentCallers } from '../../src/auth/recent-callers.ts'
import { startIntrospectedServer } from '../helpers/introspection.ts'
import { startTestServer, type TestServer } from '../helpers/server.ts'
import { session, WEB_APP } from '../helpers/session.ts'

let server: TestServer
let introspected: Awaited<ReturnType<typeof startIntrospectedServer>>
beforeAll(async () => {
  server = await startTestServer({
    env: { SESSION_COOKIE_NAME: '__session', SESSION_AUTHORIZED_PARTIES: WEB_APP },
  })
  introspected = await startIntrospectedServer({ env: { OAUTH_CLIENT_SECRET: 'secret' } })
})
afterAll(async () => {
  await server.close()
  await introspected.close()
})

const bearer = (token: string) => ({ authorization: `Bearer ${token}` })

it('[D9.10] a token counts as an account once it was good, on whatever surface', async () => {
  const { recentCallers } = server.app
  const token = await server.tokenOf('user_demo')
  expect(recentCallers.includes(bearer(token))).toBe(false)
  expect((await server.request('/mcp', { method: 'POST', token, body: { method: 'ping' } })).status).toBe(400)
  expect(recentCallers.includes(bearer(token))).toBe(true)
  expect(recentCallers.includes(bearer(await server.tokenOf('user_demo')))).toBe(false)
})

it.each([
  ['an invented token', { authorization: 'Bearer invented' }],
  ['an invented session', { cookie: '__session=invented' }],
  ['any cookie', { cookie: 'theme=dark' }],
])('[D9.10] %s is no account, however often it comes', async (_, headers) => {
  for (const path of ['/fabrics', '/projects', '/fabrics']) await server.rest(path, { headers })
  expect(server.app.recentCallers.includes(headers)).toBe(false)
})

it('[D9.10, D30.1] a session counts as an account once it was good', async () => {
  const headers = { cookie: `theme=dark; __session=${await session(server.issuer)}` }
  expect(server.app.recentCallers.includes(headers)).toBe(false)
  expect((await server.rest('/auth/me', { headers })).json.data.authenticated).toBe(true)
  expect(server.app.recentCallers.includes(headers)).toBe(true)
})

it('[D9.10, D25.3] whoever asks causes no call to the identity provider', async () => {
  const { server, endpoint } = introspected
  endpoint.state.answers.set('oat_good', { active: true, sub: 'user_demo', aud: server.baseUrl })
  expect(server.app.recentCallers.includes(bearer('oat_good'))).toBe(false)
  expect(endpoint.state.asked).toEqual([])
  await server.rest('/auth/me', { token: 'oat_good' })
  expect(server.app.recentCallers.includes(bearer('oat_good'))).toBe(true)
  expect(endpoint.state.asked).toHaveLength(1)
})

it('[D9.10] credentials are forgotten after a minute, unless they are checked again', () => {
  let now = 1_000
  const recent = createRecentCallers(() => now)
  recent.note(new Headers(bearer('a')))
  now += 59_999
  expect(recent.includes(bearer('a'))).toBe(true)
  now += 1
  expect(recent.includes(bearer('a'))).toBe(false)
  recent.note(new Headers(bearer('a')))
  expect(recent.includes(bearer('a'))).toBe(true)
  expect(recent.includes({})).toBe(false)
})
