import { afterAll, beforeAll, expect, it } from 'vitest'
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
  const { isKnownCaller } = server.app
  const token = await server.tokenOf('user_demo')
  expect(isKnownCaller(bearer(token))).toBe(false)
  expect((await server.request('/mcp', { method: 'POST', token, body: { method: 'ping' } })).status).toBe(400)
  expect(isKnownCaller(bearer(token))).toBe(true)
  expect(isKnownCaller(bearer(await server.tokenOf('user_demo')))).toBe(false)
})

it.each([
  ['an invented token', { authorization: 'Bearer invented' }],
  ['an invented session', { cookie: '__session=invented' }],
  ['any cookie', { cookie: 'theme=dark' }],
])('[D9.10] %s is no account, however often it comes', async (_, headers) => {
  for (const path of ['/fabrics', '/projects', '/fabrics']) await server.rest(path, { headers })
  expect(server.app.isKnownCaller(headers)).toBe(false)
})

it('[D9.10, D30.1] a session counts as an account once it was good', async () => {
  const headers = { cookie: `theme=dark; __session=${await session(server.issuer)}` }
  expect(server.app.isKnownCaller(headers)).toBe(false)
  expect((await server.rest('/auth/me', { headers })).json.data.authenticated).toBe(true)
  expect(server.app.isKnownCaller(headers)).toBe(true)
})

it('[D9.10, D25.3] whoever asks causes no call to the identity provider', async () => {
  const { server, endpoint } = introspected
  endpoint.state.answers.set('oat_good', { active: true, sub: 'user_demo', aud: server.baseUrl })
  expect(server.app.isKnownCaller(bearer('oat_good'))).toBe(false)
  expect(endpoint.state.asked).toEqual([])
  await server.rest('/auth/me', { token: 'oat_good' })
  expect(server.app.isKnownCaller(bearer('oat_good'))).toBe(true)
  expect(endpoint.state.asked).toHaveLength(1)
})
