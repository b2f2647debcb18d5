import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { FabricRecord } from '../../src/core/repositories.ts'
import { openShipped, type TestDatabase } from '../accounts/databases.ts'
import { createRandom } from '../bench/catalog.ts'
import { EVERYWHERE, openGenerated } from './generated.ts'
import { createOracle, type Expected } from './oracle.ts'
import { type Searcher, searcherOf, type Wanted } from './searching.ts'

const PAGES = 3
const PAGE = 20

async function firstPages(searcher: Searcher, query: string): Promise<FabricRecord[]> {
  const found: FabricRecord[] = []
  let next: Awaited<ReturnType<Searcher['page']>>['next'] | undefined
  for (let number = 0; number < PAGES && next !== null; number += 1) {
    const page = await searcher.page({ query }, PAGE, next)
    found.push(...page.items)
    next = page.next
  }
  return found
}

const random = createRandom(17)
const randomColors = Array.from({ length: 4 }, () => {
  const value = Math.floor(random() * 0x1000000)
  return `#${value.toString(16).padStart(6, '0').toUpperCase()}`
})
// Corners of the gamut, greys, and blues, where the formula is least like a distance in space.
const COLORS = [
  ...randomColors,
  '#000000',
  '#FFFFFF',
  '#808080',
  '#0000FF',
  '#2A00C8',
  '#FF0000',
  '#00FF00',
  '#D9A441',
]

describe.each([
  ['the shipped catalog', openShipped, ['', 'kona', 'bella', 'gray', 'berry']],
  ['one with frequent words', openGenerated, ['', EVERYWHERE, `${EVERYWHERE} blue`, 'dusty']],
])('[D17.1] on %s', (_, open, texts) => {
  let database: TestDatabase
  let searcher: Searcher
  let oracle: (asked: Wanted) => Expected
  beforeAll(async () => {
    database = await open()
    searcher = searcherOf(database)
    oracle = createOracle(await searcher.all({}, 5_000))
  })
  afterAll(() => database.close())

  it.each(COLORS)('%s lists the nearest first, with and without words', async (hex) => {
    for (const text of texts) {
      const query = `${text} ${hex}`
      const expected = oracle({ query }).fabrics.slice(0, PAGES * PAGE)
      const found = await firstPages(searcher, query)
      expect(
        found.map(({ id }) => id),
        text,
      ).toEqual(expected.map(({ id }) => id))
    }
  })
})
