import { copyFileSync, renameSync } from 'node:fs'
import Sqlite from 'better-sqlite3'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { SILENT } from '../../src/core/logger.ts'
import { startBareServer } from '../helpers/bare-server.ts'
import type { TestServer } from '../helpers/server.ts'

/** The file is looked at once a second. */
const SOON = { timeout: 5_000, interval: 50 }

let server: TestServer
let token: string
let path: string
let said: string[]
beforeEach(async () => {
  said = []
  const note = (fields: object) => void said.push(JSON.stringify(fields))
  server = await startBareServer({ log: { ...SILENT, error: note } })
  token = await server.tokenOf('user_demo')
  path = server.databasePath
})
afterEach(() => server.close())

const create = (name = 'A project') =>
  server.rest('/projects', { method: 'POST', token, body: { name } }).then(({ status, json, headers }) => {
    expect(headers.get('retry-after')).toBe(status === 503 ? '5' : null)
    return status === 201 ? 'created' : json.error.code
  })
const names = async () =>
  (await server.rest('/projects?limit=50', { token })).json.data?.projects.map(
    ({ name }: { name: string }) => name,
  )
const accounts = async () => (await server.request('/readyz')).json.parts.accounts

it.each([
  ['deleted', false, /is gone/],
  ['replaced by another', true, /replaced by another one\. Restart the server/],
])(
  '[D9.9] an accounts file that is %s, and put back: 503 at once, then all is there again',
  async (_, isReplaced, says) => {
    expect(await create('Before')).toBe('created')
    renameSync(path, `${path}.away`)
    if (isReplaced) copyFileSync(`${path}.away`, path)
    expect(await create('Lost')).toBe('accounts_unavailable')
    expect((await server.rest('/projects', { token })).status).toBe(503)
    expect(await accounts()).toMatch(says)
    expect(said.filter((line) => says.test(line) && line.includes(path))).toHaveLength(1)
    // No caller is told where the file is.
    expect(await accounts()).not.toContain(path)

    renameSync(`${path}.away`, path)
    await expect.poll(accounts, SOON).toBe('ok')
    expect(await create('After')).toBe('created')
    expect(await names()).toEqual(['After', 'Before'])
  },
)

it('[D9.9] a create into a file that is deleted meanwhile is not answered 201', async () => {
  const other = new Sqlite(path)
  other.exec('begin immediate')
  const created = create()
  // The create waits for the other process by now.
  expect(await names()).toEqual([])
  renameSync(path, `${path}.away`)
  other.exec('rollback')
  other.close()
  expect(await created).toBe('accounts_unavailable')
})

it('[D9.9, §4.5.data] creates wait for another process, but no longer than two seconds; reads do not', async () => {
  const other = new Sqlite(path)
  other.exec('begin immediate')
  const waiting = Array.from({ length: 20 }, () => create())
  expect(await names()).toEqual([])
  other.exec('commit')
  expect(new Set(await Promise.all(waiting))).toEqual(new Set(['created']))

  other.exec('begin immediate')
  const startedAt = performance.now()
  const refused = create()
  expect(await names()).toHaveLength(20)
  expect(await refused).toBe('accounts_unavailable')
  expect(performance.now() - startedAt).toBeLessThan(2_500)
  expect(await accounts()).toMatch(/locked/)
  other.exec('rollback')
  other.close()
  await expect.poll(accounts, SOON).toBe('ok')
  expect(await create()).toBe('created')
})
