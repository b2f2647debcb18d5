import { describe, expect, it } from 'vitest'
import { callTool, MODERN_VERSION, mcpRequest, modernMessage, post, sdkHeaders } from '../helpers/mcp.ts'
import { startTestServer } from '../helpers/server.ts'

const server = await startTestServer()
const token = await server.tokenOf('user_demo')

type Arguments = Record<string, unknown>
async function call(tool: string, args: Arguments) {
  const { status, json } = await callTool(server, tool, args, { token })
  expect(status).toBe(200)
  return json.result
}

/** The only text of a call that fails. */
async function refused(tool: string, args: Arguments): Promise<string> {
  const { isError, content, ...rest } = await call(tool, args)
  expect([isError, content.length, rest]).toEqual([true, 1, {}])
  return content[0].text
}

const BLOCKS = { resource: 'blocks' }
const STUB = { name: 'Stub', finishedWidthInches: 12, finishedHeightInches: 12 }

it('[§7.400] the message names the bound and says what to do next', async () => {
  expect(await refused('search_fabric_catalog', { limit: 26, query: '' })).toBe(
    'invalid_argument: query must be text from 1 to 100 characters. limit must be a whole number from 1 to 25. ' +
      'Correct the argument and call again.',
  )
})

it('[D34.3, D9.4, D9.12] a defect says nothing of the inside, and to list before a create is repeated', async () => {
  const broken = await startTestServer()
  const { kysely, close } = await broken.openAccounts()
  await kysely.schema.dropTable('project_members').execute()
  await close()
  const as = { token: await broken.tokenOf('user_demo') }
  const { status, json } = await callTool(broken, 'list_my_projects', {}, as)
  const text =
    'internal_error: Something went wrong on our side. Try again later. Before you repeat a create, list first.'
  expect([status, json.result]).toEqual([200, { isError: true, content: [{ type: 'text', text }] }])
})

describe('forgiving what models send', () => {
  it.each<[string, string, Arguments, Arguments]>([
    ['a number as text', 'search_fabric_catalog', { limit: '5' }, { limit: 5 }],
    ['null for what is optional', 'search_fabric_catalog', { query: null, limit: null, cursor: null }, {}],
    ['null for optional filters', 'list_my_assets', { ...BLOCKS, projectId: null }, BLOCKS],
  ])('[D12.9] %s', async (_, tool, sent, meant) => {
    expect(await call(tool, sent)).toEqual(await call(tool, meant))
  })

  it('[D12.9] a boolean and a fraction as text', async () => {
    const made = await call('create_block_stub', { ...STUB, finishedWidthInches: '12.5' })
    expect(made.structuredContent.finishedWidthInches).toBe(12.5)
    const id = made.structuredContent.blockId
    const read = await call('get_asset', { ...BLOCKS, id, includeGeometry: 'true' })
    expect(read.structuredContent.asset.geometryStatus).toBe('empty')
    const plain = await call('get_asset', { ...BLOCKS, id, includeGeometry: 'false' })
    expect(plain.structuredContent.asset).not.toHaveProperty('geometryStatus')
  })

  it.each<[string, Arguments]>([
    ['search_fabric_catalog', { limit: '05' }],
    ['search_fabric_catalog', { query: 7 }],
    ['create_project', { name: null }],
    ['get_asset', { ...BLOCKS, id: 'x', includeGeometry: 'yes' }],
    ['create_block_stub', { ...STUB, finishedWidthInches: '12 in' }],
  ])('[D34.3, D12.9] but %s %j stays refused', async (tool, args) => {
    expect(await refused(tool, args)).toMatch(/^invalid_argument: /)
  })
})

describe('[D12.2] an argument that a tool does not have is refused, and the result says what it has', () => {
  it('with the nearest name first', async () => {
    expect(await refused('list_my_assets', { ...BLOCKS, project_id: 'prj_1' })).toBe(
      'invalid_argument: list_my_assets has no project_id. ' +
        'Its arguments are: projectId, resource, query, limit, cursor. ' +
        'Nothing was done. Call again with these names only.',
    )
    expect(await refused('search_fabric_catalog', { Query: 'kona' })).toMatch(/are: query,/)
    expect(await refused('search_fabric_catalog', { colecton: 'Kona' })).toMatch(/are: collection,/)
    expect(await refused('create_block_stub', { ...STUB, width: 12 })).toMatch(/are: finishedWidthInches,/)
  })

  it('with what to do where models often take another name', async () => {
    const text = await refused('search_fabric_catalog', { color: '#D9A441', brand: 'moda' })
    expect(text).toMatch(/has no color, brand\./)
    expect(text).toMatch(/colours as #RRGGBB go into query\. The maker goes into manufacturer\.$/)
  })

  it('also one called __proto__, in each revision and in a message that the SDK reads', async () => {
    const params = JSON.parse(
      '{"name":"browse_supplies","arguments":{"category":"rulers","__proto__":{"limit":1}}}',
    )
    for (const { json } of [
      await mcpRequest(server, 'tools/call', params),
      await mcpRequest(server, 'tools/call', params, { version: MODERN_VERSION }),
      await post(server, modernMessage('tools/call', params), sdkHeaders(params.name)),
    ])
      expect(json.result.content[0].text).toMatch(/^invalid_argument: browse_supplies has no __proto__\. Its/)
  })

  it('[D12.3] a block is not made where it cannot be put into the project', async () => {
    const blocks = async () => (await call('list_my_assets', { ...BLOCKS, limit: 50 })).structuredContent
    const before = await blocks()
    const text = await refused('create_block_stub', { ...STUB, projectId: 'prj_1' })
    expect(text).toMatch(/Nothing was made\..*placed in a project in the quilting application/)
    expect(await blocks()).toEqual(before)
  })

  it('also one of an unlikely name, shown within bounds and without hidden characters', async () => {
    expect(await refused('list_my_projects', { toString: 1 })).toMatch(/has no toString\./)
    expect(await refused('list_my_projects', { [`a\u202E${'b'.repeat(90)}`]: 1 })).toMatch(/no ab{38}\. /)
    const many = Object.fromEntries(Array.from({ length: 500 }, (_, index) => [`x${index}`, 1]))
    expect((await refused('list_my_projects', many)).length).toBeLessThan(250)
  })

  it('and every input schema says so', async () => {
    const { json } = await mcpRequest(server, 'tools/list')
    for (const { inputSchema } of json.result.tools)
      expect(inputSchema).toMatchObject({ additionalProperties: false, required: expect.any(Array) })
  })
})
