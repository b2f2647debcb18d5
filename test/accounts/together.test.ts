import { join } from 'node:path'
import type { Transaction } from 'kysely'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createAccounts } from '../../src/accounts/accounts.ts'
import { type Database, DatabaseBusyError } from '../../src/accounts/database.ts'
import type { AccountsDatabase } from '../../src/accounts/schema.ts'
import { openSqlite } from '../../src/accounts/sqlite/open.ts'
import { temporaryFolder } from '../helpers/files.ts'
import Sqlite from '../helpers/sqlite.ts'

let folder: ReturnType<typeof temporaryFolder>
let path: string
let database: Database
beforeEach(async () => {
  folder = temporaryFolder()
  path = join(folder.path, 'accounts.db')
  database = await openSqlite(path)
})
afterEach(async () => {
  await database.close()
  folder.remove()
})

type Write = (transaction: Transaction<AccountsDatabase>) => Promise<unknown>

const note =
  (key: string): Write =>
  (transaction) =>
    transaction.insertInto('meta').values({ key, value: '' }).execute()

/** The notes that another connection finds. */
function notes(): unknown[] {
  const file = new Sqlite(path)
  const keys = file.prepare("select key from meta where key like 'n%' order by key").pluck().all()
  file.close()
  return keys
}

const KEYS = Array.from({ length: 100 }, (_, index) => `n${String(index).padStart(3, '0')}`)

it('creates that come at once share a few transactions, and each is stored when it is answered', async () => {
  const transactions = new Set<unknown>()
  const write = async (key: string) => {
    await database.writeTogether((transaction) => {
      transactions.add(transaction)
      return note(key)(transaction)
    })
    expect(notes()).toContain(key)
  }
  await Promise.all(KEYS.map(write))
  expect(notes()).toEqual(KEYS)
  expect(transactions.size).toBe(2)
})

it('[D5.1] creates that share a transaction are listed in the order in which they came', async () => {
  const { projects } = createAccounts(database)
  const ids = await Promise.all(
    KEYS.map((name) => projects.create('user_1', { name, description: undefined })),
  )
  const { items } = await projects.list('user_1', { query: undefined, limit: 100, after: undefined })
  expect(items.map(({ id }) => id)).toEqual(ids.reverse())
})

it('a write that fails takes no other with it, and leaves nothing behind', async () => {
  const failing: Write = async (transaction) => {
    await note('n-undone')(transaction)
    await sql`insert into nowhere values (1)`.execute(transaction)
  }
  const outcomes = await Promise.allSettled(
    [note('n1'), failing, note('n2')].map((write) => database.writeTogether(write)),
  )
  expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
  expect(notes()).toEqual(['n1', 'n2'])
})

it('all who wait are told if another process writes for too long, and later writes work', async () => {
  const other = new Sqlite(path)
  other.exec('begin immediate')
  const outcomes = await Promise.allSettled(['n1', 'n2'].map((key) => database.writeTogether(note(key))))
  expect(outcomes.map((outcome) => outcome.status === 'rejected' && outcome.reason)).toEqual([
    expect.any(DatabaseBusyError),
    expect.any(DatabaseBusyError),
  ])
  other.exec('rollback')
  other.close()
  await database.writeTogether(note('n3'))
  expect(notes()).toEqual(['n3'])
})

it('on a full disk some are refused, and exactly those that were answered are there', async () => {
  await sql`pragma max_page_count = 60`.execute(database.kysely)
  const long =
    (key: string): Write =>
    (transaction) =>
      transaction
        .insertInto('meta')
        .values({ key, value: 'x'.repeat(2_000) })
        .execute()
  const outcomes = await Promise.allSettled(KEYS.map((key) => database.writeTogether(long(key))))
  const stored = KEYS.filter((_, index) => outcomes[index]?.status === 'fulfilled')
  expect(stored.length).toBeGreaterThan(0)
  expect(stored.length).toBeLessThan(KEYS.length)
  expect(notes()).toEqual(stored)
})

it('if another process writes for too long after one failed, the others are told together', async () => {
  const other = new Sqlite(path)
  const failing: Write = () => Promise.reject(new Error('refused'))
  const outcomes = await Promise.allSettled([
    database.writeTogether(failing).catch(() => other.exec('begin immediate')),
    // If each of them waited anew, this would take longer than any test may.
    ...KEYS.slice(1, 64).map((key) => database.writeTogether(note(key))),
  ])
  other.close()
  expect(outcomes.filter(({ status }) => status === 'rejected')).toHaveLength(63)
  expect(notes()).toEqual([])
})
