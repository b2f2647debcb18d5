import { afterAll, expect, it } from 'vitest'
import { allTools } from '../../tools/index.ts'
import { MODERN_VERSION, modernHeaders, modernMessage } from '../helpers/mcp.ts'
import { startTestServer } from '../helpers/server.ts'
import { TOOL_COUNT } from '../helpers/tool-count.ts'
import { DEMO } from '../tools/demo.ts'

const server = await startTestServer()
const token = await server.tokenOf('user_demo')
afterAll(() => server.close())

/** One message to `/mcp` with this query, by the lane or, with a member that it does not know, by the SDK. */
async function send(query: string, method: string, params: object, version = '2025-11-25') {
  const isModern = version === MODERN_VERSION
  const body = isModern
    ? modernMessage(method, { ...params })
    : { jsonrpc: '2.0', id: 1, method, params: { ...params } }
  const named = 'name' in params ? String(params.name) : undefined
  const headers = isModern ? modernHeaders(method, named) : { 'mcp-protocol-version': version }
  const given = Object.entries(headers).filter((each): each is [string, string] => each[1] !== undefined)
  const { json } = await server.request(`/mcp${query}`, {
    method: 'POST',
    token,
    headers: { accept: 'application/json, text/event-stream', ...Object.fromEntries(given) },
    body,
  })
  return json
}

/** The tools that only read. */
const READING = allTools
  .filter(({ isRestOnly, annotations }) => !isRestOnly && annotations.readOnlyHint)
  .map(({ name }) => name)

const WAYS = [
  ['2025, lane', '2025-11-25', {}],
  ['2025, SDK', '2025-11-25', { unheardOf: true }],
  ['2026, lane', MODERN_VERSION, {}],
] as const

it.each(WAYS)('[D42.2] ?readonly=true lists and runs only tools that read (%s)', async (_, version, more) => {
  const { tools } = (await send('?readonly=true', 'tools/list', {}, version)).result
  expect(tools.map(({ name }: { name: string }) => name)).toEqual(READING)
  expect(READING).not.toContain('create_project')
  const create = { name: 'create_project', arguments: { name: 'Not made' }, ...more }
  expect((await send('?readonly=true', 'tools/call', create, version)).error.message).toMatch(/Unknown tool/)
  const read = { name: 'list_my_projects', arguments: { query: 'Not made' }, ...more }
  const { result } = await send('?readonly=true', 'tools/call', read, version)
  expect(result.structuredContent.projects).toEqual([])
})

it.each([
  '?readonly',
  '?readonly=1',
  '?readonly=TRUE',
  '?ReadOnly=true',
  '?readonly=false&readonly=true',
  '?x=1;readonly=true',
])('[D42.2] %s is meant as ?readonly=true', async (query) => {
  expect((await send(query, 'tools/list', {})).result.tools).toHaveLength(READING.length)
})

it.each(['', '?readonly=false'])('[D33.1] at /mcp%s there are all tools', async (query) => {
  expect((await send(query, 'tools/list', {})).result.tools).toHaveLength(TOOL_COUNT)
})

it.each(WAYS)('[D39.7] ?pictures=false leaves pictures out (%s)', async (_, version, more) => {
  const call = { name: 'get_asset', arguments: { resource: 'blocks', id: DEMO.fourPatch }, ...more }
  const typesAt = async (query: string) =>
    (await send(query, 'tools/call', call, version)).result.content.map(({ type }: { type: string }) => type)
  expect(await typesAt('')).toContain('image')
  expect(await typesAt('?pictures=false')).not.toContain('image')
})
