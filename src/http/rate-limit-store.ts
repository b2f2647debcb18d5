import cluster from 'node:cluster'
import { createHash } from 'node:crypto'
import {
  RateLimiterCluster,
  RateLimiterClusterMaster,
  RateLimiterRedis,
  RateLimiterRes,
} from 'rate-limiter-flexible'
import type { Logger } from '../core/logger.ts'
import { withTimeout } from '../core/timeout.ts'
import { CONNECT_MS, type Counter, inMemory, type LimitStore, type SharedStore } from './rate-limit.ts'

/** Where counts are kept. With workers, `memory` is that of the process that started them. */
export type LimitPlace =
  | { readonly kind: 'memory' }
  | { readonly kind: 'postgres'; readonly url: string; readonly prepare: boolean }
  | { readonly kind: 'redis'; readonly url: string }

/** Redis or Valkey: both speak the same protocol. */
async function openRedis(url: string): Promise<SharedStore> {
  const { Redis } = await import('ioredis')
  // No request waits for a connection. Until there is one, this process counts for itself.
  const client = new Redis(url, {
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    connectTimeout: CONNECT_MS,
  })
  client.on('error', () => {})
  return {
    createCounter: ({ keyPrefix, ...options }) =>
      new RateLimiterRedis({
        ...options,
        keyPrefix: `selvage:${keyPrefix}`,
        storeClient: client,
        rejectIfRedisNotReady: true,
      }),
    prepare: () => client.ping(),
    close: async () => client.disconnect(),
  }
}

const inPrimary: SharedStore = {
  createCounter: (options) => new RateLimiterCluster(options),
  prepare: async () => {},
  close: async () => {},
}

/** Counts for the workers. Call it once, before the first worker starts. */
export function countForWorkers(): void {
  new RateLimiterClusterMaster()
}

/** A short key of fixed length, so that the store holds no user's name and no address. */
const hashed = (key: string | number): string =>
  createHash('sha256').update(String(key)).digest('base64url').slice(0, 22)

/** In milliseconds: how long to wait for a shared store, and how long to leave it alone after a failure. */
const TIMES = { timeout: 200, rest: 1_000 }

/**
 * The store of the counts (D36). A shared one enforces a limit across all instances. While it does not answer,
 * each instance counts for itself: together they admit more than the limit, but no request waits or is refused
 * because of the store. Start-up waits for it as long as a request does, and no longer.
 */
export async function openLimitStore(
  place: LimitPlace,
  log: Logger,
  { timeout, rest } = TIMES,
): Promise<LimitStore> {
  if (place.kind === 'memory' && !cluster.isWorker) return { createCounter: inMemory, close: async () => {} }
  const shared =
    place.kind === 'postgres'
      ? (await import('./rate-limit-postgres.ts')).openPostgresCounts(place)
      : place.kind === 'redis'
        ? await openRedis(place.url)
        : inPrimary
  let isUp = false
  let isMissed = false
  let retry: NodeJS.Timeout | undefined

  async function connect(): Promise<void> {
    retry = undefined
    try {
      await withTimeout(CONNECT_MS, shared.prepare())
      isUp = true
      log.info({}, `the store of rate limits answers${isMissed ? ' again' : ''}`)
      isMissed = false
    } catch (error) {
      miss(error)
    }
  }
  function miss(error: unknown): void {
    isUp = false
    retry ??= setTimeout(connect, rest).unref()
    if (!isMissed) {
      log.warn({ err: error }, 'the store of rate limits does not answer; each instance counts for itself')
    }
    isMissed = true
  }
  // So that all instances count together from the first request on.
  await withTimeout(timeout, connect()).catch(() => {})

  return {
    createCounter(options) {
      const counter = shared.createCounter(options)
      const insurance = inMemory(options)
      async function ask(method: keyof Counter, key: string): Promise<RateLimiterRes> {
        if (!isUp) return insurance[method](key)
        try {
          return await withTimeout(timeout, counter[method](key))
        } catch (error) {
          // The limit is reached. For the store that is a normal answer.
          if (error instanceof RateLimiterRes) throw error
          miss(error)
          return insurance[method](key)
        }
      }
      return {
        consume: (key) => ask('consume', hashed(key)),
        reward: (key) => ask('reward', hashed(key)),
      }
    },
    async close() {
      clearTimeout(retry)
      await shared.close()
    },
  }
}
