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
/** How many clients may wait until the process accepts them. It accepts one in each turn of the event loop. */
const BACKLOG = 2_048
/** How long a client may take, in milliseconds (D43). */
const TIMEOUTS = {
  headers: 10_000,
  request: 30_000,
  /** Between two looks at the two above. */
  check: 5_000,
  /** While nothing moves on a connection and a request is under way. */
  stalled: 30_000,
}
/** How often the log says at most that connections are closed, in milliseconds. */
const REPORT_MS = 5_000
/** How long requests may still take after the server was told to stop, in milliseconds. */
const DRAIN_MS = 10_000
/** How long a server that stops still lets clients connect, in milliseconds. */
const LAST_CONNECTS_MS = 120
/** How much longer other workers on the same port may take to come to that point, in milliseconds. */
const WORKERS_MS = 30

export interface ListenOptions {
  readonly host: string
  readonly port: number
  readonly log: Logger
  readonly onDrain: () => void
  /** Whether a request for this URL is refused, because the server has too much to do. */
  readonly refuses?: (url: string | undefined) => boolean
  /** Told of requests that do not reach the application. The log is told of them anyway. */
  readonly observers?: readonly Observer[]
  readonly maxConnections?: number
  readonly timeouts?: typeof TIMEOUTS
}

/** Listens with the application. Rejects when the address is taken. */
export async function listen(app: H3, options: ListenOptions) {
  const { host, port, log, onDrain, refuses, observers = [] } = options
  const { maxConnections = MOST_CONNECTIONS, timeouts = TIMEOUTS } = options
  // srvx's own server ends requests without an answer, and stops after a time-out only.
  const serve = toNodeHandler(app)
  const { refuse, refuseOn } = createRefuser(log, observers)
  let isDraining = false
  /** Until the last clients have connected, nobody is answered. */
  let lastConnects: Promise<void> | undefined

  const server = createServer({
    headersTimeout: timeouts.headers,
    requestTimeout: timeouts.request,
    connectionsCheckingInterval: timeouts.check,
    keepAliveTimeout: 65_000,
    requireHostHeader: false,
  })
  // Headers are limited in size. A limit on their number would drop some without a word.
  server.maxHeadersCount = 0
  server.maxConnections = maxConnections
  // A client may close its half when it has sent its request. Node would close the other half without an answer.
  Object.assign(server, { httpAllowHalfOpen: true })
  const connections = trackConnections(server)

  server.on('request', async (request, response) => {
    const connection = connections.get(request.socket)
    if (connection === undefined || !(await waitForTurn(connection, response))) {
      request.socket.destroy()
      return
    }
    await lastConnects
    if (isDraining) response.shouldKeepAlive = false
    if (isMalformed(request)) refuse(response, UNPARSABLE)
    else if (refuses?.(request.url)) refuse(response, BUSY)
    else void serve(request, response)
  })
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    const connection = connections.get(socket)
    if (error.code === 'ECONNRESET' || !socket.writable || !connection || !canBeTold(connection)) {
      socket.destroy()
    } else refuseOn(socket, OF_PARSER[error.code ?? ''] ?? UNPARSABLE, error.code)
  })
  server.on('checkExpectation', (_request, response) => refuse(response, UNEXPECTED))
  server.on('connect', (_request, socket) => {
    // Node no longer listens for errors here, and the client may be gone before the answer.
    socket.on('error', () => socket.destroy())
    refuseOn(socket, NO_TUNNEL)
  })
  server.setTimeout(timeouts.stalled, (socket) => socket.destroy())
  let dropped = 0
  let reportedAt = Number.NEGATIVE_INFINITY
  server.on('drop', () => {
    dropped += 1
    if (performance.now() - reportedAt < REPORT_MS) return
    reportedAt = performance.now()
    log.warn({ dropped, maxConnections }, 'too many connections: new ones are closed at once')
  })

  /**
   * Closing the listener resets clients that the system has accepted and this process has not. A client that is
   * answered now would connect again, so for a moment nobody is, and who is there is accepted.
   */
  async function stopListening(onClosed: () => void): Promise<void> {
    await sleep(LAST_CONNECTS_MS)
    // Runs right after the event loop has accepted who was there.
    await nextTurn()
    // Closes idle connections, too. Each answer since the beginning was the last of its connection.
    server.close(onClosed)
    // Browsers open connections in advance.
    for (const { socket } of connections.values()) {
      if (socket.bytesRead === 0) socket.destroy()
    }
    await sleep(WORKERS_MS)
  }

  server.listen(port, host, BACKLOG)
  await once(server, 'listening')
  const address = server.address()

  return {
    port: typeof address === 'object' && address !== null ? address.port : port,
    connections: () => connections.size,
    dropped: () => dropped,
    /**
     * Accepts no more requests, lets those under way finish, then closes every connection.
     *
     * @param delayMs how long to go on listening while `/readyz` says "stopping", so that a balancer sees it
     *   before connections are refused.
     */
    async close(delayMs = 0): Promise<void> {
      onDrain()
      isDraining = true
      for (const { unanswered } of connections.values()) {
        for (const response of unanswered) response.shouldKeepAlive = false
      }
      if (delayMs > 0) await sleep(delayMs)
      const force = setTimeout(() => server.closeAllConnections(), DRAIN_MS)
      await new Promise<void>((resolve) => {
        lastConnects = stopListening(resolve)
      })
      clearTimeout(force)
    },
  }
}
