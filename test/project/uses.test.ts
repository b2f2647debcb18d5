import { describe, expect, it } from 'vitest'
import { filesOf } from '../helpers/files.ts'
import { read, SOURCES, withoutComments } from './imports.ts'

/** Words of SQL that only one database understands. */
const DIALECTS = {
  sqlite:
    /\b(?:pragma|sqlite_\w+|json_each|json_extract|instr|fts5|bm25|begin immediate|begin exclusive|attach|vacuum into|without rowid|strftime|glob)\b/i,
  postgres:
    /\b(?:ilike|jsonb|bytea|unlogged|pg_\w+|for update|skip locked|generate_series|unnest|to_timestamp|statement_timeout|collate "C")\b|\$1\b|::[a-z]/i,
} as const

/** The text between quotes, where SQL is. */
const QUOTED = /'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\.)*`/g
const quotedIn = (source: string) => withoutComments(source).match(QUOTED) ?? []

/** SQL as it looks in code: a statement or a clause of one. */
const LOOKS_LIKE_SQL =
  /^.?(?:select|insert|update|delete|create|drop|alter|begin|pragma|attach|vacuum|with|set|order by|where)\b|\bfrom [a-z_]+\b/i

const dialectOf = (file: string) =>
  /sqlite|catalog\//.test(file) ? 'sqlite' : /postgres/.test(file) ? 'postgres' : undefined

describe('SQL of one database', () => {
  it.each(Object.entries(DIALECTS))('of %s is in files and folders named after it', (dialect, words) => {
    const files = SOURCES.filter((file) => dialectOf(file) !== dialect && !file.startsWith('src/dev/'))
    const strays = files.flatMap((file) =>
      quotedIn(read(file))
        .filter((text) => LOOKS_LIKE_SQL.test(text) && words.test(text))
        .map((text) => `${file}: ${text}`),
    )
    expect(strays).toEqual([])
  })

  it('is recognised', () => {
    expect(DIALECTS.sqlite.test('select value from json_each(?)')).toBe(true)
    expect(DIALECTS.postgres.test('select $1::text[]')).toBe(true)
    expect(LOOKS_LIKE_SQL.test("'begin immediate'")).toBe(true)
    expect(LOOKS_LIKE_SQL.test("'The glob of a file'")).toBe(false)
  })

  it('is written in the rooms that own tables, and in what signs in for development', () => {
    const strays = SOURCES.filter((file) => !/^src\/(?:accounts|catalog|dev|limits)\//.test(file)).flatMap(
      (file) =>
        quotedIn(read(file))
          .filter((text) =>
            /^.(?:select|insert into|update \w+ set|delete from|create table|pragma)\b/i.test(text),
          )
          .map((text) => `${file}: ${text}`),
    )
    expect(strays).toEqual([])
  })
})

describe('imports', () => {
  it('name what they import, so that rules about imports see it', () => {
    const computed = SOURCES.filter((file) =>
      /\bimport\((?!\s*')|\brequire\(|createRequire/.test(withoutComments(read(file))),
    )
    expect(computed).toEqual([])
  })

  it('of the environment are read by name nowhere but in commands', () => {
    const strays = SOURCES.filter((file) => !/^src\/(?:commands\/|dev\/)/.test(file)).filter((file) =>
      /\bprocess\.env\b|\benv\b[^;\n]*from 'node:process'|\{[^}]*\benv\b[^}]*\} = process\b/.test(
        withoutComments(read(file)),
      ),
    )
    expect(strays).toEqual([])
  })
})

const EXPORT =
  /^export (?:default )?(?:declare )?(?:abstract )?(?:async )?(?:const|let|function\*?|class|interface|type|enum) ([\w$]+)/gm

/** Exported names that no other file mentions, and their own file uses at most where they are declared. */
function deadExports(files: ReadonlyMap<string, string>, declaring: readonly string[]): string[] {
  const words = new Map([...files].map(([file, source]) => [file, new Set(source.match(/[\w$]+/g))]))
  return declaring.flatMap((file) =>
    [...(files.get(file) ?? '').matchAll(EXPORT)].flatMap(([declared, name = '']) => {
      // A type in the signature of an export is part of it; a value that only its own file uses is not.
      const isType = /\b(?:interface|type)\b/.test(declared)
      const inOwnFile =
        (files.get(file) ?? '').match(new RegExp(`\\b${name.replace('$', '\\$')}\\b`, 'g'))?.length ?? 0
      const elsewhere = [...words].some(([other, names]) => other !== file && names.has(name))
      return elsewhere || (isType && inOwnFile > 1) ? [] : [`${file}: ${name}`]
    }),
  )
}

describe('exports', () => {
  const files = new Map(
    [...SOURCES, ...filesOf('test', '.ts'), 'src/selvage.mjs'].map((file) => [
      file,
      withoutComments(read(file)),
    ]),
  )

  it('are used by another file', () => {
    const helpers = filesOf('test/helpers', '.ts')
    expect(deadExports(files, [...SOURCES, ...helpers])).toEqual([])
  })

  it('that nobody uses are found', () => {
    const two = new Map([
      [
        'a.ts',
        'export const used = 1\nexport const dead = 2\nexport interface Shape {}\nexport const b = (s: Shape) => s',
      ],
      ['b.ts', "import { used, b } from './a.ts'"],
    ])
    expect(deadExports(two, ['a.ts'])).toEqual(['a.ts: dead'])
  })
})
