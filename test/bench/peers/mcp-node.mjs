// JSON-RPC by hand: no checks of the protocol, no SDK.
import { createServer } from 'node:http'
import * as z from 'zod'
import { input, output, PORT, TOOL, toolResult } from './catalog.mjs'

const LIST = {
  tools: [{ ...TOOL, inputSchema: z.toJSONSchema(input), outputSchema: z.toJSONSchema(output) }],
}
const call = z.object({
  id: z.union([z.string(), z.number()]),
  method: z.enum(['tools/call', 'tools/list']),
  params: z.object({ arguments: z.unknown().optional() }).optional(),
})

createServer(async (request, response) => {
  const chunks = []
  for await (const chunk of request) chunks.push(chunk)
  const { id, method, params } = call.parse(JSON.parse(Buffer.concat(chunks).toString()))
  const result = method === 'tools/list' ? LIST : toolResult(params?.arguments)
  const body = JSON.stringify({ jsonrpc: '2.0', id, result })
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) })
  response.end(body)
}).listen(PORT, '127.0.0.1')
