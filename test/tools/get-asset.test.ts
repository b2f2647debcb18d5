import { describe, expect, it } from 'vitest'
import type { AssetResource } from '../../src/core/rooms.ts'
import { startTestServer } from '../helpers/server.ts'
import { readBoth } from './both.ts'
import { DEMO } from './demo.ts'

const server = await startTestServer()
const token = await server.tokenOf('user_demo')

function get(resource: AssetResource, id: string, includeGeometry = false) {
  const path = `/assets/${resource}/${id}?includeGeometry=${includeGeometry}`
  return readBoth(server, { tool: 'get_asset', path, args: { resource, id, includeGeometry } }, token)
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
    expect(await get('quilts', DEMO.quilt)).toMatchObject({
      asset: { description: expect.stringMatching(/ignore/i) },
      untrustedContent: true,
    })
  })

  it('[D21.7, D21.8] names the closest fabric of each slot and the blocks, and leaves out unused slots', async () => {
    const { palette, blocks } = (await get('quilts', 'qlt_M21vtTqJA-do0wdL7TPTdI', true)).asset.geometry
    const closest = { name: 'Curry', collection: 'Kona Cotton', sku: 'K001-1677', difference: 0 }
    expect(palette).toMatchObject([{ slot: 'A' }, { slot: 'B' }, { slot: 'C', closest }])
    expect(blocks[0]).toMatchObject({ ref: '1', name: 'Sawtooth Star', count: 3 })
  })

  it('[D41.3] counts the pieces of all blocks of a quilt, if they are all of the caller', async () => {
    const { geometry } = (await get('quilts', DEMO.quilt, true)).asset
    expect(geometry.placements).toHaveLength(12)
    expect(geometry.cutting[0].pieces[0]).toMatchObject({ form: 'half-square-triangle', count: 192 })
    expect(geometry.yardage.fabrics).toContainEqual({
      slot: 'A',
      yards: 1.5,
      text: '1 1/2 yd',
      fatQuarters: 6,
    })

    const { kysely: db, close } = await server.openAccounts()
    const block = db.updateTable('assets').where('id', '=', geometry.blocks[0].blockId)
    await block.set({ owner_id: 'user_other' }).execute()
    const { cutting, yardage, blocks } = (await get('quilts', DEMO.quilt, true)).asset.geometry
    expect(cutting).toMatchObject([{ of: 'border' }])
    expect(yardage).toMatchObject({
      fabrics: [],
      notCounted: ['pieces and setting: a block is gone, or its design cannot be read'],
    })
    expect(Object.keys(blocks[0])).toEqual(['ref', 'blockId', 'count'])
    await block.set({ owner_id: 'user_demo' }).execute()
    await close()
  })
})

it('[D23.1, D7.2] text of a user loses what hides or reorders it, and fields that are left empty', async () => {
  const { kysely: db, close } = await server.openAccounts()
  const tags = JSON.stringify(['a\u200Fb', '\u202E'])
  const item = { name: 'Log\u202E\nCabin\u{E0041}', description: '\u202E\u0007', tags }
  await db.updateTable('assets').set(item).where('id', '=', DEMO.ohioStar).execute()
  await db.updateTable('projects').set({ name: 'Guild\u202E' }).where('id', '=', DEMO.guild).execute()
  await close()

  const { asset } = await get('blocks', DEMO.ohioStar)
  expect(asset).toMatchObject({ name: 'Log Cabin', tags: ['ab'] })
  expect(asset).not.toHaveProperty('description')
  const list = (tool: string, path: string, args: Readonly<Record<string, string>>) =>
    readBoth(server, { tool, path: `${path}?${new URLSearchParams(args)}`, args }, token)
  const inGuild = { resource: 'blocks', projectId: DEMO.guild }
  const { assets } = await list('list_my_assets', '/assets', inGuild)
  expect(assets).toMatchObject([{ id: DEMO.ohioStar, name: 'Log Cabin', tags: ['ab'] }])
  const { projects } = await list('list_my_projects', '/projects', { query: 'guild' })
  expect(projects).toMatchObject([{ name: 'Guild' }])
})
