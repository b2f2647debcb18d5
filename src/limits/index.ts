import cluster from 'node:cluster'
import { type CounterFactory, inMemory } from '../http/rate-limit.ts'
import type { Logger } from '../kit/log.ts'
import { createGuarded } from './guarded.ts'
import { inPrimary } from './workers.ts'

/** How a store is treated that does not do its work, in milliseconds. */
export interface Times {
  /** For an answer: one that comes later is of no use to a request. */
  readonly timeout: number
  /** After a failure, for which the store is left alone. */
  readonly rest: number
}

const USUAL: Times = { timeout: 200, rest: 1_000 }

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
 */
export async function openLimits(
  place: LimitPlace,
  log: Logger,
  { timeout, rest }: Times = USUAL,
): Promise<LimitStore> {
  if (place.kind === 'memory') {
    const createCounter = cluster.isWorker ? createGuarded(inPrimary(timeout), log, rest) : inMemory
    return { createCounter, close: async () => {} }
  }
  const shared = await openShared(place, timeout)
  return { ...shared, createCounter: createGuarded(shared.createCounter, log, rest) }
}
