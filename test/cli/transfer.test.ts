import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { beforeAll, describe, expect, it } from 'vitest'
import { catalogPathOf } from '../../src/catalog/index.ts'
import { temporaryFolder } from '../helpers/files.ts'
import { cleanEnvironment, run, SELVAGE, start } from './selvage.ts'

const folder = temporaryFolder()
const file = (name: string) => join(folder.path, name)
const HEADER = 'manufacturer,collection,name'

/** Runs a command in the folder. It ends with exit code 0, unless another one is expected. */
async function expectEnd(args: string, expected: object, memory = 1_000) {
  const env = { NODE_OPTIONS: `--max-old-space-size=${memory}` }
  expect(await run(args.split(' '), { cwd: folder.path, env })).toMatchObject({ code: 0, ...expected })
}
const failure = (stderr: string | RegExp) => ({
  code: 1,
  stdout: '',
  stderr: typeof stderr === 'string' ? stderr : expect.stringMatching(stderr),
})

beforeAll(async () => {
  writeFileSync(file('good.csv'), `${HEADER}\nA,B,One\nA,B,Two\n`)
  writeFileSync(file('bad.csv'), `${HEADER}\nA,B,Three\nA,,Four\nA,B,5,6,7\n`)
})

describe('import', () => {
  it('says how many fabrics it added and updated', async () => {
    const said = (counts: string) => ({ stdout: `2 records read: ${counts}.\n`, stderr: '' })
    await expectEnd('import fabrics good.csv', said('2 added, 0 updated, 0 unchanged'))
    await expectEnd('import fabrics good.csv', said('0 added, 0 updated, 2 unchanged'))
  })

  it('names every bad row with its line and imports nothing, or leaves it out with --skip-bad', async () => {
    await expectEnd(
      'import fabrics bad.csv',
      failure(/^line 3: collection: is required\nline 4: has 5 cells.*\nNothing was imported: 2 of 3 /),
    )
    await expectEnd('export fabrics', { stdout: expect.not.stringContaining('Three') })
    await expectEnd('import fabrics --skip-bad bad.csv', {
      stdout: '3 records read: 1 added, 0 updated, 0 unchanged, 2 bad.\n',
    })
  })

  it('says the beginning of what is wrong, however long it is, without control characters', async () => {
    const id = 'x'.repeat(50_000_000)
    writeFileSync(file('long.ndjson'), `{"type":"project","id":"${id}","\\u001b[31mred":1}`)
    const wrong = /^line 1: id: must be .*: "x{200}…"\n[\s\S]*Unrecognized key: "\[31mred": /
    await expectEnd('import items long.ndjson', failure(wrong), 150)
  })

  it.each([
    ['cells', `${HEADER}\n${`A,B,One${','.repeat(400_000)}\n`.repeat(40)}`],
    ['lines', `${'\n'.repeat(30_000_000)}{"manufacturer":"A","collection":"B","name":"One"}\n`],
  ])('needs little memory, however many empty %s a file has', async (_, text) => {
    writeFileSync(file('empty.txt'), text)
    await expectEnd('import fabrics --dry-run empty.txt', {}, 100)
  })

  it('waits for another one, and says so', async () => {
    const other = new Sqlite(catalogPathOf(file('var/selvage.db')))
    other.exec('begin immediate')
    const waiting = start(['import', 'fabrics', 'good.csv'], { cwd: folder.path })
    await waiting.hasSaid('stderr', 'Waiting for another process that is changing the database…')
    other.exec('commit')
    other.close()
    expect(await waiting.ended).toMatchObject({ code: 0, stdout: expect.stringContaining('2 unchanged') })
  })

  it('reads standard input', async () => {
    const { child, ended } = start(['import', 'items', '-'], { cwd: folder.path })
    const createdAt = '2026-01-01T00:00:00.000Z'
    const project = JSON.stringify({ type: 'project', id: 'prj_one', owner: 'ann', name: 'One', createdAt })
    child.stdin.end(project)
    expect(await ended).toMatchObject({ code: 0, stdout: '1 record read: 1 added, 0 updated.\n' })
    await expectEnd('export items', { stdout: `${project}\n{"type":"end","lines":1}\n` })
  })
})

describe('export', () => {
  it('writes the file at the end, and in the format that it is named for', async () => {
    await expectEnd('export fabrics out.ndjson', { stdout: '', stderr: '' })
    const [first = ''] = readFileSync(file('out.ndjson'), 'utf8').split('\n')
    expect(JSON.parse(first)).toMatchObject({ manufacturer: 'A', collection: 'B' })
    expect(readdirSync(folder.path).filter((name) => name.includes('unfinished'))).toEqual([])
    expect(statSync(file('out.ndjson')).mode & 0o777).toBe(0o600)
  })

  it('overwrites a file only when it is told to', async () => {
    writeFileSync(file('mine.csv'), 'precious\n')
    const told = 'mine.csv is there already. Choose another name, or overwrite a file with --force.\n'
    await expectEnd('export fabrics mine.csv', failure(told))
    expect(readFileSync(file('mine.csv'), 'utf8')).toBe('precious\n')
    await expectEnd('export fabrics --force mine.csv', { stderr: '' })
    expect(readFileSync(file('mine.csv'), 'utf8')).toMatch(/^manufacturer,/)
  })

  it('ends quietly when its reader has had enough', async () => {
    // More than a pipe holds.
    const petals = 'petal '.repeat(30)
    const rows = Array.from({ length: 1_000 }, (_, index) => `Mill,Line,Rose ${petals}${index}`)
    writeFileSync(file('long.csv'), [HEADER, ...rows].join('\n'))
    await expectEnd('import fabrics long.csv', {})
    const { child, ended } = start(['export', 'fabrics'], { cwd: folder.path })
    child.stdout.once('data', () => child.stdout.destroy())
    expect(await ended).toMatchObject({ code: 0, stderr: '' })
  })
})

const OTHER_FORMAT = 'Fabrics are written as CSV, or as NDJSON. Name the file .csv or .ndjson, not'

it.each([
  ['import fabrics gone.csv', /^gone\.csv cannot be used: there is no such file/],
  ['export fabrics --force .', /^\. is there already\. /],
  ['export fabrics out.json', `${OTHER_FORMAT} out.json.\n`],
  ['export fabrics out.XLSX', `${OTHER_FORMAT} out.XLSX.\n`],
])('%s fails with a plain message, and makes nothing', async (args, message) => {
  await expectEnd(args, failure(message))
  expect(readdirSync(folder.path).filter((name) => /^gone|^out\.(?:json|XLSX)$/.test(name))).toEqual([])
})

it.runIf(existsSync('/dev/full'))('so does output that cannot be written', async () => {
  const command = `"${process.execPath}" "${SELVAGE}" export fabrics > /dev/full`
  const options = { cwd: folder.path, env: cleanEnvironment(), encoding: 'utf8' } as const
  const { status, stderr } = spawnSync('/bin/sh', ['-c', command], options)
  expect([status, stderr]).toEqual([1, 'It failed: the disk is full.\n'])
})

it('catalog stats shows makers, collections and their numbers, and no control characters of a file', async () => {
  writeFileSync(file('control.csv'), `${HEADER}\nMi\x1b[31mll,Li\u202ene,One\n`)
  await expectEnd('import fabrics control.csv', {})
  await expectEnd('catalog stats', {
    stdout: expect.stringMatching(
      /^A\tB\t\d+\t0\t0$[\s\S]*^Mi\[31mll\tLine\t1\t[\s\S]*^All\t\t\d{4}\t0\t0$/m,
    ),
  })
})
