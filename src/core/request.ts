import { type AppError, toAppError } from './errors.ts'
import type { Logger } from './logger.ts'

/** A request. Each layer notes here what it learns, for log, metrics and traces. */
export interface RequestContext {
  readonly requestId: string
  /** As `performance.now()` says; `undefined` for what is refused before routing. */
  readonly startedAt?: number
  readonly method: string
  readonly path: string
  readonly headers: Headers
  /** With its question mark. */
  readonly search: string
  readonly address: string
  /** Of an MCP message; it counts before that of the headers. */
  traceparent?: string | undefined
  /** A REST operation, a tool, an MCP method or a path: always one of a fixed set. */
  operation?: string
  userId?: string
  /** Why it was refused or failed, even if the HTTP status is 200. */
  failure?: AppError
  created?: string | undefined
}

export interface Answered {
  readonly request: RequestContext
  readonly status: number
  /** `undefined` for what was refused before routing. */
  readonly durationMs: number | undefined
  /** Of the body; `undefined` for a stream. */
  readonly bytes: number | undefined
}

export type Observer = (answered: Answered) => void

/** Keeps a failure for the log line of its request, and logs the cause of a defect: an outage is logged elsewhere. */
export function noteFailure(
  thrown: unknown,
  request: RequestContext | undefined,
  log: Logger,
  what: string,
): AppError {
  const error = toAppError(thrown)
  if (request !== undefined) request.failure = error
  const { code, cause = error } = error
  if (code === 'internal_error') log.error({ requestId: request?.requestId, code, err: cause }, what)
  return error
}
