import { performance } from 'node:perf_hooks'
import { HEALTH_PATH, READINESS_PATH } from '../core/contract.ts'
import type { Logger } from '../core/logger.ts'

/** How often the load is judged, in milliseconds: a short burst or a pause of the machine refuses nobody. */
const SAMPLE_MS = 1_000
/** The server has more to do than it can if its event loop has no more time left than this. */
const FULL = 0.95
/**
 * Then each turn of the event loop serves so many requests, and goes on for so long, in milliseconds; it refuses the
 * others. So a few dozen clients that wait for their answers are all served, on a slow machine too.
 */
const SERVED_REQUESTS = 50
const SERVED_MS = 25
/** Monitors ask how the server is, so they are always answered. */
const MONITORS = new Set<string>([HEALTH_PATH, READINESS_PATH])

/** Refuses requests while there are more than the process can serve (D9), and says so in the log. */
export function createLoadShedding(log: Logger) {
  let isFull = false
  let isSaid = false
  const begin = () => ({ utilization: performance.eventLoopUtilization(), arrived: 0, refused: 0 })
  let sample = begin()

  setInterval(() => {
    const { utilization, arrived, refused } = sample
    const busy = performance.eventLoopUtilization(utilization).utilization
    // How busy it would be if nobody had been refused.
    isFull = (busy * arrived) / Math.max(1, arrived - refused) > FULL
    if (isSaid ? !isFull : refused > 0) {
      isSaid = !isSaid
      log.warn({}, isSaid ? 'overloaded: some requests are refused' : 'no longer overloaded')
    }
    sample = begin()
  }, SAMPLE_MS).unref()

  /** The requests of this turn of the event loop. */
  let turn: { readonly began: number; requests: number } | undefined
  function isTurnOver(): boolean {
    if (turn === undefined) {
      turn = { began: performance.now(), requests: 0 }
      setImmediate(() => {
        turn = undefined
      })
    }
    turn.requests += 1
    return turn.requests > SERVED_REQUESTS && performance.now() - turn.began > SERVED_MS
  }

  /** Whether the request that is about to be handled is refused, because the server has too much to do. */
  return (url = ''): boolean => {
    sample.arrived += 1
    if (!isFull || MONITORS.has(url) || !isTurnOver()) return false
    sample.refused += 1
    return true
  }
}
