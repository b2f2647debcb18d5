import { describe, expect, it } from 'vitest'
import { startBareServer } from '../helpers/bare-server.ts'

const RESOURCE = '/.well-known/oauth-protected-resource'
const PROVIDER = '/.well-known/oauth-authorization-server'

const server = await startBareServer()
const scoped = await startBareServer({
  env: {
    OAUTH_SCOPES: 'quilts:read quilts:write',
    AGENT_API_ENABLED: 'false',
    RATE_LIMIT_ANONYMOUS: '1/60',
  },
})

describe.each([
  { path: RESOURCE, suffix: '', refused: { path: '/api/v1/auth/me', method: 'GET' } },
  { path: `${RESOURCE}/mcp`, suffix: '/mcp', refused: { path: '/mcp', method: 'POST' } },
])('$path', ({ path, suffix, refused }) => {
  it('[§5.2, §5.7, D27.1, D27.2] is where a 401 of its surface points, and names the resource and its server', async () => {
    const { headers } = await server.request(refused.path, { method: refused.method, token: 'garbage' })
    expect(headers.get('www-authenticate')).toContain(`resource_metadata="${server.baseUrl}${path}"`)
    const answer = await server.request(path)
    expect(answer.status).toBe(200)
    expect(answer.headers.get('content-type')).toMatch(/^application\/json/)
    expect(answer.headers.get('cache-control')).toBe('public, max-age=300')
    expect(answer.json).toEqual({
      resource: `${server.baseUrl}${suffix}`,
      authorization_servers: [server.issuer.url],
      bearer_methods_supported: ['header'],
      resource_name: 'Selvage, the agent API of a quilting application (REST and MCP)',
      resource_documentation: `${server.baseUrl}/llms.txt`,
    })
  })

  it('[D27.1] names the scopes where there are any, and answers while the API is disabled, without limits', async () => {
    for (const _time of [1, 2, 3]) {
      const { status, json } = await scoped.request(path)
      expect([status, json.scopes_supported]).toEqual([200, ['quilts:read', 'quilts:write']])
    }
  })
})

it.each([PROVIDER, `${PROVIDER}/mcp`])(
  '[§5.3, D31.1] %s is the document of the provider, character by character',
  async (path) => {
    server.issuer.state.metadata = { scopes_supported: ['é', '\u2028'], 'x-own': { deep: [1.5, null] } }
    const { status, headers, text } = await server.request(path)
    expect([status, headers.get('content-type')]).toEqual([200, 'application/json'])
    expect(headers.get('cache-control')).toBe('public, max-age=300')
    expect(text).toBe(await (await fetch(`${server.issuer.url}${PROVIDER}`)).text())
  },
)

it.each([RESOURCE, `${RESOURCE}/mcp`, PROVIDER, `${PROVIDER}/mcp`])(
  '[§5.3, D9.5, D13.1, D13.3, D27.1, D31.2] %s has HEAD, every page may read it, and nobody may write',
  async (path) => {
    const head = await server.request(path, { method: 'HEAD' })
    expect([head.status, head.text, head.headers.get('access-control-allow-origin')]).toEqual([200, '', '*'])
    const { status, headers } = await server.request(path, { method: 'OPTIONS' })
    expect([status, headers.get('access-control-allow-origin')]).toEqual([204, '*'])
    expect(headers.get('access-control-allow-headers')?.toLowerCase()).toContain('mcp-protocol-version')
    const refused = await server.request(path, { method: 'POST' })
    expect([refused.status, refused.headers.get('allow')]).toEqual([405, 'GET, HEAD, OPTIONS'])
  },
)
