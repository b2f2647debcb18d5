import {
  type IRateLimiterOptions,
  type RateLimiterAbstract,
  RateLimiterMemory,
  RateLimiterRes,
} from 'rate-limiter-flexible'
import { AppError } from '../core/errors.ts'
import { type Network, subscriberOf } from './addresses.ts'

export type RateLimit = { readonly count: number; readonly seconds: number } | 'off'

/** One budget for a whole network, such as the servers of a hosted client (D36). */
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

/** draft-ietf-httpapi-ratelimit-headers; empty without a limit. */
export type LimitHeaders = Readonly<Record<string, string>>

export type Counter = Pick<RateLimiterAbstract, 'consume' | 'reward'>

/** `points` in `duration` seconds. */
type CounterFactory = (options: Pick<IRateLimiterOptions, 'keyPrefix' | 'points' | 'duration'>) => Counter

export interface LimitStore {
  readonly createCounter: CounterFactory
  close(): Promise<void>
}

export const inMemory: CounterFactory = (options) => new RateLimiterMemory(options)

/** Messages, documents and pictures are cheap and many. */
const CHEAP_PER_CALL = 10

const tenfold = (limit: RateLimit): RateLimit =>
  limit === 'off' ? 'off' : { ...limit, count: limit.count * CHEAP_PER_CALL }

function createLimiter(name: string, limit: RateLimit, createCounter: CounterFactory) {
  if (limit === 'off') return { admit: async (): Promise<LimitHeaders> => ({}), forgive: async () => {} }
  const { count, seconds } = limit
  const counter = createCounter({ keyPrefix: name, points: count, duration: seconds })

  function read({ msBeforeNext, remainingPoints }: RateLimiterRes) {
    // At most the window, even if the machine's clock was set back.
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

/** The limits of addresses and users (D36). Counting a request throws `rate_limited` when a limit is reached. */
export function createRateLimits(settings: RateLimitSettings, createCounter: CounterFactory = inMemory) {
  const limiter = (name: string, limit: RateLimit) => createLimiter(name, limit, createCounter)
  const budget = (name: string, limit: RateLimit, keyOf: (address: string) => string) => ({
    keyOf,
    call: limiter(name, limit),
    message: limiter(`${name}-messages`, tenfold(limit)),
    other: limiter(`${name}-other`, tenfold(limit)),
  })
  const single = budget('anonymous', settings.anonymous, subscriberOf)
  // If single addresses have no limit, pools have none either.
  const pools = (settings.anonymous === 'off' ? [] : settings.pools).map(({ network, limit }, index) => ({
    network,
    shared: budget(`pool-${index + 1}`, limit, () => 'all'),
  }))
  const budgetOf = (address: string) =>
    pools.find(({ network }) => network.includes(address))?.shared ?? single

  const creates = limiter('create', settings.create)
  const users = { call: limiter('user', settings.user), other: limiter('user-other', tenfold(settings.user)) }

  return {
    /** A `message` is one of MCP before the first call; `other` is, for example, a document. */
    async anonymous(address: string, kind: 'call' | 'message' | 'other'): Promise<LimitHeaders> {
      const { keyOf, [kind]: limit } = budgetOf(address)
      return limit.admit(keyOf(address))
    },
    /** Takes back a call that turned out to be signed in. */
    async forgive(address: string): Promise<void> {
      const { keyOf, call } = budgetOf(address)
      await call.forgive(keyOf(address))
    },
    /** `other` is another MCP message, or a picture on a page. */
    async user(userId: string, kind: 'call' | 'create' | 'other'): Promise<LimitHeaders> {
      if (kind !== 'create') return users[kind].admit(userId)
      // Creates first: one that its own limit refuses does not count as a call.
      const ofCreates = await creates.admit(userId)
      const both = new Headers(await users.call.admit(userId))
      for (const [name, value] of Object.entries(ofCreates)) both.append(name, value)
      return Object.fromEntries(both)
    },
  }
}
