import { sql } from 'kysely'
import { afterAll, afterEach, expect, it } from 'vitest'
import { startBareServer } from '../helpers/bare-server.ts'
import { startTestServer } from '../helpers/server.ts'
import { expectFailure } from './answers.ts'

const errors: object[] = []
const log = { info: () => {}, warn: () => {}, error: (fields: object) => void errors.push(fields) }
const server = await startTestServer({ log })
const token = await server.tokenOf('user_demo')
afterAll(() => server.close())

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
  await bare.close()
})
