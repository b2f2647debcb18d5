import { createHmac } from 'node:crypto'
import type { AppError, ErrorCode } from '../core/errors.ts'
import type { Logger } from '../core/log.ts'
import type { Answered, Observer } from '../http/record.ts'
import { traceOf } from './trace-context.ts'

/** How much of a client's text a log line repeats. */
const MAX_TEXT = 200
/** How many log names of users are kept in memory. */
const MAX_USERS = 5_000

/** Refused access. It is always in the audit log. */
const REFUSED_ACCESS: ReadonlySet<ErrorCode> = new Set([
  'unauthorized',
  'invalid_token',
  'insufficient_scope',
  'origin_not_allowed',
])

/** Codes whose messages are constants. Other messages may repeat what the client sent. */
const EXPLAINED: ReadonlySet<ErrorCode> = new Set([
  ...REFUSED_ACCESS,
  'accounts_unavailable',
  'auth_unavailable',
  'catalog_unavailable',
])

/** The name of the limit that is used up. The headers of the answer show that it has nothing left. */
export function limiterOf(failure: AppError | undefined): string | undefined {
  if (failure?.code !== 'rate_limited') return undefined
  return /"([\w-]+)";r=0\b/.exec(failure.headers['ratelimit'] ?? '')?.[1]
}

/**
 * The name of a user in the log: the id, or a keyed hash of it. The hash is the same on all servers of a
 * deployment, so that the lines of one user can be found together without showing who it is.
 */
export function createUserNames(secret: string, inFull: boolean): (userId: string) => string {
  if (inFull) return (userId) => userId
  const names = new Map<string, string>()
  return (userId) => {
    const known = names.get(userId)
    if (known !== undefined) return known
    const name = createHmac('sha256', `selvage/log/v1 ${secret}`)
      .update(userId)
      .digest('base64url')
      .slice(0, 12)
    if (names.size >= MAX_USERS) names.clear()
    names.set(userId, name)
    return name
  }
}

/** The Host or Origin of a refused request. */
function sourceOf({ headers }: Answered) {
  const cut = (name: string) => headers.get(name)?.slice(0, MAX_TEXT)
  return { host: cut('host'), origin: cut('origin') }
}

/**
 * Logs one line for each request, with the request id of the answer but without query, credentials and body.
 * Each create and each refused access also has a line in the audit log.
 */
export function createRequestLog(log: Logger, userName: (userId: string) => string): Observer {
  return (answered) => {
    const { requestId, method, path, status, record, durationMs = 0, bytes, headers } = answered
    const { operation = 'no route', userId, failure, created } = record
    const code = failure?.code
    const user = userId === undefined ? undefined : userName(userId)
    log.info(
      {
        requestId,
        operation,
        method,
        path: path.slice(0, MAX_TEXT),
        status,
        code,
        reason: code !== undefined && EXPLAINED.has(code) ? failure?.message : undefined,
        ...(code === 'origin_not_allowed' ? sourceOf(answered) : undefined),
        limiter: limiterOf(failure),
        user,
        ms: Math.round(durationMs * 100) / 100,
        bytes,
        traceId: traceOf(headers)?.traceId,
      },
      'request',
    )
    if (created !== undefined) log.info({ requestId, audit: 'create', operation, user, created }, 'audit')
    else if (code !== undefined && REFUSED_ACCESS.has(code)) {
      log.info({ requestId, audit: 'refused', operation, user, code, reason: failure?.message }, 'audit')
    }
  }
}
