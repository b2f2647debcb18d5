import { vi } from 'vitest'

/**
 * Stops the date and the monotonic clock: they move only by `pass`. Timers run as ever. Stop it before the server starts, and resume it after.
 */
export function stopClock() {
  vi.useFakeTimers({ toFake: ['Date', 'performance'] })
  return {
    /** Lets seconds pass. */
    pass: (seconds: number) => void vi.advanceTimersByTime(seconds * 1000),
    /** Sets the date of the machine back; the monotonic clock goes on. */
    setBack: (seconds: number) => void vi.setSystemTime(Date.now() - seconds * 1000),
    resume: () => void vi.useRealTimers(),
  }
}

export type Clock = ReturnType<typeof stopClock>
