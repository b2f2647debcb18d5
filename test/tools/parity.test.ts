import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { callTool } from '../helpers/mcp.ts'
import { startTestServer, type TestServer } from '../helpers/server.ts'
import { type Call, readBoth } from './both.ts'
import { DEMO } from './demo.ts'

let server: TestServer
let tokens: Readonly<Record<string, string | undefined>>
beforeAll(async () => {
  server = await startTestServer()
  tokens = { demo: await server.tokenOf('user_demo'), other: await server.tokenOf('user_other') }
})
afterAll(() => server.close())

const fabrics = (path: string, args: Call['args']): Call => ({
  tool: 'search_fabric_catalog',
  path: `/fabrics${path}`,
  args,
})
const supplies = (path: string, args: Call['args']): Call => ({
  tool: 'browse_supplies',
  path: `/supplies${path}`,
  args,
})
const projects = (path: string, args: Call['args']): Call => ({
  tool: 'list_my_projects',
  path: `/projects${path}`,
  args,
})
const assets = (path: string, args: Call['args']): Call => ({ tool: 'list_my_assets', path, args })
const asset = (path: string, args: Call['args']): Call => ({ tool: 'get_asset', path, args })

const publicCalls: Call[] = [
  fabrics('', {}),
  fabrics('?query=kona%20mustard', { query: 'kona mustard' }),
  fabrics('?query=xyzzy&manufacturer=moda', { query: 'xyzzy', manufacturer: 'moda' }),
  fabrics('?collection=kona&limit=2', { collection: 'kona', limit: 2 }),
  fabrics('?limit=26', { limit: 26 }),
  fabrics('?cursor=AAAAAA.AAAA.AAAAAAAAAAAAAAAAAAAAAA', { cursor: 'AAAAAA.AAAA.AAAAAAAAAAAAAAAAAAAAAA' }),
  supplies('?category=rulers', { category: 'rulers' }),
  supplies('?category=rulers&query=square&limit=1', { category: 'rulers', query: 'square', limit: 1 }),
  supplies('?category=rulers&query=xyzzy', { category: 'rulers', query: 'xyzzy' }),
  supplies('', {}),
  supplies('?category=cats', { category: 'cats' }),
]

const privateCalls: Call[] = [
  projects('', {}),
  projects('?query=quilt&limit=1', { query: 'quilt', limit: 1 }),
  projects('?query=xyzzy', { query: 'xyzzy' }),
  projects('?limit=51', { limit: 51 }),
  assets('/assets?resource=blocks&limit=50', { resource: 'blocks', limit: 50 }),
  assets('/blocks', { resource: 'blocks' }),
  assets('/quilts?query=cabin', { resource: 'quilts', query: 'cabin' }),
  assets('/assets?resource=swatches', { resource: 'swatches' }),
  assets('/assets?resource=patterns', { resource: 'patterns' }),
  assets(`/blocks?projectId=${DEMO.guild}`, { resource: 'blocks', projectId: DEMO.guild }),
  assets(`/blocks?projectId=${DEMO.othersProject}`, { resource: 'blocks', projectId: DEMO.othersProject }),
  assets('/blocks?projectId=prj_unknown', { resource: 'blocks', projectId: 'prj_unknown' }),
  assets('/assets', {}),
  asset(`/blocks/${DEMO.fourPatch}`, { resource: 'blocks', id: DEMO.fourPatch }),
  asset(`/assets/quilts/${DEMO.quilt}?includeGeometry=true`, {
    resource: 'quilts',
    id: DEMO.quilt,
    includeGeometry: true,
  }),
  asset(`/quilts/${DEMO.quilt}?includeGeometry=false`, {
    resource: 'quilts',
    id: DEMO.quilt,
    includeGeometry: false,
  }),
  asset(`/assets/swatches/${DEMO.swatch}?includeGeometry=true`, {
    resource: 'swatches',
    id: DEMO.swatch,
    includeGeometry: true,
  }),
  asset(`/blocks/${DEMO.othersBlock}`, { resource: 'blocks', id: DEMO.othersBlock }),
  asset(`/blocks/${DEMO.othersGuildBlock}`, { resource: 'blocks', id: DEMO.othersGuildBlock }),
  asset(`/blocks/${DEMO.quilt}`, { resource: 'blocks', id: DEMO.quilt }),
  asset('/blocks/blk_unknown', { resource: 'blocks', id: 'blk_unknown' }),
]

