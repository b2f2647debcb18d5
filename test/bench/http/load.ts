import { connect } from 'node:net'

/** Each connection has one request under way at any time. */
interface Load {
  readonly port: number
  readonly connections: number
  readonly seconds: number
  /** As they go over the wire, in their order. */
  readonly requests: readonly string[]
}

export interface Outcome {
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

/** Sends the requests over and over. */
export function run({ port, connections, seconds, requests }: Load): Promise<Outcome> {
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

  return Promise.all(Array.from({ length: connections }, open)).then(() => {
    const elapsed = (performance.now() - begin) / 1000
    const sorted = times.sort((a, b) => a - b)
    const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
    // A refusal costs little, so it must not count as an answer.
    return { rate: (times.length - failures) / elapsed, p50: at(0.5), p99: at(0.99), failures, sent: next }
  })
}
