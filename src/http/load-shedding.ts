import { performance } from 'node:perf_hooks'
import { HEALTH_PATH, READINESS_PATH } from '../core/contract.ts'
import type { Logger } from '../core/logger.ts'

/** How often the load is judged, in milliseconds: a short burst or a pause of the machine refuses nobody. */
const SAMPLE_MS = 1_000
/**
 * The server has more to do than it can when its event loop has no more time left than this, and so many requests
 * arrive in each of its turns. So a few dozen clients that wait for their answers are all served, on a slow machine too.
 */
const FULL = 0.95
const MOST_REQUESTS_A_TURN = 50
/**
 * Then each turn serves requests for so long, in milliseconds, and refuses the others. A client that connects is
 * accepted in a turn of its own, so turns have to be short.
 */
const SERVED_MS = 25
/** Monitors ask how the server is, so they are always answered. */
const MONITORS = new Set<string>([HEALTH_PATH, READINESS_PATH])

/** Refuses requests while there are more than the process can serve (D9), and says so in the log. */
export function createLoadShedding(log: Logger) {
  let isFull = false
  const begin = () => ({ utilization: performance.eventLoopUtilization(), turns: 0, arrived: 0, refused: 0 })
  let sample = begin()

  setInterval(() => {
    const { utilization, turns, arrived, refused } = sample
    const wasFull = isFull
    const busy = performance.eventLoopUtilization(utilization).utilization
    // How busy it would be if nobody had been refused.
    const load = (busy * arrived) / Math.max(1, arrived - refused)
    isFull = load > FULL && (wasFull || arrived > MOST_REQUESTS_A_TURN * turns)
    if (isFull !== wasFull) {
      log.warn({}, isFull ? 'overloaded: some requests are refused' : 'no longer overloaded')
    }
    sample = begin()
  }, SAMPLE_MS).unref()

  /** When this turn of the event loop handled its first request. */
  let turnBegan: number | undefined
  function servedFor(): number {
    const now = performance.now()
    if (turnBegan === undefined) {
      turnBegan = now
      sample.turns += 1
      setImmediate(() => {
        turnBegan = undefined
      })
    }
    return now - turnBegan
  }

  return (url = ''): boolean => {
    sample.arrived += 1
    if (servedFor() < SERVED_MS || !isFull || MONITORS.has(url)) return false
    sample.refused += 1
    return true
  }
}
