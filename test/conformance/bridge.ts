import { strict as assert } from 'node:assert'
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { signInAsBrowser } from '../helpers/headless-browser.ts'

// mcp-remote between a client on standard input and output and a running service with the development
// sign-in. Usage: bridge.ts COMMAND ARGUMENTS…, the command that starts mcp-remote. Nothing is opened in
// a real browser: the address that mcp-remote prints is followed here.
const [command = '', ...args] = process.argv.slice(2)
const transport = new StdioClientTransport({ command, args, stderr: 'pipe', env: inherited() })

function inherited(): Record<string, string> {
  return Object.fromEntries(
    Object.entries(process.env).flatMap(([name, value]) => (value ? [[name, value]] : [])),
  )
}

let printed = ''
let signIn: Promise<URL> | undefined
transport.stderr?.on('data', (chunk) => {
  printed += String(chunk)
  const [address] = /https?:\/\/\S+\/auth\?\S+/.exec(printed) ?? []
  // It prints the address before it listens for the answer; a person is slower than that.
  if (address !== undefined && printed.includes('callback server running')) {
    signIn ??= signInAsBrowser(new URL(address), 'user_demo')
  }
})

const say = (line: string) => process.stdout.write(`${line}\n`)
const client = new Client({ name: 'bridge', version: '1' })
try {
  await client.connect(transport)
  const { tools } = await client.listTools()
  say(`tools/list: ${tools.length} tools`)
  assert.ok(tools.some(({ name }) => name === 'search_fabric_catalog'))

  const fabrics = await client.callTool({ name: 'search_fabric_catalog', arguments: { query: 'kona curry' } })
  assert.match(JSON.stringify(fabrics.structuredContent), /K001-1677/)
  say(`search_fabric_catalog: found, ${signIn === undefined ? 'without' : 'after'} sign-in`)

  const projects = await client.callTool({ name: 'list_my_projects', arguments: {} })
  assert.match(JSON.stringify(projects.structuredContent), /Harvest Table Sampler/)
  say(`list_my_projects: user_demo's projects, ${signIn === undefined ? 'without' : 'after'} sign-in`)
} catch (error) {
  process.stderr.write(`${printed}\n`)
  throw error
} finally {
  await client.close()
}
