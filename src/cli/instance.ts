import cluster from 'node:cluster'
import { type App, createApp } from '../app.ts'
import type { Config } from '../config/config.ts'
import type { Logger } from '../core/logger.ts'
import { startRenderer } from '../design/index.ts'
import { createLoadShedding } from '../http/load-shedding.ts'
import { listen, type RunningServer } from '../http/server.ts'
import type { MetricSources } from '../operations/metrics.ts'
import { VERSION } from '../version.ts'

/** A part that was started and can be closed. */
export interface Part {
  /** @param delayMs for how long to go on first, if that makes sense for the part. */
  close(delayMs: number): Promise<void>
}

/** Further values for the metrics. */
function sourcesOf(app: App, { connections }: RunningServer, dropped: () => number): MetricSources {
  return {
    problems: app.problems,
    keys: app.keys,
    connections: connections.count,
    busySeconds: app.busySeconds,
    followed: app.followed,
    counts: () => ({
      answer_cache_hits: app.answerCounts.hits,
      answer_cache_misses: app.answerCounts.misses,
      connections_dropped: connections.dropped(),
      connections_stalled: connections.stalled(),
      log_lines_dropped: dropped(),
    }),
  }
}

/**
 * Logs that the identity provider does not answer. The server goes on: searches do not need it, and it may
 * come back (D29).
 */
function sayWhenUnanswered(app: App, { oauth }: Config, log: Logger): void {
  app.askIdentityProvider().catch(() => {
    log.warn(
      { issuer: oauth.issuer },
      'OAUTH_ISSUER does not answer as it should; until it does, operations that need an account answer 503',
    )
  })
}

/**
 * Starts the server in this process, part by part. Each part is added to `started` as soon as it runs. The
 * libraries for metrics and traces are loaded only if they are used. A worker leaves its metrics to the primary.
 */
export async function startInstance(
  config: Config,
  { log, dropped }: { readonly log: Logger; readonly dropped: () => number },
  started: Part[],
): Promise<void> {
  const monitoring = config.metrics === undefined ? undefined : await import('../operations/metrics.ts')
  const metrics = monitoring?.createMetrics()
  const traces = config.traces ? (await import('../operations/traces.ts')).createTraces(VERSION) : undefined
  if (traces !== undefined) started.push(traces)
  const observers = [metrics?.observe, traces?.observe].filter((observer) => observer !== undefined)
  const app = await createApp(config, { log, observers })
  started.push(app)
  const server = await listen(app.http, {
    host: config.host,
    port: config.port,
    log,
    onDrain: app.drain,
    refuses: createLoadShedding(log).refuses,
    observers,
  })
  started.push(server)
  startRenderer()
  metrics?.watch(sourcesOf(app, server, dropped))
  if (cluster.isWorker) metrics?.share()
  else if (monitoring !== undefined && metrics !== undefined && config.metrics !== undefined) {
    started.push(await monitoring.serveMetrics(config.metrics, metrics.text))
  }
  // The development sign-in starts after the server.
  if (!config.developmentProvider) sayWhenUnanswered(app, config, log)
}
