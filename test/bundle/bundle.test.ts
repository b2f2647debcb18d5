import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ROOT, temporaryFolder } from '../helpers/files.ts'
import { startTestServer, type TestServer } from '../helpers/server.ts'
import { TOOL_COUNT } from '../helpers/tool-count.ts'

const BRIDGE = join(ROOT, 'deploy/desktop/bridge.mjs')

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

/** A client at the bridge, as Claude Desktop starts it. */
async function connect(env: Readonly<Record<string, string>>, mode: 'auto' | 'legacy') {
  const client = new Client({ name: 'desktop', version: '1' }, { versionNegotiation: { mode } })
  await client.connect(
    new StdioClientTransport({
      command: process.execPath,
      args: [BRIDGE],
      env: { ...env },
      stderr: 'ignore',
    }),
  )
  return client
}

describe.each(['auto', 'legacy'] as const)('the bridge, for a client that speaks %s', (mode) => {
  it('carries lists, calls and resources', async () => {
    const client = await connect({ SELVAGE_URL: `${server.baseUrl}/mcp` }, mode)
    expect((await client.listTools()).tools).toHaveLength(TOOL_COUNT)
    const found = await client.callTool({ name: 'search_fabric_catalog', arguments: { query: 'kona curry' } })
    expect(JSON.stringify(found.structuredContent)).toContain('K001-1677')
    const { contents } = await client.readResource({ uri: 'selvage://catalog/makers' })
    expect(contents).toHaveLength(1)
    await client.close()
  })

  it('carries the token, and says what to do without one', async () => {
    const token = await server.tokenOf('user_demo')
    const SELVAGE_URL = `${server.baseUrl}/mcp`
    const signedIn = await connect({ SELVAGE_URL, SELVAGE_TOKEN: token }, mode)
    expect((await signedIn.callTool({ name: 'list_my_projects' })).isError).toBeUndefined()
    await signedIn.close()
    const anonymous = await connect(
      { SELVAGE_URL, SELVAGE_TOKEN: ['$', '{user_config.token}'].join('') },
      mode,
    )
    await expect(anonymous.callTool({ name: 'list_my_projects' })).rejects.toThrow(/put an access token/)
    await anonymous.close()
  })
})

it('the bridge says that a server cannot be reached, and goes on', async () => {
  const messages = [
    '{"jsonrpc":"2.0","id":1,"method":"ping"}',
    'no json',
    '{"jsonrpc":"2.0","id":2,"method":"ping"}',
  ]
  const { stdout, status } = spawnSync(process.execPath, [BRIDGE], {
    input: `${messages.join('\n')}\n`,
    env: { SELVAGE_URL: 'http://127.0.0.1:1/mcp' },
    encoding: 'utf8',
  })
  const answers = stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
  expect(answers.map(({ id }) => id).sort()).toEqual([1, 2, null])
  expect(answers.find(({ id }) => id === 2).error.message).toMatch(/cannot be reached/)
  expect(status).toBe(0)
})

it('the bridge refuses to start without a URL', () => {
  const { status, stderr } = spawnSync(process.execPath, [BRIDGE], {
    env: { SELVAGE_URL: 'nonsense' },
    encoding: 'utf8',
  })
  expect(status).toBe(2)
  expect(stderr).toMatch(/connector URL/)
})

it('npm run bundle makes a valid bundle', () => {
  const folder = temporaryFolder()
  const file = join(folder.path, 'selvage.mcpb')
  const { status, stdout } = spawnSync(process.execPath, [join(ROOT, 'deploy/desktop/build.mjs'), file], {
    encoding: 'utf8',
  })
  expect(status, stdout).toBe(0)
  expect(existsSync(file)).toBe(true)
  folder.remove()
})
