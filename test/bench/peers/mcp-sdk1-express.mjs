// The older SDK on express, stateless, as its documentation shows it.
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js'
import express from 'express'
import { input, output, PORT, TOOL, toolResult } from './catalog.mjs'

const { name, title, description } = TOOL

const app = express()
app.use(express.json())
app.post('/mcp', async (request, response) => {
  const server = new McpServer({ name: 'peer', version: '1.0.0' })
  server.registerTool(
    name,
    { title, description, inputSchema: input.shape, outputSchema: output.shape },
    async (given) => toolResult(given),
  )
  const transport = new StreamableHTTPServerTransport({
    sessionIdGenerator: undefined,
    enableJsonResponse: true,
  })
  response.on('close', () => {
    transport.close()
    server.close()
  })
  await server.connect(transport)
  await transport.handleRequest(request, response, request.body)
})
app.listen(PORT, '127.0.0.1')
