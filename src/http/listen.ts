import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from 'node:http'
import { Server as NetServer } from 'node:net'
import { type H3, serve } from 'h3'
import { AppError } from '../kit/errors.ts'
import { type Connections, trackConnections } from './connections.ts'
import { failureBody } from './reply.ts'

/** How long requests under way may take once the server is told to stop, in milliseconds. */
const DRAIN_MS = 10_000
/** How long an idle connection is kept then, for a request that is on its way. */
const LINGER_MS = 100

export interface RunningServer {
  /** The port it listens on. */
  readonly port: number
  /** Stops taking requests, lets those under way finish, then closes every connection. */
  close(): Promise<void>
}

/** An answer to what is refused before it reaches the application (D9). */
function refusal(message: string) {
  const body = JSON.stringify(failureBody(new AppError('invalid_request', message)))
  const headers = {
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': String(Buffer.byteLength(body)),
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
    Connection: 'close',
  }
  return { headers, body }
}

function refuse(response: ServerResponse, status: number, message: string): void {
  const { headers, body } = refusal(message)
  response.writeHead(status, headers).end(body)
}

const PARSER_FAILURES: Readonly<Record<string, readonly [status: number, message: string]>> = {
  HPE_HEADER_OVERFLOW: [431, 'The request headers are too large.'],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'The request took too long to arrive.'],
}
const UNPARSABLE = [400, 'The request could not be parsed as HTTP.'] as const

function answerParserFailures(server: Server, connections: Connections): void {
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    if (error.code === 'ECONNRESET' || !socket.writable) {
      socket.destroy()
      return
    }
    const [status, message] = PARSER_FAILURES[error.code ?? ''] ?? UNPARSABLE
    const { headers, body } = refusal(message)
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
    const answer = [`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...lines, '', body].join('\r\n')
    connections.answerRefused(socket, answer)
  })
  server.on('checkExpectation', (_request, response) => {
    refuse(response, 417, 'Only 100-continue is understood.')
  })
}

/** What Node and srvx would answer with an empty 400: no `Host` or two, or a target that is neither path nor URL. */
function isMalformed({ headers, rawHeaders, httpVersion, url = '' }: IncomingMessage): boolean {
  if (headers.host === undefined && httpVersion === '1.1') return true
  if (rawHeaders.filter((name, index) => index % 2 === 0 && name.toLowerCase() === 'host').length > 1)
    return true
  return !url.startsWith('/') && url !== '*' && !(/^https?:/i.test(url) && URL.canParse(url))
}

/** Listens with the application. Rejects when the address is taken. */
export async function listen(
  app: H3,
  { host, port, onDrain }: { readonly host: string; readonly port: number; readonly onDrain: () => void },
): Promise<RunningServer> {
  // Only the handler is srvx's: its server ends requests without an answer, and drains by time-out.
  const { node } = serve(app, { manual: true, silent: true, gracefulShutdown: false })
  if (node === undefined) throw new Error('expected to run on Node')
  const server = createServer(
    {
      headersTimeout: 10_000,
      requestTimeout: 30_000,
      keepAliveTimeout: 65_000,
      connectionsCheckingInterval: 5_000,
      requireHostHeader: false,
    },
    (request, response) => {
      if (isMalformed(request)) refuse(response, ...UNPARSABLE)
      else void node.handler(request, response)
    },
  )
  // Their size is bound; a bound of their number would drop some in silence.
  server.maxHeadersCount = 0
  const connections = trackConnections(server)
  answerParserFailures(server, connections)
  server.listen(port, host)
  await once(server, 'listening')
  const address = server.address()

  return {
    port: typeof address === 'object' && address !== null ? address.port : port,
    async close() {
      onDrain()
      const force = setTimeout(() => server.closeAllConnections(), DRAIN_MS)
      const sweep = setInterval(() => connections.closeWaiting(), LINGER_MS)
      // Only stops listening: the HTTP server's own `close` would cut connections on which a request arrives just now.
      await new Promise<void>((resolve) => NetServer.prototype.close.call(server, () => resolve()))
      clearInterval(sweep)
      clearTimeout(force)
    },
  }
}
