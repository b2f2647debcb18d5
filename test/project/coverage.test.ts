import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { filesOf, ROOT } from '../helpers/files.ts'
import { REQUIREMENTS } from '../requirements.ts'

const CITATION = /\[((?:§[\d.]+[a-z\d.]*|D\d+|config)(?:, ?(?:§[\d.]+[a-z\d.]*|D\d+|config))*)\]/g

function citedIds(): Set<string> {
  const sources = filesOf('test', '.test.ts').map((file) => readFileSync(join(ROOT, file), 'utf8'))
  return new Set(
    sources.flatMap((source) => [...source.matchAll(CITATION)].flatMap(([, ids = '']) => ids.split(/, ?/))),
  )
}

it('every requirement is cited by a test', () => {
  const cited = citedIds()
  expect(Object.keys(REQUIREMENTS).filter((id) => !cited.has(id))).toEqual([])
})

it('every citation names a requirement', () => {
  expect([...citedIds()].filter((id) => !(id in REQUIREMENTS))).toEqual([])
})
