import { afterAll, expect, it } from 'vitest'
import { mcpRequest } from '../helpers/mcp.ts'
import { startTestServer } from '../helpers/server.ts'
import { expectFailure } from './answers.ts'
import { OPERATIONS } from './operations.ts'

const errors: object[] = []
const log = { info: () => {}, warn: () => {}, error: (fields: object) => void errors.push(fields) }
const server = await startTestServer({
  log,
  env: { AGENT_API_ENABLED: 'false', RATE_LIMIT_ANONYMOUS: '5/60' },
})
const token = await server.tokenOf('user_demo')
afterAll(() => server.close())

it('[§7.503, D11.1] every operation and /mcp are disabled for everyone, which is no failure to log', async () => {
  for (const { method, path, body } of OPERATIONS) {
    for (const credentials of [{ token }, { token: 'nonsense' }, {}]) {
      const answer = await server.rest(path, { method, body, ...credentials })
      expect(expectFailure(answer, 'api_disabled').retryAfter).toBeUndefined()
    }
  }
  for (const headers of [{}, { origin: 'https://foreign.example' }]) {
    const { status, text } = await mcpRequest(server, 'tools/list', {}, { token, headers })
    expect([status, text]).toEqual([503, expect.stringContaining('api_disabled')])
  }
  expect(errors).toEqual([])
})

// So do all documents: `test/documents/published.test.ts`.
it.each(['/', '/healthz'])('[§7.503] %s still answers', async (path) => {
  expect((await server.request(path)).status).toBe(200)
})

it('[D11.1] wrong methods, OPTIONS and unknown paths come first', async () => {
  expectFailure(await server.rest('/projects', { method: 'DELETE' }), 'method_not_allowed')
  expect((await server.rest('/projects', { method: 'OPTIONS' })).status).toBe(204)
  expectFailure(await server.rest('/nope'), 'not_found')
})
