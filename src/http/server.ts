import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from 'node:http'
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises'
import { type H3, serve } from 'h3'
import { AppError, overloaded } from '../core/errors.ts'
import type { Logger } from '../core/logger.ts'
import type { Observer } from '../operations/request-log.ts'
import { endWith, trackConnections } from './connections.ts'
import { failureReply, lengthOf } from './reply.ts'
import { ALL_METHODS, anyOrigin } from './router.ts'

/** How long requests may still take after the server was told to stop, in milliseconds. */
const DRAIN_MS = 10_000
/** How long clients that were just answered may take to send one more request, in milliseconds. */
const LINGER_MS = 100
/** When nobody has connected for so long, nobody is about to; for so long it is waited for, in milliseconds. */
const QUIET_MS = 20
const MOST_QUIET_MS = 300
/** More than a process needs. */
const MAX_CONNECTIONS = 3_000
/** How many clients may wait until the process accepts them. It accepts one in each turn of the event loop. */
const BACKLOG = 2_048
/** How often the log says so at most, in milliseconds. */
const REPORT_MS = 5_000
/** For how long a client may take, in milliseconds (D43). */
const TIMEOUTS = {
  headers: 10_000,
  request: 30_000,
  /** Between two looks at the two above. */
  check: 5_000,
  /** While nothing moves on a connection and a request is under way. */
  stalled: 30_000,
}

/** The answer to a request that does not reach the application. It is made once, because a flood gets many. */
function refusal(failure: AppError, { status = failure.status, keepAlive = false } = {}) {
  const reply = failureReply(failure)
  const headers = {
    ...reply.headers,
    ...anyOrigin(null),
    'x-content-type-options': 'nosniff',
    'content-length': String(lengthOf(reply.body)),
    ...(keepAlive ? {} : { connection: 'close' }),
  }
  return { failure, status, headers, body: String(reply.body) }
}
type Refusal = ReturnType<typeof refusal>

const unfit = (status: number, message: string) =>
  refusal(new AppError('invalid_request', message), { status })

const UNPARSABLE = unfit(400, 'The request could not be parsed as HTTP.')
const UNEXPECTED = unfit(417, 'Only 100-continue is understood.')
const NO_TUNNEL = refusal(
  new AppError('method_not_allowed', 'This server opens no tunnels.', { headers: { allow: ALL_METHODS } }),
)
const BUSY = refusal(overloaded(), { keepAlive: true })
/** By the code of the error with which Node gives up on a request. */
const OF_PARSER: Readonly<Record<string, Refusal>> = {
  HPE_HEADER_OVERFLOW: unfit(431, 'The request headers are too large.'),
  ERR_HTTP_REQUEST_TIMEOUT: unfit(408, 'The request took too long to arrive.'),
}

const NO_HEADERS = new Headers()

