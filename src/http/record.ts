import type { H3Event } from 'h3'
import type { RequestRecord } from '../kit/record.ts'

declare module 'h3' {
  interface H3EventContext {
    record?: RequestRecord
  }
}

/** The record of a request; made when it is first asked for. */
export function recordOf(event: H3Event): RequestRecord {
  event.context.record ??= {}
  return event.context.record
}

/** A request that was answered, for those who watch. */
export interface Answered {
  readonly requestId: string
  readonly method: string
  readonly path: string
  readonly status: number
  readonly record: RequestRecord
  readonly durationMs: number
  /** Of the body; `undefined` for a stream. */
  readonly bytes: number | undefined
  /** As they came: for logs that say what was refused, and for traces. */
  readonly headers: Headers
}

/** Told of every request once it is answered. */
export type Observer = (answered: Answered) => void
