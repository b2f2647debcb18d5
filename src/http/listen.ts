import type { Server as NodeServer } from 'node:http'
import { type H3, serve } from 'h3'
import { AppError } from '../kit/errors.ts'
import { failureBody } from './reply.ts'

/** How long requests under way may take once the server is told to stop, in milliseconds. */
const DRAIN_MS = 10_000

export interface RunningServer {
  /** The port it listens on. */
  readonly port: number
  /** Stops taking requests, lets those under way finish, then closes every connection. */
  close(): Promise<void>
}

const PARSER_FAILURES: Readonly<Record<string, readonly [status: string, message: string]>> = {
  HPE_HEADER_OVERFLOW: ['431 Request Header Fields Too Large', 'The request headers are too large.'],
  ERR_HTTP_REQUEST_TIMEOUT: ['408 Request Timeout', 'The request took too long to arrive.'],
}

/** A whole HTTP answer for what Node refuses before it reaches the application (D9). */
function rawFailure(status: string, message: string): string {
  const body = JSON.stringify(failureBody(new AppError('invalid_request', message)))
  return [
    `HTTP/1.1 ${status}`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Cache-Control: no-store',
    'X-Content-Type-Options: nosniff',
    'Connection: close',
    '',
    body,
  ].join('\r\n')
}

function answerParserFailures(server: NodeServer): void {
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    if (error.code === 'ECONNRESET' || !socket.writable) {
      socket.destroy()
      return
    }
    const [status, message] = PARSER_FAILURES[error.code ?? ''] ?? [
      '400 Bad Request',
      'The request could not be parsed as HTTP.',
    ]
    socket.end(rawFailure(status, message))
  })
  server.on('checkExpectation', (_request, response) => {
    response.writeHead(417, { 'content-type': 'application/json; charset=utf-8', connection: 'close' })
    response.end(
      JSON.stringify(failureBody(new AppError('invalid_request', 'Only 100-continue is understood.'))),
    )
  })
}

/** Listens with the application. Rejects when the address is taken. */
export async function listen(
  app: H3,
  { host, port, onDrain }: { readonly host: string; readonly port: number; readonly onDrain: () => void },
): Promise<RunningServer> {
  const server = serve(app, {
    hostname: host,
    port,
    silent: true,
    // srvx's own takes its full time-out whenever a client keeps its connection.
    gracefulShutdown: false,
    node: { headersTimeout: 10_000, requestTimeout: 30_000, keepAliveTimeout: 65_000 },
  })
  const node = server.node?.server
  if (node === undefined || !('closeIdleConnections' in node))
    throw new Error('expected an HTTP/1.1 server of Node')
  answerParserFailures(node)
  await server.ready()
  const address = node.address()

  return {
    port: typeof address === 'object' && address !== null ? address.port : port,
    async close() {
      onDrain()
      const force = setTimeout(() => node.closeAllConnections(), DRAIN_MS)
      await new Promise<void>((resolve) => node.close(() => resolve()))
      clearTimeout(force)
    },
  }
}
