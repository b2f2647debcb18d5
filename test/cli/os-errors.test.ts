import { expect, it } from 'vitest'
import { plainWords } from '../../src/core/os-errors.ts'

it('a code of Node or SQLite becomes words that say what to do', () => {
  const full = Object.assign(new Error('database or disk is full'), { code: 'SQLITE_FULL' })
  expect(plainWords(full)).toBe('It failed: the disk is full.')
  const file = Object.assign(new Error('EROFS: read-only'), { code: 'EROFS', path: '/data/out.csv' })
  expect(plainWords(file)).toBe(
    '/data/out.csv cannot be used: it is on a read-only file system. Change that, or name another.',
  )
  expect(plainWords(new Error('Line 3 is no record.'))).toBe('Line 3 is no record.')
})
