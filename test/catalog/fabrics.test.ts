import { expect, it } from 'vitest'
import type { FabricRecord } from '../../src/core/rooms.ts'
import { openShipped } from '../accounts/databases.ts'
import { searcherOf, type Wanted } from '../search/searching.ts'

const database = await openShipped()

const searcher = searcherOf(database)
const found = (filter: Wanted) => searcher.all(filter)

/** How the words of questions are read is tested in `test/search`; here is that all fields and filters are asked. */
it.each<[Wanted, number]>([
  [{ query: 'robert kona cotton mustard' }, 1],
  [{ manufacturer: 'kaufman' }, 376],
  [{ manufacturer: 'moda', collection: 'bella' }, 365],
  [{ manufacturer: 'moda', collection: 'kona' }, 0],
  [{ query: 'mustard', manufacturer: 'kaufman', collection: 'kona' }, 1],
])('[D14.3, D14.5, D18.1, §4.2.match] a search for %j finds %i', async (filter, count) =>
  expect(await found(filter)).toHaveLength(count),
)

it('[D5.2, §2.3] the shipped fabrics are in order, and as many have numbers and colours as are known', async () => {
  const fabrics = await found({})
  const bytesOf = ({ manufacturer, collection, name, id }: FabricRecord) =>
    Buffer.from([manufacturer, collection, name, id].join('\0'))
  expect(fabrics).toEqual(fabrics.toSorted((one, other) => Buffer.compare(bytesOf(one), bytesOf(other))))
  expect(new Set(fabrics.map(({ id }) => id)).size).toBe(2942)
  expect(fabrics.filter(({ sku }) => sku !== undefined)).toHaveLength(2053)
  expect(fabrics.filter(({ colorHex = '' }) => /^#[0-9A-F]{6}$/.test(colorHex))).toHaveLength(2774)
})

it('[D3.2] they have the ids that earlier versions gave them', async () => {
  const [mustard] = await found({ query: 'K001-1240' })
  const [almond] = await found({ query: 'almond', collection: 'Century Solids' })
  expect([mustard?.id, almond?.id]).toEqual(['fab_w7s4wQwaIb1RLIjsqHSv3V', 'fab_um1NTuXohMLnY8Axpb90h_'])
})
