import { Resvg } from '@resvg/resvg-js'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { mcpRequest } from '../helpers/mcp.ts'
import { startTestServer, type TestServer } from '../helpers/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const bytesOf = async (path: string) => {
  const response = await fetch(`${server.baseUrl}${path}`)
  expect(response.status).toBe(200)
  return { type: response.headers.get('content-type'), bytes: Buffer.from(await response.arrayBuffer()) }
}

it('the icon is where browsers, connectors and directories look for it', async () => {
  const svg = await bytesOf('/favicon.svg')
  expect(svg.type).toBe('image/svg+xml')
  expect(new Resvg(svg.bytes.toString()).width).toBe(32)
  const png = await bytesOf('/favicon.png')
  expect(png.bytes.subarray(1, 4).toString()).toBe('PNG')
  const ico = await bytesOf('/favicon.ico')
  expect(ico.type).toBe('image/vnd.microsoft.icon')
  expect(ico.bytes.readUInt32LE(14)).toBe(png.bytes.length)
  expect(ico.bytes.subarray(ico.bytes.readUInt32LE(18))).toEqual(png.bytes)
})

it('every tool has a drawing that is there', async () => {
  const { json } = await mcpRequest(server, 'tools/list')
  for (const { icons } of json.result.tools) {
    const [{ src }] = icons
    expect(src).toMatch(new RegExp(`^${server.baseUrl}/icons/`))
    const svg = await bytesOf(src.slice(server.baseUrl.length))
    expect(svg.type).toBe('image/svg+xml')
    expect(new Resvg(svg.bytes.toString()).width).toBe(32)
  }
})

it('the server names its icons', async () => {
  const { json } = await mcpRequest(server, 'initialize', {
    protocolVersion: '2025-11-25',
    capabilities: {},
    clientInfo: { name: 'test', version: '1' },
  })
  for (const { src, mimeType } of json.result.serverInfo.icons) {
    const response = await fetch(src)
    expect([response.status, response.headers.get('content-type')]).toEqual([200, mimeType])
  }
})
