import { randomUUID } from 'node:crypto'
import { type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'
import { AppError, overloaded } from '../core/errors.ts'
import type { Logger } from '../core/logger.ts'
import type { Observer } from '../operations/request-log.ts'
import { failureReply, lengthOf } from './reply.ts'
import { ALL_METHODS, anyOrigin } from './router.ts'

/** How long a client has to close its side after the last answer, in milliseconds (D43). */
const FAREWELL_MS = 2_000

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
const noTunnel = new AppError('method_not_allowed', 'This server opens no tunnels.', {
  headers: { allow: ALL_METHODS },
})

export const UNPARSABLE = unfit(400, 'The request could not be parsed as HTTP.')
export const UNEXPECTED = unfit(417, 'Only 100-continue is understood.')
export const NO_TUNNEL: Refusal = { status: 405, failure: noTunnel }
export const BUSY: Refusal = { status: 503, failure: overloaded(), keepsConnection: true }
/** By the code of the error with which Node gives up on a request. */
export const OF_PARSER: Readonly<Record<string, Refusal>> = {
  HPE_HEADER_OVERFLOW: unfit(431, 'The request headers are too large.'),
  ERR_HTTP_REQUEST_TIMEOUT: unfit(408, 'The request took too long to arrive.'),
}

/**
 * Whether Node accepts a request and D9 does not: without `Host` or with two, with a target that is neither
 * path nor URL, with an unknown transfer coding, or in the way of HTTP/0.9, whose request line has no version.
 */
export function isMalformed({ headers, rawHeaders, httpVersion, url = '' }: IncomingMessage): boolean {
  if (httpVersion !== '1.1' && httpVersion !== '1.0') return true
  const hosts = rawHeaders.filter((text, at) => at % 2 === 0 && text.toLowerCase() === 'host').length
  if (hosts > 1 || (hosts === 0 && httpVersion === '1.1')) return true
  if ((headers['transfer-encoding'] ?? 'chunked').toLowerCase() !== 'chunked') return true
  return !url.startsWith('/') && url !== '*' && !(/^https?:/i.test(url) && URL.canParse(url))
}

const NO_HEADERS = new Headers()

/** Answers with refusals. Like all answers they have an envelope and a request id, and are logged and counted. */
export function createRefuser(log: Logger, observers: readonly Observer[]) {
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

  return {
    refuse(response: ServerResponse, refusal: Refusal): void {
      const { status, headers, body } = answerTo(refusal)
      response.writeHead(status, headers).end(body)
    },
    /** The same where only the socket is left. A client that does not close its side is cut off. */
    refuseOn(socket: Duplex, refusal: Refusal, reason?: string): void {
      const { status, headers, body } = answerTo(refusal, reason)
      const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
      socket.end([`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...lines, '', body].join('\r\n'))
      setTimeout(() => socket.destroy(), FAREWELL_MS).unref()
    },
  }
}
