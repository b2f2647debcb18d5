import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises'
import type { H3 } from 'h3'
import { toNodeHandler } from 'h3/node'
import { AppError, overloaded } from '../core/errors.ts'
import type { Logger } from '../core/logger.ts'
import type { Observer } from '../core/request.ts'
import { failureReply, finish } from './reply.ts'
import { ANY_ORIGIN } from './router.ts'

/** Far more clients than one process serves. */
const MOST_CONNECTIONS = 3_000
/** Clients that wait to be accepted. Each turn of the event loop accepts one. */
const BACKLOG = 2_048
/** In milliseconds (D43). Node looks at the first two whenever `check` has passed. */
const TIMEOUTS = { headers: 10_000, request: 30_000, check: 5_000, stalled: 30_000 }
const REPORTED = 1_000
/** For requests under way when the server stops. */
const DRAIN_MS = 10_000
/** How long clients may still connect, and how much later other workers may stop listening. */
const LAST_CONNECTS_MS = 120
const WORKERS_MS = 30

/** Requests that a client may send ahead on one connection (D43). */
const MOST_UNANSWERED = 32
const MOST_UNREAD_BYTES = 64 * 1_048_576
/** How often that is checked. A server makes a few megabytes of answers meanwhile. */
const LOOK_MS = 250
/** A stream that waits for its client also holds its source and gzip's window. */
const STREAM_BYTES = 262_144

interface ClientConnection {
  unanswered: number
  /** Of the newest request, sent or not. */
  newest?: ServerResponse
}

const unreadBytes = ({ writableLength, writableNeedDrain }: Duplex) =>
  writableLength + (writableNeedDrain ? STREAM_BYTES : 0)

/** Cuts off the clients that leave most unread, if all together leave too much. */
function cutOff(connections: ReadonlyMap<Duplex, ClientConnection>) {
  let inAll = 0
  for (const socket of [...connections.keys()].sort((a, b) => unreadBytes(a) - unreadBytes(b))) {
    inAll += unreadBytes(socket)
    if (inAll > MOST_UNREAD_BYTES) socket.destroy()
  }
}

/** Bounds what clients leave unread (D43). */
function trackConnections(server: Server): ReadonlyMap<Duplex, ClientConnection> {
  const connections = new Map<Duplex, ClientConnection>()
  server.on('connection', (socket) => {
    connections.set(socket, { unanswered: 0 })
    socket.once('close', () => connections.delete(socket))
  })
  const looking = setInterval(cutOff, LOOK_MS, connections).unref()
  server.once('close', () => clearInterval(looking))
  return connections
}

/**
 * Waits until the answer before is sent, so that a client that does not read gets no further one. False if the client
 * is gone or has sent too many requests ahead.
 */
async function waitForTurn(connection: ClientConnection, response: ServerResponse) {
  const { newest: before } = connection
  if (connection.unanswered >= MOST_UNANSWERED) return false
  connection.newest = response
  connection.unanswered += 1
  response.once('close', () => {
    connection.unanswered -= 1
  })
  if (before?.closed === false) await once(before, 'close')
  return !response.req.socket.destroyed
}

/**
 * Whether a refusal by the parser can be sent. It must not look like the answer to an earlier request, or be a second
 * answer to this one.
 */
function canBeTold({ unanswered, newest }: ClientConnection) {
  const isBegun = newest?.req.complete === false
  return isBegun ? unanswered === 1 && !newest.headersSent : unanswered === 0
}

/** The time for a client to close its side after the last answer (D43). */
const FAREWELL_MS = 2_000

const unfit = (status: number, message: string) => new AppError('invalid_request', message, { status })

const UNPARSABLE = unfit(400, 'The request could not be parsed as HTTP.')
const UNEXPECTED = unfit(417, 'Only 100-continue is understood.')
const BUSY = overloaded()
const NO_TUNNEL = new AppError('method_not_allowed', 'This server opens no tunnels.', {
  headers: { allow: 'GET, HEAD, POST, OPTIONS' },
})
/** The answers to what the parser refuses, by the code of Node's error. */
const OF_PARSER: Record<string, AppError> = {
  HPE_HEADER_OVERFLOW: unfit(431, 'The request headers are too large.'),
  ERR_HTTP_REQUEST_TIMEOUT: unfit(408, 'The request took too long to arrive.'),
}

/**
 * Whether D9 refuses what Node accepts: HTTP/0.9, no `Host` or two, an unknown transfer coding, or a target that is
 * neither path nor URL.
 */
function isMalformed({ headers, rawHeaders, httpVersion, url = '' }: IncomingMessage) {
  if (httpVersion !== '1.1' && httpVersion !== '1.0') return true
  const hosts = rawHeaders.filter((text, at) => at % 2 === 0 && text.toLowerCase() === 'host').length
  if (hosts > 1 || (hosts === 0 && httpVersion === '1.1')) return true
  if ((headers['transfer-encoding'] ?? 'chunked').toLowerCase() !== 'chunked') return true
  return !url.startsWith('/') && url !== '*' && !(/^https?:/i.test(url) && URL.canParse(url))
}

const UNREAD = {
  method: '',
  path: '',
  headers: new Headers(),
  search: '',
  address: '',
  operation: 'not routed',
}

/** Answers requests that do not reach the application. Unless the server is only busy, their connection closes. */
function createRefuser(log: Logger, observers: readonly Observer[]) {
  function refusal(failure: AppError, reason = failure.message) {
    const { status, code } = failure
    const requestId = randomUUID()
    const isBusy = failure === BUSY
    // A flood would fill the log.
    if (!isBusy) log.warn({ requestId, status, code, reason }, 'request refused before routing')
    const shared = { ...ANY_ORIGIN, ...(isBusy ? {} : { connection: 'close' }) }
    return finish(failureReply(failure), shared, { ...UNREAD, requestId, failure }, observers)
  }

  return {
    refuse(response: ServerResponse, failure: AppError): void {
      const { status, headers, body } = refusal(failure)
      response.writeHead(status, headers).end(body)
    },
    /** If Node gives only the socket. A client that does not close its side is cut off. */
    refuseOn(socket: Duplex, failure: AppError, reason?: string): void {
      const { status, headers, body } = refusal(failure, reason)
      const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
      socket.end([`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...lines, '', body].join('\r\n'))
      setTimeout(() => socket.destroy(), FAREWELL_MS).unref()
    },
  }
}

export interface ListenOptions {
  host: string
  port: number
  log: Logger
  onDrain: () => void
  refuses?: (url: string | undefined) => boolean
  observers?: readonly Observer[]
  maxConnections?: number
  timeouts?: typeof TIMEOUTS
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
  server.setTimeout(timeouts.stalled)
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
  async function stopListening() {
    await sleep(LAST_CONNECTS_MS)
    // After the event loop has accepted who was there.
    await nextTurn()
    // It also closes idle connections. The others close after their answer.
    server.close()
    await sleep(WORKERS_MS)
    // Connections that browsers opened in advance, and those with only a part of the headers of a request.
    for (const [socket, { unanswered }] of connections) {
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
