import { afterAll, describe, expect, it } from 'vitest'
import { type FabricRecord, SUPPLY_CATEGORIES } from '../../src/core/rooms.ts'
import { openShipped } from '../accounts/databases.ts'
import { searcherOf, type Wanted } from '../search/searching.ts'

const database = await openShipped()
afterAll(() => database.close())

const searcher = searcherOf(database)
const found = (filter: Wanted) => searcher.all(filter)

/** How the words of questions are read is tested in `test/search`; here is that all fields and filters are asked. */
describe('[D14.3, D14.5, D18.1, §4.2.match] a search', () => {
  it.each<[Wanted, number]>([
    [{ query: 'robert kona cotton mustard' }, 1],
    [{ query: 'kona' }, 377],
    [{ manufacturer: 'kaufman' }, 376],
    [{ manufacturer: 'moda', collection: 'bella' }, 365],
    [{ manufacturer: 'moda', collection: 'kona' }, 0],
    [{ query: 'mustard', manufacturer: 'kaufman', collection: 'kona' }, 1],
  ])('for %j finds %i', async (filter, count) => expect(await found(filter)).toHaveLength(count))
})

describe('[D16.8, D18.4] a text that nothing can match', () => {
  it.each(['   ', '—…!', '%', '_', '"', "'", '\\', '🪡', '🧵'.repeat(100), "moda'; drop table fabrics; --"])(
    'is an empty list: %j',
    async (text) => {
      expect(await found({ query: text })).toEqual([])
      expect(await found({ manufacturer: text })).toEqual([])
    },
  )
})

describe('[D5.2] the order without a query', () => {
  const valuesOf = ({ manufacturer, collection, name, id }: FabricRecord) =>
    Buffer.from([manufacturer, collection, name, id].join('\0'))

  it('is manufacturer, collection, name, id', async () => {
    const fabrics = await found({})
    expect(fabrics).toEqual(fabrics.toSorted((one, other) => Buffer.compare(valuesOf(one), valuesOf(other))))
  })
})

describe('the shipped fabrics', () => {
  it('[§2.3, D3.2] have ids of their own, and as many numbers and colours as are known', async () => {
    const fabrics = await found({})
    expect(new Set(fabrics.map(({ id }) => id)).size).toBe(2942)
    expect(fabrics.filter(({ id }) => !/^fab_[A-Za-z0-9_-]{22}$/.test(id))).toEqual([])
    expect(fabrics.filter(({ sku }) => sku !== undefined)).toHaveLength(2053)
    expect(fabrics.filter(({ colorHex = '' }) => /^#[0-9A-F]{6}$/.test(colorHex))).toHaveLength(2774)
  })

  it('[D3.2] have the ids that earlier versions gave them', async () => {
    const [mustard] = await found({ query: 'K001-1240' })
    const [almond] = await found({ query: 'almond', collection: 'Century Solids' })
    expect([mustard?.id, almond?.id]).toEqual(['fab_w7s4wQwaIb1RLIjsqHSv3V', 'fab_um1NTuXohMLnY8Axpb90h_'])
  })
})

describe('the shipped guides', () => {
  it('[§2.4.categories] are in ten categories, none of which is empty', async () => {
    expect(SUPPLY_CATEGORIES).toHaveLength(10)
    for (const category of SUPPLY_CATEGORIES) {
      const all = { category, query: undefined, limit: 25 }
      const { items, totalMatching } = await database.store.supplies.browse(all)
      expect(totalMatching).toBeGreaterThanOrEqual(14)
      const slugs = items.map(({ slug }) => slug).filter((slug) => /^[a-z0-9]+(-[a-z0-9]+)*$/.test(slug))
      expect(new Set(slugs).size).toBe(totalMatching)
    }
  })
})
