import { join } from 'node:path'
import { sql } from 'kysely'
import { beforeEach, expect, it } from 'vitest'
import { type Accounts, openAccounts } from '../../src/accounts/index.ts'
import { type Logger, SILENT } from '../../src/core/logger.ts'
import { temporaryFolder } from '../helpers/files.ts'

/** SQLite looks for room once a second. */
const SOON = { timeout: 5_000, interval: 50 }

let accounts: Accounts
const said: unknown[] = []
const log: Logger = {
  ...SILENT,
  info: (_, message) => void said.push(message),
  error: (fields) => void said.push(Reflect.get(fields, 'problem')),
}
beforeEach(async () => {
  const folder = temporaryFolder()
  const path = join(folder.path, 'accounts.db')
  said.length = 0
  accounts = await openAccounts({ kind: 'sqlite', path }, { serves: true, log })
})

/** What SQLite meets on a disk with so many pages left. */
async function pagesLeft(pages: number): Promise<void> {
  const { rows } = await sql<{ page_count: number }>`pragma page_count`.execute(accounts.database.kysely)
  await sql
    .raw(`pragma max_page_count = ${(rows[0]?.page_count ?? 0) + pages}`)
    .execute(accounts.database.kysely)
}
const readsOnly = (is: 'on' | 'off') => sql.raw(`pragma query_only = ${is}`).execute(accounts.database.kysely)

it.each([
  ['The accounts file cannot be used: the disk is full.', () => pagesLeft(2), () => pagesLeft(1_000)],
  [
    'The accounts file cannot be used: this user may not write it, or the file system is read-only.',
    () => readsOnly('on'),
    () => readsOnly('off'),
  ],
])('[D9.9] %s Creates are refused for a while, reads go on, then all is well', async (says, begin, end) => {
  const { projects, problem, close } = accounts
  const create = () => projects.create('user_a', { name: 'x'.repeat(120), description: 'y'.repeat(1_000) })
  await create()
  await begin()
  const many = async () => {
    for (;;) await create()
  }
  await expect(many()).rejects.toMatchObject({ code: 'accounts_unavailable', retryAfter: 5 })
  expect(problem()).toBe(says)
  const { items } = await projects.list('user_a', { query: undefined, limit: 1, after: undefined })
  expect(items).toHaveLength(1)
  await end()
  await expect.poll(problem, SOON).toBeUndefined()
  await create()
  expect(said).toEqual([says, 'accounts available again'])
  await close()
})
