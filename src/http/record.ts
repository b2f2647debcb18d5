import type { H3Event } from 'h3'
import type { RequestRecord } from '../core/record.ts'

declare module 'h3' {
  interface H3EventContext {
    record?: RequestRecord
  }
}

/** The record of a request. It is made when it is first needed. */
export function recordOf(event: H3Event): RequestRecord {
  event.context.record ??= {}
  return event.context.record
}

/** An answered request, for logs, metrics and traces. */
export interface Answered {
  readonly requestId: string
  readonly method: string
  readonly path: string
  readonly status: number
  readonly record: RequestRecord
  /** `undefined` for what was refused before it was routed. */
  readonly durationMs: number | undefined
  /** Of the body; `undefined` for a stream. */
  readonly bytes: number | undefined
  /** As they came, for logs and traces. */
  readonly headers: Headers
}

/** Called with every request after its answer. */
export type Observer = (answered: Answered) => void
