import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { type FileFabric, importFabrics, readGuides } from '../../src/catalog/index.ts'
import { openDatabase, openShipped, SHIPPED_DATA, type TestDatabase } from '../accounts/databases.ts'
import { generatedFabrics } from '../bench/catalog.ts'
import { createOracle } from './oracle.ts'
import { drawnQuery, textOf } from './random-queries.ts'
import { searcherOf } from './searching.ts'

/** `SEARCH_TIMES=40` draws 13,600 questions, which takes a minute or two: the oracle looks at each row. */
const TIMES = Number(process.env['SEARCH_TIMES'] ?? 1)

const GUIDES = [...readGuides(SHIPPED_DATA).values()].flat()

/** Their words recur in all places: names, lines and SKUs. */
function smallFabrics(): FileFabric[] {
  const words = 'Blue Rose Roseblue Dusty Kona Moda Teal Bee Ruby Sky Red 20 Off White Solid'.split(' ')
  const at = (index: number) => words[index % words.length] ?? ''
  return Array.from({ length: 90 }, (_, index) => {
    const others = [index % 3 > 0 ? at(index * 7 + 3) : '', index % 5 > 3 ? at(index * 5) : '']
    return {
      manufacturer: `${at(index % 4)} Mills`,
      collection: `${at(4 + (index % 5))} ${at(index % 7)} Solids`,
      name: [at(index), ...others].filter((word) => word !== '').join(' '),
      sku: index % 4 > 0 ? `K${index % 3}-${String(index).padStart(3, '0')}` : null,
      colorHex: index % 6 > 0 ? `#${String(111111 + 7919 * index).slice(0, 6)}` : null,
    }
  })
}

async function openWith(fabrics: readonly FileFabric[]): Promise<TestDatabase> {
  const database = await openDatabase()
  await importFabrics(database.catalog, fabrics)
  return database
}

const HARD = [
  'navy, mustard and cream',
  'kona navy, kona windsor',
  'light gray kona',
  'blue, rose and dusty teal',
  'rose teal sky',
  'kona 20',
  'k1 004 k2 005',
  '#FF0000 #00FF00 blue',
  'warm blu rose',
  'off white kona',
  'tula pink',
  'a nifty teal',
]

describe.each([
  ['the shipped catalog', openShipped, 10],
  ['a generated one', () => openWith([...generatedFabrics(400)]), 80],
  ['a small one', () => openWith(smallFabrics()), 250],
])('[D14.3, D14.4, D14.5, D15.2, D15.3, D15.4, D16.1, D16.6, D17.5] on %s', (_, open, questions) => {
  let database: TestDatabase
  beforeAll(async () => {
    database = await open()
  })

  it('drawn questions are answered as the rules say', async () => {
    const searcher = searcherOf(database)
    const rows = await searcher.all({}, 5_000)
    const oracle = createOracle(rows, GUIDES)
    const drawn = fc
      .sample(drawnQuery, { seed: 41, numRuns: questions * TIMES })
      .map((each) => textOf(rows, each))
    for (const query of [...HARD, ...drawn]) {
      if (query.trim() === '') continue
      const found = await searcher.all({ query }, 5_000)
      const names = (list: typeof found) =>
        list.map(({ name, collection, sku }) => `${name}/${collection}/${sku}`)
      const expected = oracle(query)
      expect(names(found), query).toEqual(names([...expected]))
    }
  }, 600_000)
})
