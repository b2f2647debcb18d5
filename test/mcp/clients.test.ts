import { afterAll, beforeAll, expect, it } from 'vitest'
import { connectModern, connectOlder } from '../helpers/mcp.ts'
import { startTestServer, type TestServer } from '../helpers/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

it('[§4.11, D32] both SDK generations list seven tools and search the catalog anonymously', async () => {
  for (const client of [await connectModern(server), await connectOlder(server)]) {
    const { tools } = await client.listTools()
    expect(tools).toHaveLength(7)
    const result = await client.callTool({
      name: 'search_fabric_catalog',
      arguments: { query: 'kona mustard' },
    })
    expect(result.structuredContent).toMatchObject({ fabrics: [{ sku: 'K001-1240' }] })
    await client.close()
  }
})
