import { expect, it } from 'vitest'
import { startTestServer } from '../helpers/server.ts'
import { exchange, openConnection, requestText } from '../helpers/wire.ts'
import { expectFailure } from '../rest/answers.ts'

const MAX = 65_536

const errors: object[] = []
/** Told of every request that was answered. */
let onAnswered: (fields: object) => void = () => {}
const log = {
  info: (fields: object) => onAnswered(fields),
  warn: () => {},
  error: (fields: object) => void errors.push(fields),
}
const server = await startTestServer({ log })
const token = await server.tokenOf('user_new')

/** A valid project of exactly that many bytes. */
const bodyOf = (bytes: number) => `{"name":"n"}${' '.repeat(bytes - 12)}`

const SIGNED = [`Authorization: Bearer ${token}`, 'Content-Type: application/json']
const post = (lines: readonly string[], body: string) =>
  requestText('POST /api/v1/projects', [...SIGNED, ...lines], body)
const sized = (body: string) => post([`Content-Length: ${Buffer.byteLength(body)}`], body)
const LAST_CHUNK = '0\r\n\r\n'
const chunked = (body: string) => {
  const pieces = body.match(/[\s\S]{1,16384}/g) ?? []
  const framed = pieces.map((piece) => `${piece.length.toString(16)}\r\n${piece}\r\n`)
  return post(['Transfer-Encoding: chunked'], `${framed.join('')}${LAST_CHUNK}`)
}

it('[D13.6] a body of exactly 64 KiB is accepted', async () => {
  expect((await exchange(server.port, sized(bodyOf(MAX)))).status).toBe(201)
  expect((await exchange(server.port, chunked(bodyOf(MAX)))).status).toBe(201)
})

it('[D13.6, D9.4] one byte more is 413, and the connection serves the next request', async () => {
  const connection = openConnection(server.port)
  connection.send(sized(bodyOf(MAX + 1)))
  expectFailure(await connection.answer(), 'payload_too_large')
  connection.send(sized(bodyOf(12)))
  expect((await connection.answer()).status).toBe(201)
  connection.close()
})

it.each([
  ['of 64 KiB in characters, and more in bytes', sized(`{"name":"n","x":"${'é'.repeat(33_000)}"}`)],
  ['that is announced as too large, before it comes', post(['Content-Length: 99999999999'], '')],
  ['of one byte more in chunks', chunked(bodyOf(MAX + 1))],
])('[D13.6, D9.4] a body %s is 413', async (_, bytes) => {
  expectFailure(await exchange(server.port, bytes), 'payload_too_large')
})

it('[D13.6] while more chunks may come, 413 closes the connection', async () => {
  const answer = await exchange(server.port, chunked(bodyOf(MAX + 1)).slice(0, -LAST_CHUNK.length))
  expectFailure(answer, 'payload_too_large')
  expect(answer.headers.get('connection')).toBe('close')
})

it('[D13.6] Expect: 100-continue is answered before the body is sent', async () => {
  const connection = openConnection(server.port)
  connection.send(post(['Content-Length: 12', 'Expect: 100-continue'], ''))
  expect((await connection.answer()).status).toBe(100)
  connection.send(bodyOf(12))
  expect((await connection.answer()).status).toBe(201)
  connection.close()
})

it('[D11.1, D13.6] an unread body of any size does not keep a 401 from its connection', async () => {
  const connection = openConnection(server.port)
  const body = bodyOf(200_000)
  connection.send(requestText('POST /api/v1/projects', [`Content-Length: ${body.length}`], body))
  expectFailure(await connection.answer(), 'unauthorized')
  connection.send(sized(bodyOf(12)))
  expect((await connection.answer()).status).toBe(201)
  connection.close()
})

it('[D9.1] a client that leaves while it sends is not logged as our failure', async () => {
  const answered = new Promise<object>((resolve) => {
    onAnswered = resolve
  })
  const connection = openConnection(server.port)
  connection.send(post(['Content-Length: 100', 'Expect: 100-continue'], ''))
  await connection.answer()
  connection.send('{"name":')
  connection.close()
  expect(await answered).toMatchObject({ path: '/api/v1/projects', status: 400 })
  expect(errors).toEqual([])
})

it('[D9.1] thirty thousand levels of brackets are refused like any text that is no JSON', async () => {
  const body = `${'['.repeat(30_000)}${']'.repeat(30_000)}`
  expectFailure(await server.rest('/projects', { method: 'POST', token, body }), 'invalid_json')
  const params = `{"name":"browse_supplies","arguments":${body}}`
  const message = `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":${params}}`
  const { status, json } = await server.request('/mcp', { method: 'POST', body: message })
  expect([status, json.error.code]).toEqual([400, -32700])
})
