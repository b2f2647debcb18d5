import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { plainWords } from '../../src/core/os-errors.ts'
import { temporaryFolder } from '../helpers/files.ts'
import { endAll, run, stock } from './selvage.ts'

const folder = temporaryFolder()
const place = { cwd: folder.path }
stock(folder.path)
afterAll(async () => {
  await endAll()
  folder.remove()
})

it('a code of Node or SQLite becomes words that say what to do', () => {
  const full = Object.assign(new Error('database or disk is full'), { code: 'SQLITE_FULL' })
  expect(plainWords(full)).toBe('It failed: the disk is full.')
  const file = Object.assign(new Error('EROFS: read-only'), { code: 'EROFS', path: '/data/out.csv' })
  expect(plainWords(file)).toBe(
    '/data/out.csv cannot be used: it is on a read-only file system. Change that, or name another.',
  )
  expect(plainWords(new Error('Line 3 is no record.'))).toBe('Line 3 is no record.')
})

it('a damaged accounts file refuses the start, with its path and what to do', async () => {
  writeFileSync(join(folder.path, 'damaged.db'), 'x'.repeat(8_192))
  const { code, stderr } = await run(['serve'], { ...place, env: { DATABASE_URL: 'sqlite:damaged.db' } })
  expect([code, stderr]).toEqual([1, expect.stringMatching(/damaged\.db.*selvage restore FILE/)])
})
