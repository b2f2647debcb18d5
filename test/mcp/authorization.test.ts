import { describe, expect, it } from 'vitest'
import { callTool, MODERN_VERSION, mcpRequest } from '../helpers/mcp.ts'
import { startTestServer, type TestServer } from '../helpers/server.ts'

const PROTECTED = ['list_my_projects', 'create_project', 'list_my_assets', 'get_asset', 'create_block_stub']
const VERSIONS = ['2025-06-18', MODERN_VERSION]
const CHATGPT = { 'user-agent': 'ChatGPT-User/2.0' }
const CHALLENGE_KEY = 'mcp/www_authenticate'
const RULERS = { category: 'rulers' }

const metadataOf = (asked: TestServer) =>
  `resource_metadata="${asked.baseUrl}/.well-known/oauth-protected-resource/mcp"`

const server = await startTestServer()

describe.each(VERSIONS)('lazy, the default, at %s', (version) => {
  it.each(PROTECTED)(
    '[D33.2, D28.1, §5.6, §5.7] %s without a token is 401 on that very POST',
    async (name) => {
      const { status, headers, json } = await callTool(server, name, {}, { version })
      expect([status, json.error.code]).toEqual([401, 'unauthorized'])
      expect(headers.get('www-authenticate')).toBe(`Bearer ${metadataOf(server)}`)
    },
  )

  it('[D33.2, §4.11.access, §5.5] public tools work without an account', async () => {
    for (const answer of [
      await callTool(server, 'search_fabric_catalog', { query: 'kona' }, { version }),
      await callTool(server, 'browse_supplies', RULERS, { version }),
    ])
      expect([answer.status, answer.json.result.isError]).toEqual([200, undefined])
  })

  it.each(['ChatGPT-User/2.0', 'Mozilla/5.0 (compatible) OpenAI-MCP'])(
    '[D33.3] %s is challenged in a tool result',
    async (agent) => {
      const options = { version, headers: { 'user-agent': agent } }
      const { status, headers, json } = await callTool(server, 'list_my_projects', {}, options)
      expect([status, headers.has('www-authenticate')]).toEqual([200, false])
      const challenge = `Bearer error="invalid_token", error_description="Sign in to use this operation.", ${metadataOf(server)}`
      expect(json.result).toMatchObject({
        isError: true,
        content: [{ type: 'text', text: expect.stringMatching(/^unauthorized: .+ Sign in/) }],
        _meta: { [CHALLENGE_KEY]: [challenge] },
      })
      expect(json.result).not.toHaveProperty('structuredContent')
    },
  )
})

it('[D26.2, D28.2] a bad token is 401 on everything, public tools and the list included', async () => {
  const token = await server.issuer.mint('https://elsewhere.example')
  for (const { status, headers, json } of [
    await callTool(server, 'browse_supplies', RULERS, { token }),
    await callTool(server, 'browse_supplies', RULERS, { token, headers: CHATGPT }),
    await callTool(server, 'list_my_projects', {}, { token }),
    await mcpRequest(server, 'tools/list', {}, { token }),
  ]) {
    expect([status, json.error.code]).toEqual([401, 'invalid_token'])
    expect(headers.get('www-authenticate')).toBe(
      `Bearer error="invalid_token", error_description="The access token is for another audience", ${metadataOf(server)}`,
    )
  }
})

it('[D33.3] MCP_AUTH_CHALLENGE says it by status, or in the result, to everyone', async () => {
  const byStatus = await startTestServer({ env: { MCP_AUTH_CHALLENGE: 'http' } })
  const { status, headers } = await callTool(byStatus, 'get_asset', {}, { headers: CHATGPT })
  expect([status, headers.get('www-authenticate')]).toEqual([401, `Bearer ${metadataOf(byStatus)}`])
  const inResult = await startTestServer({ env: { MCP_AUTH_CHALLENGE: 'tool-result' } })
  const answer = await callTool(inResult, 'get_asset')
  expect([answer.status, answer.json.result.isError]).toEqual([200, true])
  expect(answer.json.result._meta[CHALLENGE_KEY]).toEqual([expect.stringContaining(metadataOf(inResult))])
})

it('[D33.2] MCP_AUTH_MODE=eager asks every request for a token', async () => {
  const own = await startTestServer({ env: { MCP_AUTH_MODE: 'eager' } })
  for (const [method, version] of [
    ['initialize', '2025-06-18'],
    ['tools/list', '2025-06-18'],
    ['server/discover', MODERN_VERSION],
    ['tools/list', MODERN_VERSION],
  ] as const) {
    const { status, headers } = await mcpRequest(own, method, {}, { version })
    expect([method, status]).toEqual([method, 401])
    expect(headers.get('www-authenticate')).toBe(`Bearer ${metadataOf(own)}`)
  }
  expect((await callTool(own, 'browse_supplies', RULERS)).status).toBe(401)
  const token = await own.tokenOf('user_demo')
  expect((await callTool(own, 'browse_supplies', RULERS, { token })).status).toBe(200)
})
