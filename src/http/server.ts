import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises'
import type { H3 } from 'h3'
import { toNodeHandler } from 'h3/node'
import { AppError, overloaded } from '../core/errors.ts'
import type { Logger } from '../core/logger.ts'
import type { Observer } from '../operations/request-log.ts'
import { canBeTold, noteAnswer, trackConnections } from './connections.ts'
import { failureReply, lengthOf } from './reply.ts'
import { ALL_METHODS, anyOrigin } from './router.ts'

/** More than a process needs. */
const MAX_CONNECTIONS = 3_000
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
/** How long a client has to close its side after the last answer, in milliseconds. */
const FAREWELL_MS = 2_000
/** How often the log says at most that connections are closed, in milliseconds. */
const REPORT_MS = 5_000
/** How long requests may still take after the server was told to stop, in milliseconds. */
const DRAIN_MS = 10_000
/** How long a server that stops lets clients connect that are about to, in milliseconds. */
const LAST_CONNECTS_MS = 120
/** How long after it other workers on the same port may do the same, in milliseconds. */
const WORKERS_MS = 30

/** Why a request does not reach the application. */
interface Refusal {
  readonly status: number
  readonly failure: AppError
  readonly keepsConnection?: boolean
}

const unfit = (status: number, message: string): Refusal => ({
  status,
  failure: new AppError('invalid_request', message),
})
const UNPARSABLE = unfit(400, 'The request could not be parsed as HTTP.')
const UNEXPECTED = unfit(417, 'Only 100-continue is understood.')
const NO_TUNNEL: Refusal = {
  status: 405,
  failure: new AppError('method_not_allowed', 'This server opens no tunnels.', {
    headers: { allow: ALL_METHODS },
  }),
}
const BUSY: Refusal = { status: 503, failure: overloaded(), keepsConnection: true }
/** By the code of the error with which Node gives up on a request. */
const OF_PARSER: Readonly<Record<string, Refusal>> = {
  HPE_HEADER_OVERFLOW: unfit(431, 'The request headers are too large.'),
  ERR_HTTP_REQUEST_TIMEOUT: unfit(408, 'The request took too long to arrive.'),
}

const NO_HEADERS = new Headers()

/**
 * Whether Node accepts a request and D9 does not: without `Host` or with two, with a target that is neither
 * path nor URL, with an unknown transfer coding, or in the way of HTTP/0.9, whose request line has no version.
 */
function isMalformed({ headers, rawHeaders, httpVersion, url = '' }: IncomingMessage): boolean {
  if (httpVersion !== '1.1' && httpVersion !== '1.0') return true
  const hosts = rawHeaders.filter((text, at) => at % 2 === 0 && text.toLowerCase() === 'host').length
  if (hosts > 1 || (hosts === 0 && httpVersion === '1.1')) return true
  if ((headers['transfer-encoding'] ?? 'chunked').toLowerCase() !== 'chunked') return true
  return !url.startsWith('/') && url !== '*' && !(/^https?:/i.test(url) && URL.canParse(url))
}

/** Sends a last answer. A client that does not close its side is cut off. */
function endWith(socket: Duplex, answer: string): void {
  socket.end(answer)
  setTimeout(() => socket.destroy(), FAREWELL_MS).unref()
}

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
export async function listen(
  app: H3,
  {
    host,
    port,
    log,
    onDrain,
    refuses = () => false,
    observers = [],
    maxConnections = MAX_CONNECTIONS,
    timeouts = TIMEOUTS,
  }: ListenOptions,
) {
  // srvx's own server ends requests without an answer, and stops after a time-out only.
  const serve = toNodeHandler(app)
  let isDraining = false
  /** While the last clients connect, nobody is answered. */
  let connecting: Promise<void> | undefined

  /** The answer to a refused request. Like all answers it has an envelope and a request id, and is counted. */
  function answerTo({ status, failure, keepsConnection = false }: Refusal, reason = failure.message) {
    const requestId = randomUUID()
    // A flood would fill the log.
    if (failure.code !== 'overloaded') {
      log.warn({ requestId, status, code: failure.code, reason }, 'request refused before routing')
    }
    const { headers, body } = failureReply(failure)
    const bytes = lengthOf(body)
    const request = { requestId, method: '', headers: NO_HEADERS, operation: 'not routed', failure }
    for (const observe of observers) observe({ request, path: '', status, durationMs: undefined, bytes })
    const further = {
      ...anyOrigin(null),
      'x-content-type-options': 'nosniff',
      'content-length': String(bytes),
      'x-request-id': requestId,
      ...(keepsConnection ? {} : { connection: 'close' }),
    }
    return { status, headers: { ...headers, ...further }, body }
  }

  function refuse(response: ServerResponse, refusal: Refusal): void {
    const { status, headers, body } = answerTo(refusal)
    response.writeHead(status, headers).end(body)
  }

  /** The same where there is only a socket left. */
  function refuseOn(socket: Duplex, refusal: Refusal, reason?: string): void {
    const { status, headers, body } = answerTo(refusal, reason)
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
    endWith(socket, [`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...lines, '', body].join('\r\n'))
  }

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
    const { socket, url } = request
    const connection = connections.get(socket)
    const before = connection?.newest
    if (connection === undefined || !noteAnswer(connection, response)) {
      socket.destroy()
      return
    }
    // One answer at a time: a client that does not read it gets no further one.
    if (before?.closed === false) await new Promise((resolve) => before.once('close', resolve))
    if (connecting !== undefined) await connecting
    if (socket.destroyed) return
    if (isDraining) response.shouldKeepAlive = false
    if (isMalformed(request)) refuse(response, UNPARSABLE)
    else if (refuses(url)) refuse(response, BUSY)
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

  let stalled = 0
  server.setTimeout(timeouts.stalled, (socket) => {
    if (socket.writableLength > 0) stalled += 1
    socket.destroy()
  })
  let dropped = 0
  let reportedAt = Number.NEGATIVE_INFINITY
  server.on('drop', () => {
    dropped += 1
    if (performance.now() - reportedAt < REPORT_MS) return
    reportedAt = performance.now()
    log.warn({ dropped, maxConnections }, 'too many connections: new ones are closed at once')
  })

  server.listen(port, host, BACKLOG)
  await once(server, 'listening')
  const address = server.address()

  return {
    /** The port it listens on. */
    port: typeof address === 'object' && address !== null ? address.port : port,
    connections: {
      count: () => connections.size,
      /** How many were cut off because their client did not read. */
      stalled: () => stalled,
      /** How many were closed at once, because there were too many. */
      dropped: () => dropped,
    },
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
      // A client that is answered now would connect again. To close the listener resets clients that the system has
      // accepted and this process has not, so it waits for a moment in which nobody connects.
      const lastConnects = Promise.withResolvers<void>()
      connecting = lastConnects.promise
      await sleep(LAST_CONNECTS_MS)
      // Runs right after the event loop has accepted who was there.
      await nextTurn()
      // Closes idle connections, too. Each answer since the beginning was the last of its connection.
      const closed = new Promise<void>((resolve) => server.close(() => resolve()))
      // Browsers open connections in advance.
      for (const { socket } of connections.values()) {
        if (socket.bytesRead === 0) socket.destroy()
      }
      await sleep(WORKERS_MS)
      connecting = undefined
      lastConnects.resolve()
      await closed
      clearTimeout(force)
    },
  }
}

export type RunningServer = Awaited<ReturnType<typeof listen>>
