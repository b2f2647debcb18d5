// The current SDK, as its documentation shows it: both eras from one handler.
import { createServer } from 'node:http'
import { toNodeHandler } from '@modelcontextprotocol/node'
import { createMcpHandler, McpServer } from '@modelcontextprotocol/server'
import { input, output, PORT, TOOL, toolResult } from './catalog.mjs'

const handler = createMcpHandler(() => {
  const server = new McpServer({ name: 'peer', version: '1.0.0' })
  const { name, title, description } = TOOL
  const definition = { title, description, inputSchema: input, outputSchema: output }
  server.registerTool(name, definition, async (given) => toolResult(given))
  return server
})
createServer(toNodeHandler(handler)).listen(PORT, '127.0.0.1')
