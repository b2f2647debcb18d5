import cluster from 'node:cluster'
import type { Logger } from '../core/log.ts'
import { type CounterFactory, inMemory } from '../http/rate-limit.ts'
import { createGuarded } from './guarded.ts'
import { inPrimary } from './workers.ts'

/** How long to wait for a store, and how long to leave it alone, in milliseconds. */
export interface Times {
  /** For an answer. After that, the request goes on without it. */
  readonly timeout: number
  /** After a failure. */
  readonly rest: number
}

const USUAL: Times = { timeout: 200, rest: 1_000 }

/** Where counts are kept. With workers, they are in the memory of the process that started them. */
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
 * The store of rate limits (D36). A shared store enforces a limit across all instances. Start-up does not
 * wait for it. Its driver is loaded on demand.
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
