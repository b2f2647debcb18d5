import { chmodSync, readdirSync, readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { createPrivately, finish, openUnfinished } from '../../src/files/index.ts'
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

it('a file that is being written is private, has a name that nobody can guess, and gets its own at the end', () => {
  const [one, other] = [openUnfinished(file('export.csv')), openUnfinished(file('export.csv'))]
  expect(one).not.toBe(other)
  expect(statSync(one).mode & 0o777).toBe(0o600)
  writeFileSync(one, 'whole')
  finish(one, file('export.csv'))
  expect(readFileSync(file('export.csv'), 'utf8')).toBe('whole')
  expect(readdirSync(folder.path).filter((name) => name.includes('unfinished'))).toHaveLength(1)
})

it('what a killed job has left is removed a day later; what another one is writing stays', () => {
  const yesterday = new Date(Date.now() - 25 * 60 * 60 * 1000)
  const left = ['kept.db.1.unfinished', 'kept.db.1.unfinished-journal']
  const stay = ['kept.db.2.unfinished', 'other.db.1.unfinished']
  for (const name of [...left, ...stay]) writeFileSync(file(name), '')
  for (const name of [...left, 'other.db.1.unfinished']) utimesSync(file(name), yesterday, yesterday)
  openUnfinished(file('kept.db'))
  const names = readdirSync(folder.path)
  expect(names).toEqual(expect.arrayContaining(stay))
  expect(names.filter((name) => left.includes(name))).toEqual([])
})
