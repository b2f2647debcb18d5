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

  it('[D3.1, D20.1, D20.2, D20.3, D20.4, D20.6] has items of all kinds, each with the fields and the prefix of its resource', async () => {
    const lists = await itemsOf('user_demo')
    expect(lists.map(({ length }) => length)).toEqual([28, 9, 13, 5])
    const layout = ['gridRows', 'gridCols', 'blockSize', 'layoutMode']
    const foreign = [
      ['blockSize', 'colorHex', 'layoutMode'],
      ['shapeCount', 'colorHex'],
      [...layout, 'width', 'height', 'shapeCount'],
      ['shapeCount', 'colorHex'],
    ]
    for (const [index, items] of lists.entries())
      for (const item of items) {
        const fields = Object.entries(item).flatMap(([name, value]) => (value === undefined ? [] : [name]))
        expect(fields.filter((name) => foreign[index]?.includes(name))).toEqual([])
        expect(item.id).toMatch(new RegExp(`^${['blk', 'qlt', 'swt', 'pat'][index]}_[A-Za-z0-9_-]{22,}$`))
        if (item.resource === 'blocks')
          expect(item).toMatchObject({ width: expect.any(Number), height: expect.any(Number) })
      }
  })
})
