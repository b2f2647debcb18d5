import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { filesOf, ROOT } from '../helpers/files.ts'
import { codeOf, read, SOURCES } from './imports.ts'

const CODE = new Map(SOURCES.map((file) => [file, codeOf(read(file))]))

/** The files outside of some places whose code has a pattern. */
function strays(pattern: RegExp, places: RegExp): string[] {
  return [...CODE].filter(([file, code]) => !places.test(file) && pattern.test(code)).map(([file]) => file)
}

describe('SQL', () => {
  it.each([
    [
      'SQLite',
      /\b(?:pragma|sqlite_\w+|json_each|json_extract|fts5|begin immediate|vacuum into|strftime)\b/,
      /sqlite|^src\/catalog\/|^src\/dev\//,
    ],
    [
      'PostgreSQL',
      /\b(?:ilike|jsonb|unlogged|pg_\w+|for update|skip locked|generate_series|to_timestamp)\b/,
      /postgres|^src\/cli\/data/,
    ],
  ])('of %s alone is in files and folders named after it', (_, words, places) => {
    expect(strays(words, places)).toEqual([])
  })
})

/** Code that is no TypeScript, and why: what an old Node can read too, and what runs in a browser. */
const JAVASCRIPT = /^(?:src\/selvage\.mjs|src\/web\/assets\/copy\.js)$/

it('all code that these rules do not read is known', () => {
  const files = ['src', 'tools'].flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' }).map((name) => `${folder}/${name}`),
  )
  const code = files.filter((file) => /\.[cm]?[jt]sx?$/.test(file) && !SOURCES.includes(file))
  expect(code.filter((file) => !JAVASCRIPT.test(file))).toEqual([])
})

it('every export is used by another file, or by another export of its own', () => {
  // The types of the published client are generated.
  const tests = filesOf('test', '.ts').filter((file) => !file.endsWith('.d.ts'))
  const importers = [...SOURCES, ...tests, ...filesOf('test', '.mjs'), 'src/selvage.mjs']
  const words = new Map(importers.map((file) => [file, new Set(read(file).match(/\w+/g))]))
  const exports = /^export (?:async )?(const|function\*?|class|interface|type) (\w+)/gm
  const dead = importers.flatMap((file) =>
    [...read(file).matchAll(exports)]
      .filter(([, kind, name = '']) => {
        const isUsedHere = /interface|type/.test(kind ?? '') && read(file).split(name).length > 2
        return !isUsedHere && !importers.some((other) => other !== file && words.get(other)?.has(name))
      })
      .map(([, , name]) => `${file}: ${name}`),
  )
  expect(dead).toEqual([])
})
