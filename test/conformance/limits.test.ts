import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { ASSET_RESOURCES, SUPPLY_CATEGORIES } from '../../src/core/rooms.ts'
import { callTool, MODERN_VERSION, mcpRequest } from '../helpers/mcp.ts'
import { startTestServer } from '../helpers/server.ts'
import { TOOL_COUNT } from '../helpers/tool-count.ts'

// What the clients that people use are known to refuse, cut off or choke on.
const MAX_LIST_BYTES = 14_000
/** One more tool, with a list among its arguments and one in its answer, takes about 1,200. */
const ROOM_FOR_A_TOOL = 1300
/** The tools of the contract, §4; those that are added later follow them. */
const FIRST_TOOLS = 7
const MAX_PAGE_TOKENS = 10_000
/** No tokenizer in use makes more tokens of JSON than one for three bytes. */
const BYTES_PER_TOKEN = 3
const tokensOf = (text: string) => Buffer.byteLength(text) / BYTES_PER_TOKEN

const server = await startTestServer({ env: { OAUTH_SCOPES: 'projects:read projects:write' } })
const token = await server.issuer.mint(server.baseUrl, { scope: 'projects:read projects:write' })

const tool = z.looseObject({ name: z.string(), inputSchema: z.looseObject({ type: z.literal('object') }) })

describe.each([MODERN_VERSION, '2025-11-25', '2025-06-18', '2025-03-26'])('tools/list at %s', (version) => {
  it('[D33.1] has at most 14,000 bytes with scopes configured, and room for one more beside the first seven', async () => {
    const { json, text } = await mcpRequest(server, 'tools/list', {}, { version })
    const tools = z.array(tool).parse(json.result.tools)
    const bytes = (part: readonly unknown[]) => Buffer.byteLength(JSON.stringify({ tools: part }))
    expect(bytes(tools), 'shorten the descriptions').toBeLessThanOrEqual(MAX_LIST_BYTES)
    expect(bytes(tools.slice(0, FIRST_TOOLS))).toBeLessThanOrEqual(MAX_LIST_BYTES - ROOM_FOR_A_TOOL)
    expect(text).toContain('projects:write')
    expect(tools).toHaveLength(TOOL_COUNT)
    for (const { name } of tools) expect(name).toMatch(/^[a-z0-9_]{1,64}$/)
    // Some clients take no unions and no references.
    expect(JSON.stringify(tools)).not.toMatch(/"(?:\$ref|\$defs|\$schema|anyOf|oneOf|allOf|not)":/)
  })
})

/** What a model reads of a result: the text, or the structured content, which says the same. */
async function pageTokens(name: string, args: Readonly<Record<string, unknown>>): Promise<number> {
  const { isError, content } = (await callTool(server, name, args, { token })).json.result
  expect(isError, content?.[0]?.text).toBeUndefined()
  return tokensOf(content[0].text)
}

describe('a page of results is under 10,000 tokens at the largest limit', () => {
  it.each([
    ...[{}, { query: 'o' }, { query: 'solids' }, { manufacturer: 'Moda' }].map(
      (filter) => ['search_fabric_catalog', filter] as const,
    ),
    ...SUPPLY_CATEGORIES.map((category) => ['browse_supplies', { category }] as const),
  ])('[§4.2.data, §4.3.data] %s %j', async (name, filter) => {
    expect(await pageTokens(name, { ...filter, limit: 25 })).toBeLessThan(MAX_PAGE_TOKENS)
  })

  it('[§4.4.data, §4.6.data] fifty projects and items of each resource, with the longest names', async () => {
    const project = { name: 'n'.repeat(120) }
    const stub = { ...project, finishedWidthInches: 12, finishedHeightInches: 12 }
    for (let count = 0; count < 50; count += 1) {
      await callTool(server, 'create_project', project, { token })
      if (count % 2 === 0) await callTool(server, 'create_block_stub', stub, { token })
    }
    expect(await pageTokens('list_my_projects', { limit: 50 })).toBeLessThan(MAX_PAGE_TOKENS)
    for (const resource of ASSET_RESOURCES)
      expect(await pageTokens('list_my_assets', { resource, limit: 50 })).toBeLessThan(MAX_PAGE_TOKENS)
  })

  // Over REST, which has the same data (D34.1) and draws no pictures.
  it('[§4.8.data, D21.2] each item of the demo account with its geometry', async () => {
    let items = 0
    for (const resource of ASSET_RESOURCES) {
      const { json } = await server.rest(`/assets?resource=${resource}&limit=50`, { token })
      for (const { id } of json.data.assets) {
        items += 1
        const item = await server.rest(`/assets/${resource}/${id}?includeGeometry=true`, { token })
        expect(item.json.data.asset).toHaveProperty('geometryStatus')
        expect(tokensOf(item.text)).toBeLessThan(MAX_PAGE_TOKENS)
      }
    }
    expect(items).toBeGreaterThan(50)
  })
})
