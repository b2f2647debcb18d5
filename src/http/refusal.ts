import { randomUUID } from 'node:crypto'
import { type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http'
import { AppError, type ErrorCode } from '../kit/errors.ts'
import type { Logger } from '../kit/log.ts'
import { anyOrigin } from './cors.ts'
import type { Observer } from './record.ts'
import { failureReply } from './reply.ts'

/** Why a request does not reach the application. */
export interface Refusal {
  readonly status: number
  readonly code: ErrorCode
  readonly message: string
  readonly headers?: Readonly<Record<string, string>>
  readonly retryAfter?: number
  /** Whether the connection stays open. */
  readonly keepAlive?: boolean
}

export const UNPARSABLE: Refusal = {
  status: 400,
  code: 'invalid_request',
  message: 'The request could not be parsed as HTTP.',
}
export const UNEXPECTED: Refusal = {
  status: 417,
  code: 'invalid_request',
  message: 'Only 100-continue is understood.',
}
export const NO_TUNNEL: Refusal = {
  status: 405,
  code: 'method_not_allowed',
  message: 'This server opens no tunnels.',
  headers: { allow: 'GET, HEAD, POST, OPTIONS' },
}
export const BUSY: Refusal = {
  status: 503,
  code: 'overloaded',
  message: 'The server is busy at the moment.',
  retryAfter: 2,
  keepAlive: true,
}
export const TOO_MANY_AT_ONCE: Refusal = {
  status: 503,
  code: 'overloaded',
  message: 'Too many requests wait on this connection. Read the answers before you send more.',
  retryAfter: 1,
}

const OF_PARSER: Readonly<Record<string, Refusal>> = {
  HPE_HEADER_OVERFLOW: { ...UNPARSABLE, status: 431, message: 'The request headers are too large.' },
  ERR_HTTP_REQUEST_TIMEOUT: {
    ...UNPARSABLE,
    status: 408,
    message: 'The request took too long to arrive.',
  },
}

/** @param code the code of the error with which Node gave up on a request. */
export const parserRefusal = (code: string | undefined): Refusal => OF_PARSER[code ?? ''] ?? UNPARSABLE

/** An answer without its request id. */
interface Prepared {
  readonly failure: AppError
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** The answer of D9, which every page may read. */
function prepare({ code, message, headers = {}, retryAfter, keepAlive = false }: Refusal): Prepared {
  const failure = new AppError(code, message, {
    headers,
    ...(retryAfter === undefined ? {} : { retryAfter }),
  })
  const reply = failureReply(failure)
  const body = String(reply.body)
  return {
    failure,
    body,
    headers: {
      ...reply.headers,
      ...anyOrigin(null),
      'x-content-type-options': 'nosniff',
      'content-length': String(Buffer.byteLength(body)),
      ...(keepAlive ? {} : { connection: 'close' }),
    },
  }
}

/** Of what the parser has refused, nothing is known. */
const UNKNOWN = { method: '', path: '', headers: new Headers(), durationMs: undefined }

/**
 * Answers requests that do not reach the application. Like all others they get an envelope, a request id and
 * a log line.
 */
export function createRefuser(log: Logger, observers: readonly Observer[]) {
  // There are only those of this file. Each is prepared once, because an overloaded server refuses thousands.
  const known = new Map<Refusal, Prepared>()
  function preparedFor(refusal: Refusal): Prepared {
    const prepared = known.get(refusal) ?? prepare(refusal)
    known.set(refusal, prepared)
    return prepared
  }

  /** The parts of an answer, which the log and the observers are told of. */
  function answerOf(refusal: Refusal, reason?: string) {
    const requestId = randomUUID()
    const { status, code } = refusal
    const line = { requestId, status, code, reason }
    // Of an overload the server says itself when it begins and ends: it is no time to write a line for each.
    if (refusal === BUSY) log.info(line, 'request')
    else log.warn(line, 'request refused before routing')
    const { failure, headers, body } = preparedFor(refusal)
    const record = { requestId, operation: 'not routed', failure }
    const bytes = body.length
    for (const observe of observers) observe({ ...UNKNOWN, requestId, status, record, bytes })
    return { body, headers: { ...headers, 'x-request-id': requestId } }
  }

  return {
    answer(response: ServerResponse, refusal: Refusal): void {
      const { headers, body } = answerOf(refusal)
      response.writeHead(refusal.status, headers).end(body)
    },
    /** The answer as bytes, for a connection whose parser has given up. */
    text(refusal: Refusal, reason?: string): string {
      const { headers, body } = answerOf(refusal, reason)
      const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
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
