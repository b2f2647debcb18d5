import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { FabricRecord } from '../../src/kit/repositories.ts'
import { foldWords } from '../../src/kit/text.ts'
import { openShipped, type TestDatabase } from '../accounts/databases.ts'
import { openGenerated } from './generated.ts'
import { byCatalogOrder, matches, step } from './plain-rule.ts'
import { type Searcher, searcherOf } from './searching.ts'

/** A piece of a word that some fabric has: its beginning, its inside, or all of it. */
const piece = fc
  .tuple(
    fc.nat(),
    fc.nat(),
    fc.nat(),
    fc.constantFrom<'begin' | 'inside' | 'whole'>('begin', 'inside', 'whole'),
  )
  .map(([word, from, length, kind]) => ({ word, from, length, kind }))
const asked = fc.record({
  fabric: fc.nat(),
  /** Of one fabric, so that there is a match, or of any. */
  ofOne: fc.boolean(),
  pieces: fc.array(piece, { minLength: 1, maxLength: 4 }),
})
type Asked = typeof asked extends fc.Arbitrary<infer Value> ? Value : never

function queryFrom(rows: readonly FabricRecord[], { fabric, ofOne, pieces }: Asked): string {
  return pieces
    .map(({ word, from, length, kind }, index) => {
      const row = rows[(fabric + (ofOne ? 0 : index * 977)) % rows.length]
      const words = foldWords(`${row?.name} ${row?.collection} ${row?.manufacturer}`)
      const letters = [...(words[word % words.length] ?? '')]
      if (kind === 'whole') return letters.join('')
      const start = kind === 'begin' ? 0 : from % letters.length
      return letters.slice(start, start + 1 + (length % letters.length)).join('')
    })
    .join(' ')
}

/** The rows as the decisions list them; ties within one step are by D5, but for step 4, which has steps of its own. */
const expectedOf = (rows: readonly FabricRecord[], query: string) =>
  rows.filter((row) => matches(row, query)).map((row) => [step(row, query), row] as const)

async function compare(searcher: Searcher, rows: readonly FabricRecord[], query: string): Promise<number> {
  const expected = expectedOf(rows, query)
  // Nothing by the plain rule: what a fallback finds is not this test's affair.
  if (expected.length === 0) return 0
  const found = await searcher.all({ query }, 97)
  const ids = (list: readonly FabricRecord[]) => list.map(({ id }) => id)
  expect(ids(found).sort(), query).toEqual(ids(expected.map(([, row]) => row)).sort())
  const steps = found.map((row) => step(row, query))
  expect(steps, query).toEqual(steps.toSorted((a, b) => a - b))
  for (const tied of [0, 1, 2, 3, 5]) {
    const inStep = found.filter((_, index) => steps[index] === tied)
    expect(ids(inStep), query).toEqual(ids(inStep.toSorted(byCatalogOrder)))
  }
  return expected.length
}

describe.each([
  ['the shipped catalog', openShipped, 220],
  ['a generated one with frequent words', openGenerated, 60],
])('[D14.4, D14.5, D15.2, D15.4] on %s', (_, open, runs) => {
  let database: TestDatabase
  let rows: readonly FabricRecord[]
  beforeAll(async () => {
    database = await open()
    rows = await searcherOf(database).all({}, 5_000)
  })
  afterAll(() => database.close())

  it(`${runs} random queries find what the rules say, step after step`, async () => {
    const searcher = searcherOf(database)
    let found = 0
    await fc.assert(
      fc.asyncProperty(asked, async (each) => {
        found += await compare(searcher, rows, queryFrom(rows, each))
      }),
      { seed: 14, numRuns: runs },
    )
    expect(found).toBeGreaterThan(runs)
  })
})
