import { createHmac } from 'node:crypto'
import type { AppError } from '../core/errors.ts'
import type { Logger } from '../core/logger.ts'
import type { Observer, RequestContext } from '../core/request.ts'

/** An id of zeros is invalid. */
const TRACEPARENT = /^00-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-([0-9a-f]{2})$/

/** W3C Trace Context; `undefined` if `traceparent` is missing or malformed. */
export function traceOf({ headers, traceparent }: RequestContext) {
  const given = traceparent ?? headers.get('traceparent') ?? ''
  const [, traceId = '', spanId = '', flags = ''] = TRACEPARENT.exec(given) ?? []
  return traceId === '' ? undefined : { traceId, spanId, flags: Number.parseInt(flags, 16) }
}

const MOST_CHARACTERS = 200

/** Refused access and outages. Their messages are constants; others may repeat what the client sent. */
const EXPLAINED: readonly unknown[] = [401, 403, 503]

/** The name of the exceeded limit, which the `RateLimit` header shows with nothing left. */
export function limiterOf(failure: AppError | undefined): string | undefined {
  if (failure?.code !== 'rate_limited') return undefined
  return /"([\w-]+)";r=0\b/.exec(failure.headers['ratelimit'] ?? '')?.[1]
}

/**
 * Logs a line for each request, without query, credentials and body. A user is a hash of the id, keyed with `secret`: the
 * same on all servers of a deployment.
 */
export function createRequestLog(log: Logger, secret: string): Observer {
  const hashed = (userId: string) =>
    createHmac('sha256', `selvage/log/v1 ${secret}`).update(userId).digest('base64url').slice(0, 12)

  return ({ request, status, durationMs = 0, bytes }) => {
    const { requestId, method, path, headers, operation = 'no route', userId, failure, created } = request
    const code = failure?.code
    const cut = (name: string) => headers.get(name)?.slice(0, MOST_CHARACTERS)
    log.info(
      {
        requestId,
        operation,
        method,
        path: path.slice(0, MOST_CHARACTERS),
        status,
        code,
        reason: EXPLAINED.includes(failure?.status) ? failure?.message : undefined,
        ...(code === 'origin_not_allowed' ? { host: cut('host'), origin: cut('origin') } : undefined),
        limiter: limiterOf(failure),
        user: userId === undefined ? undefined : hashed(userId),
        created,
        ms: Math.round(durationMs * 100) / 100,
        bytes,
        traceId: traceOf(request)?.traceId,
      },
      'request',
    )
  }
}
