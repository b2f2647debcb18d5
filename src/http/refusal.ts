import { randomUUID } from 'node:crypto'
import { type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http'
import { AppError, overloaded } from '../core/errors.ts'
import type { Logger } from '../core/log.ts'
import { once } from '../core/once.ts'
import type { Observer } from '../operations/request-log.ts'
import { failureReply, headerList } from './reply.ts'
import { ALL_METHODS, anyOrigin } from './router.ts'

/** Why a request does not reach the application. */
export interface Refusal {
  readonly failure: AppError
  /** That of the failure, unless HTTP has a better one. */
  readonly status: number
  /** Whether the connection stays open. */
  readonly keepAlive?: boolean
}

const unfit = (status: number, message: string): Refusal => ({
  failure: new AppError('invalid_request', message),
  status,
})

export const UNPARSABLE = unfit(400, 'The request could not be parsed as HTTP.')
export const UNEXPECTED = unfit(417, 'Only 100-continue is understood.')
export const NO_TUNNEL: Refusal = {
  failure: new AppError('method_not_allowed', 'This server opens no tunnels.', {
    headers: { allow: ALL_METHODS },
  }),
  status: 405,
}
export const BUSY: Refusal = { failure: overloaded(), status: 503, keepAlive: true }
export const TOO_MANY_AT_ONCE: Refusal = {
  failure: new AppError(
    'overloaded',
    'Too many requests wait on this connection. Read the answers before you send more.',
    { retryAfter: 1 },
  ),
  status: 503,
}

const OF_PARSER: Readonly<Record<string, Refusal>> = {
  HPE_HEADER_OVERFLOW: unfit(431, 'The request headers are too large.'),
  ERR_HTTP_REQUEST_TIMEOUT: unfit(408, 'The request took too long to arrive.'),
}

/** What else may arrive on a port for HTTP, by its first bytes, when a proxy is set up for something else. */
const OTHER_PROTOCOLS: readonly (readonly [begin: string, name: string])[] = [
  ['\x16\x03', 'TLS on a port for plain HTTP'],
  ['PRI * HTTP/2', 'HTTP/2 on a port for HTTP/1.1'],
  ['PROXY ', 'the PROXY protocol on a port for plain HTTP'],
  ['\r\n\r\n\0\r\nQUIT\n', 'the PROXY protocol on a port for plain HTTP'],
]

/** Why a request could not be parsed, for operators. */
export function parserReason({ code, rawPacket }: NodeJS.ErrnoException & { rawPacket?: Buffer }) {
  const begin = rawPacket?.toString('latin1', 0, 16) ?? ''
  return OTHER_PROTOCOLS.find(([each]) => begin.startsWith(each))?.[1] ?? code
}

/** @param code the code of the error with which Node gave up on a request. */
export const parserRefusal = (code: string | undefined): Refusal => OF_PARSER[code ?? ''] ?? UNPARSABLE

/** Of what the parser has refused, nothing is known. */
const UNKNOWN = { method: '', headers: new Headers(), operation: 'not routed' }

/**
 * The answer of D9, which every page may read, without its request id, and what observers are told of it. It is
 * made once, because an overloaded server refuses thousands.
 */
const answerTo = once(({ failure, status, keepAlive = false }: Refusal) => {
  const reply = failureReply(failure)
  const body = String(reply.body)
  const bytes = Buffer.byteLength(body)
  const headers = headerList({
    ...reply.headers,
    ...anyOrigin(null),
    'x-content-type-options': 'nosniff',
    'content-length': String(bytes),
    ...(keepAlive ? {} : { connection: 'close' }),
  })
  return { headers, body, failure, answered: { path: '', durationMs: undefined, status, bytes } }
})

/**
 * Answers requests that do not reach the application. Like all others they get an envelope and a request
 * id.
 */
export function createRefuser(log: Logger, observers: readonly Observer[]) {
  /** The parts of an answer, which the log and the observers are told of. */
  function answerOf(refusal: Refusal, reason?: string) {
    const requestId = randomUUID()
    const { headers, body, failure, answered } = answerTo(refusal)
    // An overload has lines of its own, with sums. One for each refusal would take the time that is missing.
    if (refusal !== BUSY) {
      const line = {
        requestId,
        status: refusal.status,
        code: failure.code,
        reason: reason ?? failure.message,
      }
      log.warn(line, 'request refused before routing')
    }
    for (const observe of observers) observe({ ...answered, request: { ...UNKNOWN, requestId, failure } })
    return { body, headers: [...headers, 'x-request-id', requestId] }
  }

  return {
    answer(response: ServerResponse, refusal: Refusal): void {
      const { headers, body } = answerOf(refusal)
      response.writeHead(refusal.status, headers).end(body)
    },
    /** The answer as bytes, for a connection whose parser has given up. */
    text(refusal: Refusal, reason?: string): string {
      const { headers, body } = answerOf(refusal, reason)
      const lines = headers.flatMap((name, at) => (at % 2 === 0 ? [`${name}: ${headers[at + 1]}`] : []))
      return [`HTTP/1.1 ${refusal.status} ${STATUS_CODES[refusal.status]}`, ...lines, '', body].join('\r\n')
    },
  }
}

/**
 * Whether Node accepts a request and D9 does not: without `Host` or with two, with a target that is neither
 * path nor URL, with an unknown transfer coding, or in the way of HTTP/0.9.
 */
export function isMalformed({ headers, rawHeaders, httpVersion, url = '' }: IncomingMessage): boolean {
  // A request line without a version is that of HTTP/0.9.
  if (httpVersion !== '1.1' && httpVersion !== '1.0') return true
  if (headers.host === undefined && httpVersion === '1.1') return true
  if (rawHeaders.filter((name, index) => index % 2 === 0 && name.toLowerCase() === 'host').length > 1)
    return true
  if ((headers['transfer-encoding'] ?? 'chunked').toLowerCase() !== 'chunked') return true
  return !url.startsWith('/') && url !== '*' && !(/^https?:/i.test(url) && URL.canParse(url))
}
