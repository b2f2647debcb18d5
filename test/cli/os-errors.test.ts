import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { plainWords } from '../../src/core/os-errors.ts'
import { temporaryFolder } from '../helpers/files.ts'
import { cleanEnvironment, endAll, run, SELVAGE, start, stock } from './selvage.ts'

const folder = temporaryFolder()
const place = { cwd: folder.path }
stock(folder.path)
afterAll(async () => {
  await endAll()
  folder.remove()
})

it('stdio ends with 1 and a plain line when a line is too long to be a message', async () => {
  const { child, ended } = start(['stdio'], place)
  child.stdin.on('error', () => {})
  child.stdin.write('x'.repeat(20 * 1024 * 1024))
  const { code, stdout, stderr } = await ended
  expect([code, stdout]).toEqual([1, ''])
  expect(stderr).toContain('A line on standard input is over 1 MiB')
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

it.each([
  ['EISDIR', 'it is a folder, not a file'],
  ['EACCES', 'this user has no right to it or its folder'],
  ['ENOSPC', 'the disk is full'],
  ['EMFILE', 'too many files are open'],
  ['SQLITE_IOERR_SHMSIZE', 'the disk reports an error, or is full'],
  [
    'SQLITE_READONLY_DIRECTORY',
    'the database (DATABASE_URL) cannot be written: a right is missing, or the file system is read-only',
  ],
  [
    'SQLITE_IOERR_GETTEMPPATH',
    'there is no folder for temporary files that may be written; set SQLITE_TMPDIR',
  ],
  ['SQLITE_CANTOPEN', 'this user may not use the database file, its folder, or the one for temporary files'],
])('%s means: %s', (code, meaning) => {
  expect(plainWords(Object.assign(new Error('raw words'), { code }))).toBe(`It failed: ${meaning}.`)
})

it('a damaged accounts file refuses the start, with its path and what to do', async () => {
  writeFileSync(join(folder.path, 'damaged.db'), 'x'.repeat(8_192))
  const { code, stderr } = await run(['serve'], { ...place, env: { DATABASE_URL: 'sqlite:damaged.db' } })
  expect([code, stderr]).toEqual([1, expect.stringMatching(/damaged\.db.*selvage restore FILE/)])
})

it('a reader that has read enough is no failure', async () => {
  const child = spawn(process.execPath, [SELVAGE, 'export', 'fabrics'], {
    cwd: folder.path,
    env: cleanEnvironment(),
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let stderr = ''
  child.stderr.on('data', (text) => {
    stderr += text
  })
  child.stdout.destroy()
  const [code] = await once(child, 'close')
  expect([code, stderr]).toEqual([0, ''])
})
