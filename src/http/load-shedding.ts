import { performance } from 'node:perf_hooks'
import { HEALTH_PATH, READINESS_PATH } from '../core/contract.ts'
import type { Logger } from '../core/logger.ts'

/** Long enough that a short burst or a pause of the machine refuses nobody. */
const SAMPLE_MS = 1_000
/**
 * The server is overloaded if its event loop is busy for more than this share of the time, and more requests than this
 * arrive in each turn. A few dozen clients are all served, even on a slow machine.
 */
const FULL = 0.95
const MOST_REQUESTS_A_TURN = 50
/** How long a turn serves requests under overload. It is short, because a turn accepts only one new client. */
const SERVED_MS = 25
const MONITORS = new Set<string | undefined>([HEALTH_PATH, READINESS_PATH])

/** Whether to refuse a request, because there are more than the process can serve (D9). */
export function createLoadShedding(log: Logger): (url: string | undefined) => boolean {
  let isFull = false
  const begin = () => ({ utilization: performance.eventLoopUtilization(), turns: 0, arrived: 0, refused: 0 })
  let sample = begin()

  setInterval(() => {
    const { utilization, turns, arrived, refused } = sample
    const wasFull = isFull
    const busy = performance.eventLoopUtilization(utilization).utilization
    // How busy it would be if it had refused nobody.
    const load = (busy * arrived) / Math.max(1, arrived - refused)
    isFull = load > FULL && (wasFull || arrived > MOST_REQUESTS_A_TURN * turns)
    if (isFull !== wasFull) {
      log.warn({}, isFull ? 'overloaded: some requests are refused' : 'no longer overloaded')
    }
    sample = begin()
  }, SAMPLE_MS).unref()

  let turnBegan: number | undefined
  return (url) => {
    const now = performance.now()
    if (turnBegan === undefined) {
      turnBegan = now
      sample.turns += 1
      setImmediate(() => {
        turnBegan = undefined
      })
    }
    sample.arrived += 1
    if (!isFull || now - turnBegan < SERVED_MS || MONITORS.has(url)) return false
    sample.refused += 1
    return true
  }
}
