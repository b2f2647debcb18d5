import type { AppError } from './errors.ts'

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
