/**
 * Sends requests at a rate that does not depend on the answers, as many independent callers do; or as fast as
 * they are answered, with so many under way. Reads its job from standard input.
 */
import { connect, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import * as z from 'zod'
import { BUSY } from './process.ts'

const job = z.object({
  port: z.number(),
  seconds: z.number(),
  /** Requests a second; without one, `atOnce` are always under way. */
  rate: z.number().optional(),
  atOnce: z.number().optional(),
  requests: z.array(z.object({ bytes: z.string(), leaves: z.boolean().optional() })),
})

const { port, seconds, rate, atOnce = 0, requests } = job.parse(JSON.parse(await text(process.stdin)))
/** How long the rate rises at first, in milliseconds: independent callers do not all come in one moment. */
const RISE_MS = 3_000
/**
 * Of what is overdue for longer, in milliseconds, nothing is sent: when this process could not run, a burst of all
 * that is missing would be another load than the one that is asked for.
 */
const OVERDUE_MS = 50
/** More wait for their answers only if this process is too slow to read them. */
const MOST_UNDER_WAY = 1_000
/** Times count from then on: a server needs two seconds to notice that it is behind. */
const COUNTED_AFTER_MS = 6_000
const idle: Socket[] = []
const ends = new Map<string, number>()
const times: number[] = []
const count = (end: string) => ends.set(end, (ends.get(end) ?? 0) + 1)
let sent = 0
/** Another one for each process, so that nothing is asked twice. */
const firstNumber = process.pid * 1_000_000
let unsent = 0

function opened(): Socket {
  const socket = connect({ port, host: '127.0.0.1', noDelay: true }).setEncoding('latin1')
  socket.on('error', () => {})
  return socket
}

/** A socket that waits for its next request, and that the server has not closed meanwhile. */
function idleSocket(): Socket | undefined {
  let socket = idle.pop()
  while (socket?.destroyed) socket = idle.pop()
  return socket
}

/** Sends the next request and resolves with its end. */
function call(): Promise<void> {
  const sentAt = performance.now()
  const { bytes = '', leaves } = requests[sent % requests.length] ?? {}
  const number = String(firstNumber + sent)
  sent += 1
  const socket = (leaves ? undefined : idleSocket()) ?? opened()
  socket.write(bytes.replace('{sent}', number))
  if (leaves) {
    count('left')
    setTimeout(() => socket.destroy(), 1)
    return Promise.resolve()
  }
  return new Promise((resolve) => {
    let received = ''
    const end = (how: string) => {
      socket.off('data', read).off('close', lost)
      count(how)
      resolve()
    }
    const lost = () => end('lost')
    const read = (chunk: string) => {
      received += chunk
      const head = received.indexOf('\r\n\r\n')
      const length = Number(/\r\ncontent-length: (\d+)/i.exec(received)?.[1] ?? 0)
      if (head === -1 || received.length < head + 4 + length) return
      const status = received.slice(9, 12)
      if (status < '500' && (rate === undefined || sentAt - startedAt > COUNTED_AFTER_MS)) {
        times.push(performance.now() - sentAt)
      }
      if (/\r\nconnection: close/i.test(received.slice(0, head))) socket.destroy()
      else idle.push(socket)
      end(status)
    }
    socket.on('data', read).once('close', lost)
  })
}

const startedAt = performance.now()
const until = startedAt + seconds * 1000
process.stderr.write(BUSY)
if (rate === undefined) {
  const caller = async () => {
    while (performance.now() < until) await call()
  }
  await Promise.all(Array.from({ length: atOnce }, caller))
} else {
  const dueAfter = (ms: number) => (rate / 1000) * (ms < RISE_MS ? ms ** 2 / (2 * RISE_MS) : ms - RISE_MS / 2)
  const underWay = new Set<Promise<void>>()
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
  for (let missing = underWay.size; missing > 0; missing -= 1) count('unanswered')
}
times.sort((a, b) => a - b)
const at = (share: number) => times[Math.floor(times.length * share)] ?? 0
process.stdout.write(
  JSON.stringify({ sent, unsent, ends: Object.fromEntries(ends), p50: at(0.5), p99: at(0.99) }),
)
process.exit()
