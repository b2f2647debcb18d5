import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { filesOf, ROOT } from '../helpers/files.ts'

const ID = String.raw`(?:§[\d.]+[A-Za-z\d.]*|D\d+[a-z]?(?:\.\d+)?|config)`
const CITATION = new RegExp(String.raw`\[(${ID}(?:, ?${ID})*)\]`, 'g')
const CLAUSE = /^- \*\*(\S+)\*\* (.+)$/gm

const read = (file: string) => readFileSync(join(ROOT, file), 'utf8')

/** The ids of all clauses of the contract and of the decisions, as docs/ has them. */
const clauseIds = ['docs/contract.md', 'docs/decisions.md'].flatMap((file) =>
  [...read(file).matchAll(CLAUSE)].map(([, id = '']) => id),
)

const citedIds = new Set(
  filesOf('test', '.ts')
    .map(read)
    .flatMap((source) => [...source.matchAll(CITATION)].flatMap(([, ids = '']) => ids.split(/, ?/))),
)

it('every clause has an id of its own', () => {
  expect(clauseIds.length).toBeGreaterThan(200)
  expect(new Set(clauseIds).size).toBe(clauseIds.length)
})

it('every clause is cited by a test', () => {
  expect(clauseIds.filter((id) => !citedIds.has(id))).toEqual([])
})

it('every citation names a clause', () => {
  expect([...citedIds].filter((id) => !clauseIds.includes(id))).toEqual([])
})
