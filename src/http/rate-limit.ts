import { type RateLimiterAbstract, RateLimiterMemory } from 'rate-limiter-flexible'
import { AppError } from '../core/errors.ts'
import { subscriberOf } from './addresses.ts'

export type RateLimit = { readonly count: number; readonly seconds: number } | 'off'

/** One budget for a whole network, such as the servers of a hosted client (D36). */
export interface RateLimitPool {
  includes: (address: string) => boolean
  limit: RateLimit
}

export interface RateLimitSettings {
  anonymous: RateLimit
  pools: readonly RateLimitPool[]
  user: RateLimit
  create: RateLimit
}

/** draft-ietf-httpapi-ratelimit-headers; empty without a limit. */
export type LimitHeaders = Readonly<Record<string, string>>

/** `points` in `duration` seconds. `penalty` adds to a count, or takes back, whatever the limit is. */
type CounterFactory = (options: {
  keyPrefix: string
  points: number
  duration: number
}) => Pick<RateLimiterAbstract, 'penalty'>

export interface LimitStore {
  readonly createCounter: CounterFactory
  close(): Promise<void>
}

export const inMemory: CounterFactory = (options) => new RateLimiterMemory(options)

/** Messages, documents and pictures are cheap and many. */
const CHEAP_PER_CALL = 10

const tenfold = (limit: RateLimit): RateLimit =>
  limit === 'off' ? 'off' : { ...limit, count: limit.count * CHEAP_PER_CALL }

export type RateLimits = ReturnType<typeof createRateLimits>

/** The limits of addresses and users (D36). Counting a request throws `rate_limited` when a limit is reached. */
export function createRateLimits(settings: RateLimitSettings, createCounter: CounterFactory) {
  function limiter(name: string, limit: RateLimit) {
    if (limit === 'off') return { admit: async (): Promise<LimitHeaders> => ({}), refund: async () => {} }
    const { count, seconds } = limit
    const counter = createCounter({ keyPrefix: name, points: count, duration: seconds })

    return {
      async admit(key: string): Promise<LimitHeaders> {
        const { msBeforeNext, consumedPoints } = await counter.penalty(key, 1)
        // At most the window, even if the machine's clock was set back.
        const wait = Math.min(seconds, Math.max(1, Math.ceil(msBeforeNext / 1000)))
        const headers = {
          'ratelimit-policy': `"${name}";q=${count};w=${seconds}`,
          ratelimit: `"${name}";r=${Math.max(0, count - consumedPoints)};t=${wait}`,
        }
        if (consumedPoints <= count) return headers
        const hint = `Wait ${wait} seconds, then try again.`
        throw new AppError('rate_limited', 'Too many requests.', { retryAfter: wait, headers, hint })
      },
      refund: (key: string): Promise<unknown> => counter.penalty(key, -1),
    }
  }

  const ofAddress = (name: string, limit: RateLimit) => ({
    call: limiter(name, limit),
    cheap: limiter(`${name}-messages`, tenfold(limit)),
    other: limiter(`${name}-other`, tenfold(limit)),
  })
  const single = ofAddress('anonymous', settings.anonymous)
  // If single addresses have no limit, pools have none either.
  const pools = (settings.anonymous === 'off' ? [] : settings.pools).map(({ includes, limit }, index) => ({
    includes,
    shared: ofAddress(`pool-${index + 1}`, limit),
  }))
  function budgetOf(address: string) {
    const pool = pools.find(({ includes }) => includes(address))
    return pool === undefined
      ? { limiters: single, key: subscriberOf(address) }
      : { limiters: pool.shared, key: 'all' }
  }
  const ofUser = {
    call: limiter('user', settings.user),
    create: limiter('create', settings.create),
    cheap: limiter('user-other', tenfold(settings.user)),
  }

  return {
    /** `other` is, for example, a document. */
    async anonymous(address: string, cost: 'call' | 'cheap' | 'other'): Promise<LimitHeaders> {
      const { limiters, key } = budgetOf(address)
      return limiters[cost].admit(key)
    },
    /** Takes back a call that turned out to be signed in. */
    async refund(address: string): Promise<void> {
      const { limiters, key } = budgetOf(address)
      await limiters.call.refund(key)
    },
    async user(userId: string, cost: 'call' | 'create' | 'cheap'): Promise<LimitHeaders> {
      const headers = await ofUser[cost].admit(userId)
      if (cost !== 'create') return headers
      // After the limit of creates: what is refused there does not count as a call.
      const both = new Headers(await ofUser.call.admit(userId))
      for (const [name, value] of Object.entries(headers)) both.append(name, value)
      return Object.fromEntries(both)
    },
  }
}
