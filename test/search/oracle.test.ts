import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { FabricRecord } from '../../src/core/repositories.ts'
import { openShipped, type TestDatabase } from '../accounts/databases.ts'
import { openGenerated } from './generated.ts'
import { createOracle, type Expected } from './oracle.ts'
import { drawnQuery, textOf } from './random-queries.ts'
import { COLORS, FILTERS, LEVELS, PALETTES } from './relevance-cases.ts'
import { type Searcher, searcherOf, type Wanted } from './searching.ts'

const ids = (list: readonly FabricRecord[]) => list.map(({ id }) => id)

/**
 * Both lists in full, and the level that answered. At level 4 a word may be read in several ways, which
 * put a fabric into several places of D15: there the fabrics are compared, not their order.
 */
async function compare(searcher: Searcher, oracle: (asked: Wanted) => Expected, wanted: Wanted) {
  const expected = oracle(wanted)
  const page = await searcher.page(wanted, 1)
  const report = await page.report()
  const asked = JSON.stringify(wanted)
  expect([asked, report.level]).toEqual([asked, expected.level])
  const inOrder = (list: readonly string[]) => (expected.level === 4 ? list.toSorted() : list)
  // Once the words have been asked for twice, their lists in memory answer.
  for (let time = 1; time <= 3; time += 1) {
    const found = inOrder(ids(await searcher.all(wanted)))
    expect([asked, time, ...found]).toEqual([asked, time, ...inOrder(ids(expected.fabrics))])
  }
  return expected.level
}

describe.each([
  ['the shipped catalog', openShipped, 50],
  ['a generated one with frequent words', openGenerated, 50],
])('[D14.4, D14.5, D15.2, D15.4, D16.1] on %s', (_, open, runs) => {
  let database: TestDatabase
  let rows: readonly FabricRecord[]
  beforeAll(async () => {
    database = await open()
    rows = await searcherOf(database).all({}, 5_000)
  })
  afterAll(() => database.close())

  it(`${runs} random queries find what the rules say, in their order`, async () => {
    const searcher = searcherOf(database)
    const oracle = createOracle(rows)
    const levels = new Set<number | undefined>()
    await fc.assert(
      fc.asyncProperty(drawnQuery, async (drawn) => {
        levels.add(await compare(searcher, oracle, { query: textOf(rows, drawn) || 'kona' }))
      }),
      { seed: 14, numRuns: runs },
    )
    expect(levels.size).toBeGreaterThan(3)
  })
})

describe('[D16.1, D17.4, D18.1] what quilters ask', () => {
  it('is answered as the rules say, to the last fabric', async () => {
    const database = await openShipped()
    try {
      const searcher = searcherOf(database)
      const oracle = createOracle(await searcher.all({}, 5_000))
      // Of every level some: the first fabrics of all cases are compared in rules.test.ts and relevance.test.ts.
      const cases = [...LEVELS.flatMap(([, , each]) => each), ...FILTERS].filter(
        (_, index) => index % 4 === 0,
      )
      for (const [asked] of cases)
        await compare(searcher, oracle, typeof asked === 'string' ? { query: asked } : asked)
      for (const [asked] of [...COLORS, ...PALETTES]) {
        const wanted = typeof asked === 'string' ? { query: asked } : asked
        expect(ids(await searcher.all(wanted))).toEqual(ids(oracle(wanted).fabrics))
      }
    } finally {
      await database.close()
    }
  })
})
