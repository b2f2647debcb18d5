import { afterAll, expect, it } from 'vitest'
import { callTool, MODERN_VERSION, mcpRequest } from '../helpers/mcp.ts'
import { startTestServer } from '../helpers/server.ts'

const server = await startTestServer()
const token = await server.tokenOf('user_demo')
afterAll(() => server.close())

async function failureOf(tool: string, args: Record<string, unknown>, version = '2025-06-18') {
  const { status, json } = await callTool(server, tool, args, { token, version })
  expect([status, json.result.isError]).toEqual([200, true])
  expect(json.result).not.toHaveProperty('structuredContent')
  expect(json.result.content).toHaveLength(1)
  return json.result.content[0].text
}

it.each(['2025-06-18', MODERN_VERSION])(
  '[D34.3, D34.4, D10.1] %s: a missing item is a result with code, message and hint',
  async (version) => {
    const text = await failureOf('get_asset', { resource: 'quilts', id: 'qlt_nobody' }, version)
    expect(text).toBe('not_found: No such item. list_my_assets with resource=quilts lists the ids.')
  },
)

it("[D10.1, D10.2, §1.ownership] another person's item and a wrong resource look like no item", async () => {
  const mine = { resource: 'blocks', id: 'blk_K8L2lDsogCJpi8Sqn6ZrBl' }
  const missing = await failureOf('get_asset', { ...mine, id: 'blk_nobody' })
  const other = await server.tokenOf('user_other')
  const { json } = await callTool(server, 'get_asset', mine, { token: other })
  expect(json.result.content[0].text).toBe(missing)
  const wrong = await failureOf('get_asset', { ...mine, resource: 'quilts' })
  expect(wrong).toBe('not_found: No such item. This id is of a block: ask with resource=blocks.')
  expect(await failureOf('get_asset', { resource: 'quilts', id: 'blk_nobody' })).toBe(wrong)
})

it('[D34.3, §8.cursor] a cursor that does not fit is invalid_cursor and says how to go on', async () => {
  const { json } = await callTool(server, 'list_my_projects', { limit: 2 }, { token })
  const { cursor } = json.result.structuredContent
  const fits = await callTool(server, 'list_my_projects', { limit: 5, cursor }, { token })
  expect(fits.json.result.isError).toBeUndefined()

  const misuses: [string, Record<string, unknown>][] = [
    ['list_my_projects', { cursor: 'nonsense' }],
    ['list_my_projects', { cursor, query: 'harvest' }],
    ['list_my_assets', { cursor, resource: 'blocks' }],
    ['search_fabric_catalog', { cursor }],
  ]
  for (const [tool, args] of misuses) {
    expect(await failureOf(tool, args)).toMatch(/^invalid_cursor: .+ .+/)
  }
  const other = await server.tokenOf('user_other')
  const stolen = await callTool(server, 'list_my_projects', { cursor }, { token: other })
  expect(stolen.json.result.content[0].text).toMatch(/^invalid_cursor: /)
})

it('[D34.4, §7.429, D36.5] a rate limit is a result, not an HTTP error, and says how long to wait', async () => {
  const env = { RATE_LIMIT_ANONYMOUS: '2/60', RATE_LIMIT_USER: '3/60', RATE_LIMIT_CREATE: '1/60' }
  const limited = await startTestServer({ env })
  const signedIn = { token: await limited.tokenOf('user_demo') }
  const say = async (tool: string, args: object, options = {}) => {
    const { status, json } = await callTool(limited, tool, { ...args }, options)
    expect(status).toBe(200)
    return json.result.isError ? json.result.content[0].text : 'ok'
  }
  const refusal = /^rate_limited: Too many requests\. Wait \d+ seconds, then try again\.$/
  try {
    const create = () => say('create_project', { name: 'x' }, signedIn)
    expect([await create(), await create()]).toEqual(['ok', expect.stringMatching(refusal)])
    const list = () => say('list_my_projects', {}, signedIn)
    expect([await list(), await list(), await list()]).toEqual(['ok', 'ok', expect.stringMatching(refusal)])
    const browse = () => say('browse_supplies', { category: 'rulers' })
    expect([await browse(), await browse(), await browse()]).toEqual([
      'ok',
      'ok',
      expect.stringMatching(refusal),
    ])
    // What is no tool call is never in the way of a client that connects.
    expect((await mcpRequest(limited, 'tools/list')).status).toBe(200)
  } finally {
    await limited.close()
  }
})

it('[D34.3, D9.4, D9.12] a defect is internal_error, says nothing of the inside and to list before a create is repeated', async () => {
  const broken = await startTestServer()
  try {
    const { kysely, close } = await broken.openAccounts()
    await kysely.schema.dropTable('project_members').execute()
    await close()
    const options = { token: await broken.tokenOf('user_demo') }
    const { status, json } = await callTool(broken, 'list_my_projects', {}, options)
    expect([status, json.result]).toEqual([
      200,
      {
        isError: true,
        content: [
          {
            type: 'text',
            text: 'internal_error: Something went wrong on our side. Try again later. Before you repeat a create, list first.',
          },
        ],
      },
    ])
  } finally {
    await broken.close()
  }
})
