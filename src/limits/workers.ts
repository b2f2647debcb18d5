import { RateLimiterCluster, RateLimiterClusterMaster } from 'rate-limiter-flexible'
import type { CounterFactory } from '../http/rate-limit.ts'

/**
 * Counts in the process that started this one, so that a limit applies to all workers together.
 *
 * @param timeout for an answer, in milliseconds.
 */
export const inPrimary =
  (timeout: number): CounterFactory =>
  (options) =>
    new RateLimiterCluster({ ...options, timeoutMs: timeout })

/** Counts for the workers. Call it once, before the first worker starts. */
export function countForWorkers(): void {
  new RateLimiterClusterMaster()
}
