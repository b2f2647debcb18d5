import cluster from 'node:cluster'
import { hash } from 'node:crypto'
import { RateLimiterCluster, RateLimiterClusterMaster, RateLimiterRedis } from 'rate-limiter-flexible'
import { createWatch, type Logger } from '../core/logger.ts'
import { withTimeout } from '../core/timeout.ts'
import { inMemory, type LimitStore } from './rate-limit.ts'

/** With workers, `memory` is that of the process that started them. */
export type LimitPlace =
  | { readonly kind: 'memory' }
  | { readonly kind: 'postgres' | 'redis'; readonly url: string }

/** In milliseconds: a request's wait for a shared store, and how long nobody asks it after a failure. */
const TIMES = { timeout: 600, rest: 1_000 }
/** A request waits less; a later one uses the connection. */
const CONNECT_MS = 2_000

/** To be called once, before the first worker starts. */
export function countForWorkers(): void {
  new RateLimiterClusterMaster()
}

/** Also for Valkey. */
async function openRedis(url: string): Promise<LimitStore> {
  const { Redis } = await import('ioredis')
  const storeClient = new Redis(url, {
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    connectTimeout: CONNECT_MS,
  })
  storeClient.on('error', () => {})
  return {
    createCounter: ({ keyPrefix, ...options }) =>
      new RateLimiterRedis({
        ...options,
        keyPrefix: `selvage:${keyPrefix}`,
        storeClient,
        rejectIfRedisNotReady: true,
      }),
    close: async () => storeClient.disconnect(),
  }
}

async function openShared(place: LimitPlace): Promise<LimitStore> {
  if (place.kind === 'postgres')
    return (await import('./rate-limit-postgres.ts')).openPostgresCounts(place.url)
  if (place.kind === 'redis') return openRedis(place.url)
  return { createCounter: (options) => new RateLimiterCluster(options), close: async () => {} }
}

/**
 * The store of the counts (D36). A shared one enforces a limit across all instances. While it does not answer, each
 * instance counts for itself: no request waits long or is refused because of the store.
 */
export async function openLimitStore(
  place: LimitPlace,
  log: Logger,
  { timeout, rest } = TIMES,
): Promise<LimitStore> {
  if (place.kind === 'memory' && !cluster.isWorker) return { createCounter: inMemory, close: async () => {} }
  const shared = await openShared(place)
  const watched = createWatch(
    log,
    {},
    'the store of rate limits does not answer; each instance counts for itself',
    'the store of rate limits answers again',
  )
  let restsUntil = 0

  return {
    createCounter(options) {
      const counter = shared.createCounter(options)
      const own = inMemory(options)
      return {
        async penalty(key, points = 1) {
          // Short, of fixed length, and without a user's id or an address in clear.
          const hashed = hash('sha256', String(key), 'base64url').slice(0, 22)
          const counted = await own.penalty(hashed, points)
          // Who is over the limit here is refused here, so that a flood does not reach the store.
          const isOver = points > 0 && counted.consumedPoints > options.points
          if (isOver || performance.now() < restsUntil) return counted
          try {
            return await watched(withTimeout(timeout, counter.penalty(hashed, points)))
          } catch {
            restsUntil = performance.now() + rest
            return counted
          }
        },
      }
    },
    close: shared.close,
  }
}
