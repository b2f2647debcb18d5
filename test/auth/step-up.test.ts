import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { callTool, mcpRequest } from '../helpers/mcp.ts'
import { type Answer, startTestServer, type TestServer } from '../helpers/server.ts'

const READ = 'quilts:read'
const BOTH = 'quilts:read quilts:write'
const DESCRIPTION = 'The access token lacks a required scope'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ env: { OAUTH_SCOPES: 'read=quilts:read create=quilts:write' } })
})
afterAll(() => server.close())

type Call = (token?: string, headers?: Record<string, string>) => Promise<Answer>
const auth = (token: string | undefined) => (token === undefined ? {} : { token })
const SURFACES: Record<string, { readonly list: Call; readonly create: Call; readonly path: string }> = {
  REST: {
    path: '',
    list: (token) => server.rest('/projects', auth(token)),
    create: (token) =>
      server.rest('/projects', { method: 'POST', body: { name: 'Nine patch' }, ...auth(token) }),
  },
  MCP: {
    path: '/mcp',
    list: (token, headers = {}) => callTool(server, 'list_my_projects', {}, { headers, ...auth(token) }),
    create: (token, headers = {}) =>
      callTool(server, 'create_project', { name: 'Nine patch' }, { headers, ...auth(token) }),
  },
}
const tokenFor = (scope: string) => server.issuer.mint(server.baseUrl, { scope })
const metadata = (path: string) =>
  `resource_metadata="${server.baseUrl}/.well-known/oauth-protected-resource${path}"`

describe.each(Object.entries(SURFACES))('over %s', (_, { list, create, path }) => {
  it('[D42.3] a token for reading reads, and is asked for more where it creates', async () => {
    const token = await tokenFor(READ)
    expect((await list(token)).status).toBe(200)
    const { status, json, headers } = await create(token)
    expect([status, json.error.code]).toEqual([403, 'insufficient_scope'])
    expect(headers.get('www-authenticate')).toBe(
      `Bearer error="insufficient_scope", error_description="${DESCRIPTION}", scope="${BOTH}", ${metadata(path)}`,
    )
  })

  it('[D42.3] a token for both creates', async () => {
    expect((await create(await tokenFor(BOTH))).status).toBe(path === '' ? 201 : 200)
  })

  it('[D42.3] a token without the scope for reading does not read', async () => {
    const { status, headers } = await list(await tokenFor('quilts:write'))
    expect(status).toBe(403)
    expect(headers.get('www-authenticate')).toContain(`scope="${READ}"`)
  })

  it('[D42.3] nobody is asked for more than what the operation needs', async () => {
    const scopeOf = ({ headers }: Answer) =>
      /scope="([^"]+)"/.exec(headers.get('www-authenticate') ?? '')?.[1]
    expect([scopeOf(await list()), scopeOf(await create())]).toEqual([READ, BOTH])
  })
})

it('[D42.3, D33.3] a client that reads tool results is asked for more in the result', async () => {
  const { status, json } = await callTool(
    server,
    'create_project',
    { name: 'Nine patch' },
    {
      token: await tokenFor(READ),
      headers: {
        'user-agent': 'openai-mcp/1.0.0',
      },
    },
  )
  expect([status, json.result.isError]).toEqual([200, true])
  expect(json.result._meta['mcp/www_authenticate'][0]).toContain(
    `error="insufficient_scope", error_description="${DESCRIPTION}", scope="${BOTH}"`,
  )
})

it('[D42.3, D33.4] tools, metadata and auth.md say which scopes they need', async () => {
  const { json } = await mcpRequest(server, 'tools/list')
  const schemes = json.result.tools.map(({ name, securitySchemes }: Record<string, unknown>) => [
    name,
    securitySchemes,
  ])
  expect(Object.fromEntries(schemes)).toMatchObject({
    list_my_projects: [{ type: 'oauth2', scopes: [READ] }],
    create_project: [{ type: 'oauth2', scopes: BOTH.split(' ') }],
  })
  const resource = await server.request('/.well-known/oauth-protected-resource/mcp')
  expect(resource.json.scopes_supported).toEqual(BOTH.split(' '))
  expect((await server.request('/auth.md')).text).toContain('A create needs `quilts:write` too')
})
