import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { Server as NetServer } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { type H3, serve } from 'h3'
import type { Logger } from '../kit/log.ts'
import { type Connections, trackConnections } from './connections.ts'
import { createLoadGuard, type LoadGuard } from './load-guard.ts'
import {
  BUSY,
  createRefuser,
  isMalformed,
  NO_TUNNEL,
  parserRefusal,
  TOO_MANY_AT_ONCE,
  UNEXPECTED,
  UNPARSABLE,
} from './refusal.ts'

/** How long requests may still take after the server was told to stop, in milliseconds. */
const DRAIN_MS = 10_000
/** How long an idle connection is kept then, in case a request is on its way. */
const LINGER_MS = 100
/** The longest wait until no new connections come, before the listener closes, in milliseconds. */
const CEASE_MS = 2_000
/** More than one process needs, and below the usual limit of 4,096 open files. */
const MAX_CONNECTIONS = 3_000

export interface RunningServer {
  /** The port it listens on. */
  readonly port: number
  readonly connections: Pick<Connections, 'count' | 'stalled'>
  /** How many requests were refused because the server was busy. */
  readonly shed: LoadGuard['counts']
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
    connections.answerRefused(socket, refuser.text(parserRefusal(error.code), error.code))
  })
  server.on('checkExpectation', (_request, response) => refuser.answer(response, UNEXPECTED))
  server.on('connect', (_request, socket) => {
    // The client may be gone before the answer.
    socket.on('error', () => socket.destroy())
    socket.end(refuser.text(NO_TUNNEL))
  })
}

/** Waits for the delay, and then until nobody connects: closing would reset connections that are not accepted yet. */
async function goOnListening(server: Server, delayMs: number): Promise<void> {
  let connectedAt = 0
  const note = () => {
    connectedAt = performance.now()
  }
  server.on('connection', note)
  await sleep(delayMs)
  const until = performance.now() + CEASE_MS
  while (performance.now() < until && performance.now() - connectedAt < LINGER_MS) await sleep(LINGER_MS)
  server.off('connection', note)
}

export interface ListenOptions {
  readonly host: string
  readonly port: number
  readonly log: Logger
  readonly onDrain: () => void
  /** Turns requests away when the server is busy. */
  readonly guard?: LoadGuard
}

/** Listens with the application. Rejects when the address is taken. */
export async function listen(
  app: H3,
  { host, port, log, onDrain, guard = createLoadGuard() }: ListenOptions,
): Promise<RunningServer> {
  // Only the handler is srvx's. Its server ends requests without an answer, and stops after a time-out only.
  const { node } = serve(app, { manual: true, silent: true, gracefulShutdown: false })
  if (node === undefined) throw new Error('expected to run on Node')
  const refuser = createRefuser(log)
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
          const { url, headers } = request
          const claimsAccount = headers.authorization !== undefined || headers.cookie !== undefined
          if (guard.sheds({ url, claimsAccount })) refuser.answer(response, BUSY)
          else void node.handler(request, response)
        },
        refuse: () => refuser.answer(response, TOO_MANY_AT_ONCE),
      })
    },
  )
  // Headers are limited in size. A limit on their number would drop some without a word.
  server.maxHeadersCount = 0
  server.maxConnections = MAX_CONNECTIONS
  const connections = trackConnections(server)
  answerParserFailures(server, connections, refuser)
  server.listen(port, host)
  await once(server, 'listening')
  const address = server.address()

  return {
    port: typeof address === 'object' && address !== null ? address.port : port,
    connections,
    shed: guard.counts,
    async close(delayMs = 0) {
      onDrain()
      if (delayMs > 0) await goOnListening(server, delayMs)
      const force = setTimeout(() => server.closeAllConnections(), DRAIN_MS)
      const sweep = setInterval(() => connections.closeWaiting(), LINGER_MS)
      // This only stops listening. The HTTP server's own `close` would cut connections on which a request is arriving.
      await new Promise<void>((resolve) => NetServer.prototype.close.call(server, () => resolve()))
      clearInterval(sweep)
      clearTimeout(force)
    },
  }
}
