import { once } from 'node:events'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { SILENT } from '../../src/core/log.ts'
import { listen, type RunningServer } from '../../src/http/listen.ts'
import { jsonReply, type Reply } from '../../src/http/reply.ts'
import { anyOrigin, createHttpApp } from '../../src/http/router.ts'
import { openConnection, requestText } from '../helpers/wire.ts'

const SWEEP_MS = 5_000
/** Far more than the kernel takes for a client that does not read. */
const HUGE = 'x'.repeat(32 * 1024 * 1024)

let server: RunningServer
let handled: number
let finish: () => void
beforeEach(async () => {
  // Only this timer: it ends connections whose clients do not read.
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
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
    { log: SILENT, isDraining: () => false },
  )
  server = await listen(app, { host: '127.0.0.1', port: 0, log: SILENT, onDrain: () => {} })
})
afterEach(async () => {
  vi.useRealTimers()
  finish()
  await server.close()
})

it('requests on one connection are handled one after another, and all are answered', async () => {
  const connection = openConnection(server.port)
  connection.send(requestText('GET /slow').repeat(20))
  await expect.poll(() => handled).toBe(1)
  finish()
  for (let count = 0; count < 20; count += 1) expect((await connection.answer()).status).toBe(200)
  connection.close()
})

it('[D9.11] who sends too many ahead is told so after the answers, and the connection ends', async () => {
  const connection = openConnection(server.port)
  connection.send(requestText('GET /slow').repeat(400))
  await expect.poll(() => handled).toBe(1)
  finish()
  const statuses: number[] = []
  let last = await connection.answer()
  while (last.status === 200) {
    statuses.push(last.status)
    last = await connection.answer()
  }
  expect(statuses).toHaveLength(33)
  expect([last.status, JSON.parse(last.text).error.code]).toEqual([503, 'overloaded'])
  expect(last.headers.get('retry-after')).toBe('1')
  expect(await connection.rest()).toBe('')
})

it('who sends hundreds more ahead is cut off, and costs no more than what had come', async () => {
  const connection = openConnection(server.port)
  connection.socket.on('error', () => {})
  connection.send(requestText('GET /slow').repeat(20_000))
  await new Promise((resolve) => connection.socket.once('close', resolve))
  expect(handled).toBeLessThanOrEqual(1)
  await expect.poll(() => server.connections.count()).toBe(0)
})

it('a client that does not read gets one answer made, and is cut off', async () => {
  const connection = openConnection(server.port)
  connection.socket.on('error', () => {})
  // The iterator of the helper reads only when it is asked to.
  connection.send(requestText('GET /huge').repeat(30))
  await expect.poll(() => handled).toBe(1)
  expect(server.connections.count()).toBe(1)
  for (let sweep = 0; sweep < 7; sweep += 1) vi.advanceTimersByTime(SWEEP_MS)
  await expect.poll(() => server.connections.count()).toBe(0)
  expect([handled, server.connections.stalled()]).toEqual([1, 1])
})

it('a client that waits, or reads slowly, is not cut off', async () => {
  const waiting = openConnection(server.port)
  waiting.send(requestText('GET /slow'))
  await expect.poll(() => handled).toBe(1)
  for (let sweep = 0; sweep < 20; sweep += 1) vi.advanceTimersByTime(SWEEP_MS)
  finish()
  expect((await waiting.answer()).status).toBe(200)
  waiting.close()
})

it('who sends no more and may be gone waits for an answer for ten seconds, and is then cut off', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] })
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
  expect(server.connections.stalled()).toBe(0)
})

it('told to stop, it serves those who have connected and are not accepted yet', async () => {
  const late = openConnection(server.port)
  late.socket.on('error', () => {})
  // Now the system has connected them. The event loop accepts them in its next turn.
  await new Promise<void>((resolve) => process.nextTick(resolve))
  const closed = server.close()
  late.send(requestText('GET /quick'))
  expect((await late.answer()).status).toBe(200)
  late.close()
  await closed
})

it('told to stop, it goes on listening for the delay, and says that each answer is the last', async () => {
  const startedAt = performance.now()
  const closed = server.close(300)
  const late = openConnection(server.port)
  await once(late.socket, 'connect')
  late.send(requestText('GET /quick'))
  expect((await late.answer()).status).toBe(200)
  late.close()
  await closed
  expect(performance.now() - startedAt).toBeGreaterThanOrEqual(300)
  const [error] = await once(openConnection(server.port).socket, 'error')
  expect(error).toMatchObject({ code: 'ECONNREFUSED' })
})
