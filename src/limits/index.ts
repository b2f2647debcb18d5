import cluster from 'node:cluster'
import { type CounterFactory, inMemory } from '../http/rate-limit.ts'
import type { Logger } from '../kit/log.ts'
import { createGuarded } from './guarded.ts'
import { inPrimary } from './workers.ts'

/** A store that takes longer is of no use to a request. */
const TIMEOUT_MS = 200

/** Where counts are kept; in the memory of the process that started the workers, where there are some. */
export type LimitPlace =
  | { readonly kind: 'memory' }
  | { readonly kind: 'postgres'; readonly url: string; readonly prepare: boolean }
  | { readonly kind: 'redis'; readonly url: string }

export interface LimitStore {
  readonly createCounter: CounterFactory
  close(): Promise<void>
}

async function openShared(
  place: Exclude<LimitPlace, { kind: 'memory' }>,
  timeout: number,
): Promise<LimitStore> {
  return place.kind === 'postgres'
    ? (await import('./postgres.ts')).openPostgresLimits(place, timeout)
    : (await import('./redis.ts')).openRedisLimits(place.url, timeout)
}

/**
 * The store of rate limits (D36). One that is shared holds a limit over all instances; nothing waits for
 * it to start. Its driver is loaded on demand.
 *
 * @param timeout for an answer of the store, in milliseconds.
 */
export async function openLimits(place: LimitPlace, log: Logger, timeout = TIMEOUT_MS): Promise<LimitStore> {
  if (place.kind === 'memory') {
    const createCounter = cluster.isWorker ? createGuarded(inPrimary(timeout), log) : inMemory
    return { createCounter, close: async () => {} }
  }
  const shared = await openShared(place, timeout)
  return { ...shared, createCounter: createGuarded(shared.createCounter, log) }
}
