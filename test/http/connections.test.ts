import { once } from 'node:events'
import { createServer } from 'node:http'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { SILENT } from '../../src/core/log.ts'
import { listen, type RunningServer } from '../../src/http/listen.ts'
import { connectionsWithin, watchOpenFiles } from '../../src/http/open-files.ts'
import { jsonReply } from '../../src/http/reply.ts'
import { anyOrigin, createHttpApp } from '../../src/http/router.ts'
import { createSpell } from '../../src/http/spell.ts'
import { openConnection, requestText } from '../helpers/wire.ts'

let server: RunningServer
let lines: object[]
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  lines = []
  const app = createHttpApp([{ path: '/quick', cors: anyOrigin, get: () => jsonReply(200, {}) }], {
    log: SILENT,
    isDraining: () => false,
  })
  const warn = (fields: object, message: string) => void lines.push({ message, ...fields })
  const log = { ...SILENT, warn }
  server = await listen(app, { host: '127.0.0.1', port: 0, log, onDrain: () => {}, connections: 2 })
})
afterEach(async () => {
  vi.useRealTimers()
  await server.close()
})

it('connections over the bound are closed at once, said once, and so is that it is over', async () => {
  const open = [openConnection(server.port), openConnection(server.port)]
  for (const { send, answer } of open) {
    send(requestText('GET /quick'))
    expect((await answer()).status).toBe(200)
  }
  for (let count = 0; count < 3; count += 1) expect(await openConnection(server.port).rest()).toBe('')
  const said = 'too many connections: new ones are closed at once'
  expect(lines).toEqual([{ message: said, dropped: 1, maxConnections: 2 }])
  expect(server.connections.dropped()).toBe(3)

  for (const { socket, close } of open) {
    close()
    await once(socket, 'close')
  }
  await expect.poll(() => server.connections.count()).toBe(0)
  vi.advanceTimersByTime(2_000)
  expect(lines.slice(1)).toEqual([{ message: 'new connections are accepted again', dropped: 3 }])
  const next = openConnection(server.port)
  next.send(requestText('GET /quick'))
  expect((await next.answer()).status).toBe(200)
  next.close()
})

it('there are fewer connections than files that may be open', () => {
  expect(connectionsWithin(3_000, 1_024)).toBe(824)
  expect(connectionsWithin(3_000, 64)).toBe(1)
  expect(connectionsWithin(3_000, 1_048_576)).toBe(3_000)
  expect(connectionsWithin(3_000, undefined)).toBeLessThanOrEqual(3_000)
})

it('that no more files can be opened is said once, and so is that it is over', () => {
  const said: string[] = []
  const note = (_: object, message: string) => void said.push(message)
  let isFull = false
  const timers = vi.getTimerCount()
  const quiet = createServer()
  watchOpenFiles(quiet, { ...SILENT, error: note, warn: note }, () => {
    if (isFull) throw new Error('EMFILE: too many open files')
  })
  vi.advanceTimersByTime(3_000)
  expect(said).toEqual([])
  isFull = true
  vi.advanceTimersByTime(3_000)
  expect(said).toEqual(['no more files can be opened'])
  isFull = false
  vi.advanceTimersByTime(3_000)
  expect(said.slice(1)).toEqual(['files can be opened again'])
  quiet.emit('close')
  expect(vi.getTimerCount()).toBe(timers)
})

it('a spell is reported when it begins, every ten seconds, and when nothing happened for a second', () => {
  const reports: [string, number][] = []
  const spell = createSpell((state, count) => void reports.push([state, count]))
  for (let second = 0; second < 20; second += 1) {
    spell.note()
    vi.advanceTimersByTime(1_000)
  }
  expect(reports).toEqual([
    ['begins', 1],
    ['goes on', 10],
    ['goes on', 20],
  ])
  vi.advanceTimersByTime(1_000)
  expect(reports.at(-1)).toEqual(['ends', 20])
  spell.note()
  expect(reports.at(-1)).toEqual(['begins', 1])
})
