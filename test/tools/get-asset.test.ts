import { afterAll, describe, expect, it } from 'vitest'
import type { AssetResource } from '../../src/core/rooms.ts'
import { startTestServer } from '../helpers/server.ts'
import { readBoth } from './both.ts'
import { DEMO } from './demo.ts'

const server = await startTestServer()
const token = await server.tokenOf('user_demo')
const other = await server.tokenOf('user_other')
afterAll(() => server.close())

function get(resource: AssetResource, id: string, includeGeometry = false, as = token) {
  const path = `/assets/${resource}/${encodeURIComponent(id)}${includeGeometry ? '?includeGeometry=true' : ''}`
  return readBoth(server, { tool: 'get_asset', path, args: { resource, id, includeGeometry } }, as)
}

describe('[§4.8.data, §2.2.detail, §2.2.untrusted] an item', () => {
  it('is its summary, its link, and a warning', async () => {
    const url = `${server.baseUrl}/editor/blocks/${DEMO.fourPatch}`
    expect(await get('blocks', DEMO.fourPatch)).toEqual({
      resource: 'blocks',
      asset: {
        id: DEMO.fourPatch,
        name: 'Four Patch',
        url,
        width: expect.any(Number),
        height: expect.any(Number),
        gridRows: 2,
        gridCols: 2,
        shapeCount: 4,
        tags: [expect.any(String), expect.any(String)],
      },
      url,
      untrustedContent: true,
    })
  })

  it('[D23.2] may carry an instruction in its notes, marked as untrusted', async () => {
    const { asset, untrustedContent } = await get('quilts', DEMO.quilt)
    expect(asset.description).toMatch(/ignore/i)
    expect(untrustedContent).toBe(true)
  })

  it.each<[AssetResource, string, string, string]>([
    ['blocks', 'Four Patch', DEMO.fourPatch, 'complete'],
    ['blocks', 'a stub', DEMO.stub, 'empty'],
    ['blocks', '640 shapes', DEMO.manyShapes, 'truncated'],
    ['quilts', 'a quilt', DEMO.quilt, 'complete'],
    ['swatches', 'a swatch', DEMO.swatch, 'complete'],
    ['patterns', 'a pattern', DEMO.pattern, 'complete'],
  ])('[D21.4] geometry of %s: %s', async (resource, _, id, status) => {
    const { asset } = await get(resource, id, true)
    expect(asset.geometryStatus).toBe(status)
    expect(asset.geometry.schema).toBe('quilt-outline/1')
    expect(Buffer.byteLength(JSON.stringify(asset.geometry))).toBeLessThanOrEqual(16_384)
  })

  it('[D21.3] counts the true total of a design that does not fit', async () => {
    const { asset } = await get('blocks', DEMO.manyShapes, true)
    expect(asset.geometry.counts).toEqual({ shapes: 640, returned: asset.geometry.shapes.length })
  })

  it('[D21.7, D21.8] names the closest fabric of each slot and the blocks, and leaves out unused slots', async () => {
    const { palette, blocks } = (await get('quilts', 'qlt_M21vtTqJA-do0wdL7TPTdI', true)).asset.geometry
    expect(palette.map(({ slot }: { slot: string }) => slot)).toEqual(['A', 'B', 'C'])
    expect(palette[2].closest).toMatchObject({
      name: 'Curry',
      collection: 'Kona Cotton',
      sku: 'K001-1677',
      difference: 0,
    })
    expect(blocks[0]).toMatchObject({ ref: '1', name: 'Sawtooth Star' })
  })

  it('[D41.3] counts the pieces of all blocks of a quilt, if they are all of the caller', async () => {
    const { asset } = await get('quilts', DEMO.quilt, true)
    expect(asset.geometry.placements).toHaveLength(12)
    const [first] = asset.geometry.cutting
    expect(first.pieces[0]).toEqual({
      form: 'half-square-triangle',
      width: 2,
      height: 2,
      count: 192,
      cut: {
        width: 2.875,
        height: 2.875,
        count: 96,
        diagonals: 1,
        text: '2 7/8 × 2 7/8, cut once diagonally',
      },
    })
    expect(asset.geometry.yardage.fabrics).toContainEqual({ slot: 'A', yards: 1.5, text: '1 1/2 yd' })

    const { kysely: db, close } = await server.openAccounts()
    const [{ blockId }] = asset.geometry.blocks
    const block = db.updateTable('assets').where('id', '=', blockId)
    await block.set({ owner_id: 'user_other' }).execute()
    const { cutting, yardage, blocks } = (await get('quilts', DEMO.quilt, true)).asset.geometry
    expect(cutting.map(({ of }: { of: string }) => of)).toEqual(['border'])
    expect(yardage.fabrics).toEqual([])
    expect(yardage.notCounted).toEqual([
      'pieces, sashing and setting: a block is gone, or its design cannot be read',
    ])
    expect(Object.keys(blocks[0])).toEqual(['ref', 'blockId'])
    await block.set({ owner_id: 'user_demo' }).execute()
    await close()
  })
})

describe('[D10.1] an item that is not there', () => {
  it.each<[string, AssetResource, string]>([
    ['an unknown id', 'blocks', 'blk_unknown'],
    ['another person’s block', 'blocks', DEMO.othersBlock],
    ['another member’s block in a shared project', 'blocks', DEMO.othersGuildBlock],
    ['a quilt among the blocks', 'blocks', DEMO.quilt],
    ['a block among the quilts', 'quilts', DEMO.fourPatch],
    ['a project', 'blocks', DEMO.harvest],
    ['an id that looks like SQL', 'blocks', "' or '1'='1"],
  ])('is the same 404, for %s', async (_, resource, id) => {
    expect(await get(resource, id)).toEqual({
      code: 'not_found',
      message: 'No such item.',
    })
  })

  it('is there for its owner', async () => {
    expect((await get('blocks', DEMO.othersBlock, false, other)).asset.name).toBe('Other user secret block')
    expect(await get('blocks', DEMO.fourPatch, false, other)).toMatchObject({ code: 'not_found' })
  })
})

describe('[D23.1, D7.2] text as a user may have saved it', () => {
  it('loses what hides or reorders it, and fields that are left empty', async () => {
    const { kysely: db, close } = await server.openAccounts()
    await db
      .updateTable('assets')
      .set({
        name: 'Log\u202E\nCabin\u{E0041}',
        description: '\u202E\u0007',
        tags: JSON.stringify(['a\u200Fb', '\u202E']),
      })
      .where('id', '=', DEMO.ohioStar)
      .execute()
    await db.updateTable('projects').set({ name: 'Guild\u202E' }).where('id', '=', DEMO.guild).execute()
    await close()

    const { asset } = await get('blocks', DEMO.ohioStar)
    expect(asset).toMatchObject({ name: 'Log Cabin', tags: ['ab'] })
    expect(Object.keys(asset)).not.toContain('description')
    const listed = await readBoth(
      server,
      {
        tool: 'list_my_assets',
        path: `/blocks?projectId=${DEMO.guild}`,
        args: { resource: 'blocks', projectId: DEMO.guild },
      },
      token,
    )
    expect(listed.assets).toMatchObject([{ id: DEMO.ohioStar, name: 'Log Cabin', tags: ['ab'] }])
    const { projects } = await readBoth(
      server,
      { tool: 'list_my_projects', path: '/projects?query=guild', args: { query: 'guild' } },
      token,
    )
    expect(projects).toMatchObject([{ name: 'Guild' }])
  })
})
