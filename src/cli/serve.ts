import cluster, { type Worker } from 'node:cluster'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { everyScope } from '../auth/index.ts'
import { type Config, loadConfig } from '../config/config.ts'
import type { Logger } from '../core/logger.ts'
import { startRenderer } from '../design/index.ts'
import { createLoadShedding } from '../http/load-shedding.ts'
import { countForWorkers } from '../http/rate-limit-store.ts'
import { listen } from '../http/server.ts'
import { createLogger } from '../operations/log.ts'
import { VERSION } from '../version.ts'

/** Before a worker is replaced: one that cannot start must not keep the machine busy. */
const PAUSE_MS = 500

interface Part {
  /** @param delayMs how long a server goes on first. */
  close(delayMs: number): Promise<void>
}

const running = () => Object.values(cluster.workers ?? {}).filter((worker) => worker !== undefined)

async function ready(worker: Worker) {
  const ended = once(worker, 'exit').then(() => {
    throw new Error('A worker ended before it listened.')
  })
  await Promise.race([once(worker, 'listening'), ended])
}

/** Rejects if one does not begin to listen. */
async function startWorkers(count: number, log: Logger): Promise<Part> {
  countForWorkers()
  try {
    // The first one prepares the database for all.
    await ready(cluster.fork())
    await Promise.all(Array.from({ length: count - 1 }, () => ready(cluster.fork())))
  } catch (error) {
    for (const worker of running()) worker.kill()
    throw error
  }

  let isStopping = false
  cluster.on('exit', ({ process: { pid } }, code, signal) => {
    if (isStopping) return
    log.error({ pid, code, signal }, 'a worker ended; another takes its place')
    setTimeout(() => {
      if (!isStopping) cluster.fork()
    }, PAUSE_MS)
  })
  return {
    async close(delayMs) {
      isStopping = true
      await Promise.all(
        running().map((worker) => {
          const ended = once(worker, 'exit')
          worker.process.kill(delayMs > 0 ? 'SIGTERM' : 'SIGINT')
          return ended
        }),
      )
    },
  }
}

async function startProvider({ port, storage, oauth }: Config) {
  const { startDevelopmentProvider } = await import('../dev/provider.ts')
  return startDevelopmentProvider({
    port: port + 1,
    resources: oauth.audiences,
    scopes: everyScope(oauth.scopes),
    // So that clients stay signed in when the server restarts.
    storePath: join(storage.folder, 'development-sign-in.db'),
  })
}

function banner({ baseUrl, developmentProvider, oauth, enabled }: Config) {
  const provider = developmentProvider
    ? `development sign-in at ${oauth.issuer} (user_demo, user_other)`
    : `sign-in at ${oauth.issuer}`
  return `
  Selvage serves ${baseUrl}, with ${provider}.
${enabled ? '' : '  The agent API is disabled: AGENT_API_ENABLED=false.\n'}
  Connector URL:          ${baseUrl}/mcp
  In Claude Code:         claude mcp add --transport http selvage ${baseUrl}/mcp
${developmentProvider ? '\n  Get a token for curl:   npm run --silent token\n' : ''}
`
}

/** Fails if a port is taken, before anything is done. */
async function tryPorts({ host, port, metrics, developmentProvider }: Config) {
  const signIn = developmentProvider ? { host: '127.0.0.1', port: port + 1 } : undefined
  for (const place of [metrics, { host, port }, signIn]) {
    if (place === undefined) continue
    const trial = createServer().listen(place)
    await once(trial, 'listening').catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EADDRINUSE') throw error
      const setting =
        place === metrics ? 'METRICS_PORT' : 'PORT; the development sign-in takes the port after it'
      throw new Error(`Port ${place.port} is in use. Stop what listens there, or set ${setting}.`)
    })
    await once(trial.close(), 'close')
  }
}

/** Adds each part to `started` as soon as it runs. Returns the text of the metrics, if they are on. */
async function startInstance(
  config: Config,
  { log, dropped }: { log: Logger; dropped: () => number },
  started: Part[],
) {
  const metrics = config.metrics && (await import('../operations/metrics.ts')).createMetrics()
  const traces = config.traces ? (await import('../operations/traces.ts')).createTraces(VERSION) : undefined
  if (traces !== undefined) started.push(traces)
  const observers = [metrics?.observe, traces?.observe].filter((observer) => observer !== undefined)
  const { createApp } = await import('../app.ts')
  const app = await createApp(config, { log, observers })
  started.push(app)
  const { host, port } = config
  const refuses = createLoadShedding(log)
  const server = await listen(app.http, { host, port, log, onDrain: app.drain, refuses, observers })
  started.push(server)
  startRenderer()
  const { connections, dropped: connectionsDropped } = server
  metrics?.watch({ ...app, connections, connectionsDropped, linesDropped: dropped })
  if (cluster.isWorker) metrics?.share()
  // The development sign-in has not started yet.
  if (!config.developmentProvider)
    app.askIdentityProvider().catch(() => {
      // Searches do not need it (D29).
      log.warn(
        { issuer: config.oauth.issuer },
        'OAUTH_ISSUER does not answer as it should; until it does, operations that need an account answer 503',
      )
    })
  return metrics?.text
}

/** Resolves when the server has to stop, with the milliseconds for which it still takes requests. */
function stopDelay({ drainDelay }: Config, log: Logger): Promise<number> {
  return new Promise((resolve) => {
    for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) {
      const stop = () => {
        if (cluster.isPrimary) log.info({ signal }, 'stopping')
        // After Ctrl-C, no load balancer has to notice.
        resolve(signal === 'SIGTERM' ? drainDelay : 0)
      }
      // A worker gets Ctrl-C twice, from the terminal and from the primary. Sent again, it ends any other process.
      if (cluster.isWorker) process.on(signal, stop)
      else process.once(signal, stop)
    }
  })
}

/** After the delay, requests under way have ten seconds. */
const MOST_MS = 15_000

export async function serve(): Promise<void> {
  const config = loadConfig(process.env)
  const logging = await createLogger(config)
  const { log } = logging
  const started: Part[] = []
  const stop = stopDelay(config, log)
  let delay = 0
  try {
    if (cluster.isPrimary) await tryPorts(config)
    let metrics: (() => Promise<string>) | undefined
    if (config.workers > 1 && cluster.isPrimary) started.push(await startWorkers(config.workers, log))
    else metrics = await startInstance(config, logging, started)
    if (cluster.isPrimary) {
      if (config.metrics !== undefined) {
        const { metricsOfWorkers, serveMetrics } = await import('../operations/metrics.ts')
        started.push(await serveMetrics(config.metrics, metrics ?? metricsOfWorkers()))
      }
      // It starts after the server, so that searches are answered sooner, and is closed after it.
      if (config.developmentProvider) started.unshift(await startProvider(config))
      process.stdout.write(banner(config))
    }
    delay = await stop
  } finally {
    setTimeout(() => {
      log.error({}, 'did not stop in time, and is ended')
      // After the line is written.
      setImmediate(() => process.kill(process.pid, 'SIGKILL'))
    }, delay + MOST_MS).unref()
    // In reverse order: requests under way still need the provider's keys and the databases.
    for (const part of started.reverse()) await part.close(delay)
    if (cluster.isWorker) process.disconnect()
  }
}
