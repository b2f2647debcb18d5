import { once } from 'node:events'
import { connect } from 'node:net'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { SILENT } from '../../src/core/log.ts'
import { listen, type RunningServer } from '../../src/http/listen.ts'
import { jsonReply, type Reply } from '../../src/http/reply.ts'
import { anyOrigin, createHttpApp } from '../../src/http/router.ts'
import { openConnection, requestText } from '../helpers/wire.ts'

/** A server whose `/slow` answers when the test says so. */
let server: RunningServer
let underWay: Promise<unknown>
let finish: () => void
beforeEach(async () => {
  let draining = false
  let started = () => {}
  underWay = new Promise<void>((resolve) => {
    started = resolve
  })
  const finished = new Promise<void>((resolve) => {
    finish = resolve
  })
  const slow = async (): Promise<Reply> => {
    started()
    await finished
    return jsonReply(200, { slow: true })
  }
  const quick = () => jsonReply(200, {})
  const app = createHttpApp(
    [
      { path: '/slow', cors: anyOrigin, get: slow },
      { path: '/quick', cors: anyOrigin, get: quick },
    ],
    { log: SILENT, isDraining: () => draining },
  )
  const onDrain = () => {
    draining = true
  }
  server = await listen(app, { host: '127.0.0.1', port: 0, log: SILENT, onDrain })
})
afterEach(() => server.close())

it('close lets a request under way finish, and tells its client that it was the last', async () => {
  const busy = openConnection(server.port)
  busy.send(requestText('GET /slow'))
  await underWay
  const closed = server.close()
  finish()
  const answer = await busy.answer()
  expect([answer.status, answer.text]).toEqual([200, '{"slow":true}'])
  expect(answer.headers.get('connection')).toBe('close')
  expect(await busy.rest()).toBe('')
  await closed
})

it('close ends idle and silent connections at once, while a request is still under way', async () => {
  const [idle, silent, busy] = [1, 2, 3].map(() => openConnection(server.port))
  if (idle === undefined || silent === undefined || busy === undefined) throw new Error('three connections')
  idle.send(requestText('GET /quick'))
  expect((await idle.answer()).headers.get('connection')).toBe('keep-alive')
  busy.send(requestText('GET /slow'))
  await underWay
  const closed = server.close()
  expect(await idle.rest()).toBe('')
  expect(await silent.rest()).toBe('')
  finish()
  expect((await busy.answer()).status).toBe(200)
  await closed
})

it('close ends a connection whose refused body arrived after the answer', async () => {
  const [refused, busy] = [openConnection(server.port), openConnection(server.port)]
  refused.send(requestText('POST /quick', ['Content-Length: 5']))
  expect((await refused.answer()).status).toBe(405)
  refused.send('12345')
  busy.send(requestText('GET /slow'))
  await underWay
  const closed = server.close()
  expect(await refused.rest()).toBe('')
  finish()
  expect((await busy.answer()).status).toBe(200)
  await closed
})

it('close refuses new connections, while a request is still under way', async () => {
  const busy = openConnection(server.port)
  busy.send(requestText('GET /slow'))
  await underWay
  const closed = server.close()
  const connecting = async () => {
    const socket = connect(server.port, '127.0.0.1')
    const failure = await once(socket, 'connect').catch((error: unknown) => error)
    socket.destroy()
    return failure
  }
  await expect.poll(connecting).toMatchObject({ code: 'ECONNREFUSED' })
  finish()
  await closed
  busy.close()
})

it('close waits ten seconds for a request under way, no longer', async () => {
  const busy = openConnection(server.port)
  busy.send(requestText('GET /slow'))
  await underWay
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  try {
    const closed = server.close()
    vi.advanceTimersByTime(10_000)
    await closed
  } finally {
    vi.useRealTimers()
  }
  expect(await busy.rest()).toBe('')
  finish()
})

it('rejects when the address is taken', async () => {
  const app = createHttpApp([], { log: SILENT, isDraining: () => false })
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

it('bytes that are no HTTP are answered behind the requests before them', async () => {
  const connection = openConnection(server.port)
  connection.send(`${requestText('GET /slow')}GARBAGE\r\n\r\n`)
  await underWay
  finish()
  expect([(await connection.answer()).status, (await connection.answer()).status]).toEqual([200, 400])
  expect(await connection.rest()).toBe('')
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

it('a request line without a version is refused', async () => {
  const client = openConnection(server.port)
  client.send('GET /quick\r\n\r\n')
  expect((await client.answer()).status).toBe(400)
  expect(await client.rest()).toBe('')
})

it('two Host fields are refused', async () => {
  const connection = openConnection(server.port)
  connection.send('GET /quick HTTP/1.1\r\nHost: localhost\r\nHost: evil.example\r\n\r\n')
  expect((await connection.answer()).status).toBe(400)
})
