import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ASSET_RESOURCES } from '../../src/core/rooms.ts'
import { openShipped, type TestDatabase } from './databases.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await openShipped()
})
afterAll(() => database.close())

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
})
