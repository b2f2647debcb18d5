import { connect } from 'node:net'
import type { Server } from './server.ts'

const CONNECTIONS = 16
const SECONDS = 3
/** Before each round: the system takes memory from processes that wait for their turn. */
const WARM_UP_SECONDS = 2
const ROUNDS = 3

interface Outcome {
  /** Good answers a second. */
  readonly rate: number
  /** Milliseconds. */
  readonly p50: number
  readonly p99: number
  /** Answers whose status was not 2xx, or that were failures of a tool. */
  readonly failures: number
  /** Requests, whether they were answered or not. */
  readonly sent: number
}

const HEAD_END = Buffer.from('\r\n\r\n')
const FAILED = /^HTTP\/1\.1 (?!2)|"isError":true|"success":false|"error":\{/

/** Of the first answer in a buffer; 0 if it is not complete. Chunked bodies end in an empty chunk. */
function answerLength(received: Buffer): number {
  const end = received.indexOf(HEAD_END)
  if (end === -1) return 0
  const head = received.toString('latin1', 0, end)
  const length = /\r\ncontent-length: *(\d+)/i.exec(head)?.[1]
  if (length !== undefined) {
    const total = end + 4 + Number(length)
    return received.length >= total ? total : 0
  }
  const last = received.indexOf('\r\n0\r\n\r\n', end + 2, 'latin1')
  return last === -1 ? 0 : last + 7
}

/** Sends the requests over and over, as they go over the wire. Each connection has one under way at any time. */
function sendAll(port: number, seconds: number, requests: readonly string[]): Promise<Outcome> {
  const bytes = requests.map((request) => Buffer.from(request))
  const times: number[] = []
  let next = 0
  let failures = 0
  const begin = performance.now()
  const until = begin + seconds * 1000

  const open = () =>
    new Promise<void>((resolve, reject) => {
      const socket = connect({ port, host: '127.0.0.1', noDelay: true })
      let received: Buffer = Buffer.alloc(0)
      let sentAt = 0
      const send = () => {
        const request = bytes[next % bytes.length]
        next += 1
        sentAt = performance.now()
        if (request !== undefined) socket.write(request)
      }
      socket.once('connect', send)
      socket.once('error', reject)
      socket.once('close', () => resolve())
      socket.on('data', (chunk: Buffer) => {
        received = received.length === 0 ? chunk : Buffer.concat([received, chunk])
        const length = answerLength(received)
        if (length === 0) return
        const now = performance.now()
        times.push(now - sentAt)
        if (FAILED.test(received.toString('latin1', 0, Math.min(length, 400)))) failures += 1
        received = received.subarray(length)
        if (now < until) send()
        else socket.destroy()
      })
    })

  return Promise.all(Array.from({ length: CONNECTIONS }, open)).then(() => {
    const elapsed = (performance.now() - begin) / 1000
    const sorted = times.sort((a, b) => a - b)
    const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
    // A refusal costs little, so it must not count as an answer.
    return { rate: (times.length - failures) / elapsed, p50: at(0.5), p99: at(0.99), failures, sent: next }
  })
}

interface Run extends Outcome {
  /** CPU time of a request, in microseconds. It says more than the rate if others use the machine too. */
  readonly cpu: number
}

export interface Row {
  readonly what: string
  readonly server: Server
  readonly requests: readonly string[]
  /** The first request that was not sent yet. Without it, every round sends the same ones. */
  fresh?: number
}

export interface Measured extends Run {
  readonly what: string
  readonly server: string
  readonly memory: number
}

/** The round with the middle rate, and the failures of all rounds. The first round does not count. */
function median(outcomes: readonly Run[]): Omit<Measured, 'what' | 'server' | 'memory'> {
  const sorted = outcomes.slice(1).toSorted((a, b) => a.rate - b.rate)
  const middle = sorted[Math.floor(sorted.length / 2)]
  if (middle === undefined) throw new Error('nothing was measured')
  return { ...middle, failures: outcomes.reduce((sum, { failures }) => sum + failures, 0) }
}

async function runOnce(row: Row): Promise<Run> {
  const { server } = row
  const load = async (seconds: number) => {
    const measured = await sendAll(server.port, seconds, row.requests.slice(row.fresh))
    if (row.fresh !== undefined) row.fresh += measured.sent
    if (row.fresh !== undefined && row.fresh > row.requests.length) throw new RangeError('asked twice')
    return measured
  }
  await load(WARM_UP_SECONDS)
  const before = server.cpu()
  const measured = await load(SECONDS)
  return { ...measured, cpu: ((server.cpu() - before) / (measured.rate * SECONDS)) * 1e6 }
}

/** Every row once, then every row again: so what disturbs the machine disturbs all of them. */
export async function measure(rows: readonly Row[]): Promise<Measured[]> {
  const outcomes = rows.map((): Run[] => [])
  for (let round = 0; round <= ROUNDS; round += 1) {
    for (const [index, row] of rows.entries()) {
      process.stderr.write(`\r\u001B[Kround ${round} of ${ROUNDS}: ${row.server.name}, ${row.what}`)
      outcomes[index]?.push(await runOnce(row))
    }
  }
  process.stderr.write('\r\u001B[K')
  return rows.map(({ what, server }, index) => ({
    what,
    server: server.name,
    memory: server.memory(),
    ...median(outcomes[index] ?? []),
  }))
}

/** As Markdown; the columns after the first `texts` are numbers. */
export function markdown(
  texts: number,
  header: readonly string[],
  rows: ReadonlyArray<ReadonlyArray<string | number>>,
): string {
  const rule = header.map((_, at) => (at < texts ? '---' : '--:'))
  return [header, rule, ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n')
}

export function table(measured: readonly Measured[]): string {
  const rows = measured.map(({ what, server, rate, p50, p99, cpu, memory, failures }) => [
    server,
    what,
    Math.round(rate).toLocaleString('en'),
    p50.toFixed(2),
    p99.toFixed(1),
    Math.round(cpu),
    memory,
    failures,
  ])
  const header = ['server', 'requests', '1/s', 'p50 ms', 'p99 ms', 'CPU µs', 'MB', 'failures']
  return markdown(2, header, rows)
}
