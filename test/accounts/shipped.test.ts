import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod'
import {
  ASSET_RESOURCES,
  type FabricKey,
  type FabricRecord,
  SUPPLY_CATEGORIES,
} from '../../src/core/rooms.ts'
import { openShipped, pagesOf, type TestDatabase } from './databases.ts'

let database: TestDatabase
let fabrics: FabricRecord[]
beforeAll(async () => {
  database = await openShipped()
  const pages = await pagesOf((after: FabricKey | undefined) =>
    database.store.fabrics.search({
      query: undefined,
      manufacturer: undefined,
      collection: undefined,
      limit: 100,
      after,
    }),
  )
  fabrics = pages.flat()
})
afterAll(() => database.close())

const text = z.string().trim().min(1)

describe('fabrics', () => {
  it('[§2.3, D3.2, D7.2] are complete: a required field has a value, an unknown optional one has none', () => {
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
    expect(z.array(record).safeParse(fabrics).error).toBeUndefined()
  })

  it('[D3.2] are 2,942, each with an id of its own', () => {
    expect(fabrics).toHaveLength(2942)
    expect(new Set(fabrics.map(({ id }) => id)).size).toBe(2942)
    expect(fabrics.filter(({ sku }) => sku !== undefined)).toHaveLength(2053)
    expect(fabrics.filter(({ colorHex }) => colorHex !== undefined)).toHaveLength(2774)
  })

  it('[D3.2] have the ids that earlier versions gave them', () => {
    const idOf = (name: string, sku: string | undefined) =>
      fabrics.find((fabric) => fabric.name === name && fabric.sku === sku)?.id
    expect(idOf('Mustard', 'K001-1240')).toMatchInlineSnapshot(`"fab_w7s4wQwaIb1RLIjsqHSv3V"`)
    expect(idOf('Almond', undefined)).toMatchInlineSnapshot(`"fab_um1NTuXohMLnY8Axpb90h_"`)
  })
})

describe('supply guides', () => {
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

  it('[§2.4.categories] are 171 in ten categories', () => {
    expect([...SUPPLY_CATEGORIES].sort()).toEqual(Object.keys(COUNTS).sort())
    expect(Object.values(COUNTS).reduce((sum, count) => sum + count)).toBe(171)
  })

  it.each(SUPPLY_CATEGORIES)('[§2.4, §2.4.retailers, D7.2] of %s are complete', async (category) => {
    const { items, totalMatching } = await database.store.supplies.browse({
      category,
      query: undefined,
      limit: 25,
    })
    expect([items.length, totalMatching]).toEqual([COUNTS[category], COUNTS[category]])
    expect(z.array(entry).safeParse(items).error).toBeUndefined()
    expect(new Set(items.map(({ slug }) => slug)).size).toBe(items.length)
    const withRetailers = items.filter(({ retailers }) => retailers.length > 0)
    expect(withRetailers).toEqual(category === 'fabric-brands' ? items : [])
  })
})

describe('the demo account', () => {
  const ALL = { query: undefined, limit: 50, after: undefined }
  const itemsOf = async (user: string) => {
    const { assets } = database.store
    const lists = ASSET_RESOURCES.map((resource) =>
      assets.list(user, { ...ALL, resource, projectId: undefined }),
    )
    return (await Promise.all(lists)).map(({ items }) => items)
  }

  it('has projects of all kinds: own, archived, and one as a member', async () => {
    const { items } = await database.store.projects.list('user_demo', ALL)
    expect(items.map(({ name, archived }) => (archived ? `${name} (archived)` : name))).toEqual([
      'Harvest Table Sampler',
      'Coastal Throw for Maren',
      'Baby Quilt: Olive & Sage',
      'Guild Raffle Quilt 2027',
      'Christmas Log Cabin 2025 (archived)',
      'Scrap Busting',
      'Grey Area (modern lap quilt)',
      'Piñata Wall Hanging',
    ])
  })

  it('[D20.1, D20.2, D20.3, D20.4, D20.6] has 28 blocks, 9 quilts, 13 swatches and 5 patterns, each with the fields of its resource', async () => {
    const [blocks = [], quilts = [], swatches = [], patterns = []] = await itemsOf('user_demo')
    expect([blocks, quilts, swatches, patterns].map(({ length }) => length)).toEqual([28, 9, 13, 5])
    const layoutFields = ['width', 'height', 'gridRows', 'gridCols', 'blockSize', 'layoutMode'] as const
    const foreign = (fields: readonly string[], items: readonly object[]) =>
      items.flatMap((item) =>
        Object.entries(item).filter(([key, value]) => fields.includes(key) && value !== undefined),
      )
    expect(foreign(['blockSize', 'colorHex', 'layoutMode'], blocks)).toEqual([])
    expect(foreign(['shapeCount', 'colorHex'], [...quilts, ...patterns])).toEqual([])
    expect(foreign([...layoutFields, 'shapeCount'], swatches)).toEqual([])
    for (const item of blocks)
      expect(item).toMatchObject({ width: expect.any(Number), height: expect.any(Number) })
  })

  it('[D3.1] has ids with the prefix of their kind', async () => {
    const lists = await itemsOf('user_demo')
    const prefixes = ['blk', 'qlt', 'swt', 'pat']
    for (const [index, items] of lists.entries()) {
      for (const { id } of items) expect(id).toMatch(new RegExp(`^${prefixes[index]}_[A-Za-z0-9_-]{22,}$`))
    }
  })

  it('[§1.ownership] sees nothing of the other user, nor the other user of it', async () => {
    const names = async (user: string) => {
      const { items } = await database.store.projects.list(user, ALL)
      return [...items, ...(await itemsOf(user)).flat()].map(({ name }) => name)
    }
    expect((await names('user_demo')).filter((name) => name.includes('secret'))).toEqual([])
    const others = await names('user_other')
    expect(others.filter((name) => !name.includes('secret'))).toEqual(['Guild Raffle Quilt 2027'])
    expect(others).toHaveLength(7)
    expect(await names('user_new')).toEqual([])
  })

  it('belongs to people that the sign-in knows', async () => {
    const { rows } = await sql<{ id: string }>`
      select owner_id as id from assets union select user_id from project_members order by 1`.execute(
      database.db,
    )
    expect(rows.map(({ id }) => id)).toEqual(['user_demo', 'user_other'])
  })
})
