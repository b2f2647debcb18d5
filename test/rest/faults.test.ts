import { sql } from 'kysely'
import { afterEach, expect, it } from 'vitest'
import { startBareServer } from '../helpers/bare-server.ts'
import { mcpRequest } from '../helpers/mcp.ts'
import { startTestServer } from '../helpers/server.ts'
import { expectFailure } from './answers.ts'
import { OPERATIONS } from './operations.ts'

const errors: object[] = []
const log = { info: () => {}, warn: () => {}, error: (fields: object) => void errors.push(fields) }
const server = await startTestServer({ log })
const token = await server.tokenOf('user_demo')

afterEach(() => void errors.splice(0))

/** Renames a table behind the server's back. */
async function rename(table: string, to: string): Promise<void> {
  const { kysely, close } = await server.openAccounts()
  await sql.raw(`alter table ${table} rename to ${to}`).execute(kysely)
  await close()
}

it.each([
  ['projects', 'GET', '/projects', undefined],
  ['projects', 'POST', '/projects', { name: 'n' }],
  ['assets', 'GET', '/quilts', undefined],
  ['assets', 'GET', '/assets/quilts/x', undefined],
  ['assets', 'POST', '/blocks', { name: 'n', finishedWidthInches: 1, finishedHeightInches: 1 }],
])(
  '[D9.4, D9.12] without the table %s, %s %s is a 500 that leaks nothing',
  async (table, method, path, body) => {
    await rename(table, 'away')
    const answer = await server.rest(path, { method, token, body })
    await rename('away', table)
    expect(expectFailure(answer, 'internal_error').message).toBe('Something went wrong on our side.')
    expect(`${answer.text}${[...answer.headers]}`).not.toMatch(/no such table|projects"|assets"/)
    const err = { message: expect.stringMatching(table) }
    expect(errors).toEqual([
      expect.objectContaining({ code: 'internal_error', err: expect.objectContaining(err) }),
    ])
  },
)

it('[§7.503, D9.7, D2.2] an empty catalog is unavailable; private operations go on', async () => {
  const bare = await startBareServer()
  for (const path of ['/fabrics', '/fabrics?query=kona', '/supplies?category=rulers']) {
    const answer = await bare.rest(path)
    const { retryAfter } = expectFailure(answer, 'catalog_unavailable')
    expect(retryAfter).toBeGreaterThan(0)
    expect(answer.headers.get('cache-control')).toBe('no-store')
  }
  expectFailure(await bare.rest('/fabrics?limit=0'), 'invalid_argument')
  expect((await bare.rest('/projects', { token: await bare.tokenOf('user_demo') })).status).toBe(200)
})

const disabled = await startTestServer({
  log,
  env: { AGENT_API_ENABLED: 'false', RATE_LIMIT_ANONYMOUS: '5/60' },
})

it('[§7.503, D11.1] every operation and /mcp are disabled for everyone, which is no failure to log', async () => {
  for (const { method, path, body } of OPERATIONS) {
    for (const credentials of [{ token: await disabled.tokenOf('user_demo') }, { token: 'nonsense' }, {}]) {
      const answer = await disabled.rest(path, { method, body, ...credentials })
      expect(expectFailure(answer, 'api_disabled').retryAfter).toBeUndefined()
    }
  }
  for (const headers of [{}, { origin: 'https://foreign.example' }]) {
    const { status, text } = await mcpRequest(disabled, 'tools/list', {}, { token, headers })
    expect([status, text]).toEqual([503, expect.stringContaining('api_disabled')])
  }
  expect(errors).toEqual([])
})

// So do all documents: `test/documents/published.test.ts`.
it.each(['/', '/healthz'])('[§7.503] %s still answers', async (path) => {
  expect((await disabled.request(path)).status).toBe(200)
})

it('[D11.1] wrong methods, OPTIONS and unknown paths come first', async () => {
  expectFailure(await disabled.rest('/projects', { method: 'DELETE' }), 'method_not_allowed')
  expect((await disabled.rest('/projects', { method: 'OPTIONS' })).status).toBe(204)
  expectFailure(await disabled.rest('/nope'), 'not_found')
})
