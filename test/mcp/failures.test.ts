import { expect, it } from 'vitest'
import { callTool, MODERN_VERSION, mcpRequest } from '../helpers/mcp.ts'
import { startTestServer } from '../helpers/server.ts'

const LIMITED = /^rate_limited: Too many requests\. Wait \d+ seconds, then try again\.$/

it('[D34.4, §7.429, D36.5] a rate limit is a result, not an HTTP error, and says how long to wait', async () => {
  const env = { RATE_LIMIT_ANONYMOUS: '2/60', RATE_LIMIT_USER: '3/60', RATE_LIMIT_CREATE: '1/60' }
  const server = await startTestServer({ env })
  const signedIn = { token: await server.tokenOf('user_demo') }
  /** How often a call works before it is limited. */
  const countUntilLimited = async (tool: string, args: Record<string, unknown>, options = {}) => {
    for (let count = 0; ; count += 1) {
      const { status, json } = await callTool(server, tool, args, options)
      expect(status).toBe(200)
      if (!json.result.isError) continue
      expect(json.result.content[0].text).toMatch(LIMITED)
      return count
    }
  }
  expect(await countUntilLimited('create_project', { name: 'x' }, signedIn)).toBe(1)
  expect(await countUntilLimited('list_my_projects', {}, signedIn)).toBe(2)
  expect(await countUntilLimited('browse_supplies', { category: 'rulers' })).toBe(2)
  // What is no tool call is never in the way of a client that connects.
  expect((await mcpRequest(server, 'tools/list')).status).toBe(200)
  await server.close()
})

it('[D34.3, D9.4, D9.12] a defect is internal_error, says nothing of the inside and to list before a create is repeated', async () => {
  const broken = await startTestServer()
  const { kysely, close } = await broken.openAccounts()
  await kysely.schema.dropTable('project_members').execute()
  await close()
  const options = { token: await broken.tokenOf('user_demo') }
  const { status, json } = await callTool(broken, 'list_my_projects', {}, options)
  const text =
    'internal_error: Something went wrong on our side. Try again later. Before you repeat a create, list first.'
  expect([status, json.result]).toEqual([200, { isError: true, content: [{ type: 'text', text }] }])
  await broken.close()
})

it('[D36.2, D33.2, D34.4, D9.12] calls that ask for a sign-in count for the address; what they say is not logged', async () => {
  const logged: string[] = []
  const record = (fields: object, message: string) => void logged.push(JSON.stringify([fields, message]))
  const log = { info: record, warn: record, error: record }
  const limited = await startTestServer({ log, env: { RATE_LIMIT_ANONYMOUS: '2/60' } })
  const call = () => callTool(limited, 'list_my_projects')
  expect([(await call()).status, (await call()).status]).toEqual([401, 401])
  const { status, json } = await call()
  expect([status, json.result.isError]).toEqual([200, true])
  expect(json.result.content[0].text).toMatch(LIMITED)

  await mcpRequest(limited, 'tools/call', { name: 'secret-name' }, { version: MODERN_VERSION })
  await callTool(limited, 'secret-tool', { note: 'secret-argument' }, { headers: { 'mcp-name': 'other' } })
  await mcpRequest(limited, 'secret/method', {}, { version: '1999-01-01' })
  expect(logged.filter((line) => line.includes('secret'))).toEqual([])
  expect(logged.some((line) => line.includes('refused'))).toBe(true)
  await limited.close()
})
