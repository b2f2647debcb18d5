import { beforeAll, describe, expect, it } from 'vitest'
import { importFabrics } from '../../src/catalog/index.ts'
import type { FabricRecord } from '../../src/core/rooms.ts'
import { copyData, seedFrom } from '../accounts/data-copy.ts'
import { openShipped, type TestDatabase } from '../accounts/databases.ts'
import { type Searcher, searcherOf, type Wanted } from './searching.ts'

const SEARCHES: readonly Wanted[] = [
  {},
  { query: 'kona' },
  { query: 'gray' },
  { query: 'berry' },
  { query: 're' },
  { query: 'moda blue' },
  { query: 'k001' },
  { query: 'kona cloth' },
  { query: 'michael millar' },
  { query: 'kona #D9A441' },
  { query: '#FFF', manufacturer: 'moda' },
  { query: 'd9a441', collection: 'pure' },
  { query: 'green', manufacturer: 'moda' },
  { query: '#FFF #000 #D9A441' },
  { query: 'navy, mustard and cream' },
  { query: 'off white kona' },
]
const PAGE = 9

/** Several colours, or the parts of a list. */
const takesTurns = ({ query = '' }: Wanted) => /,|#.*#/.test(query)

const ids = (list: readonly FabricRecord[]) => list.map(({ id }) => id)

describe('[D15.5, D17.1] one total order', () => {
  let database: TestDatabase
  let searcher: Searcher
  beforeAll(async () => {
    database = await openShipped()
    searcher = searcherOf(database)
  })

  it.each(SEARCHES)('%j gives each match once, however long the pages are', async (wanted) => {
    const whole = ids(await searcher.all(wanted, 5_000))
    expect(whole.length).toBeGreaterThan(PAGE)
    expect(new Set(whole).size).toBe(whole.length)
    for (const length of [7, 25]) expect(ids(await searcher.all(wanted, length))).toEqual(whole)
  })
})

/** All pages, with something done to the database behind the first one. */
async function pagesWith(searcher: Searcher, wanted: Wanted, change: () => Promise<unknown>) {
  const first = await searcher.page(wanted, PAGE)
  const found = [...first.items]
  await change()
  for (let { next } = first; next !== null; ) {
    const page = await searcher.page(wanted, PAGE, next)
    found.push(...page.items)
    next = page.next
  }
  return ids(found)
}

/** Matches of every search here, at both ends of the order and within it. */
const arrivals = (number: number) =>
  ['Aaa Mills', 'Moda Fabrics', 'Robert Kaufman', 'Zzz Mills'].flatMap((manufacturer) =>
    ['Gray Berry Reblue', 'Kona Green'].map((name) => ({
      manufacturer,
      collection: 'Pure Moda Kona',
      name: `${name} ${number}`,
      sku: `K001-${manufacturer}-${number}`,
      colorHex: '#D9A441',
    })),
  )

describe('[D3.2, D15.5] a cursor, while fabrics are imported', () => {
  let database: TestDatabase
  beforeAll(async () => {
    database = await openShipped()
  })

  it.each(SEARCHES.map((wanted, number) => [wanted, number] as const))(
    '%j repeats and skips nothing',
    async (wanted, number) => {
      const searcher = searcherOf(database)
      const before = ids(await searcher.all(wanted))
      const found = await pagesWith(searcher, wanted, async () => {
        expect(await importFabrics(database.catalog, arrivals(number))).toMatchObject({
          added: 8,
          updated: 0,
        })
      })
      expect(new Set(found).size).toBe(found.length)
      const known = new Set(before)
      const still = found.filter((id) => known.has(id))
      // What is new takes turns too, so lists that take turns may change places.
      expect(takesTurns(wanted) ? still.sort() : still).toEqual(takesTurns(wanted) ? before.sort() : before)
    },
  )
})

describe('[D3.2, D15.5] a cursor, when the fabric it goes on from is withdrawn', () => {
  it.each(SEARCHES.slice(1, 4))('%j goes on at its place', async (wanted) => {
    const database = await openShipped()
    const data = copyData()
    const searcher = searcherOf(database)
    const before = await searcher.all(wanted)
    const last = before[PAGE - 1]
    const found = await pagesWith(searcher, wanted, async () => {
      data.edit('fabrics.csv', (csv) =>
        csv
          .split('\n')
          .filter((line) => !line.startsWith(`${last?.manufacturer},${last?.collection},${last?.name},`))
          .join('\n'),
      )
      expect(await seedFrom(data.path, database)).toEqual({ loaded: ['fabrics'], failed: [] })
    })
    const withdrawn = new Set(ids(before))
    for (const { id } of await searcher.all(wanted)) withdrawn.delete(id)
    expect(withdrawn.size).toBeGreaterThan(0)
    const firstPage = new Set(ids(before.slice(0, PAGE)))
    expect(found).toEqual(ids(before).filter((id) => firstPage.has(id) || !withdrawn.has(id)))
  })
})
