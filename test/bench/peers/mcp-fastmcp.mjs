// fastmcp, stateless.
import { FastMCP } from 'fastmcp'
import { input, PORT, TOOL, toolResult } from './catalog.mjs'

const server = new FastMCP({ name: 'peer', version: '1.0.0' })
server.addTool({
  name: TOOL.name,
  description: TOOL.description,
  parameters: input,
  execute: async (given) => ({ content: toolResult(given).content }),
})
await server.start({
  transportType: 'httpStream',
  httpStream: { port: PORT, host: '127.0.0.1', endpoint: '/mcp', stateless: true, enableJsonResponse: true },
})
