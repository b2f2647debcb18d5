import { Redis } from 'ioredis'
import { RateLimiterRedis } from 'rate-limiter-flexible'
import type { LimitStore } from './index.ts'

const CONNECT_MS = 1_000
const MOST_BETWEEN_TRIES_MS = 1_000

/**
 * Redis or Valkey: both speak the same protocol.
 *
 * @param timeout for an answer, in milliseconds.
 */
export async function openRedisLimits(url: string, timeout: number): Promise<LimitStore> {
  const client = new Redis(url, {
    connectTimeout: CONNECT_MS,
    commandTimeout: timeout,
    // No request waits for a connection. Until there is one, this process counts for itself.
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    retryStrategy: (tries) => Math.min(tries * 100, MOST_BETWEEN_TRIES_MS),
  })
  // Without a listener, a lost connection would be reported as an unhandled error.
  client.on('error', () => {})
  return {
    createCounter: (options) =>
      new RateLimiterRedis({
        ...options,
        keyPrefix: `selvage:${options.keyPrefix}`,
        storeClient: client,
        rejectIfRedisNotReady: true,
      }),
    async close() {
      client.disconnect()
    },
  }
}
