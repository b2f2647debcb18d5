import { closeSync, openSync, statSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createAccounts } from '../../src/accounts/accounts.ts'
import { openSqlite } from '../../src/accounts/sqlite/open.ts'
import { temporaryFolder } from '../helpers/files.ts'

const folder = temporaryFolder()
afterAll(folder.remove)
const path = join(folder.path, 'accounts.db')
const PAGE = 4_096

beforeAll(async () => {
  const database = await openSqlite(path)
  const { projects } = createAccounts(database)
  for (let count = 0; count < 100; count += 1) {
    await projects.create('user_a', { name: `Project ${count}`, description: 'x'.repeat(500) })
  }
  await database.close()
  // The last page holds rows that no query of the start reads.
  const file = openSync(path, 'r+')
  writeSync(file, Buffer.alloc(PAGE, 0xff), 0, PAGE, statSync(path).size - PAGE)
  closeSync(file)
})

it('a server does not start on an accounts file that is damaged in its middle, and says what to do', async () => {
  const opening = openSqlite(path, () => {})
  await expect(opening).rejects.toThrow(/accounts\.db .*damaged.*selvage restore FILE/)
})

it('a command opens it, so that what is left can be exported', async () => {
  const database = await openSqlite(path)
  await database.close()
})
