import { vi } from 'vitest'

/**
 * Stops the date: it moves only by `pass`. For what asks `Date` itself, such as jose's key cache.
 * Timers run as ever. Stop it before the server starts, and resume it after.
 */
export function stopClock() {
  vi.useFakeTimers({ toFake: ['Date'] })
  return {
    /** Lets seconds pass; negative ones bring them back. */
    pass: (seconds: number) => void vi.setSystemTime(Date.now() + seconds * 1000),
    resume: () => void vi.useRealTimers(),
  }
}

export type Clock = ReturnType<typeof stopClock>
