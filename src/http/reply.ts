import { type AppError, isDefect, toAppError } from '../core/errors.ts'
import type { Logger } from '../core/log.ts'

/** An answer as data. It becomes a response once, at the edge. */
export interface Reply {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  /** Bytes may come in parts: then those that are kept are not copied. */
  readonly body: string | Uint8Array<ArrayBuffer> | readonly Uint8Array<ArrayBuffer>[] | ReadableStream | null
}

export const JSON_HEADERS = { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' }

/** JSON that must not be cached, unless `headers` say otherwise. */
export function jsonReply(status: number, body: unknown, headers: Reply['headers'] = {}): Reply {
  return { status, headers: { ...JSON_HEADERS, ...headers }, body: JSON.stringify(body) }
}

/** The failure object of §1 and §7. `retryAfter` is in whole seconds, like the `Retry-After` header (D2). */
export function failureBody({ code, message, retryAfter }: AppError) {
  return { success: false, error: { code, message, ...(retryAfter === undefined ? {} : { retryAfter }) } }
}

export function failureReply(error: AppError): Reply {
  const retry = error.retryAfter === undefined ? {} : { 'retry-after': String(error.retryAfter) }
  return jsonReply(error.status, failureBody(error), { ...retry, ...error.headers })
}

/** The failure of a request. What the caller must not see goes to the log only (D9). */
export function loggedError(thrown: unknown, log: Logger, requestId: string | undefined): AppError {
  const error = toAppError(thrown)
  if (isDefect(error)) {
    log.error({ requestId, code: error.code, err: error.cause ?? error }, 'request failed')
  }
  return error
}
