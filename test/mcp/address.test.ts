import { afterAll, expect, it } from 'vitest'
import { allTools } from '../../tools/index.ts'
import { modernHeaders, modernMessage, post } from '../helpers/mcp.ts'
import { startTestServer } from '../helpers/server.ts'
import { TOOL_COUNT } from '../helpers/tool-count.ts'
import { DEMO } from '../tools/demo.ts'

const server = await startTestServer()
const token = await server.tokenOf('user_demo')
afterAll(() => server.close())

/** One message to `/mcp` with this query. A member that it does not know takes it past the lane. */
async function send(query: string, method: string, params: { name?: string }, isModern = false) {
  const message = isModern ? modernMessage(method, params) : { jsonrpc: '2.0', id: 1, method, params }
  const headers = isModern ? modernHeaders(method, params.name) : {}
  const address = `/mcp${query}`
  return (await post(server, message, { authorization: `Bearer ${token}`, ...headers }, address)).json
}

const toolsAt = async (query: string, isModern?: boolean): Promise<string[]> =>
  (await send(query, 'tools/list', {}, isModern)).result.tools.map(({ name }: { name: string }) => name)

const READING = allTools
  .filter(({ isRestOnly, annotations }) => !isRestOnly && annotations.readOnlyHint)
  .map(({ name }) => name)

const WAYS = [
  ['2025, lane', false, {}],
  ['2025, SDK', false, { unheardOf: true }],
  ['2026, lane', true, {}],
] as const

it.each(WAYS)(
  '[D42.2] ?readonly=true lists and runs only tools that read (%s)',
  async (_, isModern, more) => {
    expect(await toolsAt('?readonly=true', isModern)).toEqual(READING)
    expect(READING).not.toContain('create_project')
    const call = (name: string, args: object) =>
      send('?readonly=true', 'tools/call', { name, ...{ arguments: args }, ...more }, isModern)
    expect((await call('create_project', { name: 'Not made' })).error.message).toMatch(/Unknown tool/)
    const { result } = await call('list_my_projects', { query: 'Not made' })
    expect(result.structuredContent.projects).toEqual([])
  },
)

it.each([
  ...['?readonly', '?readonly=1', '?readonly=TRUE', '?ReadOnly=true', '?readonly=false&readonly=true'],
  '?x=1;readonly=true',
])('[D42.2] %s is meant as ?readonly=true', async (query) => {
  expect(await toolsAt(query)).toEqual(READING)
})

it.each(['', '?readonly=false'])('[D33.1] at /mcp%s there are all tools', async (query) => {
  expect(await toolsAt(query)).toHaveLength(TOOL_COUNT)
})

it.each(WAYS)('[D39.7] ?pictures=false leaves pictures out (%s)', async (_, isModern, more) => {
  const call = { name: 'get_asset', arguments: { resource: 'blocks', id: DEMO.fourPatch }, ...more }
  const blocksAt = async (query: string) =>
    JSON.stringify((await send(query, 'tools/call', call, isModern)).result.content)
  expect(await blocksAt('')).toContain('"image"')
  expect(await blocksAt('?pictures=false')).not.toContain('"image"')
})
