import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { filesOf, ROOT } from '../helpers/files.ts'
import { deadExports } from './exports.ts'
import { read, SOURCES } from './imports.ts'
import { nameOf, partIn, partsOf, type Text, textsOf } from './syntax.ts'

/** Words of SQL that only one database understands. */
const DIALECTS = {
  sqlite:
    /\b(?:pragma|sqlite_\w+|json_each|json_extract|instr|fts5|bm25|begin immediate|begin exclusive|attach|vacuum into|without rowid|strftime|glob)\b/i,
  postgres:
    /\b(?:ilike|jsonb|bytea|unlogged|pg_\w+|for update|skip locked|generate_series|unnest|to_timestamp|statement_timeout|collate "C")\b|\$1\b|::[a-z]/i,
} as const

/** SQL by what it says: a statement, or a clause of one. */
const SAYS_SQL =
  /^\s*(?:select|insert|update|delete|create|drop|alter|begin|pragma|attach|vacuum|with|set|order by|where)\b|\bfrom [a-z_]+\b/i
/** SQL by what it is handed to, however short a piece it is. */
const TAKES_SQL = /^(?:sql|sql\.raw|prepare|exec|execute|query|pragma)$/
const isSql = ({ text, to = '' }: Text) => SAYS_SQL.test(text) || TAKES_SQL.test(to)

const dialectOf = (file: string) =>
  /sqlite|catalog\//.test(file) ? 'sqlite' : /postgres/.test(file) ? 'postgres' : undefined

const TEXTS = SOURCES.flatMap((file) => textsOf(read(file)).map((text) => ({ file, ...text })))
const show = ({ file, text }: { readonly file: string; readonly text: string }) => `${file}: ${text}`

describe('SQL of one database', () => {
  it.each(Object.entries(DIALECTS))('of %s is in files and folders named after it', (dialect, words) => {
    const strays = TEXTS.filter(({ file }) => dialectOf(file) !== dialect && !file.startsWith('src/dev/'))
      .filter((each) => isSql(each) && words.test(each.text))
      .map(show)
    expect(strays).toEqual([])
  })

  it.each([
    ['sqlite', "db.run('select value from json_each(?)')"],
    ['sqlite', "db.exec('begin immediate')"],
    ['sqlite', 'sql`name glob pattern`'],
    ['sqlite', "db.run(`\n  select instr(a, 'b')`)"],
    ['postgres', "pool.run('select $1::text[]')"],
    ['postgres', 'sql<boolean>`name ilike pattern`'],
    ['postgres', "sql.raw('for update')"],
  ] as const)('of %s is seen in %s', (dialect, source) => {
    const [text] = textsOf(source)
    expect(text !== undefined && isSql(text) && DIALECTS[dialect].test(text.text)).toBe(true)
  })

  it('is no English that has a word of it', () => {
    expect(textsOf("log.info('The glob of a file')").filter(isSql)).toEqual([])
  })

  it('is written in the rooms that own tables, and in what signs in for development', () => {
    const statement =
      /^\s*(?:select|insert into|update \w+ set|delete from|create table|pragma|with \w+ as)\b/i
    const strays = TEXTS.filter(({ file }) => !/^src\/(?:accounts|catalog|database|dev)\//.test(file))
      .filter(({ text }) => statement.test(text))
      .map(show)
    expect(strays).toEqual([])
  })
})

/** What a source may use of `process`; the command line also reads the environment. */
const OF_PROCESS = [
  'pid',
  'platform',
  'stdin',
  'stdout',
  'stderr',
  'exitCode',
  'on',
  'once',
  'off',
  'disconnect',
  'cpuUsage',
  'kill',
  'nextTick',
]
/** Other ways to everything that Node has. */
const WAYS_AROUND = ['globalThis', 'global', 'eval', 'Function', 'require']

/** Uses of the process by another name than that of a part in `allowed`, and ways around that rule. */
function usesOfProcess(source: string, allowed: readonly string[]): string[] {
  return partsOf(source)
    .filter(({ part, parent }) => {
      const isKey = parent?.['computed'] === false && ['key', 'property'].some((key) => parent[key] === part)
      if (part.type !== 'Identifier' || isKey) return false
      const name = nameOf(part) ?? ''
      if (WAYS_AROUND.includes(name)) return true
      const used = parent?.['computed'] === false ? nameOf(partIn(parent, 'property')) : undefined
      return name === 'process' && !allowed.includes(used ?? '')
    })
    .map(({ part, parent }) => source.slice(parent?.start ?? part.start, parent?.end))
}

describe('the process', () => {
  it('is used by name and for little, and only commands read the environment', () => {
    const strays = SOURCES.flatMap((file) => {
      const mayRead = /^src\/(?:cli\/|dev\/)/.test(file)
      const uses = usesOfProcess(read(file), mayRead ? [...OF_PROCESS, 'env'] : OF_PROCESS)
      return uses.map((use) => `${file}: ${use}`)
    })
    expect(strays).toEqual([])
  })

  it.each([
    'process.env.PORT',
    "process['env']",
    'const { env } = process',
    'const node = process; node.env',
    'globalThis.process.env',
    "eval('process')",
    "new Function('return process')()",
    "process.getBuiltinModule('fs')",
    "require('node:fs')",
    'process[name]',
  ])('is seen in %s', (source) => {
    expect(usesOfProcess(source, OF_PROCESS)).not.toEqual([])
  })

  it('is nothing that is called so elsewhere', () => {
    expect(usesOfProcess('worker.process.pid; const a = { process: 1 }; process.pid', OF_PROCESS)).toEqual([])
  })
})

/** Code that is no TypeScript, and why: what an old Node can read too, and what runs in a browser. */
const JAVASCRIPT = /^(?:src\/selvage\.mjs|src\/mcp\/views\/\w+\.js|src\/web\/assets\/copy\.js)$/

it('all code that these rules do not read is known', () => {
  const files = ['src', 'tools'].flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' }).map((name) => `${folder}/${name}`),
  )
  const code = files.filter((file) => /\.[cm]?[jt]sx?$/.test(file) && !SOURCES.includes(file))
  expect(code.filter((file) => !JAVASCRIPT.test(file))).toEqual([])
})

