import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http'
import { Server as NetServer } from 'node:net'
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises'
import { type H3, serve } from 'h3'
import type { Logger } from '../core/log.ts'
import type { Observer } from '../operations/request-log.ts'
import { type Connections, trackConnections } from './connections.ts'
import { connectionsWithin, watchOpenFiles } from './open-files.ts'
import {
  BUSY,
  createRefuser,
  isMalformed,
  NO_TUNNEL,
  parserReason,
  parserRefusal,
  TOO_MANY_AT_ONCE,
  UNEXPECTED,
  UNPARSABLE,
} from './refusal.ts'
import { createRequestQueue, type RequestQueue } from './request-queue.ts'
import { createSpell } from './spell.ts'

/** How long requests may still take after the server was told to stop, in milliseconds. */
const DRAIN_MS = 10_000
/** How long an idle connection is kept at least, in case a request is on its way. */
const LINGER_MS = 100
/** When nobody has connected for so long, nobody is about to, in milliseconds. */
const QUIET_MS = 20
/** How long to wait for such a moment, in milliseconds. */
const HOLD_MS = 200
/** More than a process needs. */
const MAX_CONNECTIONS = 3_000
/**
 * How many clients may wait until the process accepts them. If the system has no room for one, its request is
 * lost, and it only tries again after a second or more.
 */
const BACKLOG = 4_096

export interface RunningServer {
  /** The port it listens on. */
  readonly port: number
  readonly connections: Pick<Connections, 'count' | 'stalled' | 'dropped'>
  readonly queue: Pick<RequestQueue, 'length' | 'refused'>
  /**
   * Accepts no more requests, lets those under way finish, then closes every connection.
   *
   * @param delayMs how long to go on listening while `/readyz` says "stopping", so that a balancer
   *   sees it before connections are refused.
   */
  close(delayMs?: number): Promise<void>
}

type Refuser = ReturnType<typeof createRefuser>

function answerParserFailures(server: Server, connections: Connections, refuser: Refuser): void {
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    if (error.code === 'ECONNRESET' || !socket.writable) {
      socket.destroy()
      return
    }
    connections.answerRefused(socket, refuser.text(parserRefusal(error.code), parserReason(error)))
  })
  server.on('checkExpectation', (_request, response) => refuser.answer(response, UNEXPECTED))
  server.on('connect', (_request, socket) => {
    // The client may be gone before the answer.
    socket.on('error', () => socket.destroy())
    socket.end(refuser.text(NO_TUNNEL))
  })
}

/**
 * Waits for a moment in which nobody connects. Closing the listener would reset connections that the system
 * has accepted and this process has not. Requests are held back meanwhile, because a client that waits for an
 * answer does not open its next connection.
 */
async function untilNobodyConnects(server: Server, queue: RequestQueue): Promise<void> {
  queue.hold()
  let connections = 0
  const note = () => {
    connections += 1
  }
  server.on('connection', note)
  for (let waited = 0; waited < HOLD_MS; waited += QUIET_MS) {
    connections = 0
    await sleep(QUIET_MS)
    if (connections === 0) break
  }
  server.off('connection', note)
  // Runs right after the event loop has accepted all new connections.
  await nextTurn()
}

export interface ListenOptions {
  readonly host: string
  readonly port: number
  readonly log: Logger
  readonly onDrain: () => void
  /** Whether the sender of these headers is known to have an account. It must cost little. */
  readonly hasAccount?: (headers: IncomingHttpHeaders) => boolean
  /** Told of requests that do not reach the application. The log is told of them anyway. */
  readonly observers?: readonly Observer[]
  /** How many connections there may be, if the limit of open files allows so many. */
  readonly connections?: number
  /** False to refuse nobody, however busy the server is. */
  readonly refuses?: boolean
}

/** Listens with the application. Rejects when the address is taken. */
export async function listen(
  app: H3,
  {
    host,
    port,
    log,
    onDrain,
    hasAccount = () => false,
    observers = [],
    connections: wanted = MAX_CONNECTIONS,
    refuses = true,
  }: ListenOptions,
): Promise<RunningServer> {
  // Only the handler is srvx's. Its server ends requests without an answer, and stops after a time-out only.
  const { node } = serve(app, { manual: true, silent: true, gracefulShutdown: false })
  if (node === undefined) throw new Error('expected to run on Node')
  const refuser = createRefuser(log, observers)
  const queue = createRequestQueue({
    refuses,
    onOverload(state, refused) {
      if (state === 'ends') log.warn({ refused }, 'no longer overloaded')
      else log.warn({ refused }, 'overloaded: some requests are refused')
    },
  })
  const maxConnections = connectionsWithin(wanted)
  if (maxConnections < wanted) {
    log.warn({ maxConnections }, 'few connections are possible, because the limit of open files is low')
  }
  const drops = createSpell((state, dropped) => {
    if (state === 'ends') log.warn({ dropped }, 'new connections are accepted again')
    else log.warn({ dropped, maxConnections }, 'too many connections: new ones are closed at once')
  })
  const server = createServer(
    {
      headersTimeout: 10_000,
      requestTimeout: 30_000,
      keepAliveTimeout: 65_000,
      connectionsCheckingInterval: 5_000,
      requireHostHeader: false,
    },
    (request, response) => {
      if (isMalformed(request)) return refuser.answer(response, UNPARSABLE)
      connections.inTurn(request, response, {
        handle() {
          const { url, headers, socket } = request
          let isKnown: boolean | undefined
          queue.add({
            url,
            // Asked once: the answer costs a hash.
            hasAccount() {
              isKnown ??= hasAccount(headers)
              return isKnown
            },
            handle() {
              // Nobody waits for the answer any longer.
              if (!socket.destroyed) void node.handler(request, response)
            },
            refuse: () => refuser.answer(response, BUSY),
          })
        },
        refuse: () => refuser.answer(response, TOO_MANY_AT_ONCE),
      })
    },
  )
  // Headers are limited in size. A limit on their number would drop some without a word.
  server.maxHeadersCount = 0
  server.maxConnections = maxConnections
  // A client may close its half when it has sent its request. Node would close the other half without an answer.
  Object.assign(server, { httpAllowHalfOpen: true })
  const connections = trackConnections(server)
  watchOpenFiles(server, log)
  server.on('connection', queue.connected)
  server.on('drop', () => {
    drops.note()
    queue.connected()
  })
  answerParserFailures(server, connections, refuser)
  server.listen(port, host, BACKLOG)
  await once(server, 'listening')
  const address = server.address()

  return {
    port: typeof address === 'object' && address !== null ? address.port : port,
    connections,
    queue,
    async close(delayMs = 0) {
      onDrain()
      if (delayMs > 0) await sleep(delayMs)
      const force = setTimeout(() => server.closeAllConnections(), DRAIN_MS)
      await untilNobodyConnects(server, queue)
      const sweep = setInterval(() => connections.closeIdle(), LINGER_MS)
      // This only stops listening. The HTTP server's own `close` would cut connections on which a request is arriving.
      const closed = new Promise<void>((resolve) => NetServer.prototype.close.call(server, () => resolve()))
      // Other workers on this port may still be waiting for their moment.
      await sleep(QUIET_MS)
      queue.release()
      await closed
      clearInterval(sweep)
      clearTimeout(force)
    },
  }
}
