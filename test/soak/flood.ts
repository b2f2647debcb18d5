import { setTimeout as sleep } from 'node:timers/promises'
import { serve } from '../cli/selvage.ts'
import { startIssuer } from '../helpers/issuer.ts'
import { mixedRequests } from './mix.ts'
import {
  callersOutcome,
  hasGrown,
  keepOnCore,
  SERVER_CORE,
  say,
  startClients,
  usageOf,
  WITHOUT_LIMITS,
} from './process.ts'

/** As many requests under way as keep one core busy, to find out how many are served a second. */
const AT_ONCE = 16
const WARM_UP_SECONDS = 10
const CAPACITY_SECONDS = 5
const STEADY_SECONDS = Number(process.env['SOAK_SECONDS'] ?? 60)
const STEADY_SHARE = 0.6
const FLOOD_SECONDS = 20
const FLOOD_TIMES = 3
/** How long the server has for what is left to do, before it is looked at. */
const SETTLE_MS = 3_000
const TOKEN_SECONDS = 3_600
const MONITOR_EVERY_MS = 200
const MAX_MONITOR_MS = 2_000
const MAX_P99_MS = 500
/** Of its capacity. To refuse the rest takes about half of its time. */
const MIN_SHARE = 0.25
/** As docs/operating.md says. */
const MAX_MEGABYTES = 400

/** Asks for the health of a server until it is told to stop; says how often that failed or took too long. */
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

/**
 * A minute at 60 % of what the server can: nothing fails, and memory and files stay flat. Then three times as much
 * as it can: some get 503, the others are served fast, monitors are answered, memory is bounded, and it ends
 * when the flood does.
 */
export async function flood(): Promise<string[]> {
  // The development sign-in would slow the server down in whose process it runs.
  const issuer = await startIssuer()
  const server = await serve({ ...WITHOUT_LIMITS, OAUTH_ISSUER: issuer.url, SEED_DEMO: 'true' })
  const { port, child } = server
  keepOnCore(SERVER_CORE, child.pid)
  const token = await issuer.mint(server.baseUrl, { exp: Math.floor(Date.now() / 1000) + TOKEN_SECONDS })
  const requests = mixedRequests(token)
  const load = async (how: { readonly rate?: number; readonly atOnce?: number }, seconds: number) => {
    const outcome = callersOutcome.parse(
      await startClients('callers.ts', { port, seconds, requests, ...how }).outcome(),
    )
    await sleep(SETTLE_MS)
    const found = { ...outcome, usage: usageOf(child.pid) }
    say({ ...how, seconds, ...found })
    return found
  }

  await load({ atOnce: AT_ONCE }, WARM_UP_SECONDS)
  const capacity = Math.round((await load({ atOnce: AT_ONCE }, CAPACITY_SECONDS)).sent / CAPACITY_SECONDS)
  const before = usageOf(child.pid)
  const steady = await load({ rate: Math.round(capacity * STEADY_SHARE) }, STEADY_SECONDS)
  const health = monitor(`${server.baseUrl}/healthz`)
  const flooded = await load({ rate: capacity * FLOOD_TIMES }, FLOOD_SECONDS)
  const unanswered = await health()
  const later = await load({ rate: Math.round(capacity / FLOOD_TIMES) }, 5)
  server.folder.remove()
  await issuer.close()

  const failed = ({ ends }: typeof steady) =>
    Object.entries(ends).filter(([end]) => !/^[1-4]\d\d$|^left$/.test(end))
  const served = Object.entries(flooded.ends).filter(([end]) => /^[1-4]\d\d$/.test(end))
  const share = served.reduce((sum, [, count]) => sum + count, 0) / FLOOD_SECONDS / capacity
  return [
    ...failed(steady).map(([end, count]) => `${count} requests of the steady load ended with: ${end}`),
    ...(hasGrown(before, steady.usage) ? ['Memory or open files have grown under the steady load.'] : []),
    ...(flooded.ends['503'] === undefined ? ['The flood was not refused; was this machine too busy?'] : []),
    ...(flooded.p99 > MAX_P99_MS ? [`The p99 of those that were served is ${flooded.p99} ms.`] : []),
    ...(share < MIN_SHARE ? [`Only ${Math.round(share * 100)} % of the capacity were served.`] : []),
    ...(unanswered > 0 ? [`${unanswered} monitors were not answered.`] : []),
    ...(later.usage.megabytes > MAX_MEGABYTES ? [`It takes ${later.usage.megabytes} MB.`] : []),
    ...failed(later).map(([end, count]) => `${count} requests after the flood ended with: ${end}`),
  ]
}