/** What is loaded by its address, by Kysely, or by a compiler that is to complain about it. */
const LOADED = /^src\/(?:main|accounts\/migrations\/\d+)\.ts$|^test\/contract\/client\/(?:api\.d|tour)\.ts$/

describe('exports', () => {
  const importers = [...SOURCES, ...filesOf('test', '.ts'), ...filesOf('test', '.mjs'), 'src/selvage.mjs']
  const files = new Map(importers.map((file) => [file, read(file)]))
  const deadIn = (source: string, other: string) =>
    deadExports(new Map(Object.entries({ 'a.ts': source, 'b.ts': other })), new Set(['a.ts']))

  it('are imported by another file', () => {
    const declaring = importers.filter((file) => file.endsWith('.ts') && !LOADED.test(file))
    expect(deadExports(files, new Set(declaring))).toEqual([])
  })

  it.each([
    ['export const dead = 1', 'import {} from "./a.ts"', 'dead'],
    ['export const dead = 1; dead', 'const dead = 2', 'dead'],
    ['const dead = 1; export { dead as name }', 'import { dead } from "./c.ts"', 'name'],
    ['export interface Dead {}', '', 'Dead'],
    ['export function dead() {}', '// dead', 'dead'],
  ])('that nobody imports are found: %s', (source, other, name) => {
    expect(deadIn(source, other)).toEqual([`a.ts: ${name}`])
  })

  it.each([
    ['export const used = 1', 'import { used as other } from "./a.ts"'],
    ['export const used = 1', 'import * as a from "./a.ts"'],
    ['export const used = 1', 'const { used } = await import("./a.ts")'],
    ['export const used = 1', 'export { used } from "./a.ts"'],
    ['export type Shape = string; export const used = (s: Shape) => s', 'import { used } from "./a.ts"'],
  ])('that somebody imports are alive: %s, %s', (source, other) => {
    expect(deadIn(source, other)).toEqual([])
  })
})
