import { AjvJsonSchemaValidator } from '@modelcontextprotocol/client/validators/ajv'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { callTool, mcpRequest } from '../helpers/mcp.ts'
import { startTestServer, type TestServer } from '../helpers/server.ts'

const BLOCK = 'blk_K8L2lDsogCJpi8Sqn6ZrBl'
const size = { finishedWidthInches: 12.5, finishedHeightInches: 9 }

const CALLS: [tool: string, args: Record<string, unknown>][] = [
  ['search_fabric_catalog', {}],
  ['browse_supplies', { category: 'fabric-brands' }],
  ['list_my_projects', {}],
  ['list_my_assets', { resource: 'blocks' }],
  ['list_my_assets', { resource: 'swatches' }],
  ['get_asset', { resource: 'blocks', id: BLOCK, includeGeometry: true }],
  ['create_project', { name: 'Für Maren 🧵', description: 'Two "words"' }],
  ['create_block_stub', { name: 'Stub', ...size }],
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

async function resultOf(tool: string, args: Record<string, unknown>) {
  return (await callTool(server, tool, args, { token })).json.result
}

it.each(CALLS)('[D34.1] %s %j fits its published output schema', async (tool, args) => {
  const { structuredContent } = await resultOf(tool, args)
  const check = new AjvJsonSchemaValidator().getValidator(schemas.get(tool) ?? {})
  expect(check(structuredContent)).toMatchObject({ valid: true })
  // A client with a list of yesterday takes a field of today. What is missing or of another type is refused.
  expect(check({ ...structuredContent, further: 1 })).toMatchObject({ valid: true })
  expect(check({})).toMatchObject({ valid: false })
})
