const TRACEPARENT = /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/

/** The trace that a request belongs to (W3C Trace Context). */
export interface TraceContext {
  readonly traceId: string
  readonly spanId: string
  readonly flags: number
}

/** The content of the `traceparent` field; `undefined` if it is missing or malformed. */
export function traceOf(headers: Headers): TraceContext | undefined {
  const [, traceId, spanId, flags] = TRACEPARENT.exec(headers.get('traceparent') ?? '') ?? []
  if (traceId === undefined || spanId === undefined || flags === undefined) return undefined
  if (/^0+$/.test(traceId) || /^0+$/.test(spanId)) return undefined
  return { traceId, spanId, flags: Number.parseInt(flags, 16) }
}