/** Answers with refusals. Like all answers they have an envelope and a request id, and are logged and counted. */
function createRefuser(log: Logger, observers: readonly Observer[]) {
  function headersOf({ failure, status, headers, body }: Refusal, reason = failure.message) {
    const requestId = randomUUID()
    if (status !== 503)
      log.warn({ requestId, status, code: failure.code, reason }, 'request refused before routing')
    const request = { requestId, method: '', headers: NO_HEADERS, operation: 'not routed', failure }
    const bytes = lengthOf(body)
    for (const observe of observers) observe({ request, path: '', status, durationMs: undefined, bytes })
    return { ...headers, 'x-request-id': requestId }
  }
  return {
    answer(response: ServerResponse, refusal: Refusal): void {
      response.writeHead(refusal.status, headersOf(refusal)).end(refusal.body)
    },
    /** The answer as bytes, for a connection whose parser has given up. */
    text(refusal: Refusal, reason?: string): string {
      const { status, body } = refusal
      const lines = Object.entries(headersOf(refusal, reason)).map(([name, value]) => `${name}: ${value}`)
      return [`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...lines, '', body].join('\r\n')
    },
  }
}

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

/**
 * Waits for a moment in which nobody connects. Closing the listener would reset connections that the system
 * has accepted and this process has not.
 */
async function untilNobodyConnects(server: Server): Promise<void> {
  let connections = 0
  const note = () => {
    connections += 1
  }
  server.on('connection', note)
  for (let waited = 0; waited < MOST_QUIET_MS; waited += QUIET_MS) {
    connections = 0
    await sleep(QUIET_MS)
    if (connections === 0 && waited >= LINGER_MS) break
  }
  server.off('connection', note)
  // Runs right after the event loop has read and accepted all that was there.
  await nextTurn()
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
  // Only the handler is srvx's. Its server ends requests without an answer, and stops after a time-out only.
  const { node } = serve(app, { manual: true, silent: true, gracefulShutdown: false })
  if (node === undefined) throw new Error('expected to run on Node')
  const refuser = createRefuser(log, observers)
  let isDraining = false
  /** Requests that wait until the clients of a server that stops have connected. */
  let held: (() => void)[] | undefined

  function handle(request: IncomingMessage, response: ServerResponse): void {
    if (request.socket.destroyed) return
    if (refuses(request.url)) refuser.answer(response, BUSY)
    else void Promise.resolve(node?.handler(request, response)).then(() => connections.answered(response))
  }

  const server = createServer(
    {
      headersTimeout: timeouts.headers,
      requestTimeout: timeouts.request,
      connectionsCheckingInterval: timeouts.check,
      keepAliveTimeout: 65_000,
      requireHostHeader: false,
    },
    (request, response) => {
      if (!connections.accepts(request, response)) return
      if (isDraining) response.shouldKeepAlive = false
      if (isMalformed(request)) refuser.answer(response, UNPARSABLE)
      else if (held === undefined) handle(request, response)
      else held.push(() => handle(request, response))
    },
  )
  // Headers are limited in size. A limit on their number would drop some without a word.
  server.maxHeadersCount = 0
  server.maxConnections = maxConnections
  // A client may close its half when it has sent its request. Node would close the other half without an answer.
  Object.assign(server, { httpAllowHalfOpen: true })
  const connections = trackConnections(server)

  let stalled = 0
  server.setTimeout(timeouts.stalled, (socket) => {
    if (socket.writableLength > 0) stalled += 1
    socket.destroy()
  })
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    if (error.code === 'ECONNRESET' || !socket.writable) {
      socket.destroy()
      return
    }
    const refusal = OF_PARSER[error.code ?? ''] ?? UNPARSABLE
    connections.refuse(socket, refuser.text(refusal, error.code))
  })
  server.on('checkExpectation', (_request, response) => refuser.answer(response, UNEXPECTED))
  server.on('connect', (_request, socket) => {
    // Node no longer listens for errors here, and the client may be gone before the answer.
    socket.on('error', () => socket.destroy())
    endWith(socket, refuser.text(NO_TUNNEL))
  })

  let dropped = 0
  let isReporting = false
  server.on('drop', () => {
    dropped += 1
    if (isReporting) return
    isReporting = true
    setTimeout(() => {
      isReporting = false
      log.warn({ dropped, maxConnections }, 'too many connections: new ones are closed at once')
    }, REPORT_MS).unref()
  })

  server.listen(port, host, BACKLOG)
  await once(server, 'listening')
  const address = server.address()

  return {
    /** The port it listens on. */
    port: typeof address === 'object' && address !== null ? address.port : port,
    connections: {
      count: connections.count,
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
      connections.endAfterThese()
      if (delayMs > 0) await sleep(delayMs)
      const force = setTimeout(connections.destroyAll, DRAIN_MS)
      const waiting: (() => void)[] = []
      held = waiting
      await untilNobodyConnects(server)
      // Closes idle connections, too. Each answer since the beginning was the last of its connection.
      const closed = new Promise<void>((resolve) => server.close(() => resolve()))
      connections.destroySilent()
      // Other workers on this port may still be waiting for their moment.
      await sleep(QUIET_MS)
      held = undefined
      for (const request of waiting) request()
      await closed
      clearTimeout(force)
    },
  }
}

export type RunningServer = Awaited<ReturnType<typeof listen>>
