import { ServerResponse, STATUS_CODES } from 'node:http'
import type { H3Event } from 'h3'
import { FastResponse } from 'srvx'
import type { AppError } from '../core/errors.ts'
import type { Observer, RequestContext } from '../core/request.ts'

export interface Reply {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  /** Bytes may be in parts, so that a kept answer is not copied for each client. */
  readonly body: string | Uint8Array<ArrayBuffer> | readonly Uint8Array<ArrayBuffer>[] | ReadableStream | null
}

export const JSON_HEADERS = { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' }

/** JSON that must not be cached, unless `headers` say otherwise. */
export function jsonReply(status: number, body: unknown, headers: Reply['headers'] = {}): Reply {
  return { status, headers: { ...JSON_HEADERS, ...headers }, body: JSON.stringify(body) }
}

/** The failure object of §1 and §7. `retryAfter` equals the `Retry-After` header (D2). */
export function failureReply({ status, code, message, retryAfter, headers }: AppError): Reply {
  const wait = retryAfter === undefined ? undefined : { 'retry-after': String(retryAfter) }
  return jsonReply(status, { success: false, error: { code, message, retryAfter } }, { ...wait, ...headers })
}

function lengthOf(body: Reply['body']) {
  if (body === null || body instanceof ReadableStream) return undefined
  if (typeof body === 'string') return Buffer.byteLength(body)
  return body instanceof Uint8Array ? body.byteLength : body.reduce((sum, part) => sum + part.byteLength, 0)
}

const SECURITY_HEADERS = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
}

/** Adds the headers that every answer has, and tells the observers. The reply's own headers win over `shared`. */
export function finish(
  { status, headers, body }: Reply,
  shared: Reply['headers'],
  request: RequestContext,
  observers: readonly Observer[],
): Reply {
  const { startedAt } = request
  const bytes = lengthOf(body)
  const durationMs = startedAt === undefined ? undefined : performance.now() - startedAt
  for (const observe of observers) observe({ request, status, durationMs, bytes })
  const all = {
    ...SECURITY_HEADERS,
    ...shared,
    ...headers,
    'x-request-id': request.requestId,
    // The answer to HEAD has it too, but no body to measure (D13).
    ...(bytes === undefined ? {} : { 'content-length': String(bytes) }),
  }
  return { status, headers: all, body }
}

/** Stands for an answer that was sent. h3 and srvx end it once more, which does nothing. */
const SENT = new FastResponse(null)

/**
 * Writes straight to Node's response: a web response takes a fifth of the time of a short answer. Only streams, and
 * requests that came over no socket, need one.
 */
export function send(event: H3Event, { status, headers, body }: Reply): Response {
  const response = event.runtime?.node?.res
  if (body instanceof ReadableStream || !(response instanceof ServerResponse)) {
    const whole = Array.isArray(body) ? Buffer.concat(body) : body
    return new FastResponse(whole, { status, statusText: STATUS_CODES[status] ?? '', headers })
  }
  response.writeHead(status, headers)
  const parts = typeof body === 'string' || body instanceof Uint8Array ? [body] : (body ?? [])
  for (const part of parts) response.write(part)
  response.end()
  return SENT
}
