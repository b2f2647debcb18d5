import { describe, expect, it } from 'vitest'
import { ASSET_RESOURCES, SUPPLY_CATEGORIES } from '../../src/core/rooms.ts'
import { startTestServer } from '../helpers/server.ts'
import { DATA } from '../rest/contract.ts'
import { readBoth } from './both.ts'
import { DEMO } from './demo.ts'

type Fabrics = ReturnType<typeof DATA.searchFabricCatalog.parse>

const APP = 'https://quilts.example.com'
const server = await startTestServer({ env: { WEB_APP_URL: APP } })
const demo = await server.tokenOf('user_demo')
const newcomer = await server.tokenOf('user_new')

const call = (
  tool: string,
  path: string,
  args: Readonly<Record<string, string | number>>,
  token?: string,
) => {
  const query = Object.entries(args).map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
  return readBoth(server, { tool, path: `${path}?${query.join('&')}`, args }, token)
}

it('[§2.3, §2.ids, §4.2.data, D7.2, D24.1] every fabric has what it must have, and nothing without a value', async () => {
  let cursor: string | null = ''
  let count = 0
  while (cursor !== null) {
    const { json } = await server.rest(`/fabrics${cursor === '' ? '' : `?cursor=${cursor}`}`)
    const data: Fabrics = DATA.searchFabricCatalog.parse(json.data)
    expect(data).toMatchObject({ truncated: data.cursor !== null, libraryUrl: `${APP}/fabrics` })
    for (const { libraryUrl } of data.fabrics) expect(libraryUrl.startsWith(`${APP}/fabrics/`)).toBe(true)
    count += data.fabrics.length
    cursor = data.cursor
  }
  expect(count).toBe(2942)
})

it.each(SUPPLY_CATEGORIES)(
  '[§2.4, §2.4.retailers, §4.3.data, D7.2, D24.1] guides of %s',
  async (category) => {
    const data = await call('browse_supplies', '/supplies', { category })
    const { items } = DATA.browseSupplies.parse(data)
    expect(data).toMatchObject({ category, totalMatching: items.length, truncated: false })
    for (const { slug, guideUrl, retailers } of items) {
      expect(guideUrl).toBe(`${APP}/guides/${category}/${slug}`)
      expect(retailers !== undefined && retailers.length > 0).toBe(category === 'fabric-brands')
    }
  },
)

it('[D6.2, §4.3.data] guides are truncated when the limit leaves some out', async () => {
  const data = await call('browse_supplies', '/supplies', { category: 'rulers', limit: 2 })
  expect(data).toMatchObject({ totalMatching: 18, truncated: true })
  expect(data.items).toHaveLength(2)
})

it('[§2.1, D7.1, §4.4.data, §1.privacy] projects are those that a user owns or belongs to', async () => {
  const data = DATA.listProjects.parse(await call('list_my_projects', '/projects', {}, demo))
  expect(data).toMatchObject({ cursor: null, truncated: false, projectsUrl: `${APP}/projects` })
  expect(data.projects).toHaveLength(8)
  for (const { id, url } of data.projects) expect(url).toBe(`${APP}/projects/${id}`)
  expect(data.projects.filter(({ archived }) => archived)).toMatchObject([
    { name: 'Christmas Log Cabin 2025' },
  ])
  expect(data.projects.map(({ id }) => id)).toContain(DEMO.guild)
  expect(data.projects.filter(({ name }) => name.includes('secret'))).toEqual([])
  expect((await call('list_my_projects', '/projects', {}, newcomer)).projects).toEqual([])
})

describe('[§4.6.data, §2.2.summary, D20.1, D20.2, D20.3, D20.4, D20.5, D20.6] items', () => {
  const common = ['id', 'name', 'url', 'projectId', 'tags', 'archived']
  const grid = [...common, 'width', 'height', 'gridRows', 'gridCols']
  const FIELDS = {
    blocks: [...grid, 'shapeCount'],
    quilts: [...grid, 'blockSize', 'layoutMode'],
    swatches: [...common, 'colorHex'],
    patterns: [...grid, 'blockSize', 'layoutMode'],
  }

  it.each(ASSET_RESOURCES)('among %s have the fields of their kind and no other', async (resource) => {
    const data = await call('list_my_assets', '/assets', { resource, limit: 50 }, demo)
    const { assets, ...rest } = DATA.listAssets.parse(data)
    expect(rest).toEqual({ resource, cursor: null, truncated: false })
    expect(assets.length).toBeGreaterThan(4)
    for (const asset of assets) {
      expect(Object.keys(asset).filter((field) => !FIELDS[resource].includes(field))).toEqual([])
      expect(asset.id).toMatch(/^(?:blk|qlt|swt|pat)_[\w-]{22,}$/)
      expect(asset.url).toBe(`${APP}/editor/${resource}/${asset.id}`)
      expect(asset.name).not.toContain('secret')
      expect(asset.tags).not.toEqual([])
      expect(asset.archived ?? true).toBe(true)
      if (resource !== 'swatches') expect(asset).toMatchObject({ width: expect.any(Number) })
    }
  })

  it('[D4.1, D6.1] come 25 at a time when no limit is given', async () => {
    const data = await call('list_my_assets', '/assets', { resource: 'blocks' }, demo)
    expect(data.assets).toHaveLength(25)
    expect([data.truncated, typeof data.cursor]).toEqual([true, 'string'])
  })
})
