import { type RateLimiterAbstract, RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
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

/** The `RateLimit` fields of an answer (draft-ietf-httpapi-ratelimit-headers). */
export type LimitHeaders = Readonly<Record<string, string>>

/** What an address sends: a call, a message before its first call, or anything else, such as a document. */
export type AnonymousKind = 'call' | 'message' | 'other'

/** All but `forgive` count a request. They throw `rate_limited` when the limit is reached (D36). */
export interface RateLimits {
  anonymous(address: string, kind: AnonymousKind): Promise<LimitHeaders>
  /** Takes back one counted call, because it turned out to be signed in. */
  forgive(address: string): Promise<void>
  /** @param creates whether the request writes. Writes also have a stricter limit. */
  user(userId: string, creates: boolean): Promise<LimitHeaders>
  /** A picture on one of a user's own pages. Ten of them weigh as much as a call. */
  picture(userId: string): Promise<LimitHeaders>
}

/** Counts by key. Every limiter of rate-limiter-flexible is one, whatever its store. */
export type Counter = Pick<RateLimiterAbstract, 'consume' | 'reward'>

/** Makes the counter of one limit: `points` in `duration` seconds. Each limit has keys of its own. */
export type CounterFactory = (options: {
  readonly keyPrefix: string
  readonly points: number
  readonly duration: number
}) => Counter

export const inMemory: CounterFactory = (options) => new RateLimiterMemory(options)

export interface LimitStore {
  readonly createCounter: CounterFactory
  close(): Promise<void>
}

/** A store that several processes share. */
export interface SharedStore extends LimitStore {
  /** Makes what the store needs. Rejects while it cannot be asked. */
  prepare(): Promise<unknown>
}

/** For a new connection, in milliseconds. It may take longer than a request waits: a later one uses it. */
export const CONNECT_MS = 2_000

/**
 * Messages before the first call, documents and pictures on pages are cheap, and there are more of them than
 * calls.
 */
const CHEAP_PER_CALL = 10

const KEPT_ADDRESSES = 10_000

interface Count {
  readonly policy: string
  readonly state: string
  readonly retryAfter: number | undefined
}

interface Limiter {
  count(key: string): Promise<Count>
  forgive(key: string): Promise<void>
}

function createLimiter(name: string, limit: RateLimit, createCounter: CounterFactory): Limiter | undefined {
  if (limit === 'off') return undefined
  const counter = createCounter({ keyPrefix: name, points: limit.count, duration: limit.seconds })
  const policy = `"${name}";q=${limit.count};w=${limit.seconds}`
  const toCount = (counted: RateLimiterRes, isOver: boolean): Count => {
    // Never more than the window, even if the machine's clock was set back.
    const seconds = Math.min(limit.seconds, Math.max(1, Math.ceil(counted.msBeforeNext / 1000)))
    const state = `"${name}";r=${Math.max(0, counted.remainingPoints)};t=${seconds}`
    return { policy, state, retryAfter: isOver ? seconds : undefined }
  }
  return {
    async count(key) {
      try {
        return toCount(await counter.consume(key), false)
      } catch (rejected) {
        if (rejected instanceof RateLimiterRes) return toCount(rejected, true)
        throw rejected
      }
    },
    async forgive(key) {
      await counter.reward(key)
    },
  }
}

/** @param retryAfter whole seconds. */
function rateLimited(retryAfter: number, headers: LimitHeaders = {}): AppError {
  return new AppError('rate_limited', 'Too many requests.', {
    retryAfter,
    headers,
    hint: `Wait ${retryAfter} seconds, then try again.`,
  })
}

async function admit(limiter: Limiter | undefined, key: string): Promise<LimitHeaders> {
  if (limiter === undefined) return {}
  const { policy, state, retryAfter } = await limiter.count(key)
  const headers = { 'ratelimit-policy': policy, ratelimit: state }
  if (retryAfter === undefined) return headers
  throw rateLimited(retryAfter, headers)
}

/** The fields of both steps that admitted a request. */
function joined(first: LimitHeaders, second: LimitHeaders): LimitHeaders {
  const names = new Set([...Object.keys(first), ...Object.keys(second)])
  return Object.fromEntries(
    [...names].map((name) => [
      name,
      [first[name], second[name]].filter((value) => value !== undefined).join(', '),
    ]),
  )
}

const tenfold = (limit: RateLimit): RateLimit =>
  limit === 'off' ? 'off' : { ...limit, count: limit.count * CHEAP_PER_CALL }

/** @param createCounter makes the store of the counts. Processes with common limits use the same store. */
export function createRateLimits(
  { anonymous, pools, user, create }: RateLimitSettings,
  createCounter: CounterFactory = inMemory,
): RateLimits {
  const limiter = (name: string, limit: RateLimit) => createLimiter(name, limit, createCounter)
  const budget = (name: string, limit: RateLimit) => ({
    call: limiter(name, limit),
    message: limiter(`${name}-messages`, tenfold(limit)),
    other: limiter(`${name}-other`, tenfold(limit)),
  })
  const single = budget('anonymous', anonymous)
  // Without a limit for one address, many that share one have none either.
  const limited = anonymous === 'off' ? [] : pools
  const shared = limited.map(({ network, limit }, index) => ({
    network,
    ...budget(`pool-${index + 1}`, limit),
  }))
  const users = limiter('user', user)
  const creates = limiter('create', create)
  const pictures = limiter('user-pictures', tenfold(user))

  /** The limit of an address, and the key under which the address counts. */
  const findBudget = (address: string) => {
    const pool = shared.find(({ network }) => network.includes(address))
    return pool === undefined ? { ...single, key: subscriberOf(address) } : { ...pool, key: 'all' }
  }
  // To find it takes longer than to count, and clients come back.
  const found = new Map<string, ReturnType<typeof findBudget>>()
  const budgetOf = (address: string) => {
    const known = found.get(address)
    if (known !== undefined) return known
    if (found.size >= KEPT_ADDRESSES) found.clear()
    const budget = findBudget(address)
    found.set(address, budget)
    return budget
  }

  return {
    anonymous(address, kind) {
      const budget = budgetOf(address)
      return admit(budget[kind], budget.key)
    },
    async forgive(address) {
      const { call, key } = budgetOf(address)
      await call?.forgive(key)
    },
    async user(userId, writes) {
      if (!writes) return admit(users, userId)
      // If a create is refused by its own limit, it does not count as a request of the user.
      const ofCreates = await admit(creates, userId)
      return joined(await admit(users, userId), ofCreates)
    },
    picture: (userId) => admit(pictures, userId),
  }
}
