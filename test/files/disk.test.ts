import * as fs from 'node:fs'
import { readdirSync, readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, it, vi } from 'vitest'
import { temporaryFolder } from '../helpers/files.ts'

/** What was renamed and flushed, in its order, and the folder that the next file is to be written in. */
const disk: { said: string[]; guessed: string } = { said: [], guessed: '' }
vi.doMock('node:fs', () => ({
  ...fs,
  mkdtempSync: (prefix: string) => disk.guessed || fs.mkdtempSync(prefix),
  renameSync(from: string, to: string) {
    disk.said.push('rename')
    fs.renameSync(from, to)
  },
  fsyncSync(handle: number) {
    disk.said.push(fs.readlinkSync(`/proc/self/fd/${handle}`))
    if (fs.fstatSync(handle).isDirectory()) throw new Error('This file system flushes no folders.')
    fs.fsyncSync(handle)
  },
}))
// Other tests may have loaded the module with the real file system.
vi.resetModules()
const { createPrivately, replaceFile } = await import('../../src/files/index.ts')
vi.doUnmock('node:fs')

const folder = temporaryFolder()
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
    fs.chmodSync(file(name), 0o644)
  }
  createPrivately(file('old.db'))
  expect(files.map(modeOf)).toEqual(['600', '600', '600'])
})

it('a file that is being written is private, has a name that nobody can guess, and gets its own at the end', async () => {
  const path = file('export.csv')
  const names: string[] = []
  const write = async (unfinished: string) => {
    names.push(unfinished)
    expect(statSync(unfinished).mode & 0o777).toBe(0o600)
    writeFileSync(unfinished, 'whole')
  }
  await Promise.all([replaceFile(path, write), replaceFile(path, write)])
  expect(new Set([...names, path]).size).toBe(3)
  expect(readFileSync(path, 'utf8')).toBe('whole')
  const failing = async (unfinished: string) => {
    writeFileSync(unfinished, 'half')
    throw new Error(`${unfinished} is lost`)
  }
  await expect(replaceFile(path, failing)).rejects.toThrow(`${path} is lost`)
  expect(readFileSync(path, 'utf8')).toBe('whole')
  expect(readdirSync(folder.path).filter((name) => name.includes('unfinished'))).toEqual([])
})

it('what a killed job has left is removed a day later; what another one is writing stays', async () => {
  const yesterday = new Date(Date.now() - 25 * 60 * 60 * 1000)
  const writing = (name: string, isOld: boolean) => {
    const unfinished = file(`${name}.unfinished-${isOld ? 'aaaaaa' : 'bbbbbb'}/${name}`)
    createPrivately(unfinished)
    if (isOld) utimesSync(unfinished, yesterday, yesterday)
  }
  writing('kept.db', true)
  writing('kept.db', false)
  writing('other.db', true)
  const empty = file('kept.db.unfinished-cccccc')
  fs.mkdirSync(empty)
  utimesSync(empty, yesterday, yesterday)
  await replaceFile(file('kept.db'), async () => {})
  const left = readdirSync(folder.path).filter((name) => name.includes('unfinished'))
  expect(left).toEqual(['kept.db.unfinished-bbbbbb', 'other.db.unfinished-aaaaaa'])
})

it('a file is flushed before it gets its name, and its folder afterwards; some file systems flush no folders', async () => {
  const path = file('durable.csv')
  disk.said = []
  let unfinished = ''
  await replaceFile(path, async (name) => {
    unfinished = name
    writeFileSync(name, 'whole')
  })
  expect(disk.said).toEqual([unfinished, 'rename', dirname(path)])
  expect(readFileSync(path, 'utf8')).toBe('whole')
})

it('what somebody else has put under the name of an unfinished file is not written to', async () => {
  disk.guessed = file('guessed')
  fs.mkdirSync(disk.guessed)
  writeFileSync(join(disk.guessed, 'export.csv'), '')
  const write = vi.fn()
  await expect(replaceFile(file('export.csv'), write)).rejects.toThrow()
  expect(write).not.toHaveBeenCalled()
  disk.guessed = ''
})
