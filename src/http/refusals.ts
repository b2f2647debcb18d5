import { randomUUID } from 'node:crypto'
import { type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'
import { AppError, overloaded } from '../core/errors.ts'
import type { Logger } from '../core/logger.ts'
import type { Observer } from '../operations/request-log.ts'
import { failureReply, finish } from './reply.ts'
import { ANY_ORIGIN } from './router.ts'

/** The time for a client to close its side after the last answer (D43). */
const FAREWELL_MS = 2_000

const unfit = (status: number, message: string) => new AppError('invalid_request', message, { status })

export const UNPARSABLE = unfit(400, 'The request could not be parsed as HTTP.')
export const UNEXPECTED = unfit(417, 'Only 100-continue is understood.')
export const BUSY = overloaded()
export const NO_TUNNEL = new AppError('method_not_allowed', 'This server opens no tunnels.', {
  headers: { allow: 'GET, HEAD, POST, OPTIONS' },
})
/** The answers to what the parser refuses, by the code of Node's error. */
export const OF_PARSER: Readonly<Record<string, AppError>> = {
  HPE_HEADER_OVERFLOW: unfit(431, 'The request headers are too large.'),
  ERR_HTTP_REQUEST_TIMEOUT: unfit(408, 'The request took too long to arrive.'),
}

/**
 * Whether D9 refuses what Node accepts: HTTP/0.9, no `Host` or two, an unknown transfer coding, or a target that is
 * neither path nor URL.
 */
export function isMalformed({ headers, rawHeaders, httpVersion, url = '' }: IncomingMessage): boolean {
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
export function createRefuser(log: Logger, observers: readonly Observer[]) {
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
