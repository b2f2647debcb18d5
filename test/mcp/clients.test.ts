import { afterAll, describe, expect, it } from 'vitest'
import { connectModern, connectOlder, MODERN_VERSION } from '../helpers/mcp.ts'
import { startTestServer } from '../helpers/server.ts'
import { TOOL_COUNT } from '../helpers/tool-count.ts'

const server = await startTestServer()
const token = await server.tokenOf('user_demo')
afterAll(() => server.close())

/** Every way in which a client of today comes to know this server. */
const CLIENTS = [
  [
    'current SDK pinned to 2026-07-28',
    (bearer?: string) => connectModern(server, bearer, { pin: MODERN_VERSION }),
  ],
  ['current SDK finding out', (bearer?: string) => connectModern(server, bearer)],
  ['current SDK with initialize', (bearer?: string) => connectModern(server, bearer, 'legacy')],
  ['older SDK', (bearer?: string) => connectOlder(server, bearer)],
] as const

describe.each(CLIENTS)('%s', (_, connect) => {
  it('[§4.11.tools, §4.11.access, D32.1, D33.1] lists the tools and calls a public one anonymously', async () => {
    const client = await connect()
    const { tools } = await client.listTools()
    expect(tools).toHaveLength(TOOL_COUNT)
    expect(client.getServerVersion()).toMatchObject({ title: 'Selvage', version: '1.0.0' })
    const result = await client.callTool({
      name: 'search_fabric_catalog',
      arguments: { query: 'kona mustard' },
    })
    expect(result.structuredContent).toMatchObject({ fabrics: [{ sku: 'K001-1240' }] })
    await client.close()
  })

  it('[§5.1, §5.4, D32.1, D34.1] calls protected tools with a token', async () => {
    const client = await connect(token)
    // Clients check results against the output schemas that they listed.
    await client.listTools()
    const name = 'From a client'
    const made = await client.callTool({ name: 'create_project', arguments: { name } })
    expect(made).toMatchObject({ structuredContent: { name } })
    const listed = await client.callTool({ name: 'list_my_projects', arguments: { limit: 1 } })
    expect(listed.structuredContent).toMatchObject({ projects: [{ name }] })
    await client.close()
  })
})
