import { RateLimiterCluster, RateLimiterClusterMaster } from 'rate-limiter-flexible'
import type { CounterFactory } from '../http/rate-limit.ts'

/**
 * Counts in the process that started this one, so that a limit holds over all of them.
 *
 * @param timeout for an answer, in milliseconds.
 */
export const inPrimary =
  (timeout: number): CounterFactory =>
  (options) =>
    new RateLimiterCluster({ ...options, timeoutMs: timeout })

/** Counts for the workers; call it once, before the first of them is started. */
export function countForWorkers(): void {
  new RateLimiterClusterMaster()
}
