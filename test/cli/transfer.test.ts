import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { beforeAll, describe, expect, it } from 'vitest'
import { catalogPathOf } from '../../src/catalog/index.ts'
import { workFolder } from './for-tests.ts'
import { runHere } from './here.ts'
import { cleanEnvironment, run, SELVAGE, start } from './selvage.ts'

const folder = workFolder()
const file = (name: string) => join(folder.path, name)
const selvage = (...args: string[]) => run(args, { cwd: folder.path })
const HEADER = 'manufacturer,collection,name'

beforeAll(async () => {
  writeFileSync(file('good.csv'), `${HEADER}\nA,B,One\nA,B,Two\n`)
  writeFileSync(file('bad.csv'), `${HEADER}\nA,B,Three\nA,,Four\nA,B,5,6,7\n`)
})

describe('import', () => {
  it('says how many fabrics it added and updated', async () => {
    const first = await selvage('import', 'fabrics', 'good.csv')
    expect(first).toMatchObject({
      code: 0,
      stdout: '2 records read: 2 added, 0 updated, 0 unchanged.\n',
      stderr: '',
    })
    const second = await selvage('import', 'fabrics', 'good.csv')
    expect(second).toMatchObject({ code: 0, stdout: '2 records read: 0 added, 0 updated, 2 unchanged.\n' })
  })

  it('names every bad row with its line, and imports nothing: exit code 1', async () => {
    const { code, stdout, stderr } = await selvage('import', 'fabrics', 'bad.csv')
    expect([code, stdout]).toEqual([1, ''])
    expect(stderr).toMatch(
      /^line 3: collection: is required\nline 4: has 5 cells.*\nNothing was imported: 2 of 3 /,
    )
    expect((await selvage('export', 'fabrics')).stdout).not.toContain('Three')
  })

  it('says the beginning of what is wrong, however long it is, without control characters', async () => {
    writeFileSync(
      file('long.ndjson'),
      `{"type":"project","id":"${'x'.repeat(50_000_000)}","\\u001b[31mred":1}`,
    )
    const place = { cwd: folder.path, env: { NODE_OPTIONS: '--max-old-space-size=150' } }
    const { code, stderr } = await run(['import', 'items', 'long.ndjson'], place)
    expect([code, stderr]).toEqual([1, expect.stringMatching(/^line 1: id: must be .*: "x{60}…"\n/)])
    expect(stderr).toContain('Unrecognized key: "[31mred": ')
  })

  it.each([
    ['cells', `${HEADER}\n${`A,B,One${','.repeat(400_000)}\n`.repeat(40)}`],
    ['lines', `${'\n'.repeat(30_000_000)}{"manufacturer":"A","collection":"B","name":"One"}\n`],
  ])('needs little memory, however many empty %s a file has', async (_, text) => {
    writeFileSync(file('empty.txt'), text)
    const place = { cwd: folder.path, env: { NODE_OPTIONS: '--max-old-space-size=100' } }
    expect((await run(['import', 'fabrics', '--dry-run', 'empty.txt'], place)).code).toBe(0)
  })

  it('--skip-bad leaves them out', async () => {
    const { code, stdout } = await selvage('import', 'fabrics', '--skip-bad', 'bad.csv')
    expect([code, stdout]).toEqual([0, '3 records read: 1 added, 0 updated, 0 unchanged, 2 bad.\n'])
  })

  it('waits for another one, and says so', async () => {
    const catalog = catalogPathOf(file('var/selvage.db'))
    const other = new Sqlite(catalog)
    other.exec('begin immediate')
    const waiting = start(['import', 'fabrics', 'good.csv'], { cwd: folder.path })
    await waiting.hasSaid('stderr', 'Waiting for another process that is changing the database…')
    other.exec('commit')
    other.close()
    expect(await waiting.ended).toMatchObject({
      code: 0,
      stdout: '2 records read: 0 added, 0 updated, 2 unchanged.\n',
    })
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
    expect(await ended).toMatchObject({ code: 0, stdout: '1 record read: 1 added, 0 updated.\n' })
    const { stdout } = await selvage('export', 'items')
    expect(stdout).toBe(`${JSON.stringify(project)}\n{"type":"end","lines":1}\n`)
  })

  it('a file that is not there is a plain message: exit code 1', async () => {
    const { code, stdout, stderr } = await selvage('import', 'fabrics', 'gone.csv')
    expect([code, stdout]).toEqual([1, ''])
    expect(stderr).toMatch(/^gone\.csv cannot be used: there is no such file/)
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
    expect(statSync(file('out.ndjson')).mode & 0o777).toBe(0o600)
  })

  it.each([
    ['a folder that is not there', 'gone/out.csv', /^There is no folder gone\.\n$/],
    ['a folder', '.', /^\. is a folder, not a file\.\n$/],
  ])('into %s is a plain message', async (_, name, message) => {
    const { code, stdout, stderr } = await selvage('export', 'fabrics', name)
    expect([code, stdout]).toEqual([1, ''])
    expect(stderr).toMatch(message)
  })

  it.each(['out.json', 'out.XLSX'])('refuses a name that says something else: %s', async (name) => {
    const { code, stderr } = await selvage('export', 'fabrics', name)
    expect([code, existsSync(file(name))]).toEqual([1, false])
    expect(stderr).toBe(
      `Fabrics are written as CSV, or as NDJSON. Name the file .csv or .ndjson, not ${name}.\n`,
    )
  })

  it('overwrites a file only when it is told to', async () => {
    writeFileSync(file('mine.csv'), 'precious\n')
    const { code, stderr } = await selvage('export', 'fabrics', 'mine.csv')
    expect([code, stderr]).toEqual([
      1,
      'mine.csv is there already. Choose another name, or overwrite it with --force.\n',
    ])
    expect(readFileSync(file('mine.csv'), 'utf8')).toBe('precious\n')
    expect(await selvage('export', 'fabrics', '--force', 'mine.csv')).toMatchObject({ code: 0, stderr: '' })
    expect(readFileSync(file('mine.csv'), 'utf8')).toMatch(/^manufacturer,/)
  })

  it('ends quietly when its reader has had enough', async () => {
    // More than a pipe holds.
    const petals = 'petal '.repeat(30)
    const rows = Array.from({ length: 1_000 }, (_, index) => `Mill,Line,Rose ${petals}${index}`)
    writeFileSync(file('long.csv'), [HEADER, ...rows].join('\n'))
    expect(await selvage('import', 'fabrics', 'long.csv')).toMatchObject({ code: 0 })
    const { child, ended } = start(['export', 'fabrics'], { cwd: folder.path })
    child.stdout.once('data', () => child.stdout.destroy())
    expect(await ended).toMatchObject({ code: 0, stderr: '' })
  })
})

