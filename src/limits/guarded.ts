import { createHash } from 'node:crypto'
import { RateLimiterRes } from 'rate-limiter-flexible'
import type { Logger } from '../core/log.ts'
import { type Counter, type CounterFactory, inMemory } from '../http/rate-limit.ts'

/** Knows whether to use the shared store. */
interface Breaker {
  /** False while the store is left alone. After that it is true for one caller, which tries the store again. */
  lets(): boolean
  failed(error: unknown): void
  worked(): void
}

/** @param rest how long a failed store is left alone, in milliseconds. */
function createBreaker(log: Logger, rest: number): Breaker {
  let restsUntil: number | undefined
  return {
    lets() {
      if (restsUntil === undefined) return true
      if (performance.now() < restsUntil) return false
      restsUntil = performance.now() + rest
      return true
    },
    failed(error) {
      if (restsUntil === undefined) {
        log.warn({ err: error }, 'the store of rate limits does not answer; each instance counts for itself')
      }
      restsUntil = performance.now() + rest
    },
    worked() {
      if (restsUntil !== undefined) log.info({}, 'the store of rate limits answers again')
      restsUntil = undefined
    },
  }
}

/** A short key of fixed length, so that the store holds no user's name and no address. */
const hashed = (key: string): string => createHash('sha256').update(key).digest('base64url').slice(0, 22)

/**
 * Counts in a shared store, and in this process while the store does not answer. Meanwhile each instance counts
 * for itself: together they admit more than the limit, but no request waits or is refused because of the store.
 *
 * @param rest how long a failed store is left alone, in milliseconds.
 */
export function createGuarded(createShared: CounterFactory, log: Logger, rest: number): CounterFactory {
  const breaker = createBreaker(log, rest)
  return (options) => {
    const shared = createShared(options)
    const insurance = inMemory(options)

    async function ask<Result>(action: (counter: Counter) => Promise<Result>): Promise<Result> {
      if (!breaker.lets()) return action(insurance)
      try {
        const result = await action(shared)
        breaker.worked()
        return result
      } catch (error) {
        // The limit is reached. For the store that is a normal answer.
        if (error instanceof RateLimiterRes) {
          breaker.worked()
          throw error
        }
        breaker.failed(error)
        return action(insurance)
      }
    }

    return {
      consume: (key, points) => ask((counter) => counter.consume(hashed(String(key)), points)),
      reward: (key, points) => ask((counter) => counter.reward(hashed(String(key)), points)),
    }
  }
}
