import { once } from 'node:events'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { openConnection, requestText } from '../helpers/wire.ts'
import { openStubborn, type ScriptedServer, startScripted } from './scripted-server.ts'

let scripted: ScriptedServer
let server: ScriptedServer['server']
beforeEach(async () => {
  scripted = await startScripted()
  server = scripted.server
})
afterEach(async () => {
  scripted.finish()
  await server.close()
})

const open = () => openConnection(server.port)

/** A client whose request is under way until the test says `finish`. */
async function openBusy() {
  const busy = open()
  busy.send(requestText('GET /slow'))
  await scripted.underWay
  return busy
}

describe('a server that is told to stop', () => {
  it('[D43.6] lets a request under way finish, and tells its client that it was the last', async () => {
    const busy = await openBusy()
    const closed = server.close()
    scripted.finish()
    const answer = await busy.answer()
    expect([answer.status, answer.text]).toEqual([200, '{"slow":true}'])
    expect(answer.headers.get('connection')).toBe('close')
    expect(await busy.rest()).toBe('')
    await closed
  })

  it('[D43.6] ends idle, silent and refused connections at once, while a request is still under way', async () => {
    const [idle, silent, refused, half] = [open(), open(), open(), open()]
    half.send('POST /quick HTTP/1.1\r\nHost: localhost\r\nContent-Le')
    idle.send(requestText('GET /quick'))
    expect((await idle.answer()).headers.get('connection')).toBe('keep-alive')
    // Its body arrives after the answer.
    refused.send(requestText('POST /quick', ['Content-Length: 5']))
    expect((await refused.answer()).status).toBe(405)
    refused.send('12345')
    const busy = await openBusy()
    const closed = server.close()
    for (const connection of [idle, silent, refused, half]) expect(await connection.rest()).toBe('')
    scripted.finish()
    expect((await busy.answer()).status).toBe(200)
    await closed
  })

  it.each([
    ['a request under way', requestText('GET /slow')],
    ['CONNECT', 'CONNECT example.com:443 HTTP/1.1\r\nHost: example.com\r\n\r\n'],
  ])('[D43.6] waits ten seconds and no longer for a client that stays: %s', async (_, bytes) => {
    const { socket } = openStubborn(server.port, bytes)
    await expect.poll(server.connections).toBe(1)
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const closed = server.close()
    vi.advanceTimersByTime(10_100)
    await closed.finally(vi.useRealTimers)
    socket.destroy()
  })

  it('answers a request that arrives meanwhile on a kept connection, as the last one', async () => {
    const kept = open()
    kept.send(requestText('GET /quick'))
    await kept.answer()
    const closed = server.close()
    kept.send(requestText('GET /quick'))
    const answer = await kept.answer()
    expect([answer.status, answer.headers.get('connection')]).toEqual([200, 'close'])
    expect(await kept.rest()).toBe('')
    await closed
  })

  it('[D43.6] answers every request of clients that connect again at once, until they cannot', async () => {
    const ends = new Set<string>()
    const client = async () => {
      let end = 'answered'
      while (end === 'answered') {
        const connection = open()
        const failed = new Promise<string>((resolve) => {
          connection.socket.once('error', ({ code }: NodeJS.ErrnoException) => resolve(code ?? ''))
        })
        connection.send(requestText('GET /quick'))
        const answer = connection.answer().then(() => 'answered')
        end = await Promise.race([answer.catch(() => failed), failed])
        ends.add(end)
        connection.close()
      }
    }
    const clients = Array.from({ length: 32 }, client)
    await scripted.server.close()
    await Promise.all(clients)
    expect(ends).toEqual(new Set(['answered', 'ECONNREFUSED']))
  })

  it('goes on listening for the delay, and says that each answer is the last', async () => {
    const closed = server.close(300)
    const late = open()
    late.send(requestText('GET /quick'))
    const { status, headers } = await late.answer()
    expect([status, headers.get('connection')]).toEqual([200, 'close'])
    await closed
    const [error] = await once(open().socket, 'error')
    expect(error).toMatchObject({ code: 'ECONNREFUSED' })
  })
})

it('bytes that are no HTTP get no answer that could be taken for that of the request before them', async () => {
  const connection = open()
  connection.send(`${requestText('GET /slow')}GARBAGE\r\n\r\n`)
  await scripted.underWay
  expect(await connection.rest()).toBe('')
})

it('a request that was answered before its body came whole gets no second answer', async () => {
  const connection = open()
  connection.send(requestText('POST /quick', ['Transfer-Encoding: chunked'], '5\r\nab'))
  expect((await connection.answer()).status).toBe(405)
  connection.send('GARBAGE that is no chunk\r\n\r\n')
  expect(await connection.rest()).toBe('')
})

it('a client that closes its half after a request gets its answer, and no more', async () => {
  const client = open()
  client.socket.end(requestText('GET /slow'))
  await scripted.underWay
  scripted.finish()
  expect((await client.answer()).status).toBe(200)
  expect(await client.rest()).toBe('')
})