describe('[§1.parity, D34.1] REST and MCP answer the same', () => {
  it.each(publicCalls.map((call) => [call.path, call] as const))('to anyone: %s', async (_, call) => {
    const anonymous = await readBoth(server, call)
    expect(await readBoth(server, call, tokens['demo'])).toEqual(anonymous)
  })

  it.each(privateCalls.flatMap((call) => ['demo', 'other'].map((user) => [user, call.path, call] as const)))(
    'to %s: %s',
    async (user, _, call) => {
      expect(await readBoth(server, call, tokens[user])).toBeTypeOf('object')
    },
  )
})

describe('[§5.5] without an account', () => {
  it.each([
    projects('', {}),
    assets('/blocks', { resource: 'blocks' }),
    asset('/blocks/b', { resource: 'blocks', id: 'b' }),
  ])('$tool is refused on both', async ({ tool, args, path }) => {
    expect((await server.rest(path)).status).toBe(401)
    expect((await callTool(server, tool, args)).status).toBe(401)
  })

  it.each([
    ['create_project', '/projects', { name: 'No' }],
    ['create_block_stub', '/blocks', { name: 'No', finishedWidthInches: 1, finishedHeightInches: 1 }],
  ])('%s is refused on both', async (tool, path, body) => {
    expect((await server.rest(path, { method: 'POST', body })).status).toBe(401)
    expect((await callTool(server, tool, body)).status).toBe(401)
  })
})

describe('[§8.cursor] a cursor', () => {
  it('goes on between the surfaces and aliases, with another limit, anonymously and signed in', async () => {
    const token = tokens['demo'] ?? ''
    const all = (await server.rest('/assets?resource=blocks&limit=50', { token })).json.data.assets
    const first = (await callTool(server, 'list_my_assets', { resource: 'blocks', limit: 2 }, { token })).json
      .result
    const { cursor } = first.structuredContent
    const rest = (await server.rest(`/blocks?limit=5&cursor=${cursor}`, { token })).json.data
    expect(rest.assets).toEqual(all.slice(2, 7))

    const page = (await server.rest('/fabrics?query=kona&limit=3')).json.data
    const next = await callTool(
      server,
      'search_fabric_catalog',
      { query: 'kona', limit: 4, cursor: page.cursor },
      { token },
    )
    const both = (await server.rest('/fabrics?query=kona&limit=7')).json.data.fabrics
    expect([...page.fabrics, ...next.json.result.structuredContent.fabrics]).toEqual(both)
  })

  it.each([
    ['another query', '/fabrics?query=bella'],
    ['no query', '/fabrics?limit=3'],
    ['another spelling of the query', '/fabrics?query=KONA'],
    ['a further filter', '/fabrics?query=kona&manufacturer=moda'],
    ['another list', '/projects?query=kona'],
  ])('is refused with %s', async (_, path) => {
    const { cursor } = (await server.rest('/fabrics?query=kona&limit=3')).json.data
    const token = tokens['demo'] ?? ''
    const answer = await server.rest(`${path}&cursor=${cursor}`, { token })
    expect([answer.status, answer.json.error.code]).toEqual([400, 'invalid_cursor'])
  })

  it.each([
    ['/blocks?limit=1', '/blocks?limit=1&query=star'],
    ['/projects?limit=1', '/projects?limit=1&query=quilt'],
  ])('of %s is refused for another person and for %s', async (path, filtered) => {
    const [token = '', stranger = ''] = [tokens['demo'], tokens['other']]
    const { cursor } = (await server.rest(path, { token })).json.data
    const codeOf = async (from: string, as: string) =>
      (await server.rest(`${from}&cursor=${cursor}`, { token: as })).json.error?.code
    expect(await codeOf(path, token)).toBeUndefined()
    expect(await codeOf(path, stranger)).toBe('invalid_cursor')
    expect(await codeOf(filtered, token)).toBe('invalid_cursor')
  })
})
