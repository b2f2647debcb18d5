import { once } from 'node:events'
import { connect } from 'node:net'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { SILENT } from '../../src/core/logger.ts'
import { listen, type RunningServer } from '../../src/http/server.ts'
import { openConnection, requestText } from '../helpers/wire.ts'
import { createScriptedApp } from './scripted-app.ts'

let scripted: ReturnType<typeof createScriptedApp>
let server: RunningServer
let lines: object[]
beforeEach(async () => {
  // Only timers of the server itself: those of sockets are Node's own.
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'setTimeout', 'clearTimeout'] })
  lines = []
  scripted = createScriptedApp()
  const warn = (fields: object, message: string) => void lines.push({ message, ...fields })
  server = await listen(scripted.app, {
    host: '127.0.0.1',
    port: 0,
    log: { ...SILENT, warn },
    onDrain: () => {},
    maxConnections: 5,
  })
})
afterEach(async () => {
  vi.useRealTimers()
  scripted.finish()
  await server.close()
})

/** A client that never closes its side, and reads only when it is told to. */
function openStubborn(bytes: string, port = server.port) {
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true })
  socket.on('error', () => {})
  socket.write(bytes)
  return socket
}

const isEmpty = async () => expect.poll(() => server.connections()).toBe(0)

it('[D43.5] connections over the bound are closed at once, and that is said', async () => {
  const open = Array.from({ length: 5 }, () => openConnection(server.port))
  for (const { send, answer } of open) {
    send(requestText('GET /quick'))
    expect((await answer()).status).toBe(200)
  }
  for (let count = 0; count < 3; count += 1) expect(await openConnection(server.port).rest()).toBe('')
  const message = 'too many connections: new ones are closed at once'
  expect(lines).toEqual([{ message, dropped: 1, maxConnections: 5 }])
  expect(server.dropped()).toBe(3)

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
])('[D43.2] after %s, a client that does not close its side is cut off', async (_, bytes, status) => {
  const socket = openStubborn(bytes)
  const [answer] = await once(socket.setEncoding('utf8'), 'data')
  expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
  expect(server.connections()).toBe(1)
  vi.advanceTimersByTime(2_000)
  await isEmpty()
  socket.destroy()
})

it('requests that are sent ahead are all answered, in their order', async () => {
  const connection = openConnection(server.port)
  connection.send(`${requestText('GET /slow')}${requestText('GET /quick').repeat(31)}`)
  await expect.poll(() => scripted.counts.handled).toBe(1)
  scripted.finish()
  for (let count = 0; count < 32; count += 1) expect((await connection.answer()).status).toBe(200)
  connection.close()
})

it('between two answers of one client others have their turn', async () => {
  const connection = openConnection(server.port)
  connection.send(`${requestText('GET /slow')}${requestText('GET /quick').repeat(31)}`)
  await scripted.underWay
  const inEachTurn: number[] = []
  let before = scripted.counts.handled
  const look = () => {
    inEachTurn.push(scripted.counts.handled - before)
    before = scripted.counts.handled
    if (before < 32) setImmediate(look)
  }
  look()
  scripted.finish()
  for (let at = 0; at < 32; at += 1) await connection.answer()
  expect(Math.max(...inEachTurn)).toBe(1)
  connection.close()
})

it('[D43.4] who sends more ahead is cut off', async () => {
  const connection = openConnection(server.port)
  connection.socket.on('error', () => {})
  connection.send(requestText('GET /slow').repeat(20_000))
  await new Promise((resolve) => connection.socket.once('close', resolve))
  expect(scripted.counts.handled).toBeLessThanOrEqual(32)
  await isEmpty()
})

it('[D43.4] when all together leave too much unread, those that leave most are cut off', async () => {
  const sockets = ['/endless', '/huge', '/huge', '/huge'].map((path) =>
    openStubborn(requestText(`GET ${path}`)),
  )
  await expect.poll(() => scripted.counts.handled, { timeout: 5_000 }).toBe(4)
  expect(server.connections()).toBe(4)
  vi.advanceTimersByTime(250)
  await expect.poll(() => server.connections()).toBe(3)
  for (const socket of sockets) socket.destroy()
})

it('[D43.4] one answer is made at a time for a client that asks for many and does not read, streamed or not', async () => {
  const socket = openStubborn(requestText('GET /endless').repeat(32))
  await expect.poll(() => scripted.counts.pulled).toBeGreaterThan(0)
  const before = scripted.counts.pulled
  await new Promise((resolve) => setImmediate(resolve))
  expect([scripted.counts.handled, scripted.counts.pulled - before]).toEqual([1, 0])
  socket.destroy()
})

describe('of an impatient server', () => {
  const timeouts = { headers: 200, request: 400, check: 50, stalled: 600 }
  let hasty: RunningServer
  beforeEach(async () => {
    vi.useRealTimers()
    hasty = await listen(scripted.app, {
      host: '127.0.0.1',
      port: 0,
      log: SILENT,
      onDrain: () => {},
      timeouts,
    })
  })
  afterEach(() => hasty.close())

  it.each([
    ['reads nothing', '/huge'],
    ['sends no more, may be gone and waits for an answer', '/slow'],
  ])('[D43.3] a client that %s is cut off after a while', async (_, path) => {
    const socket = openStubborn(requestText(`GET ${path}`), hasty.port)
    socket.end()
    await expect.poll(() => scripted.counts.handled).toBe(1)
    expect(hasty.connections()).toBe(1)
    await expect.poll(() => hasty.connections(), { timeout: 5_000 }).toBe(0)
    socket.destroy()
  })

  it.each([
    ['headers', 'GET /quick HTTP/1.1\r\nHost: loc'],
    ['a body', requestText('POST /body', ['Content-Length: 5', 'Content-Type: application/json'], '{')],
    ['anything', ''],
  ])('[D43.1] a client that does not send %s in time gets 408', async (_, bytes) => {
    const client = openConnection(hasty.port)
    client.send(bytes)
    const { status, text } = await client.answer()
    expect([status, JSON.parse(text).error.code]).toEqual([408, 'invalid_request'])
    expect(await client.rest()).toBe('')
  })
})
