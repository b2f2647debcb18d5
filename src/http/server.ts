import { once } from 'node:events'
import { createServer } from 'node:http'
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises'
import type { H3 } from 'h3'
import { toNodeHandler } from 'h3/node'
import type { Logger } from '../core/logger.ts'
import type { Observer } from '../operations/request-log.ts'
import { canBeTold, trackConnections, waitForTurn } from './connections.ts'
import { BUSY, createRefuser, isMalformed, NO_TUNNEL, OF_PARSER, UNEXPECTED, UNPARSABLE } from './refusals.ts'

/** Far more clients than one process serves. */
const MOST_CONNECTIONS = 3_000
/** Clients that wait to be accepted. Each turn of the event loop accepts one. */
const BACKLOG = 2_048
/** In milliseconds (D43). Node looks at the first two whenever `check` has passed. */
const TIMEOUTS = { headers: 10_000, request: 30_000, check: 5_000, stalled: 30_000 }
/** Closed connections for each line of the log. */
const REPORTED = 1_000
/** For requests under way when the server stops. */
const DRAIN_MS = 10_000
/** How long clients may still connect, and how much later other workers may stop listening. */
const LAST_CONNECTS_MS = 120
const WORKERS_MS = 30

export interface ListenOptions {
  readonly host: string
  readonly port: number
  readonly log: Logger
  readonly onDrain: () => void
  /** Whether the server has too much to do for this request. */
  readonly refuses?: (url: string | undefined) => boolean
  /** For requests that do not reach the application. */
  readonly observers?: readonly Observer[]
  readonly maxConnections?: number
  readonly timeouts?: typeof TIMEOUTS
}

/** Rejects if the address is taken. */
export async function listen(app: H3, options: ListenOptions) {
  const { host, port, log, onDrain, refuses, observers = [] } = options
  const { maxConnections = MOST_CONNECTIONS, timeouts = TIMEOUTS } = options
  // srvx's own server ends requests without an answer, and stops after a time-out only.
  const serve = toNodeHandler(app)
  const { refuse, refuseOn } = createRefuser(log, observers)
  let isDraining = false
  /** Until then nobody is answered. */
  let stopping: Promise<void> | undefined

  const server = createServer({
    headersTimeout: timeouts.headers,
    requestTimeout: timeouts.request,
    connectionsCheckingInterval: timeouts.check,
    keepAliveTimeout: 65_000,
    requireHostHeader: false,
  })
  server.maxConnections = maxConnections
  // By default, Node does not answer a client that closes its half after the request.
  Object.assign(server, { httpAllowHalfOpen: true })
  server.setTimeout(timeouts.stalled, (socket) => socket.destroy())
  const connections = trackConnections(server)

  server.on('request', async (request, response) => {
    const connection = connections.get(request.socket)
    if (connection === undefined || !(await waitForTurn(connection, response))) {
      request.socket.destroy()
      return
    }
    await stopping
    if (isDraining) response.shouldKeepAlive = false
    if (isMalformed(request)) refuse(response, UNPARSABLE)
    else if (refuses?.(request.url)) refuse(response, BUSY)
    else void serve(request, response)
  })
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    const connection = connections.get(socket)
    const isTold = error.code !== 'ECONNRESET' && socket.writable && connection && canBeTold(connection)
    if (isTold) refuseOn(socket, OF_PARSER[error.code ?? ''] ?? UNPARSABLE, error.code)
    else socket.destroy()
  })
  server.on('checkExpectation', (_request, response) => refuse(response, UNEXPECTED))
  server.on('connect', (_request, socket) => {
    // Node no longer handles errors of this socket.
    socket.on('error', () => socket.destroy())
    refuseOn(socket, NO_TUNNEL)
  })
  let dropped = 0
  server.on('drop', () => {
    dropped += 1
    if (dropped % REPORTED !== 1) return
    log.warn({ dropped, maxConnections }, 'too many connections: new ones are closed at once')
  })

  /**
   * Closing the listener resets clients that only the system has accepted. So for a moment clients are accepted and
   * nobody is answered, because a client with an answer would connect again.
   */
  async function stopListening(): Promise<void> {
    await sleep(LAST_CONNECTS_MS)
    // After the event loop has accepted who was there.
    await nextTurn()
    // It also closes idle connections. The others close after their answer.
    server.close()
    await sleep(WORKERS_MS)
    // Connections that browsers opened in advance, and those with only a part of the headers of a request.
    for (const { socket, unanswered } of connections.values()) {
      if (unanswered === 0) socket.destroy()
    }
  }

  server.listen(port, host, BACKLOG)
  await once(server, 'listening')
  const address = server.address()

  return {
    port: typeof address === 'object' && address !== null ? address.port : port,
    connections: () => connections.size,
    dropped: () => dropped,
    /**
     * Lets requests under way finish, then closes every connection. Before, it listens for `delayMs`, so that a balancer
     * sees the "stopping" of `/readyz`.
     */
    async close(delayMs = 0): Promise<void> {
      onDrain()
      isDraining = true
      for (const { newest } of connections.values()) {
        if (newest !== undefined) newest.shouldKeepAlive = false
      }
      if (delayMs > 0) await sleep(delayMs)
      const force = setTimeout(() => server.closeAllConnections(), DRAIN_MS)
      const closed = once(server, 'close')
      stopping = stopListening()
      await closed
      clearTimeout(force)
    },
  }
}
