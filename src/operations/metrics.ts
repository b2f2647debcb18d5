import { once } from 'node:events'
import { createServer } from 'node:http'
import { AggregatorRegistry, Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { type Answered, limiterOf } from './request-log.ts'

/** In seconds. Half of all searches take a few milliseconds. */
const BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5]

/** The version of the shared catalog that an instance has copied. Times in milliseconds since 1970. */
interface FollowedVersion {
  readonly number: number
  /** Since when this instance uses it. */
  readonly takenAt: number
  /** The last successful look for a newer version. */
  readonly lookedAt: number
}

/** Values that other parts keep. They are read each time the metrics are read. */
export interface MetricSources {
  /** The problem of each part by its name; `undefined` if the part works. */
  readonly problems: () => Promise<Readonly<Record<string, string | undefined>>>
  /** The state of the identity provider's keys. */
  readonly keys: () => string
  readonly counts: () => Readonly<Record<CountName, number>>
  readonly connections: () => number
  readonly busySeconds: () => Readonly<Record<string, number>>
  readonly followed: () => FollowedVersion | undefined
}

const COUNTS = {
  connections_dropped: 'Connections that were closed at once, because there were too many.',
  log_lines_dropped: 'Log lines that nobody read in time, or that the disk had no room for.',
} as const
export type CountName = keyof typeof COUNTS

const KEY_STATES = ['unasked', 'fresh', 'stale', 'missing'] as const

/** The values of a metric, each with its labels. */
type Reading = readonly (readonly [labels: Readonly<Record<string, string>>, value: number])[]

/** Metrics whose values are read each time the metrics are read. */
function watchSources(register: Registry, sources: MetricSources): void {
  function options(name: string, help: string, read: () => Promise<Reading> | Reading, label?: string) {
    return {
      name: `selvage_${name}`,
      help,
      labelNames: label === undefined ? [] : [label],
      registers: [register],
      async collect(this: Counter | Gauge) {
        this.reset()
        for (const [labels, value] of await read()) this.inc(labels, value)
      },
    }
  }
  const byLabel = (label: string, values: Readonly<Record<string, number>>): Reading =>
    Object.entries(values).map(([of, value]) => [{ [label]: of }, value])

  for (const [name, help] of Object.entries(COUNTS)) {
    const read = () => Object.entries(sources.counts()).find(([each]) => each === name)?.[1] ?? 0
    new Counter(options(`${name}_total`, help, () => [[{}, read()]]))
  }
  new Gauge(options('connections', 'Open connections.', () => [[{}, sources.connections()]]))
  const ofDatabases = () => byLabel('database', sources.busySeconds())
  const busy = 'Time that each database has worked for callers.'
  new Counter(options('database_busy_seconds_total', busy, ofDatabases, 'database'))

  // Exist only if instances share the catalog. The worker that is furthest behind counts.
  const ofCatalog = (name: string, help: string, value: (used: FollowedVersion) => number) => {
    const read = (): Reading => [sources.followed() ?? []].flat().map((used) => [{}, value(used)])
    new Gauge({ ...options(`catalog_${name}`, help, read), aggregator: 'min' })
  }
  ofCatalog('version', 'The number of the version of the shared catalog in use.', ({ number }) => number)
  ofCatalog('taken_timestamp_seconds', 'Since when it is used.', ({ takenAt }) => takenAt / 1_000)
  ofCatalog(
    'looked_timestamp_seconds',
    'When it was last looked, with success, for a newer version.',
    ({ lookedAt }) => lookedAt / 1_000,
  )

  const ofParts = async (): Promise<Reading> =>
    Object.entries(await sources.problems()).map(([part, problem]) => [
      { part },
      problem === undefined ? 1 : 0,
    ])
  // A part works only if it works in every worker.
  const up = options('part_up', '1 while a part works, 0 while it does not.', ofParts, 'part')
  new Gauge({ ...up, aggregator: 'min' })
  const ofKeys = (): Reading => KEY_STATES.map((state) => [{ state }, sources.keys() === state ? 1 : 0])
  const states = "The state of the identity provider's keys: 1 for the one that holds."
  new Gauge({ ...options('identity_provider_keys', states, ofKeys, 'state'), aggregator: 'max' })
}

/** Prometheus metrics. All labels come from fixed sets, so no client can create new ones. */
export function createMetrics() {
  const register = new Registry()
  // CPU, memory, garbage collection, event-loop lag, open files.
  collectDefaultMetrics({ register })
  const registers = [register]
  const requests = new Counter({
    name: 'selvage_requests_total',
    help: 'Requests by operation and outcome: ok, or the error code.',
    labelNames: ['operation', 'code'],
    registers,
  })
  const durations = new Histogram({
    name: 'selvage_request_duration_seconds',
    help: 'Time from the first byte of a request to its answer.',
    labelNames: ['operation'],
    buckets: BUCKETS,
    registers,
  })
  const limited = new Counter({
    name: 'selvage_rate_limited_total',
    help: 'Requests over a limit, by limit.',
    labelNames: ['limiter'],
    registers,
  })
  const callers = new Counter({
    name: 'selvage_credentials_total',
    help: 'Requests by what came of their credentials: signed_in, none, or the error code.',
    labelNames: ['outcome'],
    registers,
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
    /** Call it once, when the server is put together. */
    watch: (sources: MetricSources) => watchSources(register, sources),
    text: () => register.metrics(),
    /** In a worker: gives the metrics to the primary when it asks. */
    share(): void {
      AggregatorRegistry.setRegistries(register)
      // It is made only because its constructor listens to the primary.
      new AggregatorRegistry()
    },
  }
}

/** In the primary: the metrics of all workers, added up. Returns the function that reads them. */
export function metricsOfWorkers(): () => Promise<string> {
  const all = new AggregatorRegistry()
  return () => all.clusterMetrics()
}

/** Serves `/metrics`. Rejects when the address is taken. */
export async function serveMetrics(
  { host, port }: { readonly host: string; readonly port: number },
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
