import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { Client as ModernClient } from '@modelcontextprotocol/client'
import { StdioClientTransport as ModernTransport } from '@modelcontextprotocol/client/stdio'
import { expect, it } from 'vitest'
import * as z from 'zod'
import { ROOT } from '../helpers/files.ts'
import { callTool, MODERN_VERSION, mcpRequest } from '../helpers/mcp.ts'
import { startTestServer } from '../helpers/server.ts'
import { TOOL_COUNT } from '../helpers/tool-count.ts'
import { DEMO } from '../tools/demo.ts'
import { cleanEnvironment, type Environment, SELVAGE, start } from './selvage.ts'

/** Serves HTTP from the database that the processes open too. */
const server = await startTestServer()

const environment = (env: Environment): Record<string, string> =>
  cleanEnvironment({ DATABASE_URL: `sqlite:${server.databasePath}`, BASE_URL: server.baseUrl, ...env })

// It has no picture, which a busy machine may draw too late for one of the two.
const BLOCK = { resource: 'blocks', id: DEMO.stub, includeGeometry: true }
const CALLS: [string, Record<string, unknown>][] = [
  ['search_fabric_catalog', { query: 'kona', limit: 3 }],
  ['browse_supplies', { category: 'rulers' }],
  ['list_my_projects', { limit: 2 }],
  ['get_asset', BLOCK],
  ['get_asset', { resource: 'blocks', id: 'blk_nobody' }],
]

/** How long the process waits for answers at its end. */
const WAITS_FOR_ANSWERS_MS = 10_000

const message = (method: string, params = {}, id?: number) => ({ jsonrpc: '2.0', method, params, id })
const clientInfo = { name: 'test', version: '1' }
const initialize = message('initialize', { protocolVersion: '2025-06-18', capabilities: {}, clientInfo }, 0)
const lines = (messages: readonly object[]) => messages.map((line) => `${JSON.stringify(line)}\n`).join('')
const answer = z.object({ jsonrpc: z.literal('2.0'), id: z.number(), result: z.object().loose() })

/** The results by request id; every line of the output has to be an answer. */
function resultsOf(stdout: string): Map<number, Record<string, unknown>> {
  const answers = stdout.trimEnd().split('\n')
  return new Map(answers.map((line) => answer.parse(JSON.parse(line))).map(({ id, result }) => [id, result]))
}

it('[D35.1, D35.2] answers what HTTP answers, writes nothing else, and ends with its input', async () => {
  const env = environment({ LOG_LEVEL: 'trace' })
  const npm = spawn('npm', ['run', '--silent', 'stdio'], { cwd: ROOT, env })
  const calls = CALLS.map(([name, args], index) =>
    message('tools/call', { name, arguments: args }, index + 2),
  )
  const [ready, list] = [message('notifications/initialized'), message('tools/list', {}, 1)]
  // A line that is no message is logged, so that there is something to keep out of the output.
  const noMessage = { jsonrpc: '2.0' }
  npm.stdin.end(lines([initialize, ready, noMessage, list, ...calls]))
  const [stdout, stderr, [code]] = await Promise.all([text(npm.stdout), text(npm.stderr), once(npm, 'close')])
  expect(code).toBe(0)
  expect(stderr).toContain('mcp connection error')

  const results = resultsOf(stdout)
  expect(results.size).toBe(CALLS.length + 2)
  expect(results.get(1)).toEqual((await mcpRequest(server, 'tools/list')).json.result)
  const token = await server.tokenOf('user_demo')
  for (const [index, [name, args]] of CALLS.entries()) {
    const { json } = await callTool(server, name, args, { token })
    expect(results.get(index + 2)).toEqual(json.result)
  }
})

it('[D35.1] a line ends at a line feed only: JSON may contain what else breaks lines', async () => {
  const process = start(['stdio'], { cwd: ROOT, env: environment({ LOG_LEVEL: 'warn' }) })
  const params = { name: 'search_fabric_catalog', arguments: { query: 'kona\u2028navy', limit: 1 } }
  process.child.stdin.end(lines([initialize, message('tools/call', params, 1)]))
  expect(resultsOf((await process.ended).stdout).get(1)).toMatchObject({
    structuredContent: { fabrics: [{ name: 'Navy' }] },
  })
})

it('[D35.1] nobody waits for the answer to a cancelled request', async () => {
  const process = start(['stdio'], { cwd: ROOT, env: environment({ LOG_LEVEL: 'warn' }) })
  const call = message('tools/call', { name: 'get_asset', arguments: BLOCK }, 1)
  const cancel = message('notifications/cancelled', { requestId: 1 })
  process.child.stdin.write(lines([initialize, message('notifications/initialized')]))
  await process.hasSaid('stdout', '"id":0')
  const before = performance.now()
  process.child.stdin.end(lines([call, cancel]))
  expect((await process.ended).code).toBe(0)
  expect(performance.now() - before).toBeLessThan(WAITS_FOR_ANSWERS_MS)
})

it('[D35.1] input without a line end is not kept for ever: the process ends and says why', async () => {
  const process = start(['stdio'], { cwd: ROOT, env: environment({ LOG_LEVEL: 'warn' }) })
  process.child.stdin.on('error', () => {})
  process.child.stdin.write('x'.repeat(2_000_000))
  const { code, stderr } = await process.ended
  expect([code, stderr]).toEqual([1, expect.stringContaining('longer than a megabyte')])
})

it('[D35.1] the current SDK speaks 2026-07-28 to it, as the user SELVAGE_USER', async () => {
  const mode = { pin: MODERN_VERSION }
  const client = new ModernClient(clientInfo, { versionNegotiation: { mode } })
  const env = environment({ SELVAGE_USER: 'user_other', LOG_LEVEL: 'warn' })
  await client.connect(new ModernTransport({ command: process.execPath, args: [SELVAGE, 'stdio'], env }))
  expect((await client.listTools()).tools).toHaveLength(TOOL_COUNT)
  const name = 'Made by another user'
  await client.callTool({ name: 'create_project', arguments: { name } })
  await client.close()

  const projectsOf = async (user: string) => {
    const token = await server.tokenOf(user)
    return (await server.rest('/projects?query=Made+by+another', { token })).json.data.projects
  }
  expect(await projectsOf('user_other')).toMatchObject([{ name }])
  expect(await projectsOf('user_demo')).toEqual([])
})
