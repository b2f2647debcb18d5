import { ROOT_CONTEXT, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import { BatchSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace'
import type { Answered, RequestContext } from '../core/request.ts'
import { traceOf } from './request-log.ts'

function parentOf(request: RequestContext) {
  const context = traceOf(request)
  if (context === undefined) return ROOT_CONTEXT
  const { traceId, spanId, flags } = context
  return trace.setSpanContext(ROOT_CONTEXT, { traceId, spanId, traceFlags: flags, isRemote: true })
}

/**
 * Sends a span for each request by OTLP over HTTP, as the `OTEL_EXPORTER_OTLP_*` variables say. No request waits for a
 * collector: spans are lost then.
 */
export function createTraces(version: string) {
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': 'selvage', 'service.version': version }),
    spanProcessors: [new BatchSpanProcessor({ exporter: new OTLPTraceExporter() })],
  })
  const tracer = provider.getTracer('selvage', version)
  return {
    observe({ request, status, durationMs = 0, bytes }: Answered): void {
      const { requestId, method, operation = 'no route', failure } = request
      const end = Date.now()
      const span = tracer.startSpan(
        operation,
        {
          kind: SpanKind.SERVER,
          startTime: end - durationMs,
          attributes: {
            'http.request.method': method,
            'http.response.status_code': status,
            'selvage.request_id': requestId,
            'selvage.code': failure?.code ?? 'ok',
            ...(bytes === undefined ? {} : { 'http.response.body.size': bytes }),
          },
        },
        parentOf(request),
      )
      if ((failure?.status ?? status) >= 500) span.setStatus({ code: SpanStatusCode.ERROR })
      span.end(end)
    },
    close: () => provider.shutdown(),
  }
}
