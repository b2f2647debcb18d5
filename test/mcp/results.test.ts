import { AjvJsonSchemaValidator } from '@modelcontextprotocol/client/validators/ajv'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { callTool, MODERN_VERSION, mcpRequest } from '../helpers/mcp.ts'
import { startTestServer, type TestServer } from '../helpers/server.ts'
import { expectNote } from '../tools/notes.ts'

const BLOCK = 'blk_K8L2lDsogCJpi8Sqn6ZrBl'
const size = { finishedWidthInches: 12.5, finishedHeightInches: 9 }

/** The same call on both surfaces. */
const READS: [tool: string, args: Record<string, unknown>, path: string][] = [
  ['search_fabric_catalog', {}, '/fabrics'],
  ['search_fabric_catalog', { query: 'kona', limit: 3 }, '/fabrics?query=kona&limit=3'],
  ['browse_supplies', { category: 'fabric-brands' }, '/supplies?category=fabric-brands'],
  ['list_my_projects', {}, '/projects'],
  ['list_my_projects', { limit: 2 }, '/projects?limit=2'],
  ['list_my_assets', { resource: 'blocks' }, '/blocks'],
  ['list_my_assets', { resource: 'quilts' }, '/assets?resource=quilts'],
  ['list_my_assets', { resource: 'swatches' }, '/assets?resource=swatches'],
  ['list_my_assets', { resource: 'patterns', limit: 1 }, '/assets?resource=patterns&limit=1'],
  ['get_asset', { resource: 'blocks', id: BLOCK }, `/blocks/${BLOCK}`],
  [
    'get_asset',
    { resource: 'blocks', id: BLOCK, includeGeometry: true },
    `/assets/blocks/${BLOCK}?includeGeometry=true`,
  ],
]
const CREATES: [tool: string, args: Record<string, unknown>, path: string][] = [
  ['create_project', { name: 'Für Maren 🧵', description: 'Two "words"' }, '/projects'],
  ['create_block_stub', { name: 'Stub', ...size }, '/blocks'],
]

let server: TestServer
let token: string
const schemas = new Map<string, object>()
beforeAll(async () => {
  server = await startTestServer()
  token = await server.tokenOf('user_demo')
  const { json } = await mcpRequest(server, 'tools/list')
  for (const tool of json.result.tools) schemas.set(tool.name, tool.outputSchema)
})
afterAll(() => server.close())

/** The `data` of a REST answer as it was sent. */
async function restData(path: string, body?: unknown): Promise<string> {
  const init = body === undefined ? { token } : { token, method: 'POST', body }
  const { text } = await server.rest(path, init)
  const [, data = ''] = /^\{"success":true,"data":(.*)\}$/s.exec(text) ?? []
  return data
}

/** New ids differ from call to call. */
const withoutIds = (text: string) => text.replaceAll(/(?:prj|blk)_[\w-]+/g, 'ID')

async function resultOf(tool: string, args: Record<string, unknown>, version?: string) {
  const { status, json } = await callTool(server, tool, args, {
    token,
    ...(version === undefined ? {} : { version }),
  })
  expect(status).toBe(200)
  return json.result
}

it.each(READS)('[D34.1, §1.parity] %s %j is the data of GET %s, byte for byte', async (tool, args, path) => {
  const data = await restData(path)
  for (const version of ['2025-06-18', MODERN_VERSION]) {
    const { content, structuredContent, isError } = await resultOf(tool, args, version)
    expect(isError).toBeUndefined()
    expect(JSON.stringify(structuredContent)).toBe(data)
    expect(content[0]).toEqual({ type: 'text', text: data })
    for (const other of content.slice(1)) expectNote(other)
  }
})

it.each(CREATES)(
  '[D34.1, §1.parity] %s %j is the data of POST %s but for the new id',
  async (tool, args, path) => {
    const data = withoutIds(await restData(path, args))
    const { content, structuredContent } = await resultOf(tool, args)
    expect(withoutIds(JSON.stringify(structuredContent))).toBe(data)
    expect(content[0]).toEqual({ type: 'text', text: JSON.stringify(structuredContent) })
    for (const other of content.slice(1)) expectNote(other)
  },
)

it.each([...READS, ...CREATES])('[D34.1] %s %j fits its published output schema', async (tool, args) => {
  const { structuredContent } = await resultOf(tool, args)
  const check = new AjvJsonSchemaValidator().getValidator(schemas.get(tool) ?? {})
  expect(check(structuredContent)).toMatchObject({ valid: true })
  // A client with a list of yesterday takes a field of today. What is missing or of another type is refused.
  expect(check({ ...structuredContent, further: 1 })).toMatchObject({ valid: true })
  expect(check({})).toMatchObject({ valid: false })
})

it.each([...READS, ...CREATES])('[D34.1] %s %j is no more than a model can read', async (tool, args) => {
  const { limit: _, ...atDefaultLimit } = args
  const { content } = await resultOf(tool, atDefaultLimit)
  expect(content[0].text.length).toBeLessThan(40_000)
})

it('[D34.1, §2.5] what a create answers is what the next reads show', async () => {
  const project = (await resultOf('create_project', { name: 'Seen at once' })).structuredContent
  const listed = await resultOf('list_my_projects', { limit: 1 })
  expect(listed.structuredContent.projects).toEqual([
    { id: project.projectId, name: 'Seen at once', url: project.url },
  ])

  const block = (await resultOf('create_block_stub', { name: 'Stub', ...size })).structuredContent
  const got = await resultOf('get_asset', { resource: 'blocks', id: block.blockId, includeGeometry: true })
  expect(got.structuredContent).toEqual({
    resource: 'blocks',
    asset: {
      id: block.blockId,
      name: 'Stub',
      url: block.url,
      width: 12.5,
      height: 9,
      shapeCount: 0,
      geometry: expect.anything(),
      geometryStatus: 'empty',
    },
    url: block.url,
    untrustedContent: true,
  })
})
