import { performance } from 'node:perf_hooks'
import { HEALTH_PATH, READINESS_PATH } from '../core/contract.ts'
import type { Logger } from '../core/logger.ts'

/** The delay of the event loop is that of a timer, in milliseconds. It is judged by its mean over a while. */
const TICK_MS = 20
const SAMPLE_MS = 1_000
/**
 * The server is behind when the event loop is so late on average, in milliseconds, and more requests than this
 * arrive in each of its turns. So a few dozen clients that wait for their answers are all served, on a slow
 * machine too, and a short burst or a pause of the machine refuses nobody.
 */
const MAX_DELAY_MS = 100
const MAX_REQUESTS_A_TURN = 100
/** It has caught up when the event loop would have nothing to do for a tenth of the time if nobody were refused. */
const BUSY_SHARE = 0.9
/** While the server is behind, each turn serves requests for so long, in milliseconds, and refuses the others. */
const SERVED_MS = 25
/** Monitors ask how the server is, so they are always answered. */
const MONITORS = new Set<string>([HEALTH_PATH, READINESS_PATH])

/** Refuses requests while there are more than the process can serve (D9), and says so in the log. */
export function createLoadShedding(log: Logger) {
  let isBehind = false
  const begin = () => ({
    since: performance.now(),
    utilization: performance.eventLoopUtilization(),
    ticks: 0,
    arrived: 0,
    refused: 0,
  })
  let sample = begin()

  function judge(): boolean {
    const { since, utilization, ticks, arrived, refused } = sample
    const busy = performance.eventLoopUtilization(utilization).utilization
    if (isBehind) return (busy * arrived) / Math.max(1, arrived - refused) > BUSY_SHARE
    const delay = (performance.now() - since) / ticks - TICK_MS
    return delay > MAX_DELAY_MS && arrived / ticks > MAX_REQUESTS_A_TURN
  }

  setInterval(() => {
    sample.ticks += 1
    if (performance.now() - sample.since < SAMPLE_MS) return
    const wasBehind = isBehind
    isBehind = judge()
    if (isBehind !== wasBehind) {
      log.warn({}, isBehind ? 'overloaded: some requests are refused' : 'no longer overloaded')
    }
    sample = begin()
  }, TICK_MS).unref()

  /** When this turn of the event loop handled its first request. */
  let turnBegan: number | undefined
  function servedFor(): number {
    const now = performance.now()
    if (turnBegan === undefined) {
      turnBegan = now
      setImmediate(() => {
        turnBegan = undefined
      })
    }
    return now - turnBegan
  }

  /** Whether the request that is about to be handled is refused, because the server has too much to do. */
  return (url = ''): boolean => {
    sample.arrived += 1
    if (!isBehind || servedFor() < SERVED_MS || MONITORS.has(url)) return false
    sample.refused += 1
    return true
  }
}
