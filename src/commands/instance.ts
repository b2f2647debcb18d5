import { setFlagsFromString } from 'node:v8'
import { type App, createApp } from '../app.ts'
import type { Config } from '../config.ts'
import type { Logger } from '../core/log.ts'
import { listen, type RunningServer } from '../http/listen.ts'
import type { MetricSources } from '../operations/metrics.ts'
import { createWatching } from '../operations/watching.ts'
import { VERSION } from '../version.ts'

/** A part that was started and can be closed. */
export interface Part {
  /** @param delayMs for how long to go on first, if that makes sense for the part. */
  close(delayMs: number): Promise<void>
}

/** Further values for the metrics. */
function sourcesOf(app: App, { connections, queue }: RunningServer, dropped: () => number): MetricSources {
  return {
    problems: app.problems,
    keys: app.keys,
    connections: connections.count,
    waiting: queue.length,
    busySeconds: app.busySeconds,
    edition: app.edition,
    counts: () => ({
      answer_cache_hits: app.answerCounts.hits,
      answer_cache_misses: app.answerCounts.misses,
      connections_dropped: connections.dropped(),
      connections_stalled: connections.stalled(),
      log_lines_dropped: dropped(),
      shed_anonymous: queue.refused().anonymous,
      shed_signed_in: queue.refused().signedIn,
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
 * New objects are cleared by one thread. Few of them outlive their request, and to wake helpers for those takes a
 * tenth of the time of a short answer, more while other processes use the cores.
 */
export function collectAlone(): void {
  setFlagsFromString('--no-parallel-scavenge')
}

/** Starts the server in this process, part by part. Each part is added to `started` as soon as it runs. */
export async function startInstance(
  config: Config,
  { log, dropped }: { readonly log: Logger; readonly dropped: () => number },
  started: Part[],
): Promise<void> {
  collectAlone()
  const watching = await createWatching({ ...config, version: VERSION })
  const app = await createApp(config, { log, observers: watching.observers })
  started.push(app)
  const server = await listen(app.http, {
    host: config.host,
    port: config.port,
    log,
    onDrain: app.drain,
    hasAccount: app.isKnownCaller,
    observers: watching.observers,
  })
  started.push(server)
  started.push(await watching.start(sourcesOf(app, server, dropped)))
  // The development sign-in starts after the server.
  if (!config.developmentProvider) sayWhenUnanswered(app, config, log)
}
