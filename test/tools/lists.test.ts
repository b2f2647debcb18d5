import { afterAll, describe, expect, it } from 'vitest'
import * as z from 'zod'
import { ASSET_RESOURCES, SUPPLY_CATEGORIES } from '../../src/core/rooms.ts'
import { startTestServer } from '../helpers/server.ts'
import { readBoth } from './both.ts'
import { DEMO } from './demo.ts'

const server = await startTestServer({ env: { WEB_APP_URL: 'https://quilts.example.com' } })
const demo = await server.tokenOf('user_demo')
const other = await server.tokenOf('user_other')
afterAll(() => server.close())

const call = (
  tool: string,
  path: string,
  args: Readonly<Record<string, string | number>>,
  token?: string,
) => {
  const query = Object.entries(args).map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
  return readBoth(server, { tool, path: `${path}?${query.join('&')}`, args }, token)
}

const text = z.string().min(1)
const link = z.url({ protocol: /^https$/, hostname: /^quilts\.example\.com$/ })

it('[§2.3, §2.ids, §4.2.data, D7.2, D24.1] every fabric has what it must have, and nothing without a value', async () => {
  const fabric = z.strictObject({
    id: text,
    name: text,
    manufacturer: text,
    collection: text,
    sku: text.optional(),
    colorHex: text.optional(),
    libraryUrl: link,
  })
  const page = z.strictObject({
    fabrics: z.array(fabric).min(1).max(25),
    cursor: text.nullable(),
    truncated: z.boolean(),
    libraryUrl: z.literal('https://quilts.example.com/fabrics'),
  })
  let cursor: string | null = ''
  let count = 0
  while (cursor !== null) {
    const answer = await server.rest(`/fabrics${cursor === '' ? '' : `?cursor=${cursor}`}`)
    const data: z.output<typeof page> = page.parse(answer.json.data)
    count += data.fabrics.length
    cursor = data.cursor
    expect(data.truncated).toBe(cursor !== null)
  }
  expect(count).toBe(2942)
})

it.each(SUPPLY_CATEGORIES)(
  '[§2.4, §2.4.retailers, §4.3.data, D7.2, D24.1] guides of %s',
  async (category) => {
    const retailer = z.strictObject({ name: text, url: z.url() })
    const guide = z.strictObject({
      slug: text,
      name: text,
      summary: text,
      bestFor: text.optional(),
      priceRange: text.optional(),
      guideUrl: link,
      retailers: category === 'fabric-brands' ? z.array(retailer).min(1) : z.never().optional(),
    })
    const data = await call('browse_supplies', '/supplies', { category })
    const items = z.array(guide).parse(data.items)
    expect(data).toEqual({ category, items: data.items, totalMatching: items.length, truncated: false })
    expect(items.map(({ guideUrl }) => guideUrl)).toEqual(
      items.map(({ slug }) => `https://quilts.example.com/guides/${category}/${slug}`),
    )
  },
)

it('[D6.2, §4.3.data] guides are truncated when the limit leaves some out', async () => {
  const data = await call('browse_supplies', '/supplies', { category: 'rulers', limit: 2 })
  expect(data).toMatchObject({ totalMatching: 18, truncated: true })
  expect(data.items).toHaveLength(2)
})

describe('[§2.1, D7.1, §4.4.data, §1.privacy] projects', () => {
  const project = z.strictObject({ id: text, name: text, url: link, archived: z.literal(true).optional() })

  it('of a user are their own and those they belong to', async () => {
    const data = await call('list_my_projects', '/projects', {}, demo)
    const projects = z.array(project).parse(data.projects)
    expect(data).toEqual({
      projects: data.projects,
      cursor: null,
      truncated: false,
      projectsUrl: 'https://quilts.example.com/projects',
    })
    expect(projects).toHaveLength(8)
    expect(projects.filter(({ archived }) => archived).map(({ name }) => name)).toEqual([
      'Christmas Log Cabin 2025',
    ])
    expect(projects.find(({ id }) => id === DEMO.guild)).toBeDefined()
    expect(projects.filter(({ name }) => name.includes('secret'))).toEqual([])
  })

  it('of a new user are none', async () => {
    const newcomer = await server.tokenOf('user_new')
    expect((await call('list_my_projects', '/projects', {}, newcomer)).projects).toEqual([])
  })
})

describe('[§4.6.data, §2.2.summary, D20.1, D20.2, D20.3, D20.4, D20.5, D20.6] items', () => {
  const common = {
    id: z.string().regex(/^(?:blk|qlt|swt|pat)_[\w-]{22,}$/),
    name: text,
    url: link,
    projectId: text.optional(),
    tags: z.array(text).min(1).optional(),
    archived: z.literal(true).optional(),
  }
  const size = { width: z.number().positive(), height: z.number().positive() }
  const grid = { gridRows: z.int().optional(), gridCols: z.int().optional() }
  const layoutMode = z.enum(['grid', 'sashing', 'on-point', 'strip', 'medallion', 'freeform'])
  const layout = { ...common, ...size, ...grid, blockSize: z.number().optional(), layoutMode }
  const SUMMARIES = {
    blocks: z.strictObject({ ...common, ...size, ...grid, shapeCount: z.int().min(0).optional() }),
    quilts: z.strictObject(layout),
    swatches: z.strictObject({ ...common, colorHex: text.optional() }),
    patterns: z.strictObject(layout),
  }

  it.each(ASSET_RESOURCES)('among %s have the fields of their kind and no other', async (resource) => {
    const data = await call('list_my_assets', '/assets', { resource, limit: 50 }, demo)
    expect(data).toEqual({ resource, assets: data.assets, cursor: null, truncated: false })
    const items = z.array(SUMMARIES[resource]).min(5).parse(data.assets)
    expect(items.filter(({ name }) => name.includes('secret'))).toEqual([])
    expect(items.map(({ url }) => url)).toEqual(
      items.map(({ id }) => `https://quilts.example.com/editor/${resource}/${id}`),
    )
  })

  it('[D22.2] of a shared project are each member’s own', async () => {
    const args = { resource: 'blocks', projectId: DEMO.guild }
    const names = async (token: string) =>
      (await call('list_my_assets', '/assets', args, token)).assets.map(({ name }: { name: string }) => name)
    expect(await names(demo)).toEqual(['Ohio Star'])
    expect(await names(other)).toEqual(['Other user secret guild block'])
    expect(await names(await server.tokenOf('user_new'))).toEqual([])
  })

  it('[D4.1, D6.1] come 25 at a time when no limit is given', async () => {
    const data = await call('list_my_assets', '/assets', { resource: 'blocks' }, demo)
    expect(data.assets).toHaveLength(25)
    expect([data.truncated, typeof data.cursor]).toEqual([true, 'string'])
  })
})
