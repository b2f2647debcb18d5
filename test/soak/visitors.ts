import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import * as z from 'zod'
import { BUSY } from './process.ts'

/**
 * Clients of a server that stops: each sends a request, reads the answer and sends the next one, on a new
 * connection after some requests, or when the server says that it was the last. It ends when connections are
 * refused. Reads its job from standard input.
 */
const job = z.object({
  port: z.number(),
  count: z.number(),
  perConnection: z.number(),
  requests: z.array(z.string()),
})

const { port, count, perConnection, requests } = job.parse(JSON.parse(await text(process.stdin)))
/** How many requests were answered, how many were sent and got no answer, and the longest wait in milliseconds. */
const counts = { answered: 0, reset: 0, slowest: 0 }

type End = 'answered' | 'reset' | 'refused'

/** After so many answers for each client, all are at work. */
const AT_WORK = 5

/** Requests on one connection, to its end. */
function visit(): Promise<End> {
  return new Promise((resolve) => {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true }).setEncoding('latin1')
    let received = ''
    let sent = 0
    let sentAt = 0
    const send = () => {
      sent += 1
      sentAt = performance.now()
      socket.write(requests[(counts.answered + sent) % requests.length] ?? '')
    }
    const end = (how: End) => {
      socket.destroy()
      resolve(how)
    }
    socket.once('connect', send)
    socket.once('end', () => end('reset'))
    socket.once('error', (error: NodeJS.ErrnoException) =>
      end(error.code === 'ECONNREFUSED' ? 'refused' : 'reset'),
    )
    socket.on('data', (chunk: string) => {
      received += chunk
      const head = received.indexOf('\r\n\r\n')
      const length = Number(/\r\ncontent-length: (\d+)/i.exec(received)?.[1] ?? 0)
      if (head === -1 || received.length < head + 4 + length) return
      counts.answered += 1
      if (counts.answered === AT_WORK * count) process.stderr.write(BUSY)
      counts.slowest = Math.max(counts.slowest, performance.now() - sentAt)
      const isLast = /\r\nconnection: close/i.test(received.slice(0, head))
      received = received.slice(head + 4 + length)
      if (isLast || sent >= perConnection) end('answered')
      else send()
    })
  })
}

await Promise.all(
  Array.from({ length: count }, async () => {
    for (let end = await visit(); end !== 'refused'; end = await visit()) {
      if (end === 'reset') counts.reset += 1
    }
  }),
)
process.stdout.write(JSON.stringify(counts))
