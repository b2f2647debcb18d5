import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { SILENT } from '../../src/core/logger.ts'
import { openConnection, requestText } from '../helpers/wire.ts'
import { openStubborn, type ScriptedServer, startScripted } from './scripted-server.ts'

const CONNECT = 'CONNECT example.com:443 HTTP/1.1\r\nHost: example.com\r\n\r\n'

let scripted: ScriptedServer
let lines: object[]
beforeEach(async () => {
  // Only timers of the server itself: those of sockets are Node's own.
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'setTimeout', 'clearTimeout'] })
  lines = []
  const warn = (fields: object, message: string) => void lines.push({ message, ...fields })
  scripted = await startScripted({ log: { ...SILENT, warn }, maxConnections: 5 })
})
afterEach(async () => {
  vi.useRealTimers()
  scripted.finish()
  await scripted.server.close()
})

const count = () => scripted.server.connections()
const open = () => openConnection(scripted.server.port)
const stubborn = (bytes: string) => openStubborn(scripted.server.port, bytes)
const isEmpty = async () => expect.poll(count, { timeout: 5_000 }).toBe(0)

it('[D43.5] connections over the bound are closed at once, and that is said', async () => {
  const ask = async () => {
    const connection = open()
    connection.send(requestText('GET /quick'))
    expect((await connection.answer()).status).toBe(200)
    return connection
  }
  const kept = await Promise.all(Array.from({ length: 5 }, ask))
  for (let time = 0; time < 3; time += 1) expect(await open().rest()).toBe('')
  const message = 'too many connections: new ones are closed at once'
  expect(lines).toEqual([{ message, dropped: 1, maxConnections: 5 }])
  expect(scripted.server.dropped()).toBe(3)

  for (const { close } of kept) close()
  await isEmpty()
  const next = await ask()
  next.close()
})

it.each([
  ['bytes that are no HTTP', 'GARBAGE\r\n\r\n', '400'],
  ['CONNECT', CONNECT, '405'],
])('[D43.2] after %s, a client that does not close its side is cut off', async (_, bytes, status) => {
  const { socket, firstBytes } = stubborn(bytes)
  expect(await firstBytes()).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
  expect(count()).toBe(1)
  vi.advanceTimersByTime(2_000)
  await isEmpty()
  socket.destroy()
})

it('[D43.4] requests that are sent ahead are answered in their order, one after another', async () => {
  const { send, answer, close } = open()
  send(`${requestText('GET /slow')}${requestText('GET /quick').repeat(31)}`)
  await scripted.underWay
  expect(scripted.counts.handled).toBe(1)
  scripted.finish()
  expect((await answer()).text).toBe('{"slow":true}')
  for (let time = 0; time < 31; time += 1) expect((await answer()).text).toBe('{}')
  close()
})

it('[D43.4] who sends more ahead is cut off', async () => {
  const connection = open()
  connection.socket.on('error', () => {})
  connection.send(requestText('GET /slow').repeat(33))
  await scripted.underWay
  await isEmpty()
  expect(scripted.counts.handled).toBe(1)
})

it('[D43.4] when all together leave too much unread, those that leave most are cut off', async () => {
  const clients = ['/endless', '/huge', '/huge', '/huge'].map((path) => stubborn(requestText(`GET ${path}`)))
  await expect.poll(() => scripted.counts.handled, { timeout: 5_000 }).toBe(4)
  expect(count()).toBe(4)
  vi.advanceTimersByTime(250)
  await expect.poll(count).toBe(3)
  for (const { socket } of clients) socket.destroy()
})

it('[D43.4] one answer is made at a time for a client that asks for many and does not read, streamed or not', async () => {
  const { socket } = stubborn(requestText('GET /endless').repeat(32))
  await expect.poll(() => scripted.counts.pulled).toBeGreaterThan(0)
  const before = scripted.counts.pulled
  await new Promise((resolve) => setImmediate(resolve))
  expect([scripted.counts.handled, scripted.counts.pulled - before]).toEqual([1, 0])
  socket.destroy()
})

describe('of an impatient server', () => {
  beforeEach(async () => {
    vi.useRealTimers()
    await scripted.server.close()
    scripted = await startScripted({ timeouts: { headers: 200, request: 400, check: 50, stalled: 600 } })
  })

  it.each([
    ['reads nothing', '/huge'],
    ['sends no more, may be gone and waits for an answer', '/slow'],
  ])('[D43.3] a client that %s is cut off after a while', async (_, path) => {
    const { socket } = stubborn(requestText(`GET ${path}`))
    socket.end()
    await expect.poll(() => scripted.counts.handled).toBe(1)
    expect(count()).toBe(1)
    await expect.poll(count, { timeout: 5_000 }).toBe(0)
    socket.destroy()
  })

  it.each([
    ['headers', 'GET /quick HTTP/1.1\r\nHost: loc'],
    ['a body', requestText('POST /body', ['Content-Length: 5', 'Content-Type: application/json'], '{')],
    ['anything', ''],
  ])('[D43.1] a client that does not send %s in time gets 408', async (_, bytes) => {
    const client = open()
    client.send(bytes)
    const { status, text } = await client.answer()
    expect([status, JSON.parse(text).error.code]).toEqual([408, 'invalid_request'])
    expect(await client.rest()).toBe('')
  })
})
