import { once } from 'node:events'
import { connect } from 'node:net'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { SILENT } from '../../src/core/logger.ts'
import { jsonReply, type Reply } from '../../src/http/reply.ts'
import { anyOrigin, createHttpApp } from '../../src/http/router.ts'
import { listen, type RunningServer } from '../../src/http/server.ts'
import { openConnection, requestText } from '../helpers/wire.ts'

const LOOK_MS = 5_000
/** Far more than the system takes for a client that does not read. */
const HUGE = 'x'.repeat(24 * 1024 * 1024)

let server: RunningServer
let lines: object[]
let handled: number
let finish: () => void
beforeEach(async () => {
  // Only timers of the server itself: those of sockets are Node's own.
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'setTimeout', 'clearTimeout'] })
  lines = []
  handled = 0
  const finished = new Promise<void>((resolve) => {
    finish = resolve
  })
  const slow = async (): Promise<Reply> => {
    handled += 1
    await finished
    return jsonReply(200, {})
  }
  const huge = () => {
    handled += 1
    return jsonReply(200, { HUGE })
  }
  const app = createHttpApp(
    [
      { path: '/slow', cors: anyOrigin, get: slow },
      { path: '/huge', cors: anyOrigin, get: huge },
      { path: '/quick', cors: anyOrigin, get: () => jsonReply(200, {}) },
    ],
    { log: SILENT },
  )
  const warn = (fields: object, message: string) => void lines.push({ message, ...fields })
  server = await listen(app, {
    host: '127.0.0.1',
    port: 0,
    log: { ...SILENT, warn },
    onDrain: () => {},
    maxConnections: 5,
  })
})
afterEach(async () => {
  vi.useRealTimers()
  finish()
  await server.close()
})

/** A client that never closes its side, and reads only when it is told to. */
function openStubborn(bytes: string) {
  const socket = connect({ port: server.port, host: '127.0.0.1', allowHalfOpen: true })
  socket.on('error', () => {})
  socket.write(bytes)
  return socket
}

const isEmpty = async () => expect.poll(() => server.connections.count()).toBe(0)

it('connections over the bound are closed at once, and that is said', async () => {
  const open = Array.from({ length: 5 }, () => openConnection(server.port))
  for (const { send, answer } of open) {
    send(requestText('GET /quick'))
    expect((await answer()).status).toBe(200)
  }
  for (let count = 0; count < 3; count += 1) expect(await openConnection(server.port).rest()).toBe('')
  vi.advanceTimersByTime(20_000)
  const message = 'too many connections: new ones are closed at once'
  expect(lines).toEqual([{ message, dropped: 3, maxConnections: 5 }])
  expect(server.connections.dropped()).toBe(3)

  for (const { close } of open) close()
  await isEmpty()
  const next = openConnection(server.port)
  next.send(requestText('GET /quick'))
  expect((await next.answer()).status).toBe(200)
  next.close()
})

it.each([
  ['bytes that are no HTTP', 'GARBAGE\r\n\r\n', '400'],
  ['CONNECT', 'CONNECT example.com:443 HTTP/1.1\r\nHost: example.com\r\n\r\n', '405'],
])('[D9.11] after %s, a client that does not close its side is cut off', async (_, bytes, status) => {
  const socket = openStubborn(bytes)
  const [answer] = await once(socket.setEncoding('utf8'), 'data')
  expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
  expect(server.connections.count()).toBe(1)
  vi.advanceTimersByTime(2_000)
  await isEmpty()
  socket.destroy()
})

it('requests that are sent ahead are all answered, in their order', async () => {
  const connection = openConnection(server.port)
  connection.send(`${requestText('GET /slow')}${requestText('GET /quick').repeat(31)}`)
  await expect.poll(() => handled).toBe(1)
  finish()
  for (let count = 0; count < 32; count += 1) expect((await connection.answer()).status).toBe(200)
  connection.close()
})

it('who sends more ahead is cut off', async () => {
  const connection = openConnection(server.port)
  connection.socket.on('error', () => {})
  connection.send(requestText('GET /slow').repeat(20_000))
  await new Promise((resolve) => connection.socket.once('close', resolve))
  expect(handled).toBeLessThanOrEqual(32)
  await isEmpty()
})

it('who leaves an answer unread gets no further one', async () => {
  const socket = openStubborn(requestText('GET /huge'))
  await expect.poll(() => handled).toBe(1)
  socket.write(requestText('GET /huge'))
  await isEmpty()
  expect(handled).toBe(1)
})

it('when all together leave too much unread, those that have waited longest are cut off', async () => {
  const sockets = [1, 2, 3, 4].map(() => openStubborn(requestText('GET /huge')))
  await expect.poll(() => handled).toBe(4)
  await expect.poll(() => server.connections.count()).toBeLessThan(4)
  expect(server.connections.count()).toBeGreaterThan(0)
  for (const socket of sockets) socket.destroy()
})

it('a client that reads nothing for half a minute is cut off', async () => {
  openStubborn(requestText('GET /huge'))
  await expect.poll(() => handled).toBe(1)
  expect(server.connections.count()).toBe(1)
  for (let look = 0; look < 7; look += 1) vi.advanceTimersByTime(LOOK_MS)
  await isEmpty()
  expect(server.connections.stalled()).toBe(1)
})

it('a client that waits for its answer is not cut off', async () => {
  const waiting = openConnection(server.port)
  waiting.send(requestText('GET /slow'))
  await expect.poll(() => handled).toBe(1)
  for (let look = 0; look < 20; look += 1) vi.advanceTimersByTime(LOOK_MS)
  finish()
  expect((await waiting.answer()).status).toBe(200)
  waiting.close()
})

it('a client that sends no more and may be gone waits for its answer for ten seconds', async () => {
  const connection = openConnection(server.port)
  connection.socket.on('error', () => {})
  connection.send(requestText('GET /slow'))
  await expect.poll(() => handled).toBe(1)
  vi.advanceTimersByTime(20_000)
  expect(server.connections.count()).toBe(1)
  connection.socket.end()
  const countLater = () => {
    vi.advanceTimersByTime(10_000)
    return server.connections.count()
  }
  await expect.poll(countLater).toBe(0)
})
