import { createHash } from 'node:crypto'
import { RateLimiterRes } from 'rate-limiter-flexible'
import { type Counter, type CounterFactory, inMemory } from '../http/rate-limit.ts'
import type { Logger } from '../kit/log.ts'

/** Knows whether the shared store can be asked. */
interface Breaker {
  /** False while the store is left alone; after that, true for one who tries. */
  lets(): boolean
  failed(error: unknown): void
  worked(): void
}

/** @param rest how long a store that failed is left alone, in milliseconds. */
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

/** Short, the same length for everybody, and no name of a person or an address in the store. */
const hashed = (key: string): string => createHash('sha256').update(key).digest('base64url').slice(0, 22)

/**
 * Counts in a shared store, and in this process while that one does not answer: then so many instances
 * admit so many times the limit, but nobody waits, and nobody is refused for it.
 *
 * @param rest how long a store that failed is left alone, in milliseconds.
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
        // The limit is reached: an answer like any other.
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
