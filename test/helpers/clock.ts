import { vi } from 'vitest'

/**
 * Stops the date and the monotonic clock: they move only by `pass`. Timers run as usual. Stop it before the server
 * starts. The next file has a clock that runs.
 */
export function stopClock() {
  vi.useFakeTimers({ toFake: ['Date', 'performance'] })
  return {
    pass: (seconds: number) => void vi.advanceTimersByTime(seconds * 1000),
    resume: () => void vi.useRealTimers(),
  }
}
