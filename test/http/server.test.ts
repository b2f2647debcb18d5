import { once } from 'node:events'
import { connect } from 'node:net'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { SILENT } from '../../src/core/logger.ts'
import { createHttpApp } from '../../src/http/router.ts'
import { listen, type RunningServer } from '../../src/http/server.ts'
import { openConnection, requestText } from '../helpers/wire.ts'
import { createScriptedApp } from './scripted-app.ts'

let server: RunningServer
let underWay: Promise<unknown>
let finish: () => void
beforeEach(async () => {
  const scripted = createScriptedApp()
  underWay = scripted.underWay
  finish = scripted.finish
  server = await listen(scripted.app, { host: '127.0.0.1', port: 0, log: SILENT, onDrain: () => {} })
})
afterEach(() => server.close())

/** A client whose request is under way until the test says `finish`. */
async function openBusy() {
  const busy = openConnection(server.port)
  busy.send(requestText('GET /slow'))
  await underWay
  return busy
}

/** Runs something with timers that the test moves on by ten seconds, which is how long `close` waits. */
async function afterTenSeconds(ended: () => Promise<unknown>) {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  try {
    const closed = ended()
    vi.advanceTimersByTime(10_000)
    await closed
  } finally {
    vi.useRealTimers()
  }
}

it('[D43.6] close lets a request under way finish, and tells its client that it was the last', async () => {
  const busy = await openBusy()
  const closed = server.close()
  finish()
  const answer = await busy.answer()
  expect([answer.status, answer.text]).toEqual([200, '{"slow":true}'])
  expect(answer.headers.get('connection')).toBe('close')
  expect(await busy.rest()).toBe('')
  await closed
})

it('close ends idle and silent connections at once, while a request is still under way', async () => {
  const [idle, silent] = [openConnection(server.port), openConnection(server.port)]
  idle.send(requestText('GET /quick'))
  expect((await idle.answer()).headers.get('connection')).toBe('keep-alive')
  const busy = await openBusy()
  const closed = server.close()
  expect(await idle.rest()).toBe('')
  expect(await silent.rest()).toBe('')
  finish()
  expect((await busy.answer()).status).toBe(200)
  await closed
})

it('close ends a connection whose refused body arrived after the answer', async () => {
  const refused = openConnection(server.port)
  refused.send(requestText('POST /quick', ['Content-Length: 5']))
  expect((await refused.answer()).status).toBe(405)
  refused.send('12345')
  const busy = await openBusy()
  const closed = server.close()
  expect(await refused.rest()).toBe('')
  finish()
  expect((await busy.answer()).status).toBe(200)
  await closed
})

it('[D43.6] close waits ten seconds for a request under way, no longer', async () => {
  const busy = await openBusy()
  await afterTenSeconds(() => server.close())
  expect(await busy.rest()).toBe('')
  finish()
})

it.each([
  ['CONNECT', 'CONNECT example.com:443 HTTP/1.1\r\nHost: example.com\r\n\r\n'],
  ['a request that never arrives whole', 'POST /quick HTTP/1.1\r\nHost: localhost\r\nContent-Le'],
])('[D43.6] close ends after ten seconds whatever a client does that stays: %s', async (_, bytes) => {
  const socket = connect({ port: server.port, host: '127.0.0.1', allowHalfOpen: true })
  socket.on('error', () => {})
  socket.write(bytes)
  await expect.poll(() => server.connections()).toBe(1)
  await afterTenSeconds(() => server.close())
  socket.destroy()
})

it('rejects when the address is taken', async () => {
  const app = createHttpApp([], { log: SILENT })
  const taken = listen(app, { host: '127.0.0.1', port: server.port, log: SILENT, onDrain: () => {} })
  await expect(taken).rejects.toMatchObject({ code: 'EADDRINUSE' })
})

it('a request on a kept connection that arrives while the server stops is answered, as the last one', async () => {
  const kept = openConnection(server.port)
  kept.send(requestText('GET /quick'))
  await kept.answer()
  const closed = server.close()
  kept.send(requestText('GET /quick'))
  const answer = await kept.answer()
  expect([answer.status, answer.headers.get('connection')]).toEqual([200, 'close'])
  expect(await kept.rest()).toBe('')
  await closed
})

it('bytes that are no HTTP get no answer that could be taken for that of the request before them', async () => {
  const connection = openConnection(server.port)
  connection.send(`${requestText('GET /slow')}GARBAGE\r\n\r\n`)
  await underWay
  expect(await connection.rest()).toBe('')
  finish()
})

it('a request that was answered before its body came whole gets no second answer', async () => {
  const connection = openConnection(server.port)
  connection.send('POST /quick HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nab')
  expect((await connection.answer()).status).toBe(405)
  connection.send('GARBAGE that is no chunk\r\n\r\n')
  expect(await connection.rest()).toBe('')
})

it('a client that closes its half after a request gets its answer, and no more', async () => {
  const client = openConnection(server.port)
  client.socket.end(requestText('GET /slow'))
  await underWay
  finish()
  expect((await client.answer()).status).toBe(200)
  expect(await client.rest()).toBe('')
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
  const closed = server.close(300)
  const late = openConnection(server.port)
  await once(late.socket, 'connect')
  late.send(requestText('GET /quick'))
  const { status, headers } = await late.answer()
  expect([status, headers.get('connection')]).toEqual([200, 'close'])
  await closed
  const [error] = await once(openConnection(server.port).socket, 'error')
  expect(error).toMatchObject({ code: 'ECONNREFUSED' })
})
