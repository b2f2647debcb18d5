import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { allTools } from '../../tools/index.ts'
import { ROOT } from '../helpers/files.ts'
import { mcpRequest } from '../helpers/mcp.ts'
import { startTestServer, type TestServer } from '../helpers/server.ts'

const NAMES = allTools.filter(({ surfaces }) => surfaces.includes('mcp')).map(({ name }) => name)

interface Listed {
  readonly name: string
}

let server: TestServer
let listed: Listed[]
beforeAll(async () => {
  server = await startTestServer()
  listed = (await mcpRequest(server, 'tools/list')).json.result.tools
})
afterAll(() => server.close())

/** JSON with the members of every object in one order, so that a snapshot changes with its content only. */
function stableJson(value: unknown): string {
  const sorted = (_: string, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part
  return `${JSON.stringify(value, sorted, 2)}\n`
}

describe('[§4.11.tools] what tools/list shows', () => {
  it('is the tools of section 4, in the order of the definitions', () => {
    const specified = [
      'search_fabric_catalog',
      'browse_supplies',
      'list_my_projects',
      'create_project',
      'list_my_assets',
      'get_asset',
      'create_block_stub',
    ]
    expect(listed.map(({ name }) => name).filter((name) => specified.includes(name))).toEqual(specified)
    expect(listed.map(({ name }) => name)).toEqual(NAMES)
  })

  it.each(NAMES)('of %s is as it was reviewed', async (name) => {
    const tool = listed.find((candidate) => candidate.name === name)
    const json = stableJson(tool).replaceAll(server.baseUrl, 'https://api.example.com')
    await expect(json).toMatchFileSnapshot(join(ROOT, `test/tools/__snapshots__/${name}.json`))
  })

  it('has a reviewed descriptor of no other', () => {
    const files = readdirSync(join(ROOT, 'test/tools/__snapshots__'))
    expect(files.filter((file) => !NAMES.includes(file.replace('.json', '')))).toEqual([])
  })
})
