import cluster from 'node:cluster'
import type { MetricSources, Metrics } from './metrics.ts'
import type { Observer } from './request-log.ts'

export interface WatchingOptions {
  /** The port on loopback for metrics; `undefined` for no metrics. */
  readonly metricsPort: number | undefined
  /** Whether traces are sent. */
  readonly traces: boolean
  readonly version: string
}

interface Closing {
  close(): Promise<void>
}

export interface Watching {
  /** Functions to call with every answer. */
  readonly observers: readonly Observer[]
  /** Starts to serve the metrics, once the server is put together. */
  start(sources: MetricSources): Promise<Closing>
}

async function serve(port: number, read: () => Promise<string>): Promise<Closing> {
  return (await import('./metrics-listener.ts')).serveMetrics(port, read)
}

/** Serves the metrics of this process. In a worker, it leaves that to the primary. */
async function publish(metrics: Metrics, port: number): Promise<Closing | undefined> {
  if (!cluster.isWorker) return serve(port, metrics.text)
  metrics.share()
  return undefined
}

/** Metrics and traces, as configured. Each library is loaded only if it is used. */
export async function createWatching({ metricsPort, traces, version }: WatchingOptions): Promise<Watching> {
  const metrics = metricsPort === undefined ? undefined : (await import('./metrics.ts')).createMetrics()
  const tracing = traces ? (await import('./traces.ts')).createTracing(version) : undefined
  return {
    observers: [metrics?.observe, tracing?.observe].filter((observer) => observer !== undefined),
    async start(sources) {
      metrics?.watch(sources)
      const listener =
        metrics === undefined || metricsPort === undefined ? undefined : await publish(metrics, metricsPort)
      return {
        async close() {
          await listener?.close()
          await tracing?.close()
        },
      }
    },
  }
}

/** In the primary: serves the metrics of all workers together, if a port is configured. */
export async function watchWorkers({
  metricsPort,
}: Pick<WatchingOptions, 'metricsPort'>): Promise<readonly Closing[]> {
  if (metricsPort === undefined) return []
  return [await serve(metricsPort, (await import('./metrics.ts')).metricsOfWorkers())]
}