it.runIf(existsSync('/dev/full'))(
  'output that cannot be written is a plain message: exit code 1',
  async () => {
    const command = `"${process.execPath}" "${SELVAGE}" export fabrics > /dev/full`
    const { status, stderr } = spawnSync('/bin/sh', ['-c', command], {
      cwd: folder.path,
      env: cleanEnvironment(),
      encoding: 'utf8',
    })
    expect([status, stderr]).toEqual([1, 'It failed: the disk is full.\n'])
  },
)

it('catalog stats shows makers, collections and their numbers, and no control characters of a file', async () => {
  writeFileSync(file('control.csv'), `${HEADER}\nMi\x1b[31mll,Li\u202ene,One\n`)
  expect(await selvage('import', 'fabrics', 'control.csv')).toMatchObject({ code: 0 })
  const { code, stdout } = await selvage('catalog', 'stats')
  expect(code).toBe(0)
  expect(stdout).toMatch(/^A\tB\t\d+\t0\t0$/m)
  expect(stdout).toMatch(/^Mi\[31mll\tLine\t1\t/m)
  expect(stdout).toMatch(/^All\t\t\d{4}\t0\t0$/m)
})

it.each([
  ['import'],
  ['import', 'fabrics'],
  ['import', 'sofas', 'good.csv'],
  ['import', 'fabrics', 'good.csv', 'more'],
  ['export'],
  ['export', 'sofas'],
  ['export', 'fabrics', '--skip-bad'],
  ['export', 'fabrics', '--dry-run'],
  ['import', 'fabrics', 'good.csv', '--force'],
  ['catalog'],
  ['catalog', 'prune'],
])('[config] %s %s %s is a usage error: exit code 2', async (...args) => {
  const { code, stdout, stderr } = await runHere(args.filter((arg) => typeof arg === 'string'))
  expect([code, stdout]).toEqual([2, ''])
  expect(stderr).toContain('selvage --help')
})
