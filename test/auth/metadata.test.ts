import { afterAll, describe, expect, it } from 'vitest'
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
afterAll(async () => {
  await server.close()
  await scoped.close()
})

const resources = [
  { path: RESOURCE, suffix: '' },
  { path: `${RESOURCE}/mcp`, suffix: '/mcp' },
]

describe.each(resources)('$path', ({ path, suffix }) => {
  it('[§5.2, D27.1] names the resource and its authorization server, and nothing else', async () => {
    const { status, headers, json } = await server.request(path)
    expect(status).toBe(200)
    expect(headers.get('content-type')).toMatch(/^application\/json/)
    expect(headers.get('cache-control')).toBe('public, max-age=300')
    expect(json).toEqual({
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
      expect({ status, scopes: json.scopes_supported }).toEqual({
        status: 200,
        scopes: ['quilts:read', 'quilts:write'],
      })
    }
  })

  it('[§5.7, D27.2] is what a 401 of its surface points at', async () => {
    const surface = suffix === '' ? '/api/v1/auth/me' : '/mcp'
    const method = suffix === '' ? 'GET' : 'POST'
    const { headers } = await server.request(surface, { method, token: 'garbage' })
    const [, url = ''] = /resource_metadata="([^"]+)"/.exec(headers.get('www-authenticate') ?? '') ?? []
    expect(url).toBe(`${server.baseUrl}${path}`)
    const document: unknown = await (await fetch(url)).json()
    expect(document).toMatchObject({ resource: `${server.baseUrl}${suffix}` })
  })
})

describe.each([PROVIDER, `${PROVIDER}/mcp`])('%s', (path) => {
  it('[§5.3, D31.1] is the document of the provider, character by character', async () => {
    server.issuer.state.metadata = { scopes_supported: ['é', '\u2028'], 'x-own': { deep: [1.5, null] } }
    const { status, headers, text } = await server.request(path)
    expect(status).toBe(200)
    expect(headers.get('content-type')).toBe('application/json')
    expect(headers.get('cache-control')).toBe('public, max-age=300')
    expect(text).toBe(await (await fetch(`${server.issuer.url}${PROVIDER}`)).text())
  })
})

describe.each([RESOURCE, `${RESOURCE}/mcp`, PROVIDER, `${PROVIDER}/mcp`])('%s', (path) => {
  it('[D13.1, D13.3, D27.1, D31.2] has HEAD, and every page may read it', async () => {
    const head = await server.request(path, { method: 'HEAD' })
    expect([head.status, head.text, head.headers.get('access-control-allow-origin')]).toEqual([200, '', '*'])
    const { status, headers } = await server.request(path, { method: 'OPTIONS' })
    expect([status, headers.get('access-control-allow-origin')]).toEqual([204, '*'])
    expect(headers.get('access-control-allow-methods')).toBe('GET, HEAD, OPTIONS')
    expect(headers.get('access-control-allow-headers')?.toLowerCase()).toContain('mcp-protocol-version')
    expect(headers.has('access-control-allow-credentials')).toBe(false)
  })

  it.each(['POST', 'PUT', 'PATCH', 'DELETE'])('[§5.3, D9.5, D31.2] %s is 405', async (method) => {
    const { status, headers, json } = await server.request(path, {
      method,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      ...(method === 'DELETE' ? {} : { body: 'grant_type=authorization_code&code=x' }),
    })
    expect({ status, json }).toEqual({
      status: 405,
      json: {
        success: false,
        error: { code: 'method_not_allowed', message: 'Use one of: GET, HEAD, OPTIONS.' },
      },
    })
    expect(headers.get('allow')).toBe('GET, HEAD, OPTIONS')
  })
})
