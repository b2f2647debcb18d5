import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { callTool } from '../helpers/mcp.ts'
import { type Answer, startTestServer, type TestServer } from '../helpers/server.ts'

const SCOPES = 'quilts:read quilts:write'

const servers: Record<string, TestServer> = {}
beforeAll(async () => {
  servers['without scopes'] = await startTestServer()
  servers['with scopes'] = await startTestServer({
    env: {
      OAUTH_SCOPES: SCOPES,
      SESSION_COOKIE_NAME: '__session',
      SESSION_AUTHORIZED_PARTIES: 'https://app.example',
    },
  })
})
afterAll(async () => {
  for (const server of Object.values(servers)) await server.close()
})

function serverOf(name: string): TestServer {
  const server = servers[name]
  if (server === undefined) throw new Error(`no server ${name}`)
  return server
}

type Call = (server: TestServer, authorization?: string) => Promise<Answer>
const headersOf = (authorization?: string): Record<string, string> =>
  authorization === undefined ? {} : { authorization }

const rest: Call = (server, authorization) => server.rest('/projects', { headers: headersOf(authorization) })
const mcp: Call = (server, authorization) =>
  callTool(server, 'list_my_projects', {}, { headers: headersOf(authorization) })

const PATH = '/.well-known/oauth-protected-resource'
const surfaces = [
  { surface: 'REST', call: rest, path: PATH },
  { surface: '/mcp', call: mcp, path: `${PATH}/mcp` },
]
const configurations = [
  { config: 'without scopes', scope: '' },
  { config: 'with scopes', scope: `scope="${SCOPES}", ` },
]
const cases = surfaces.flatMap((surface) => configurations.map((config) => ({ ...surface, ...config })))

describe.each(cases)('$surface $config', ({ call, path, config, scope }) => {
  const resource = () => `resource_metadata="${serverOf(config).baseUrl}${path}"`
  const exactly = ({ status, headers, json }: Answer) => ({
    status,
    error: json.error,
    challenge: headers.get('www-authenticate'),
    cacheControl: headers.get('cache-control'),
  })

  it('[§5.7, D28.1] says nothing of an error where no credentials came', async () => {
    expect(exactly(await call(serverOf(config)))).toEqual({
      status: 401,
      error: { code: 'unauthorized', message: 'Sign in to use this operation.' },
      challenge: `Bearer ${scope}${resource()}`,
      cacheControl: 'no-store',
    })
  })

  it('[§5.7, D28.2] says what is wrong with a bad token', async () => {
    const server = serverOf(config)
    const token = await server.issuer.mint(server.baseUrl, { exp: 1_000_000 })
    expect(exactly(await call(server, `Bearer ${token}`))).toEqual({
      status: 401,
      error: { code: 'invalid_token', message: 'The access token expired.' },
      challenge: `Bearer error="invalid_token", error_description="The access token expired", ${scope}${resource()}`,
      cacheControl: 'no-store',
    })
  })

  it('[D9.1, D28.2] refuses two credentials', async () => {
    expect(exactly(await call(serverOf(config), 'Bearer a, Bearer b'))).toEqual({
      status: 400,
      error: { code: 'invalid_request', message: 'More than one Authorization credential.' },
      challenge: `Bearer error="invalid_request", error_description="More than one Authorization credential", ${scope}${resource()}`,
      cacheControl: 'no-store',
    })
  })
})

describe.each(surfaces)('$surface with required scopes', ({ call, path }) => {
  const withScope = async (scope: string | undefined) => {
    const server = serverOf('with scopes')
    const token = await server.issuer.mint(server.baseUrl, { scope })
    return call(server, `Bearer ${token}`)
  }

  it.each([undefined, '', 'quilts:read', 'quilts:write', 'quilts:reader quilts:write', `"${SCOPES}"`])(
    '[D9.3, D28.2] a token for scope %j is not enough',
    async (scope) => {
      const { status, json, headers } = await withScope(scope)
      expect({ status, error: json.error }).toEqual({
        status: 403,
        error: { code: 'insufficient_scope', message: 'The access token lacks a required scope.' },
      })
      expect(headers.get('www-authenticate')).toBe(
        'Bearer error="insufficient_scope", error_description="The access token lacks a required scope", ' +
          `scope="${SCOPES}", resource_metadata="${serverOf('with scopes').baseUrl}${path}"`,
      )
    },
  )

  it.each([SCOPES, 'openid quilts:write  quilts:read'])('[D28.2] a token for scope %j is', async (scope) => {
    const { status, json } = await withScope(scope)
    expect(status).toBe(200)
    expect(json.result?.isError).toBeUndefined()
  })
})

it('[§5.5] public operations need no scope, whatever token comes', async () => {
  const server = serverOf('with scopes')
  const token = await server.tokenOf('user_demo')
  expect(await server.rest('/supplies?category=rulers', { token })).toMatchObject({ status: 200 })
  const called = await callTool(server, 'browse_supplies', { category: 'rulers' }, { token })
  expect(called).toMatchObject({ status: 200, json: { result: { structuredContent: {} } } })
})

it('[§5.8, D30.1] a session needs no scope: it is the user at the own application', async () => {
  const server = serverOf('with scopes')
  const claims = { aud: undefined, client_id: undefined, azp: 'https://app.example' }
  const cookie = `__session=${await server.issuer.mint('', claims, { typ: 'JWT' })}`
  expect(await server.rest('/projects', { headers: { cookie } })).toMatchObject({ status: 200 })
})

it('[§5.7, D13.1, D13.3] HEAD is challenged like GET, and pages may read the challenge', async () => {
  const server = serverOf('without scopes')
  const { status, text, headers } = await server.rest('/auth/me', { method: 'HEAD' })
  expect({ status, text }).toEqual({ status: 401, text: '' })
  expect(headers.get('www-authenticate')).toBe(`Bearer resource_metadata="${server.baseUrl}${PATH}"`)
  expect(headers.get('access-control-allow-origin')).toBe('*')
  expect(headers.get('access-control-expose-headers')).toContain('WWW-Authenticate')
})

it('[D28.2, D33.3] the challenge inside a tool result names an error, for clients that look for one', async () => {
  const server = serverOf('with scopes')
  const { status, headers, json } = await callTool(
    server,
    'list_my_projects',
    {},
    { headers: { 'user-agent': 'openai-mcp/1.0.0' } },
  )
  expect({ status, challenge: headers.get('www-authenticate') }).toEqual({ status: 200, challenge: null })
  expect(json.result._meta['mcp/www_authenticate']).toEqual([
    'Bearer error="invalid_token", error_description="Sign in to use this operation.", ' +
      `scope="${SCOPES}", resource_metadata="${server.baseUrl}${PATH}/mcp"`,
  ])
})
