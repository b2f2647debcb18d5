import { once } from 'node:events'
import { createServer } from 'node:http'
import { AggregatorRegistry, Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { KEY_STATES, type KeyState } from '../core/contract.ts'
import type { Answered } from '../core/request.ts'
import { limiterOf } from './request-log.ts'

/** Seconds. Half of all searches take a few milliseconds. */
const BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5]

interface MetricSources {
  /** By part; `undefined` if it works. */
  problems: () => Record<string, string | undefined>
  keys: () => KeyState
  connections: () => number
  connectionsDropped: () => number
  linesDropped: () => number
  busySeconds: () => Record<string, number>
  /** The version of the shared catalog, and the last successful look for a newer one, in epoch milliseconds. */
  followed: () => { number: number; lookedAt: number } | undefined
}

type Values = Record<string, number> | number | undefined

function watchSources(register: Registry, sources: MetricSources) {
  const options = (name: string, help: string, read: () => Values, label = '') => ({
    name: `selvage_${name}`,
    help,
    labelNames: label === '' ? [] : [label],
    registers: [register],
    collect(this: Counter | Gauge) {
      this.reset()
      const values = read()
      if (typeof values === 'number') this.inc(values)
      else for (const [of, value] of Object.entries(values ?? {})) this.inc({ [label]: of }, value)
    },
  })
  const dropped = 'Connections that were closed at once, because there were too many.'
  new Counter(options('connections_dropped_total', dropped, sources.connectionsDropped))
  const unread = 'Log lines that nobody read in time, or that the disk had no room for.'
  new Counter(options('log_lines_dropped_total', unread, sources.linesDropped))
  new Gauge(options('connections', 'Open connections.', sources.connections))
  const busy = 'Time that each database has worked for callers.'
  new Counter(options('database_busy_seconds_total', busy, sources.busySeconds, 'database'))

  // 0 unless instances share the catalog. The worker that is furthest behind counts.
  const version = 'The number of the version of the shared catalog in use.'
  const number = options('catalog_version', version, () => sources.followed()?.number)
  new Gauge({ ...number, aggregator: 'min' })
  const look = 'When it was last looked, with success, for a newer version.'
  const lookedAt = () => (sources.followed()?.lookedAt ?? 0) / 1_000
  new Gauge({ ...options('catalog_looked_timestamp_seconds', look, lookedAt), aggregator: 'min' })

  const ofParts = () => {
    const problems = Object.entries(sources.problems())
    return Object.fromEntries(problems.map(([part, problem]) => [part, Number(problem === undefined)]))
  }
  // A part has to work in every worker.
  const up = options('part_up', '1 while a part works, 0 while it does not.', ofParts, 'part')
  new Gauge({ ...up, aggregator: 'min' })
  const ofKeys = () =>
    Object.fromEntries(KEY_STATES.map((state) => [state, Number(sources.keys() === state)]))
  const states = "The state of the identity provider's keys: 1 for the one that holds."
  new Gauge({ ...options('identity_provider_keys', states, ofKeys, 'state'), aggregator: 'max' })
}

/** Labels come from fixed sets, so that no client can create new ones. */
export function createMetrics() {
  const register = new Registry()
  collectDefaultMetrics({ register })
  const counter = <Label extends string>(name: string, help: string, labelNames: Label[]) =>
    new Counter({ name: `selvage_${name}_total`, help, labelNames, registers: [register] })
  const requests = counter('requests', 'Requests by operation and outcome: ok, or the error code.', [
    'operation',
    'code',
  ])
  const limited = counter('rate_limited', 'Requests over a limit, by limit.', ['limiter'])
  const callers = counter(
    'credentials',
    'Requests by what came of their credentials: signed_in, none, or the error code.',
    ['outcome'],
  )
  const durations = new Histogram({
    name: 'selvage_request_duration_seconds',
    help: 'Time from the first byte of a request to its answer.',
    labelNames: ['operation'],
    buckets: BUCKETS,
    registers: [register],
  })

  return {
    observe({ request: { operation = 'no route', userId, failure, headers }, durationMs }: Answered): void {
      const code = failure?.code ?? 'ok'
      requests.inc({ operation, code })
      if (durationMs !== undefined) durations.observe({ operation }, durationMs / 1000)
      const limiter = limiterOf(failure)
      if (limiter !== undefined) limited.inc({ limiter })
      if (userId !== undefined) callers.inc({ outcome: 'signed_in' })
      else if (headers.has('authorization') || headers.has('cookie')) callers.inc({ outcome: code })
      else callers.inc({ outcome: 'none' })
    },
    watch: (sources: MetricSources) => watchSources(register, sources),
    text: () => register.metrics(),
    /** In a worker: for the primary. */
    share(): void {
      AggregatorRegistry.setRegistries(register)
      // Listens to the primary.
      new AggregatorRegistry()
    },
  }
}

/** In the primary: those of all workers, added up. */
export function metricsOfWorkers(): () => Promise<string> {
  const all = new AggregatorRegistry()
  return () => all.clusterMetrics()
}

/** Serves `/metrics`. Rejects when the address is taken. */
export async function serveMetrics(
  { host, port }: { host: string; port: number },
  read: () => Promise<string>,
): Promise<{ close(): Promise<void> }> {
  const server = createServer((request, response) => {
    if (request.url !== '/metrics' || request.method !== 'GET') return void response.writeHead(404).end()
    read().then(
      (text) => response.writeHead(200, { 'content-type': Registry.PROMETHEUS_CONTENT_TYPE }).end(text),
      () => response.writeHead(500).end(),
    )
  })
  server.listen(port, host)
  await once(server, 'listening')
  return {
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
