import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import { AppError } from '../kit/errors.ts'

/** `count` requests in `seconds`, or no limit. */
export type RateLimit = { readonly count: number; readonly seconds: number } | 'off'

/** The `RateLimit` fields of an answer (draft-ietf-httpapi-ratelimit-headers). */
export type LimitHeaders = Readonly<Record<string, string>>

/** Both throw `rate_limited` with `retryAfter` when the window is used up (D36). */
export interface RateLimits {
  anonymous(address: string): Promise<LimitHeaders>
  /** @param creates whether the request writes, which has a narrower limit of its own. */
  user(userId: string, creates: boolean): Promise<LimitHeaders>
}

interface Count {
  readonly policy: string
  readonly state: string
  readonly retryAfter: number | undefined
}

type Limiter = (key: string) => Promise<Count>

function createLimiter(name: string, limit: RateLimit): Limiter | undefined {
  if (limit === 'off') return undefined
  const limiter = new RateLimiterMemory({ points: limit.count, duration: limit.seconds })
  const policy = `"${name}";q=${limit.count};w=${limit.seconds}`
  return async (key) => {
    const result = await limiter.consume(key).then(
      (counted) => ({ counted, over: false }),
      (rejected: unknown) => {
        if (rejected instanceof RateLimiterRes) return { counted: rejected, over: true }
        throw rejected
      },
    )
    const seconds = Math.max(1, Math.ceil(result.counted.msBeforeNext / 1000))
    const state = `"${name}";r=${Math.max(0, result.counted.remainingPoints)};t=${seconds}`
    return { policy, state, retryAfter: result.over ? seconds : undefined }
  }
}

async function admit(limiters: readonly (Limiter | undefined)[], key: string): Promise<LimitHeaders> {
  const counts = await Promise.all(limiters.map((limiter) => limiter?.(key)))
  const applied = counts.filter((count) => count !== undefined)
  if (applied.length === 0) return {}
  const headers = {
    'ratelimit-policy': applied.map(({ policy }) => policy).join(', '),
    ratelimit: applied.map(({ state }) => state).join(', '),
  }
  const retryAfter = Math.max(0, ...applied.map((count) => count.retryAfter ?? 0))
  if (retryAfter === 0) return headers
  throw new AppError('rate_limited', 'Too many requests.', {
    retryAfter,
    headers,
    hint: `Wait ${retryAfter} seconds, then try again.`,
  })
}

/** In this process's memory; a shared store behind the same interface serves several processes. */
export function createRateLimits(limits: {
  readonly anonymous: RateLimit
  readonly user: RateLimit
  readonly create: RateLimit
}): RateLimits {
  const anonymous = createLimiter('anonymous', limits.anonymous)
  const user = createLimiter('user', limits.user)
  const create = createLimiter('create', limits.create)
  return {
    anonymous: (address) => admit([anonymous], address),
    user: (userId, creates) => admit(creates ? [user, create] : [user], userId),
  }
}
