import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { run } from '../cli/selvage.ts'
import { ROOT } from '../helpers/files.ts'
import { callTool } from '../helpers/mcp.ts'
import { createPostgresDatabase } from '../helpers/postgres.ts'
import { type Pages, startPages } from '../web/signed-in.ts'

const MODULE = join(ROOT, 'examples/own-app/accounts.ts')

const place: Record<string, string> = {}
let app: pg.Client
let server: Pages
beforeAll(async () => {
  const url = new URL(await createPostgresDatabase())
  Object.assign(place, {
    PGHOST: url.hostname,
    PGPORT: url.port,
    PGUSER: url.username,
    PGDATABASE: url.pathname.slice(1),
  })
  app = new pg.Client(url.href)
  await app.connect()
  await app.query(readFileSync(join(ROOT, 'examples/own-app/schema.sql'), 'utf8'))
  Object.assign(process.env, place)
  server = await startPages({ env: { ACCOUNTS_MODULE: MODULE } })
})
afterAll(async () => {
  await server.close()
  for (const name of Object.keys(place)) delete process.env[name]
  await app.end()
})

it('[§1.ownership, D5.1, D22.1] the example keeps every promise', async () => {
  const { code, stdout, stderr } = await run(['check', 'accounts', MODULE], { cwd: ROOT, env: place })
  expect(stdout).toMatch(/pass 5$/m)
  expect(stdout).toMatch(/fail 0$/m)
  expect([code, stderr]).toEqual([0, ''])
})

describe('a person with a block and a quilt', () => {
  let block: string
  let quilt: string
  let token: string
  beforeAll(async () => {
    token = await server.tokenOf('ann')
    const added = async (statement: string, ...values: unknown[]) =>
      String((await app.query(`insert into ${statement} returning id`, values)).rows[0].id)
    const user = await added("app_user (auth_sub) values ('ann')")
    const half = (color: string, corner: readonly number[]) => ({ color, corners: [[0, 0], [1, 1], corner] })
    const patches = JSON.stringify([half('#f4e8d0', [1, 0]), half('#2C3E50', [0, 1])])
    const size = 'inches_wide, inches_high, patches'
    block = await added(`block (user_id, title, ${size}) values ($1, 'Half', 6, 6, $2)`, user, patches)
    const placed = { block: Number(block), turns: 1 }
    const layout = JSON.stringify([[placed, placed]])
    quilt = await added(
      `quilt (user_id, title, block_inches, layout) values ($1, 'Two', 6, $2)`,
      user,
      layout,
    )
  })

  it('[§4.6.data, §4.8.data] has them over REST and MCP, with their pieces and a picture', async () => {
    const read = async (path: string, as = token) => server.rest(path, { token: as })
    const [listed] = (await read('/quilts')).json.data.assets
    expect(listed).toMatchObject({ name: 'Two', gridRows: 1, gridCols: 2 })
    const path = `/quilts/${quilt}?includeGeometry=true`
    const { asset } = (await read(path)).json.data
    expect(asset.geometryStatus).toBe('complete')
    expect(JSON.stringify(asset.geometry.placements)).toBe('[[0,0,"A",90],[0,1,"A",90]]')
    expect(JSON.stringify(asset.geometry.cutting)).toContain('half-square-triangle')
    const args = { resource: 'quilts', id: quilt, includeGeometry: true }
    const { result } = (await callTool(server, 'get_asset', args, { token })).json
    expect(result.structuredContent.asset).toEqual(asset)
    expect(result.content).toContainEqual({ type: 'image', mimeType: 'image/png', data: expect.any(String) })
    expect((await read(path, await server.tokenOf('eve'))).status).toBe(404)
  })

  it('sees them on pages, with drawings; somebody else does not', async () => {
    for (const path of [`/editor/blocks/${block}`, `/editor/quilts/${quilt}/drawing.png`]) {
      expect([path, (await server.page(path, 'ann')).status]).toEqual([path, 200])
      expect([path, (await server.page(path, 'eve')).status]).toEqual([path, 404])
    }
  })

  it('is not told that ids have to look like ours', async () => {
    const args = { resource: 'blocks', id: '999' }
    expect((await callTool(server, 'get_asset', args, { token })).text).not.toContain('blk_')
  })
})
