import { randomUUID } from 'node:crypto'
import { type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http'
import { AppError, type ErrorCode } from '../kit/errors.ts'
import type { Logger } from '../kit/log.ts'
import { anyOrigin } from './cors.ts'
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

/** The answer of D9, which every page may read. */
function rendered({ code, message, headers, retryAfter, keepAlive }: Refusal, requestId: string) {
  const error = new AppError(code, message, {
    ...(headers === undefined ? {} : { headers }),
    ...(retryAfter === undefined ? {} : { retryAfter }),
  })
  const reply = failureReply(error)
  const body = String(reply.body)
  return {
    body,
    headers: {
      ...reply.headers,
      ...anyOrigin(null),
      'x-content-type-options': 'nosniff',
      'x-request-id': requestId,
      'content-length': String(Buffer.byteLength(body)),
      ...(keepAlive ? {} : { connection: 'close' }),
    },
  }
}

/**
 * Answers requests that do not reach the application. Like all others they get an envelope, a request id and
 * a log line.
 */
export function createRefuser(log: Logger) {
  const note = (refusal: Refusal, requestId: string, reason?: string) => {
    const { status, code } = refusal
    const line = { requestId, status, code, reason }
    // The server logs an overload once when it begins and once when it ends. During one, a line for each
    // request would make it worse.
    if (refusal === BUSY) log.info(line, 'request')
    else log.warn(line, 'request refused before routing')
  }

  return {
    answer(response: ServerResponse, refusal: Refusal): void {
      const requestId = randomUUID()
      const { headers, body } = rendered(refusal, requestId)
      note(refusal, requestId)
      response.writeHead(refusal.status, headers).end(body)
    },
    /** The answer as bytes, for a connection whose parser has given up. */
    text(refusal: Refusal, reason?: string): string {
      const requestId = randomUUID()
      const { headers, body } = rendered(refusal, requestId)
      note(refusal, requestId, reason)
      const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
      return [`HTTP/1.1 ${refusal.status} ${STATUS_CODES[refusal.status]}`, ...lines, '', body].join('\r\n')
    },
  }
}

/**
 * Whether Node accepts a request and D9 does not: without `Host` or with two, with a target that is neither
 * path nor URL, or with an unknown transfer coding.
 */
export function isMalformed({ headers, rawHeaders, httpVersion, url = '' }: IncomingMessage): boolean {
  if (headers.host === undefined && httpVersion === '1.1') return true
  if (rawHeaders.filter((name, index) => index % 2 === 0 && name.toLowerCase() === 'host').length > 1)
    return true
  if ((headers['transfer-encoding'] ?? 'chunked').toLowerCase() !== 'chunked') return true
  return !url.startsWith('/') && url !== '*' && !(/^https?:/i.test(url) && URL.canParse(url))
}
