import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { catalogPathOf } from '../../src/catalog/index.ts'
import { openShipped } from '../accounts/databases.ts'
import { temporaryFolder } from '../helpers/files.ts'
import Sqlite from '../helpers/sqlite.ts'
import { exportText } from '../transfer/transferring.ts'
import { endAll, run, start } from './selvage.ts'

const folder = temporaryFolder()
const file = (name: string) => join(folder.path, name)
const selvage = (...args: string[]) => run(args, { cwd: folder.path })
const HEADER = 'manufacturer,collection,name'

/** Until a file is so much larger than now. */
async function growth(path: string, bytes: number): Promise<void> {
  const most = statSync(path).size + bytes
  while (statSync(path).size < most) await setImmediate()
}

beforeAll(async () => {
  writeFileSync(file('good.csv'), `${HEADER}\nA,B,One\nA,B,Two\n`)
  writeFileSync(file('bad.csv'), `${HEADER}\nA,B,Three\nA,,Four\nA,B,5" strip\n`)
})
afterAll(async () => {
  await endAll()
  folder.remove()
})

describe('import', () => {
  it('says how many fabrics it added and updated', async () => {
    const first = await selvage('import', 'fabrics', 'good.csv')
    expect(first).toMatchObject({ code: 0, stdout: '2 records read: 2 added, 0 updated.\n', stderr: '' })
    const second = await selvage('import', 'fabrics', 'good.csv')
    expect(second).toMatchObject({ code: 0, stdout: '2 records read: 0 added, 2 updated.\n' })
  })

  it('names every bad row with its line, and imports nothing: exit code 1', async () => {
    const { code, stdout, stderr } = await selvage('import', 'fabrics', 'bad.csv')
    expect([code, stdout]).toEqual([1, ''])
    expect(stderr).toMatch(
      /^line 3: collection: is required\nline 4: .*quote.*\nNothing was imported: 2 of 3 /,
    )
    expect((await selvage('export', 'fabrics')).stdout).not.toContain('Three')
  })

  it('--skip-bad leaves them out', async () => {
    const { code, stdout } = await selvage('import', 'fabrics', '--skip-bad', 'bad.csv')
    expect([code, stdout]).toEqual([0, '3 records read: 1 added, 0 updated, 2 bad ones left out.\n'])
  })

  it('tells which columns it leaves out', async () => {
    writeFileSync(file('other.csv'), `${HEADER},hex\nA,B,One,#FFFFFF\n`)
    const { code, stderr } = await selvage('import', 'fabrics', 'other.csv')
    expect([code, stderr]).toEqual([0, '"hex" is no field of a fabric, and is left out.\n'])
  })

  it('waits for another one, and says so', async () => {
    const catalog = catalogPathOf(file('var/selvage.db'))
    const other = new Sqlite(catalog)
    other.exec('begin immediate')
    const waiting = start(['import', 'fabrics', 'good.csv'], { cwd: folder.path })
    await waiting.hasSaid('stderr', 'Waiting for another process that is changing the database…')
    other.exec('commit')
    other.close()
    expect(await waiting.ended).toMatchObject({ code: 0, stdout: '2 records read: 0 added, 2 updated.\n' })
  })

  it('reads standard input', async () => {
    const { child, ended } = start(['import', 'items', '-'], { cwd: folder.path })
    const project = {
      type: 'project',
      id: 'prj_one',
      owner: 'ann',
      name: 'One',
      createdAt: '2026-01-01T00:00:00.000Z',
    }
    child.stdin.end(JSON.stringify(project))
    expect(await ended).toMatchObject({ code: 0, stdout: '1 records read: 1 added, 0 updated.\n' })
    expect(JSON.parse((await selvage('export', 'items')).stdout)).toEqual(project)
  })

  it.each([
    ['a file that is not there', 'gone.csv', /^There is no file gone\.csv\.\n$/],
    ['a folder', '.', /^EISDIR.*\n$/],
  ])('%s is a plain message: exit code 1', async (_, name, message) => {
    const { code, stdout, stderr } = await selvage('import', 'fabrics', name)
    expect([code, stdout]).toEqual([1, ''])
    expect(stderr).toMatch(message)
  })
})

describe('export', () => {
  it('writes the file at the end, and in the format that it is named for', async () => {
    expect(await selvage('export', 'fabrics', 'out.ndjson')).toMatchObject({
      code: 0,
      stdout: '',
      stderr: '',
    })
    const [first = ''] = readFileSync(file('out.ndjson'), 'utf8').split('\n')
    expect(JSON.parse(first)).toMatchObject({ manufacturer: 'A', collection: 'B' })
    expect(readdirSync(folder.path).filter((name) => name.includes('unfinished'))).toEqual([])
  })

  it('into a folder that is not there is a plain message', async () => {
    const { code, stderr } = await selvage('export', 'fabrics', 'gone/out.csv')
    expect(code).toBe(1)
    expect(stderr).not.toMatch(/\n\s+at /)
  })
})

it('catalog stats shows makers, collections and their numbers', async () => {
  const { code, stdout } = await selvage('catalog', 'stats')
  expect(code).toBe(0)
  expect(stdout).toMatch(/^A +B +\d+ +0 +0$/m)
  expect(stdout).toMatch(/^Supply category +Entries$/m)
})

it.each([
  ['import'],
  ['import', 'fabrics'],
  ['import', 'sofas', 'good.csv'],
  ['import', 'fabrics', 'good.csv', 'more'],
  ['export'],
  ['export', 'sofas'],
  ['export', 'fabrics', '--skip-bad'],
  ['catalog'],
  ['catalog', 'prune'],
])('[config] %s %s %s is a usage error: exit code 2', async (...args) => {
  const { code, stdout, stderr } = await selvage(...args.filter((arg) => typeof arg === 'string'))
  expect([code, stdout]).toEqual([2, ''])
  expect(stderr).toContain('selvage --help')
})

describe('an import that is killed in the middle', () => {
  it('leaves the catalog as it was, and the next one works', async () => {
    const database = await openShipped()
    try {
      const before = await exportText(database, 'fabrics')
      const rows = Array.from(
        { length: 20_000 },
        (_, index) => `Mill ${index % 50},Line ${index % 700},Rose ${index}`,
      )
      writeFileSync(file('many.csv'), [HEADER, ...rows].join('\n'))
      const place = { cwd: folder.path, env: { DATABASE_URL: `sqlite:${database.path}` } }
      const { child, ended } = start(['import', 'fabrics', 'many.csv'], place)
      // The import writes its log of changes once it has begun to change the catalog.
      await growth(`${catalogPathOf(database.path)}-wal`, 400_000)
      child.kill('SIGKILL')
      expect(await ended).toMatchObject({ signal: 'SIGKILL', stdout: '' })
      expect(await exportText(database, 'fabrics')).toBe(before)

      const { code, stdout } = await run(['import', 'fabrics', 'good.csv'], place)
      expect([code, stdout]).toEqual([0, '2 records read: 2 added, 0 updated.\n'])
      expect(await exportText(database, 'fabrics')).toBe(
        before.replace(/^(.*\n)/, '$1A,B,One,,,\nA,B,Two,,,\n'),
      )
    } finally {
      await database.close()
    }
  })
})
