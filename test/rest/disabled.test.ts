import { afterAll, expect, it } from 'vitest'
import { mcpRequest } from '../helpers/mcp.ts'
import { startTestServer } from '../helpers/server.ts'
import { expectFailure } from './answers.ts'
import { OPERATIONS, PATHS } from './operations.ts'

const errors: object[] = []
const log = { info: () => {}, warn: () => {}, error: (fields: object) => void errors.push(fields) }
const server = await startTestServer({
  log,
  env: { AGENT_API_ENABLED: 'false', RATE_LIMIT_ANONYMOUS: '5/60' },
})
const token = await server.tokenOf('user_demo')
afterAll(() => server.close())

it.each(OPERATIONS)(
  '[§7.503, D11.1] $operationId is disabled for everyone',
  async ({ method, path, body }) => {
    for (const credentials of [{ token }, { token: 'nonsense' }, {}, {}]) {
      const answer = await server.rest(path, { method, body, ...credentials })
      expect(expectFailure(answer, 'api_disabled').retryAfter).toBeUndefined()
    }
  },
)

it('[§7.503, D11.1] /mcp is disabled too, for every page and host', async () => {
  for (const headers of [{}, { origin: 'https://foreign.example' }]) {
    const answer = await mcpRequest(server, 'tools/list', {}, { token, headers })
    expect(answer.status).toBe(503)
    expect(answer.text).toContain('api_disabled')
  }
})

// So do all documents: `test/documents/published.test.ts`.
it.each(['/', '/healthz'])('[§7.503] %s still answers', async (path) => {
  expect((await server.request(path)).status).toBe(200)
})

it.each(PATHS)('[D11.1] wrong methods and OPTIONS of $path come first', async ({ path, allow }) => {
  expectFailure(await server.rest(path, { method: 'DELETE' }), 'method_not_allowed')
  const options = await server.rest(path, { method: 'OPTIONS' })
  expect([options.status, options.headers.get('allow')]).toEqual([204, allow])
})

it('[D11.1] unknown paths come first', async () => {
  expectFailure(await server.rest('/nope'), 'not_found')
})

it('a switched-off API is no failure to log', () => {
  expect(errors).toEqual([])
})
