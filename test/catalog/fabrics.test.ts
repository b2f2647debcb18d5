import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod'
import { type FabricKey, type FabricRecord, SUPPLY_CATEGORIES } from '../../src/core/rooms.ts'
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
const text = z.string().trim().min(1)

describe('[D14.3, D14.5, §4.2.match] the words of a query', () => {
  it.each([
    ['kona mustard', 1],
    ['"kona" MUSTARD!', 1],
    ['  kona\tkona  mustard ', 1],
    ['robert kona cotton mustard', 1],
    ['pin\u0303a COLADA', 1],
    ['kona', 377],
    ['gray', 27],
    ['moda gray', 3],
    ['berry', 66],
    ['eucal', 3],
    ['crème', 4],
    ['painter’s palette', 209],
    ['ruby bee', 52],
    ['colour works', 162],
    ['108"', 4],
    ['solids', 1923],
    ['ko', 378],
    ['30s', 3],
    ['bettys red', 1],
    ['ee', 0],
  ])('%j finds %i', async (query, count) => {
    expect(await found({ query })).toHaveLength(count)
  })

  it.each([
    ['gray', 'grey'],
    ['color works', 'colour-works'],
    ['kona mustard', 'mustard   KONA'],
  ])('%j and %j give the same list in the same order', async (one, other) => {
    expect(await found({ query: one })).toEqual(await found({ query: other }))
  })
})

describe('[D16.8] a query that nothing can match', () => {
  it.each(['   ', '—…!', '%', '_', '"', "'", '\\', '🪡', 'x', 'q'.repeat(100), '🧵'.repeat(100), '絹布'])(
    'is an empty list: %j',
    async (query) => expect(await found({ query })).toEqual([]),
  )

  it.each([
    "'; drop table fabrics; --",
    '") OR 1=1 --',
    'NEAR(kona mustard, 2)',
    'name : kona',
    'kona NOT mustard',
    '-kona*',
    'kona '.repeat(20),
  ])('is text, not a language: %j', async (query) => {
    expect(await found({ query })).toBeInstanceOf(Array)
    expect(await found({ query: 'kona mustard' })).toHaveLength(1)
  })
})

describe('[D18.1, D18.4] filters', () => {
  it.each([
    ['moda fabrics', ['Moda Fabrics']],
    ['mod', ['Moda Fabrics']],
    ['agf', ['Art Gallery Fabrics']],
    ['kaufman', ['Robert Kaufman']],
    ['R', ['RJR Fabrics', 'Riley Blake Designs', 'Robert Kaufman']],
    ['fabrics moda', ['Moda Fabrics']],
    ['kona', ['Robert Kaufman']],
    ...['oda', 'nobody', '%', '   ', "moda'; drop table fabrics; --", 'q'.repeat(120)].map(
      (none) => [none, []] as [string, string[]],
    ),
  ])('the manufacturer %j leaves %j', async (manufacturer, makers) => {
    const fabrics = await found({ manufacturer })
    expect(distinct(fabrics.map((fabric) => fabric.manufacturer))).toEqual(makers)
  })

  it.each<[Filter, number]>([
    [{ collection: 'KONA COT' }, 376],
    [{ collection: 'bella' }, 365],
    [{ collection: 'ruby bee' }, 52],
    [{ collection: 'colourworks' }, 160],
    [{ collection: 'grunge' }, 13],
    [{ collection: 'moda' }, 378],
    [{ collection: 'ona' }, 0],
    [{ manufacturer: 'moda', collection: 'bella' }, 365],
    [{ manufacturer: 'moda', collection: 'kona' }, 0],
    [{ query: 'gray', manufacturer: 'moda' }, 3],
    [{ query: 'mustard', manufacturer: 'kaufman', collection: 'kona' }, 1],
    [{ query: 'kona mustard', manufacturer: 'unknown' }, 0],
  ])('%j leave %i', async (filter, count) => expect(await found(filter)).toHaveLength(count))
})

