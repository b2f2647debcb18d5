import type { Observer } from '../http/record.ts'
import type { MetricSources } from './metrics.ts'

export interface WatchingOptions {
  /** The port on loopback for metrics; `undefined` for no metrics. */
  readonly metricsPort: number | undefined
  /** Whether traces are sent. */
  readonly traces: boolean
  readonly version: string
}

export interface Watching {
  /** To call with every answer. */
  readonly observers: readonly Observer[]
  /** Starts to serve the metrics, once the server is put together. */
  start(sources: MetricSources): Promise<{ close(): Promise<void> }>
}

/** Metrics and traces, as configured. Neither library is loaded unless it is used. */
export async function createWatching({ metricsPort, traces, version }: WatchingOptions): Promise<Watching> {
  const metrics = metricsPort === undefined ? undefined : (await import('./metrics.ts')).createMetrics()
  const tracing = traces ? (await import('./tracing.ts')).createTracing(version) : undefined
  return {
    observers: [metrics?.observe, tracing?.observe].filter((observer) => observer !== undefined),
    async start(sources) {
      metrics?.watch(sources)
      const listener = metricsPort === undefined ? undefined : await metrics?.listen(metricsPort)
      return {
        async close() {
          await listener?.close()
          await tracing?.close()
        },
      }
    },
  }
}
