import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { FabricKey, FabricRecord } from '../../src/core/rooms.ts'
import { openShipped, pagesOf, type TestDatabase } from '../accounts/databases.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await openShipped()
})
afterAll(() => database.close())

interface Filter {
  readonly query?: string
  readonly manufacturer?: string
  readonly collection?: string
}

async function pagesFor({ query, manufacturer, collection }: Filter, limit = 100) {
  return pagesOf((after: FabricKey | undefined) =>
    database.store.fabrics.search({ query, manufacturer, collection, limit, after }),
  )
}

const found = async (filter: Filter, limit?: number) => (await pagesFor(filter, limit)).flat()
const distinct = (values: readonly string[]) => [...new Set(values)].sort()

describe('[D18.1] the filter manufacturer', () => {
  it.each([
    ['Moda Fabrics', ['Moda Fabrics']],
    ['moda fabrics', ['Moda Fabrics']],
    ['MODA', ['Moda Fabrics']],
    ['mod', ['Moda Fabrics']],
    ['AGF', ['Art Gallery Fabrics']],
    ['agf', ['Art Gallery Fabrics']],
    ['art gallery', ['Art Gallery Fabrics']],
    ['kaufman', ['Robert Kaufman']],
    ['Riley Blake', ['Riley Blake Designs']],
    ['rk', ['Robert Kaufman']],
    ['RBD', ['Riley Blake Designs']],
    ['andover', ['Andover Fabrics']],
    ['R', ['RJR Fabrics', 'Riley Blake Designs', 'Robert Kaufman']],
    ['oda', []],
    ['fabrics moda', ['Moda Fabrics']],
    ['kona', ['Robert Kaufman']],
    ['nobody', []],
    ['%', []],
    ['   ', []],
    ['"', []],
    ["moda'; drop table fabrics; --", []],
    ['🪡', []],
    ['q'.repeat(120), []],
  ])('%j leaves %j', async (manufacturer, makers) => {
    const fabrics = await found({ manufacturer })
    expect(distinct(fabrics.map((fabric) => fabric.manufacturer))).toEqual(makers)
  })
})

describe('[D18.1] the filter collection', () => {
  it.each([
    ['Kona Cotton', ['Kona Cotton'], 376],
    ['kona', ['Kona Cotton'], 376],
    ['KONA COT', ['Kona Cotton'], 376],
    ['bella', ['Bella Solids'], 365],
    ['pure solids', ['PURE Solids'], 215],
    ["painter's", ["Painter's Palette Solids"], 209],
    ['painters palette', ["Painter's Palette Solids"], 209],
    ['ruby bee', ['Ruby + Bee Solids'], 52],
    ['colourworks', ['ColorWorks Premium Solids'], 160],
    ['grunge', ['Grunge Basics', 'Grunge Hits the Spot 108"'], 13],
    ['moda', ['Bella Solids', 'Grunge Basics', 'Grunge Hits the Spot 108"'], 378],
    ['ona', [], 0],
    ['unknown', [], 0],
  ])('%j leaves %j', async (collection, collections, count) => {
    const fabrics = await found({ collection })
    expect(distinct(fabrics.map((fabric) => fabric.collection))).toEqual(collections)
    expect(fabrics).toHaveLength(count)
  })
})

describe('[D18.1, D18.4] filters together', () => {
  it.each<[Filter, number]>([
    [{ manufacturer: 'moda', collection: 'bella' }, 365],
    [{ manufacturer: 'moda', collection: 'kona' }, 0],
    [{ query: 'gray', manufacturer: 'moda' }, 3],
    [{ query: 'gray', collection: 'kona' }, 2],
    [{ query: 'mustard', manufacturer: 'kaufman', collection: 'kona' }, 1],
    [{ query: 'kona mustard', manufacturer: 'rk' }, 1],
    [{ query: 'kona mustard', manufacturer: 'unknown' }, 0],
  ])('%j leave %i', async (filter, count) => expect(await found(filter)).toHaveLength(count))
})

describe('[D5.2] the order without a query', () => {
  const byMakerCollectionNameId = (a: FabricRecord, b: FabricRecord) => {
    const [one, other] = [a, b].map(({ manufacturer, collection, name, id }) => [
      manufacturer,
      collection,
      name,
      id,
    ])
    const at = one?.findIndex((value, index) => value !== other?.[index]) ?? -1
    return at === -1 ? 0 : Buffer.compare(Buffer.from(one?.[at] ?? ''), Buffer.from(other?.[at] ?? ''))
  }

  it.each<[string, Filter]>([
    ['of all 2,942', {}],
    ['of a maker', { manufacturer: 'moda' }],
  ])('%s is manufacturer, collection, name, id', async (_, filter) => {
    const fabrics = await found(filter)
    expect(fabrics).toEqual([...fabrics].sort(byMakerCollectionNameId))
  })

  it('pages through all 2,942 fabrics, each once', async () => {
    const pages = await pagesFor({}, 25)
    expect(pages).toHaveLength(Math.ceil(2942 / 25))
    expect(new Set(pages.slice(0, -1).map(({ length }) => length))).toEqual(new Set([25]))
    expect(new Set(pages.flat().map(({ id }) => id)).size).toBe(2942)
  })

  it.each<[Filter, number]>([
    [{ query: 'kona' }, 7],
    [{ query: 'gray' }, 1],
    [{ query: 'berry' }, 25],
    [{ manufacturer: 'andover' }, 11],
    [{ query: 'blue', collection: 'bella' }, 2],
  ])('pages through %j in the order of one long page, each once', async (filter, limit) => {
    const paged = (await pagesFor(filter, limit)).flat().map(({ id }) => id)
    expect(paged).toEqual((await found(filter, 3000)).map(({ id }) => id))
    expect(new Set(paged).size).toBe(paged.length)
    expect(paged).not.toEqual([])
  })
})