describe('[D5.2] the order without a query', () => {
  const valuesOf = ({ manufacturer, collection, name, id }: FabricRecord) =>
    Buffer.from([manufacturer, collection, name, id].join('\0'))

  it('is manufacturer, collection, name, id', async () => {
    const fabrics = await found({})
    expect(fabrics).toEqual(fabrics.toSorted((one, other) => Buffer.compare(valuesOf(one), valuesOf(other))))
  })

  it.each<[Filter, number]>([
    [{}, 25],
    [{ query: 'kona' }, 7],
    [{ query: 'gray' }, 1],
    [{ query: 'blue', collection: 'bella' }, 2],
  ])('pages through %j in the order of one long page, each once', async (filter, limit) => {
    const paged = (await found(filter, limit)).map(({ id }) => id)
    expect(paged).toEqual((await found(filter, 3000)).map(({ id }) => id))
    expect(new Set(paged).size).toBe(paged.length)
    expect(paged).not.toEqual([])
  })
})

describe('the shipped fabrics', () => {
  it('[§2.3, D3.2, D7.2] are complete: a required field has a value, an unknown optional one has none', async () => {
    const record = z.strictObject({
      id: z.string().regex(/^fab_[A-Za-z0-9_-]{22}$/),
      name: text,
      manufacturer: text,
      collection: text,
      sku: text.optional(),
      colorHex: z
        .string()
        .regex(/^#[0-9A-F]{6}$/)
        .optional(),
      thumbnailUrl: z.undefined(), // The shipped file has no pictures.
    })
    const fabrics = await found({})
    expect(z.array(record).safeParse(fabrics).error).toBeUndefined()
    expect(new Set(fabrics.map(({ id }) => id)).size).toBe(2942)
    expect(fabrics.filter(({ sku }) => sku !== undefined)).toHaveLength(2053)
    expect(fabrics.filter(({ colorHex }) => colorHex !== undefined)).toHaveLength(2774)
  })

  it('[D3.2] have the ids that earlier versions gave them', async () => {
    const [mustard] = await found({ query: 'K001-1240' })
    const [almond] = await found({ query: 'almond', collection: 'Century Solids' })
    expect([mustard?.id, almond?.id]).toEqual(['fab_w7s4wQwaIb1RLIjsqHSv3V', 'fab_um1NTuXohMLnY8Axpb90h_'])
  })
})

describe('the shipped guides', () => {
  const COUNTS = {
    'fabric-brands': 22,
    'fabric-types': 17,
    'batting-materials': 14,
    'batting-brands': 18,
    precuts: 18,
    'rotary-cutters': 16,
    rulers: 18,
    'cutting-mats': 14,
    'quilting-machines': 19,
    'machine-brands': 15,
  }
  const entry = z.strictObject({
    slug: z.string().regex(/^[a-z0-9]+(-[a-z0-9]+)*$/),
    name: text,
    summary: text,
    bestFor: text.optional(),
    priceRange: text.optional(),
    retailers: z.array(z.strictObject({ name: text, url: z.url({ protocol: /^https$/ }) })),
  })

  it('[§2.4.categories] are in ten categories', () => {
    expect([...SUPPLY_CATEGORIES].sort()).toEqual(Object.keys(COUNTS).sort())
  })

  it.each(SUPPLY_CATEGORIES)('[§2.4, §2.4.retailers, D7.2] of %s are complete', async (category) => {
    const all = { category, query: undefined, limit: 25 }
    const { items, totalMatching } = await database.store.supplies.browse(all)
    expect([items.length, totalMatching]).toEqual([COUNTS[category], COUNTS[category]])
    expect(z.array(entry).safeParse(items).error).toBeUndefined()
    expect(new Set(items.map(({ slug }) => slug)).size).toBe(items.length)
    const withRetailers = items.filter(({ retailers }) => retailers.length > 0)
    expect(withRetailers).toEqual(category === 'fabric-brands' ? items : [])
  })
})
