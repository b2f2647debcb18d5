import { closeSync, openSync, statSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openAccounts } from '../../src/accounts/index.ts'
import { temporaryFolder } from '../helpers/files.ts'

const folder = temporaryFolder()
afterAll(folder.remove)
const path = join(folder.path, 'accounts.db')
const PAGE = 4_096

beforeAll(async () => {
  const { projects, close } = await openAccounts({ kind: 'sqlite', path })
  for (let count = 0; count < 100; count += 1) {
    await projects.create('user_a', { name: `Project ${count}`, description: 'x'.repeat(500) })
  }
  await close()
  // The last page holds rows that no query of the start reads.
  const file = openSync(path, 'r+')
  writeSync(file, Buffer.alloc(PAGE, 0xff), 0, PAGE, statSync(path).size - PAGE)
  closeSync(file)
})

it('a server does not start on an accounts file that is damaged in its middle, and says what to do', async () => {
  const opening = openAccounts({ kind: 'sqlite', path }, () => {})
  await expect(opening).rejects.toThrow(/accounts\.db .*damaged.*selvage restore FILE/)
})

it('a command opens it, so that what is left can be exported', async () => {
  const accounts = await openAccounts({ kind: 'sqlite', path })
  await accounts.close()
})
