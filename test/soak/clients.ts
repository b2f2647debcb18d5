/**
 * Clients of a server, in a process of their own; the job is on standard input. They send requests at a rate that does
 * not depend on the answers, or as fast as they are answered, for some time or until connections are refused.
 */
import { connect, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import * as z from 'zod'
import { BUSY } from './process.ts'

const job = z.object({
  port: z.number(),
  requests: z.array(z.object({ bytes: z.string(), leaves: z.boolean().optional() })),
  /** Without it, until connections are refused. */
  seconds: z.number().default(Number.POSITIVE_INFINITY),
  /** Requests a second; without it, `atOnce` are always under way. */
  rate: z.number().optional(),
  atOnce: z.number().default(0),
  perConnection: z.number().default(Number.POSITIVE_INFINITY),
})

const { port, requests, seconds, rate, atOnce, perConnection } = job.parse(
  JSON.parse(await text(process.stdin)),
)
/** How long the rate rises at first: independent callers do not all come at one moment. */
const RISE_MS = 3_000
/** Requests that are overdue for longer are left out. After a pause of this process they would come as a burst. */
const OVERDUE_MS = 50
/** More are under way only if this process is too slow to read the answers. */
const MOST_UNDER_WAY = 1_000
/** At a rate, earlier times do not count: a server needs two seconds to notice that it is behind. */
const COUNTED_AFTER_MS = 6_000
/** After so many answers for each client, all are at work. */
const AT_WORK = 5

interface Connection {
  readonly socket: Socket
  requests: number
}
const idle: Connection[] = []
const ends = new Map<string, number>()
const times: number[] = []
let sent = 0
let answered = 0
/** Different in each process, so that nothing is asked twice. */
const firstNumber = process.pid * 1_000_000
let unsent = 0
const startedAt = performance.now()
const countedFrom = rate === undefined ? startedAt : startedAt + COUNTED_AFTER_MS

/** An open connection that is idle, or a new one. */
function freeConnection(): Connection {
  let connection = idle.pop()
  while (connection?.socket.destroyed) connection = idle.pop()
  if (connection !== undefined) return connection
  const socket = connect({ port, host: '127.0.0.1', noDelay: true }).setEncoding('latin1')
  socket.on('error', () => {})
  return { socket, requests: 0 }
}

/** Sends the next request. Resolves with its status, or with what went wrong with the connection. */
function call(): Promise<string> {
  const sentAt = performance.now()
  const { bytes = '', leaves } = requests[sent % requests.length] ?? {}
  const number = String(firstNumber + sent)
  sent += 1
  const connection = freeConnection()
  const { socket } = connection
  connection.requests += 1
  return new Promise((resolve) => {
    let received = ''
    const end = (how: string) => {
      socket.off('data', read).off('error', fail).off('close', lose)
      ends.set(how, (ends.get(how) ?? 0) + 1)
      resolve(how)
    }
    const lose = () => end('lost')
    const fail = (error: NodeJS.ErrnoException) => end(error.code === 'ECONNREFUSED' ? 'refused' : 'lost')
    const read = (chunk: string) => {
      received += chunk
      const head = received.indexOf('\r\n\r\n')
      const length = Number(/\r\ncontent-length: (\d+)/i.exec(received)?.[1] ?? 0)
      if (head === -1 || received.length < head + 4 + length) return
      const status = received.slice(9, 12)
      if (status < '500' && sentAt > countedFrom) times.push(performance.now() - sentAt)
      const isLast = /\r\nconnection: close/i.test(received.slice(0, head))
      if (isLast || connection.requests >= perConnection) socket.destroy()
      else idle.push(connection)
      answered += 1
      if (answered === AT_WORK * atOnce) process.stderr.write(BUSY)
      end(status)
    }
    socket.on('data', read).on('error', fail).on('close', lose)
    socket.write(bytes.replace('{sent}', number))
    if (!leaves) return
    end('left')
    setTimeout(() => socket.destroy(), 1)
  })
}

const until = startedAt + seconds * 1000
if (rate === undefined) {
  const client = async () => {
    let last = ''
    while (performance.now() < until && last !== 'refused') last = await call()
  }
  await Promise.all(Array.from({ length: atOnce }, client))
} else {
  process.stderr.write(BUSY)
  const dueAfter = (ms: number) => (rate / 1000) * (ms < RISE_MS ? ms ** 2 / (2 * RISE_MS) : ms - RISE_MS / 2)
  const underWay = new Set<Promise<string>>()
  while (performance.now() < until) {
    const due = dueAfter(performance.now() - startedAt)
    unsent = Math.max(unsent, Math.round(due - sent - (rate / 1000) * OVERDUE_MS))
    while (sent + unsent < due && underWay.size < MOST_UNDER_WAY) {
      const ended = call().finally(() => underWay.delete(ended))
      underWay.add(ended)
    }
    await sleep(1)
  }
  await Promise.race([Promise.all(underWay), sleep(5_000)])
  if (underWay.size > 0) ends.set('unanswered', underWay.size)
}
times.sort((a, b) => a - b)
const at = (share: number) => times[Math.floor((times.length - 1) * share)] ?? 0
const outcome = { sent, unsent, ends: Object.fromEntries(ends), p50: at(0.5), p99: at(0.99), slowest: at(1) }
process.stdout.write(JSON.stringify(outcome))
process.exit()
