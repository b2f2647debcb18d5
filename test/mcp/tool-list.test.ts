import { AjvJsonSchemaValidator } from '@modelcontextprotocol/client/validators/ajv'
import { expect, it } from 'vitest'
import * as z from 'zod'
import { allTools } from '../../tools/index.ts'
import { callTool, MODERN_VERSION, mcpRequest } from '../helpers/mcp.ts'
import { startTestServer } from '../helpers/server.ts'
import { DEMO } from '../tools/demo.ts'

const server = await startTestServer()
const token = await server.tokenOf('user_demo')

const OFFERED = allTools.filter(({ isRestOnly }) => !isRestOnly)
/** The tools of section 4. Others may follow. */
const SPECIFIED = [
  'search_fabric_catalog',
  'browse_supplies',
  'list_my_projects',
  'create_project',
  'list_my_assets',
  'get_asset',
  'create_block_stub',
]

const listed = z.looseObject({
  name: z.string(),
  title: z.string().min(1),
  description: z.string().min(1).max(1024),
  inputSchema: z.looseObject({ type: z.literal('object'), properties: z.record(z.string(), z.unknown()) }),
  // Open: a client that keeps an old list has to take a new field.
  outputSchema: z.strictObject({
    type: z.literal('object'),
    properties: z.looseObject({}),
    required: z.array(z.string()),
  }),
  annotations: z.object({
    title: z.string().min(1),
    readOnlyHint: z.boolean(),
    destructiveHint: z.literal(false),
    idempotentHint: z.boolean(),
    openWorldHint: z.literal(false),
  }),
  securitySchemes: z.array(z.unknown()),
  _meta: z.object({ securitySchemes: z.array(z.unknown()) }),
})
const { result } = (await mcpRequest(server, 'tools/list')).json
const tools = z.array(listed).parse(result.tools)

it('[§4, §4.11.tools, D33.1] everyone sees all tools, in one order', () => {
  const names = tools.map(({ name }) => name)
  expect(names).toEqual(OFFERED.map(({ name }) => name))
  expect(names.filter((name) => SPECIFIED.includes(name))).toEqual(SPECIFIED)
})

it('[D33.4] says of each tool what it needs, in both places where clients look', () => {
  const needs = new Map(OFFERED.map(({ name, auth }) => [name, auth === 'public' ? 'noauth' : 'oauth2']))
  for (const { name, securitySchemes, _meta } of tools) {
    expect(securitySchemes, name).toEqual([{ type: needs.get(name) }])
    expect(_meta.securitySchemes, name).toEqual(securitySchemes)
  }
})

it('[D33.1] lists the same for anonymous and signed-in callers, so that it may be kept by anyone', async () => {
  const version = MODERN_VERSION
  const anonymous = (await mcpRequest(server, 'tools/list', {}, { version })).json.result
  expect(anonymous).toMatchObject({ ttlMs: 3_600_000, cacheScope: 'public', resultType: 'complete' })
  expect((await mcpRequest(server, 'tools/list', {}, { version, token })).json.result).toEqual(anonymous)
})

it.each<[tool: string, args: Record<string, unknown>]>([
  ['search_fabric_catalog', {}],
  ['browse_supplies', { category: 'fabric-brands' }],
  ['list_my_projects', {}],
  ['list_my_assets', { resource: 'blocks' }],
  ['list_my_assets', { resource: 'swatches' }],
  ['get_asset', { resource: 'blocks', id: DEMO.fourPatch, includeGeometry: true }],
  ['create_project', { name: 'Für Maren 🧵', description: 'Two "words"' }],
  ['create_block_stub', { name: 'Stub', finishedWidthInches: 12.5, finishedHeightInches: 9 }],
])('[D34.1] the result of %s %j fits the published output schema', async (tool, args) => {
  const { structuredContent } = (await callTool(server, tool, args, { token })).json.result
  const { outputSchema = {} } = tools.find(({ name }) => name === tool) ?? {}
  const check = new AjvJsonSchemaValidator().getValidator(outputSchema)
  expect(check(structuredContent)).toMatchObject({ valid: true })
  // A client with a list of yesterday takes a field of today. What is missing or of another type is refused.
  expect(check({ ...structuredContent, further: 1 })).toMatchObject({ valid: true })
  expect(check({})).toMatchObject({ valid: false })
})
