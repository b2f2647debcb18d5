import { afterAll, beforeAll, expect, it } from 'vitest'
import { SILENT } from '../../src/core/logger.ts'
import type { Reply } from '../../src/http/reply.ts'
import { createHttpApp, onlyOrigins } from '../../src/http/router.ts'
import { listen, type RunningServer } from '../../src/http/server.ts'
import { openConnection, requestText } from '../helpers/wire.ts'

// An answer over a socket goes straight to Node; one that is asked for in the process is a web response.

const HEADERS = { 'content-type': 'text/plain', 'content-security-policy': "default-src 'self'" }
const BODIES: Readonly<Record<string, Reply['body']>> = {
  text: 'größer',
  bytes: Buffer.from('größer'),
  parts: [Buffer.from('grö'), Buffer.alloc(0), Buffer.from('ßer')],
  empty: '',
  nothing: null,
}

const app = createHttpApp(
  Object.entries(BODIES).map(([name, body]) => ({
    path: `/${name}`,
    cors: onlyOrigins(() => true),
    get: () => ({ status: body === null ? 204 : 200, headers: HEADERS, body }),
  })),
  { log: SILENT },
)

let server: RunningServer
beforeAll(async () => {
  server = await listen(app, { host: '127.0.0.1', port: 0, log: SILENT, onDrain: () => {} })
})
afterAll(() => server.close())

const ID = 'the-same-for-both'
/** Node's own, about the connection. */
const OF_CONNECTION = ['connection', 'date', 'keep-alive']

it.each(
  Object.keys(BODIES).flatMap((name) => [
    ['GET', name],
    ['HEAD', name],
  ]),
)('[D13.1] %s /%s is the same over a socket and in the process', async (method = '', name) => {
  const connection = openConnection(server.port)
  connection.send(requestText(`${method} /${name}`, [`X-Request-Id: ${ID}`, 'Origin: https://a.example']))
  const wire = await connection.answer(method)
  connection.send(requestText('GET /text'))
  expect((await connection.answer()).text, 'the connection goes on').toBe('größer')
  connection.close()
  const response = await app.request(`http://127.0.0.1/${name}`, {
    method,
    headers: { 'x-request-id': ID, origin: 'https://a.example' },
  })
  const headers = [...wire.headers].filter(([name]) => !OF_CONNECTION.includes(name))
  expect(Object.fromEntries(headers)).toEqual(Object.fromEntries(response.headers))
  expect([wire.status, wire.text]).toEqual([response.status, await response.text()])
  expect(wire.headers.get('content-security-policy')).toBe("default-src 'self'")
  expect(wire.headers.get('access-control-allow-origin')).toBe('https://a.example')
  if (!['nothing', 'empty'].includes(name ?? '')) expect(wire.headers.get('content-length')).toBe('8')
})
