import { chmodSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { openCatalog } from '../../src/catalog/index.ts'
import { createPrivately } from '../../src/records/private-file.ts'
import { temporaryFolder } from '../helpers/files.ts'

const folder = temporaryFolder()
afterAll(folder.remove)
const file = (name: string) => join(folder.path, name)
const modeOf = (name: string) => (statSync(file(name)).mode & 0o777).toString(8)

it('a new file, and its new folders, are for the eyes of their owner only', () => {
  createPrivately(file('new/folder/data.db'))
  expect(['new', 'new/folder', 'new/folder/data.db'].map(modeOf)).toEqual(['700', '700', '600'])
})

it('a database that others may read loses their rights, with its log', () => {
  const files = ['old.db', 'old.db-wal', 'old.db-shm']
  for (const name of files) {
    writeFileSync(file(name), '')
    chmodSync(file(name), 0o644)
  }
  createPrivately(file('old.db'))
  expect(files.map(modeOf)).toEqual(['600', '600', '600'])
})

it('a copy of a catalog is as private as the catalog', async () => {
  const catalog = await openCatalog(file('catalog.db'))
  await catalog.copyTo(file('copy.db'))
  await catalog.close()
  expect(readdirSync(folder.path).filter((name) => name.startsWith('co'))).toEqual(['copy.db'])
  expect(['catalog.db', 'copy.db'].map(modeOf)).toEqual(['600', '600'])
})
