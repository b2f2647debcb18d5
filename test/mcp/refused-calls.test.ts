import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Logger } from '../../src/core/logger.ts'
import { callTool, MODERN_VERSION, mcpRequest } from '../helpers/mcp.ts'
import { startTestServer, type TestServer } from '../helpers/server.ts'

const logged: string[] = []
const record = (fields: object, message: string) => {
  logged.push(JSON.stringify([fields, message]))
}
const log: Logger = { info: record, warn: record, error: record }

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ log, env: { RATE_LIMIT_ANONYMOUS: '2/60' } })
})
afterAll(() => server.close())

it('[D36.2, D33.2, D34.4] calls that ask for a sign-in count for the address, and then are told the limit', async () => {
  const call = () => callTool(server, 'list_my_projects')
  expect([(await call()).status, (await call()).status]).toEqual([401, 401])
  const { status, json } = await call()
  expect([status, json.result.isError]).toEqual([200, true])
  expect(json.result.content[0].text).toMatch(/^rate_limited: /)
})

it('[D9.12] what a refused request says is not logged', async () => {
  await mcpRequest(server, 'tools/call', { name: 'secret-name' }, { version: MODERN_VERSION })
  await callTool(server, 'secret-tool', { note: 'secret-argument' }, { headers: { 'mcp-name': 'other' } })
  await mcpRequest(server, 'secret/method', {}, { version: '1999-01-01' })
  expect(logged.filter((line) => line.includes('secret'))).toEqual([])
  expect(logged.some((line) => line.includes('refused'))).toBe(true)
})
