/**
 * If a server refuses some requests and yet has nothing to do for this share of the time, they come in bursts, or it
 * often has to wait for a processor. Then up to four times as many may wait.
 */
const IDLE_SHARE = 0.1
const MOST = 4
/** From one look back to the next, the patience gets so much larger or smaller. */
const STEP = 1.5

/** How many requests may wait while a server is behind, as a multiple of what is usual. */
export interface Patience {
  times(): number
  /** To call when somebody waits again, with how long nobody did. */
  noteIdle(ms: number): void
  /** Changes the patience by how idle the server was in the last so many milliseconds, if it is still behind. */
  lookBack(isBehind: boolean, ms: number): void
}

export function createPatience(): Patience {
  let times = 1
  let idle = 0
  return {
    times: () => times,
    noteIdle(ms) {
      idle += ms
    },
    lookBack(isBehind, ms) {
      const wanted = idle > IDLE_SHARE * ms ? times * STEP : times / STEP
      times = isBehind ? Math.min(Math.max(wanted, 1), MOST) : 1
      idle = 0
    },
  }
}
