import {
  type IRateLimiterOptions,
  type RateLimiterAbstract,
  RateLimiterMemory,
  RateLimiterRes,
} from 'rate-limiter-flexible'
import { AppError } from '../core/errors.ts'
import { type Network, subscriberOf } from './host-and-origin.ts'

/** `count` requests in `seconds`, or no limit. */
export type RateLimit = { readonly count: number; readonly seconds: number } | 'off'

/** A network that many people share, such as the servers of a hosted client. It has one budget (D36). */
export interface RateLimitPool {
  readonly network: Network
  readonly limit: RateLimit
}

export interface RateLimitSettings {
  readonly anonymous: RateLimit
  readonly pools: readonly RateLimitPool[]
  readonly user: RateLimit
  readonly create: RateLimit
}

/** The `RateLimit` fields of an answer (draft-ietf-httpapi-ratelimit-headers); empty where nothing limits it. */
export type LimitHeaders = Readonly<Record<string, string>>

/** Counts by key. Every limiter of rate-limiter-flexible is one, whatever its store. */
export type Counter = Pick<RateLimiterAbstract, 'consume' | 'reward'>

/** Makes the counter of one limit: `points` in `duration` seconds. Each limit has keys of its own. */
export type CounterFactory = (
  options: Pick<IRateLimiterOptions, 'keyPrefix' | 'points' | 'duration'>,
) => Counter

export interface LimitStore {
  readonly createCounter: CounterFactory
  close(): Promise<void>
}

export const inMemory: CounterFactory = (options) => new RateLimiterMemory(options)

/** Messages, documents and pictures are cheap, and there are more of them than calls. */
const CHEAP_PER_CALL = 10

const tenfold = (limit: RateLimit): RateLimit =>
  limit === 'off' ? 'off' : { ...limit, count: limit.count * CHEAP_PER_CALL }

function createLimiter(name: string, limit: RateLimit, createCounter: CounterFactory) {
  if (limit === 'off') return { admit: async (): Promise<LimitHeaders> => ({}), forgive: async () => {} }
  const { count, seconds } = limit
  const counter = createCounter({ keyPrefix: name, points: count, duration: seconds })

  function read({ msBeforeNext, remainingPoints }: RateLimiterRes) {
    // Never more than the window, even if the machine's clock was set back.
    const wait = Math.min(seconds, Math.max(1, Math.ceil(msBeforeNext / 1000)))
    const headers = {
      'ratelimit-policy': `"${name}";q=${count};w=${seconds}`,
      ratelimit: `"${name}";r=${Math.max(0, remainingPoints)};t=${wait}`,
    }
    return { wait, headers }
  }
  return {
    async admit(key: string): Promise<LimitHeaders> {
      try {
        return read(await counter.consume(key)).headers
      } catch (rejected) {
        if (!(rejected instanceof RateLimiterRes)) throw rejected
        const { wait, headers } = read(rejected)
        const hint = `Wait ${wait} seconds, then try again.`
        throw new AppError('rate_limited', 'Too many requests.', { retryAfter: wait, headers, hint })
      }
    },
    async forgive(key: string): Promise<void> {
      await counter.reward(key)
    },
  }
}

export type RateLimits = ReturnType<typeof createRateLimits>

/**
 * The limits of addresses and users (D36). To count a request throws `rate_limited` when a limit is reached.
 *
 * @param createCounter makes the store of the counts. Processes with common limits use the same store.
 */
export function createRateLimits(
  { anonymous, pools, user, create }: RateLimitSettings,
  createCounter: CounterFactory = inMemory,
) {
  const limiter = (name: string, limit: RateLimit) => createLimiter(name, limit, createCounter)
  const budget = (name: string, limit: RateLimit) => ({
    call: limiter(name, limit),
    message: limiter(`${name}-messages`, tenfold(limit)),
    other: limiter(`${name}-other`, tenfold(limit)),
  })
  const single = budget('anonymous', anonymous)
  // Without a limit for one address, many that share one have none either.
  const shared = (anonymous === 'off' ? [] : pools).map(({ network, limit }, index) => ({
    network,
    limits: budget(`pool-${index + 1}`, limit),
  }))
  const calls = limiter('user', user)
  const creates = limiter('create', create)
  const others = limiter('user-other', tenfold(user))

  function budgetOf(address: string) {
    const pool = shared.find(({ network }) => network.includes(address))
    return pool === undefined
      ? { limits: single, key: subscriberOf(address) }
      : { limits: pool.limits, key: 'all' }
  }

  return {
    /** Counts a call of an address, a message before its first call, or anything else, such as a document. */
    async anonymous(address: string, kind: 'call' | 'message' | 'other'): Promise<LimitHeaders> {
      const { limits, key } = budgetOf(address)
      return limits[kind].admit(key)
    },
    /** Takes back one counted call, because it turned out to be signed in. */
    async forgive(address: string): Promise<void> {
      const { limits, key } = budgetOf(address)
      await limits.call.forgive(key)
    },
    /** Counts a call of a user, a create, or anything else: another MCP message, or a picture on a page. */
    async user(userId: string, kind: 'call' | 'create' | 'other'): Promise<LimitHeaders> {
      if (kind === 'other') return others.admit(userId)
      if (kind === 'call') return calls.admit(userId)
      // If a create is refused by its own limit, it does not count as a call.
      const ofCreates = await creates.admit(userId)
      const both = new Headers(await calls.admit(userId))
      for (const [name, value] of Object.entries(ofCreates)) both.append(name, value)
      return Object.fromEntries(both)
    },
  }
}
