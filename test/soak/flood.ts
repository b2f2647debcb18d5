import { setTimeout as sleep } from 'node:timers/promises'
import { serve, UNLIMITED } from '../cli/selvage.ts'
import { startIssuer } from '../helpers/issuer.ts'
import { freePort } from '../helpers/ports.ts'
import { type Asked, mixedRequests, NEW_SEARCH } from './mix.ts'
import { hasGrown, keepOnCore, SERVER_CORE, say, startClients, usageOf } from './process.ts'

/** Enough requests under way to keep one core busy, when capacity is measured. */
const AT_ONCE = 16
const WARM_UP_SECONDS = 10
const CAPACITY_SECONDS = 5
const STEADY_SECONDS = Number(process.env['SOAK_SECONDS'] ?? 60)
const STEADY_SHARE = 0.6
const FLOOD_SECONDS = 20
const FLOOD_TIMES = 3
/** How long the server may finish its work before it is measured. */
const SETTLE_MS = 3_000
const TOKEN_SECONDS = 3_600
const MONITOR_EVERY_MS = 200
const MAX_MONITOR_MS = 2_000
/** For answers during the flood. */
const MAX_P99_MS = 500
/** Of its capacity. Refusing the rest takes about half of the time. */
const MIN_SHARE = 0.25
/**
 * In use with garbage, and of the whole process, as docs/operating.md says: once busy, V8 keeps 130 MB for new objects;
 * code and libraries take 150 MB.
 */
const MAX_USED_MEGABYTES = 250
const MAX_MEGABYTES = 500

/** Asks for the health of a server again and again; counts failures and slow answers. */
function monitor(url: string) {
  let isOver = false
  let failures = 0
  const asking = (async () => {
    while (!isOver) {
      const signal = AbortSignal.timeout(MAX_MONITOR_MS)
      const isGood = await fetch(url, { signal }).then(
        async (answer) => (await answer.text()) !== '' && answer.status === 200,
        () => false,
      )
      if (!isGood) failures += 1
      await sleep(MONITOR_EVERY_MS)
    }
  })()
  return async () => {
    isOver = true
    await asking
    return failures
  }
}

/** Megabytes in V8's heap and in buffers outside of it. */
async function usedMegabytes(metricsPort: number): Promise<number> {
  const text = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text()
  const bytes = ['nodejs_heap_size_used_bytes', 'nodejs_external_memory_bytes'].map((name) =>
    Number(new RegExp(`^${name} (\\S+)`, 'm').exec(text)?.[1]),
  )
  return Math.round(bytes.reduce((sum, each) => sum + each, 0) / 1_048_576)
}

/**
 * A minute at 60 % of the capacity: nothing fails, and memory and files stay flat. Then three times the capacity in new
 * searches: some get 503, the others are served fast, monitors are answered, memory is bounded, and it ends with the
 * flood.
 */
export async function flood(): Promise<string[]> {
  // The development sign-in would slow down the server, whose process it shares.
  const issuer = await startIssuer()
  const metricsPort = await freePort()
  const server = await serve({
    ...UNLIMITED,
    LOG_LEVEL: 'warn',
    OAUTH_ISSUER: issuer.url,
    SEED_DEMO: 'true',
    METRICS_PORT: String(metricsPort),
  })
  const { port, child } = server
  keepOnCore(SERVER_CORE, child.pid)
  const token = await issuer.mint(server.baseUrl, { exp: Math.floor(Date.now() / 1000) + TOKEN_SECONDS })
  const mixed = mixedRequests(token)
  const load = async (
    requests: readonly Asked[],
    how: { readonly rate?: number; readonly atOnce?: number },
    seconds: number,
  ) => {
    const outcome = await startClients({ port, seconds, requests, ...how }).outcome()
    await sleep(SETTLE_MS)
    const found = { ...outcome, usage: usageOf(child.pid), used: await usedMegabytes(metricsPort) }
    say({ ...how, seconds, ...found })
    return found
  }
  const capacityFor = async (requests: readonly Asked[]) =>
    Math.round((await load(requests, { atOnce: AT_ONCE }, CAPACITY_SECONDS)).sent / CAPACITY_SECONDS)

  await load(mixed, { atOnce: AT_ONCE }, WARM_UP_SECONDS)
  const capacity = await capacityFor(mixed)
  const before = usageOf(child.pid)
  const steady = await load(mixed, { rate: Math.round(capacity * STEADY_SHARE) }, STEADY_SECONDS)
  const searches = await capacityFor([NEW_SEARCH])
  const health = monitor(`${server.baseUrl}/healthz`)
  const flooded = await load([NEW_SEARCH], { rate: searches * FLOOD_TIMES }, FLOOD_SECONDS)
  const unanswered = await health()
  const later = await load(mixed, { rate: Math.round(capacity / FLOOD_TIMES) }, 10)

  const failed = ({ ends }: typeof steady) =>
    Object.entries(ends).filter(([end]) => !/^[1-4]\d\d$|^left$/.test(end))
  const served = Object.entries(flooded.ends).filter(([end]) => /^[1-4]\d\d$/.test(end))
  const share = served.reduce((sum, [, count]) => sum + count, 0) / FLOOD_SECONDS / searches
  return [
    ...failed(steady).map(([end, count]) => `${count} requests of the steady load ended with: ${end}`),
    ...(hasGrown(before, steady.usage) ? ['Memory or open files have grown under the steady load.'] : []),
    ...(flooded.ends['503'] === undefined ? ['The flood was not refused.'] : []),
    ...(flooded.p99 > Math.max(MAX_P99_MS, steady.p99)
      ? [`The p99 of those that were served is ${flooded.p99} ms.`]
      : []),
    ...(share < MIN_SHARE ? [`Only ${Math.round(share * 100)} % of the capacity were served.`] : []),
    ...(unanswered > 0 ? [`${unanswered} monitors were not answered.`] : []),
    ...(later.used > MAX_USED_MEGABYTES ? [`${later.used} MB are in use.`] : []),
    ...(later.usage.megabytes > MAX_MEGABYTES ? [`It takes ${later.usage.megabytes} MB.`] : []),
    ...failed(later).map(([end, count]) => `${count} requests after the flood ended with: ${end}`),
  ]
}
