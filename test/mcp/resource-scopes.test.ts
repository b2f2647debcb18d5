import { afterAll, beforeAll, expect, it } from 'vitest'
import { mcpRequest } from '../helpers/mcp.ts'
import { startTestServer, type TestServer } from '../helpers/server.ts'
import { DEMO } from '../tools/demo.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ env: { OAUTH_SCOPES: 'quilts:read' } })
})
afterAll(() => server.close())

it('[D40.1, §5.5] a token without the scopes lists, reads and completes nothing private', async () => {
  const token = await server.issuer.mint(`${server.baseUrl}/mcp`, { sub: 'user_demo', scope: 'other' })
  const listed = await mcpRequest(server, 'resources/list', {}, { token })
  expect(JSON.stringify(listed.json)).not.toContain('selvage://blocks/')
  const uri = `selvage://blocks/${DEMO.fourPatch}`
  const read = await mcpRequest(server, 'resources/read', { uri }, { token })
  expect(read.status).toBe(403)
  expect(read.headers.get('www-authenticate')).toMatch(/error="insufficient_scope".*scope="quilts:read"/)
})
