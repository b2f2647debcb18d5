// The floor: as little as one can write by hand.
import { createServer } from 'node:http'
import { PORT, search } from './catalog.mjs'

createServer((request, response) => {
  const { searchParams } = new URL(request.url, 'http://localhost')
  const body = JSON.stringify({ success: true, data: search(Object.fromEntries(searchParams)) })
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) })
  response.end(body)
}).listen(PORT, '127.0.0.1')
