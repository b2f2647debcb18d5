import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { SupplyCategory } from '../../src/core/rooms.ts'
import { openShipped, type TestDatabase } from '../accounts/databases.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await openShipped()
})
afterAll(() => database.close())

const browse = (category: SupplyCategory, query?: string, limit = 25) =>
  database.store.supplies.browse({ category, query, limit })

const ROLLS = ['jelly-roll', 'honey-bun', 'dessert-roll', 'rolie-polie', 'roll-up', 'design-roll']

describe('[D19.1] the words of a query', () => {
  it.each<[SupplyCategory, string, string[]]>([
    ['rotary-cutters', 'arthritis', ['martelli-45']],
    ['rotary-cutters', 'ARTHRITIS', ['martelli-45']],
    ['rotary-cutters', 'arthritis martelli', ['martelli-45']],
    ['rotary-cutters', 'martelli wrist fatigue', ['martelli-45']],
    ['rotary-cutters', 'arthri', ['martelli-45']],
    ['rotary-cutters', 'árthrítis', ['martelli-45']],
    ['rotary-cutters', 'arthritis moda', ['martelli-45']],
    ['rotary-cutters', 'ar', ['martelli-45']],
    ['rotary-cutters', '%', []],
    ['rotary-cutters', '   ', []],
    ['rotary-cutters', '🪡', []],
    ['rotary-cutters', "'; drop table supplies; --", []],
    ['fabric-brands', 'art gallery', ['art-gallery-fabrics']],
    ['fabric-brands', 'kona kaufman', ['robert-kaufman']],
    ['fabric-brands', 'kaufman KONA', ['robert-kaufman']],
  ])('in %s: %j', async (category, query, slugs) => {
    const { items, totalMatching } = await browse(category, query)
    expect(items.map(({ slug }) => slug)).toEqual(slugs)
    expect(totalMatching).toBe(slugs.length)
  })

  it('[D5.3] keep the editorial order', async () => {
    const all = (await browse('precuts')).items.map(({ slug }) => slug)
    const rolls = (await browse('precuts', 'roll')).items.map(({ slug }) => slug)
    expect(rolls).toEqual(all.filter((slug) => rolls.includes(slug)))
    expect(rolls).toEqual(expect.arrayContaining(ROLLS))
  })

  it('are looked for in name, summary and bestFor, not in prices, slugs or shops', async () => {
    expect((await browse('fabric-brands', 'missouri')).items).toEqual([])
    expect((await browse('rotary-cutters', '$30-40')).items).toEqual([])
  })
})

it('[§4.3.data, D19.6] counts all matches before the limit', async () => {
  const two = await browse('precuts', 'roll', 2)
  expect(two.items).toHaveLength(2)
  expect(two.totalMatching).toBe((await browse('precuts', 'roll')).items.length)
  expect((await browse('precuts', undefined, 1)).totalMatching).toBe(18)
})
