import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { FabricRecord } from '../../src/kit/repositories.ts'
import { openShipped, type TestDatabase } from '../accounts/databases.ts'
import { openGenerated } from './generated.ts'
import { createOracle, type Expected } from './oracle.ts'
import { drawnQuery, textOf } from './random-queries.ts'
import { COLORS, FILTERS, LEVELS, PALETTES } from './relevance-cases.ts'
import { type Searcher, searcherOf, type Wanted } from './searching.ts'

const ids = (list: readonly FabricRecord[]) => list.map(({ id }) => id)

/** Both lists in full, and the level that answered. */
async function compare(searcher: Searcher, oracle: (asked: Wanted) => Expected, wanted: Wanted) {
  const expected = oracle(wanted)
  const { report } = await searcher.page(wanted, 1)
  const asked = JSON.stringify(wanted)
  expect([asked, report.level]).toEqual([asked, expected.level])
  expect([asked, ...ids(await searcher.all(wanted))]).toEqual([asked, ...ids(expected.fabrics)])
  return expected.level
}

// Until the engine reads by levels.
describe.each([
  ['the shipped catalog', openShipped, 250],
  ['a generated one with frequent words', openGenerated, 60],
])('[D14.4, D14.5, D15.2, D16.1] on %s', (_, open, runs) => {
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
    expect(levels).toEqual(new Set([0, 1, 2, 3, 4, undefined]))
  })
})

describe('[D14–D18] what quilters ask', () => {
  it('is answered as the rules say, to the last fabric', async () => {
    const database = await openShipped()
    try {
      const searcher = searcherOf(database)
      const oracle = createOracle(await searcher.all({}, 5_000))
      const cases = [...LEVELS.flatMap(([, , each]) => each), ...FILTERS]
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
