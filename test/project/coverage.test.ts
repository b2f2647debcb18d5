import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { filesOf, ROOT } from '../helpers/files.ts'
import { REQUIREMENTS } from '../requirements.ts'

const ID = String.raw`(?:§[\d.]+[A-Za-z\d.]*|D\d+(?:\.\d+)?|config)`
const CITATION = new RegExp(String.raw`\[(${ID}(?:, ?${ID})*)\]`, 'g')
const CLAUSE = /^- \*\*(\S+)\*\* (.+)$/gm

const read = (file: string) => readFileSync(join(ROOT, file), 'utf8')

function citedIds(): Set<string> {
  const sources = filesOf('test', '.ts')
    .filter((file) => file !== 'test/requirements.ts')
    .map(read)
  return new Set(
    sources.flatMap((source) => [...source.matchAll(CITATION)].flatMap(([, ids = '']) => ids.split(/, ?/))),
  )
}

it('every clause is quoted word for word', () => {
  const clauses = ['docs/contract.md', 'docs/decisions.md'].flatMap((file) =>
    [...read(file).matchAll(CLAUSE)].map(([, id = '', text = '']) => [id, text] as const),
  )
  expect(clauses.length).toBeGreaterThan(200)
  expect(new Set(clauses.map(([id]) => id)).size).toBe(clauses.length)
  expect(REQUIREMENTS).toEqual(Object.fromEntries(clauses))
})

it('every clause is cited by a test', () => {
  const cited = citedIds()
  expect(Object.keys(REQUIREMENTS).filter((id) => !cited.has(id))).toEqual([])
})

it('every citation names a clause', () => {
  expect([...citedIds()].filter((id) => !(id in REQUIREMENTS))).toEqual([])
})
