import { afterAll, describe, expect, it } from 'vitest'
import * as z from 'zod'
import { SUPPLY_CATEGORIES } from '../../src/core/rooms.ts'
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
const VERSIONS = [MODERN_VERSION, '2025-11-25', '2025-06-18', '2025-03-26']

const server = await startTestServer({ env: { OAUTH_SCOPES: 'projects:read projects:write' } })
const token = await server.issuer.mint(server.baseUrl, { scope: 'projects:read projects:write' })
afterAll(() => server.close())

/** Every object and array inside a value, itself included. */
function* nodes(value: unknown): Generator<object> {
  if (typeof value !== 'object' || value === null) return
  yield value
  for (const member of Object.values(value)) yield* nodes(member)
}

const listing = z.object({
  tools: z.array(z.looseObject({ name: z.string(), inputSchema: z.looseObject({ type: z.string() }) })),
})

describe.each(VERSIONS)('tools/list at %s', (version) => {
  it('[D33.1] has at most 14,000 bytes with scopes configured, and room for one more beside the first seven', async () => {
    const answer = await mcpRequest(server, 'tools/list', {}, { version })
    const { tools } = answer.json.result
    const bytes = (part: readonly unknown[]) => Buffer.byteLength(JSON.stringify({ tools: part }))
    expect(bytes(tools), 'shorten the descriptions').toBeLessThanOrEqual(MAX_LIST_BYTES)
    expect(bytes(tools.slice(0, FIRST_TOOLS))).toBeLessThanOrEqual(MAX_LIST_BYTES - ROOM_FOR_A_TOOL)
    expect(answer.text).toContain('projects:write')
  })

  it('[D33.1] has names of at most 64 characters and inputs without unions at the root and without $ref', async () => {
    const { json } = await mcpRequest(server, 'tools/list', {}, { version })
    const { tools } = listing.parse(json.result)
    expect(tools).toHaveLength(TOOL_COUNT)
    for (const { name, inputSchema, ...rest } of tools) {
      expect(name).toMatch(/^[a-z0-9_]{1,64}$/)
      expect(inputSchema.type).toBe('object')
      for (const node of nodes({ inputSchema, rest })) {
        expect(Object.keys(node)).not.toEqual(
          expect.arrayContaining([expect.stringMatching(/^(\$ref|\$defs|\$schema|anyOf|oneOf|allOf|not)$/)]),
        )
      }
    }
  })
})

/** What a model reads of a result: the text, or the structured content, which says the same. */
async function pageTokens(tool: string, args: Readonly<Record<string, unknown>>): Promise<number> {
  const { json } = await callTool(server, tool, args, { token })
  expect(json.result.isError, json.result.content?.[0]?.text).toBeUndefined()
  return Buffer.byteLength(json.result.content[0].text) / BYTES_PER_TOKEN
}

describe('a page of results is under 10,000 tokens at the largest limit', () => {
  it('[§4.2.data] of fabrics', async () => {
    for (const filter of [{}, { query: 'o' }, { query: 'solids' }, { manufacturer: 'Moda' }]) {
      expect(await pageTokens('search_fabric_catalog', { ...filter, limit: 25 })).toBeLessThan(
        MAX_PAGE_TOKENS,
      )
    }
  })

  it.each(SUPPLY_CATEGORIES)('[§4.3.data] of supplies: %s', async (category) => {
    expect(await pageTokens('browse_supplies', { category, limit: 25 })).toBeLessThan(MAX_PAGE_TOKENS)
  })

  it('[§4.4.data] of fifty projects with the longest names', async () => {
    const name = 'n'.repeat(120)
    for (let count = 0; count < 50; count += 1) await callTool(server, 'create_project', { name }, { token })
    expect(await pageTokens('list_my_projects', { limit: 50 })).toBeLessThan(MAX_PAGE_TOKENS)
  })

  it('[§4.6.data] of fifty items of each resource', async () => {
    const stub = { name: 'n'.repeat(120), finishedWidthInches: 12, finishedHeightInches: 12 }
    for (let count = 0; count < 25; count += 1) await callTool(server, 'create_block_stub', stub, { token })
    for (const resource of ['blocks', 'quilts', 'swatches', 'patterns']) {
      expect(await pageTokens('list_my_assets', { resource, limit: 50 })).toBeLessThan(MAX_PAGE_TOKENS)
    }
  })

  // Over REST, which has the same data (D34.1) and draws no pictures.
  it('[§4.8.data, D21.2] of each item of the demo account with its geometry', async () => {
    let items = 0
    for (const resource of ['blocks', 'quilts', 'swatches', 'patterns']) {
      const { json } = await callTool(server, 'list_my_assets', { resource, limit: 50 }, { token })
      for (const { id } of json.result.structuredContent.assets) {
        items += 1
        const item = await server.rest(`/assets/${resource}/${id}?includeGeometry=true`, { token })
        expect(item.json.data.asset).toHaveProperty('geometryStatus')
        expect(Buffer.byteLength(item.text) / BYTES_PER_TOKEN).toBeLessThan(MAX_PAGE_TOKENS)
      }
    }
    expect(items).toBeGreaterThan(50)
  })
})
