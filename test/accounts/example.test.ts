import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { endAll, run } from '../cli/selvage.ts'
import { ROOT } from '../helpers/files.ts'
import { callTool } from '../helpers/mcp.ts'
import { createPostgresDatabase } from '../helpers/postgres.ts'
import { startTestServer, type TestServer } from '../helpers/server.ts'

const MODULE = join(ROOT, 'examples/own-app/accounts.ts')

const place: Record<string, string> = {}
let app: pg.Client
let server: TestServer
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
  server = await startTestServer({ env: { ACCOUNTS_MODULE: MODULE } })
})
afterAll(async () => {
  await server.close()
  for (const name of Object.keys(place)) delete process.env[name]
  await app.end()
  await endAll()
})

it('[§1.ownership, D5.1, D22.1] the example keeps every promise of the kit', async () => {
  const { code, stdout, stderr } = await run(['check', 'accounts', MODULE], {
    cwd: ROOT,
    env: place,
  })
  expect(stdout.split('\n').filter((line) => !line.startsWith('holds'))).toEqual([''])
  expect([code, stderr]).toEqual([0, ''])
})

it('[§4.6.data, §4.8.data] its blocks and quilts are served with their pieces', async () => {
  const { rows } = await app.query(`insert into app_user (auth_sub) values ('ann'), ('eve') returning id`)
  const patches = [
    {
      color: '#f4e8d0',
      corners: [
        [0, 0],
        [1, 0],
        [1, 1],
      ],
    },
    {
      color: '#2C3E50',
      corners: [
        [0, 0],
        [1, 1],
        [0, 1],
      ],
    },
  ]
  const block = await app.query(
    `insert into block (user_id, title, inches_wide, inches_high, patches) values ($1, 'Half', 6, 6, $2) returning id`,
    [rows[0].id, JSON.stringify(patches)],
  )
  const placed = { block: block.rows[0].id, turns: 1 }
  const quilt = await app.query(
    `insert into quilt (user_id, title, block_inches, layout) values ($1, 'Two', 6, $2) returning id`,
    [rows[0].id, JSON.stringify([[placed, placed]])],
  )
  const token = await server.tokenOf('ann')
  const read = async (path: string, as = token) => server.rest(path, { token: as })
  expect((await read('/quilts')).json.data.assets).toMatchObject([{ name: 'Two', gridRows: 1, gridCols: 2 }])
  const path = `/quilts/${quilt.rows[0].id}?includeGeometry=true`
  const { asset } = (await read(path)).json.data
  expect(asset).toMatchObject({
    geometryStatus: 'complete',
    geometry: {
      placements: [
        [0, 0, 'A', 90],
        [0, 1, 'A', 90],
      ],
    },
  })
  expect(JSON.stringify(asset.geometry.cutting)).toContain('half-square-triangle')
  const overMcp = await callTool(
    server,
    'get_asset',
    { resource: 'quilts', id: String(quilt.rows[0].id), includeGeometry: true },
    { token },
  )
  expect(overMcp.json.result.structuredContent.asset).toEqual(asset)
  expect((await read(path, await server.tokenOf('eve'))).status).toBe(404)
})
