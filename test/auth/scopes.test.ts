import { describe, expect, it } from 'vitest'
import { startBareServer } from '../helpers/bare-server.ts'
import { callTool, mcpRequest } from '../helpers/mcp.ts'
import { type Answer, startTestServer } from '../helpers/server.ts'
import { session, WEB_APP } from '../helpers/session.ts'

const READ = 'quilts:read'
const BOTH = 'quilts:read quilts:write'
const LACKING = 'error="insufficient_scope", error_description="The access token lacks a required scope"'

const server = await startTestServer({
  env: {
    OAUTH_SCOPES: 'read=quilts:read create=quilts:write',
    SESSION_COOKIE_NAME: '__session',
    SESSION_AUTHORIZED_PARTIES: WEB_APP,
  },
})

type Call = (token?: string) => Promise<Answer>
const auth = (token: string | undefined) => (token === undefined ? {} : { token })
const NAME = { name: 'Nine patch' }
const SURFACES: Record<string, { readonly list: Call; readonly create: Call; readonly path: string }> = {
  REST: {
    path: '',
    list: (token) => server.rest('/projects', auth(token)),
    create: (token) => server.rest('/projects', { method: 'POST', body: NAME, ...auth(token) }),
  },
  MCP: {
    path: '/mcp',
    list: (token) => callTool(server, 'list_my_projects', {}, auth(token)),
    create: (token) => callTool(server, 'create_project', NAME, auth(token)),
  },
}
const tokenFor = (scope: string | undefined) => server.issuer.mint(server.baseUrl, { scope })

describe.each(Object.entries(SURFACES))('over %s', (_, { list, create, path }) => {
  const challengeOf = ({ headers }: Answer) => headers.get('www-authenticate')
  const challenge = (error: string, scope: string) =>
    `Bearer ${error}scope="${scope}", resource_metadata="${server.baseUrl}/.well-known/oauth-protected-resource${path}"`

  it('[§5.7, D28.1, D28.2, D42.3] nobody is asked for more than what the operation needs', async () => {
    const [listed, created] = [await list(), await create()]
    expect(listed.json.error).toEqual({ code: 'unauthorized', message: 'Sign in to use this operation.' })
    expect([challengeOf(listed), challengeOf(created)]).toEqual([challenge('', READ), challenge('', BOTH)])
    const expired = await list(await server.issuer.mint(server.baseUrl, { exp: 1_000_000 }))
    const error = 'error="invalid_token", error_description="The access token expired", '
    expect(challengeOf(expired)).toBe(challenge(error, READ))
  })

  it('[D42.3] a token for reading reads, and is asked for more where it creates', async () => {
    const token = await tokenFor(READ)
    expect((await list(token)).status).toBe(200)
    const answer = await create(token)
    expect([answer.status, answer.json.error.code]).toEqual([403, 'insufficient_scope'])
    expect(challengeOf(answer)).toBe(challenge(`${LACKING}, `, BOTH))
  })

  it.each([undefined, '', 'quilts:write', 'quilts:reader quilts:write', `"${BOTH}"`])(
    '[D9.3, D28.2, D42.3] a token for scope %j does not read',
    async (scope) => {
      const answer = await list(await tokenFor(scope))
      expect([answer.status, challengeOf(answer)]).toEqual([403, challenge(`${LACKING}, `, READ)])
    },
  )

  it('[D28.2, D42.3] a token for both creates', async () => {
    const { status, json } = await create(await tokenFor('openid quilts:write  quilts:read'))
    expect([status, json.result?.isError]).toEqual([path === '' ? 201 : 200, undefined])
  })
})

it('[§5.5, §5.8, D30.1] public operations need no scope, nor does a session: it is the user at the own application', async () => {
  const token = await server.tokenOf('user_demo')
  expect(await server.rest('/supplies?category=rulers', { token })).toMatchObject({ status: 200 })
  const called = await callTool(server, 'browse_supplies', { category: 'rulers' }, { token })
  expect([called.status, called.json.result.isError]).toEqual([200, undefined])
  const cookie = `__session=${await session(server.issuer)}`
  expect(await server.rest('/projects', { headers: { cookie } })).toMatchObject({ status: 200 })
})

it('[D9.3, D33.2] a plain list of scopes is needed for every private operation', async () => {
  const strict = await startBareServer({ env: { OAUTH_SCOPES: BOTH } })
  const token = await strict.issuer.mint(strict.baseUrl, { scope: READ })
  const { status, headers } = await callTool(strict, 'list_my_projects', {}, { token })
  expect([status, headers.get('www-authenticate')]).toEqual([403, expect.stringContaining(`scope="${BOTH}"`)])
})

it('[D42.3, D33.3] a client that reads tool results is asked for more in the result', async () => {
  const headers = { 'user-agent': 'openai-mcp/1.0.0' }
  const options = { token: await tokenFor(READ), headers }
  const { status, json } = await callTool(server, 'create_project', NAME, options)
  expect([status, json.result.isError]).toEqual([200, true])
  expect(json.result._meta['mcp/www_authenticate'][0]).toContain(`${LACKING}, scope="${BOTH}"`)
})

it('[D42.3, D33.4] tools and metadata say which scopes they need, and auth.md where to find them', async () => {
  const { json } = await mcpRequest(server, 'tools/list')
  const scopes = { list_my_projects: [READ], create_project: BOTH.split(' ') }
  for (const [name, needed] of Object.entries(scopes)) {
    const tool = { name, securitySchemes: [{ type: 'oauth2', scopes: needed }] }
    expect(json.result.tools).toContainEqual(expect.objectContaining(tool))
  }
  const resource = await server.request('/.well-known/oauth-protected-resource/mcp')
  expect(resource.json.scopes_supported).toEqual(BOTH.split(' '))
  expect((await server.request('/auth.md')).text).toContain(
    'A create may need more: then a 403 names them all.',
  )
})
