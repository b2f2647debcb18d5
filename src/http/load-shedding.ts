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

export interface LoadShedding {
  /** Whether the request that is about to be handled is refused, because the server has too much to do. */
  refuses(url: string | undefined): boolean
  close(): void
}

/** Refuses requests while there are more than the process can serve (D9), and says so in the log. */
export function createLoadShedding(log: Logger): LoadShedding {
  let isBehind = false
  let refusedInAll = 0
  /** The sample: when it began, and what was counted since. */
  let since = performance.now()
  let utilization = performance.eventLoopUtilization()
  let ticks = 0
  let arrived = 0
  let refused = 0

  function judge(elapsed: number): void {
    const busy = performance.eventLoopUtilization(utilization).utilization
    const busyWithAll = (busy * arrived) / Math.max(1, arrived - refused)
    const delay = elapsed / ticks - TICK_MS
    const wasBehind = isBehind
    isBehind = wasBehind
      ? busyWithAll > BUSY_SHARE
      : delay > MAX_DELAY_MS && arrived / ticks > MAX_REQUESTS_A_TURN
    refusedInAll += refused
    if (isBehind && !wasBehind) log.warn({}, 'overloaded: some requests are refused')
    if (!isBehind && wasBehind) {
      log.warn({ refused: refusedInAll }, 'no longer overloaded')
      refusedInAll = 0
    }
  }

  const timer = setInterval(() => {
    const now = performance.now()
    ticks += 1
    if (now - since < SAMPLE_MS) return
    judge(now - since)
    since = now
    utilization = performance.eventLoopUtilization()
    ticks = 0
    arrived = 0
    refused = 0
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

  return {
    refuses(url = '') {
      arrived += 1
      if (!isBehind || servedFor() < SERVED_MS || MONITORS.has(url)) return false
      refused += 1
      return true
    },
    close: () => clearInterval(timer),
  }
}
