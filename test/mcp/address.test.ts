import { expect, it } from 'vitest'
import { allTools } from '../../tools/index.ts'
import { modernHeaders, modernMessage, post, sdkHeaders } from '../helpers/mcp.ts'
import { startTestServer } from '../helpers/server.ts'
import { TOOL_COUNT } from '../helpers/tool-count.ts'
import { DEMO } from '../tools/demo.ts'

const server = await startTestServer()
const token = await server.tokenOf('user_demo')

const WAYS = ['2025', '2026', '2026, by the SDK'] as const
type Way = (typeof WAYS)[number]

/** One message to `/mcp` with this query. */
async function send(query: string, method: string, params: { name?: string } = {}, way: Way = '2025') {
  const { name } = params
  const message = way === '2025' ? { jsonrpc: '2.0', id: 1, method, params } : modernMessage(method, params)
  const modern = way === '2026' || !name ? modernHeaders(method, name) : sdkHeaders(name)
  const headers = { authorization: `Bearer ${token}`, ...(way === '2025' ? {} : modern) }
  return (await post(server, message, headers, `/mcp${query}`)).json
}

const toolsAt = async (query: string, way?: Way): Promise<string[]> =>
  (await send(query, 'tools/list', {}, way)).result.tools.map(({ name }: { name: string }) => name)

const READING = allTools
  .filter(({ isRestOnly, annotations }) => !isRestOnly && annotations.readOnlyHint)
  .map(({ name }) => name)

it.each(WAYS)('[D42.2] ?readonly=true lists and runs only tools that read (%s)', async (way) => {
  expect(await toolsAt('?readonly=true', way)).toEqual(READING)
  expect(READING).not.toContain('create_project')
  const call = (name: string, args: object) =>
    send('?readonly=true', 'tools/call', { name, ...{ arguments: args } }, way)
  expect((await call('create_project', { name: 'Not made' })).error.message).toMatch(/Unknown tool/)
  const { result } = await call('list_my_projects', { query: 'Not made' })
  expect(result.structuredContent.projects).toEqual([])
})

it.each([
  ...['?readonly', '?readonly=1', '?readonly=TRUE', '?ReadOnly=true', '?readonly=false&readonly=true'],
  ...['?read-only=true', '?read_only=1', '?x=1;readonly=true'],
])('[D42.2] %s is meant as ?readonly=true', async (query) => {
  expect(await toolsAt(query)).toEqual(READING)
})

it.each(['', '?readonly=false'])('[D33.1] at /mcp%s there are all tools', async (query) => {
  expect(await toolsAt(query)).toHaveLength(TOOL_COUNT)
})

it.each(WAYS)('[D39.7] ?pictures=false leaves pictures out (%s)', async (way) => {
  const call = { name: 'get_asset', arguments: { resource: 'blocks', id: DEMO.fourPatch } }
  const blocksAt = async (query: string) =>
    JSON.stringify((await send(query, 'tools/call', call, way)).result.content)
  expect(await blocksAt('')).toContain('"image"')
  expect(await blocksAt('?pictures=false')).not.toContain('"image"')
})
