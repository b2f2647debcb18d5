import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createRateLimits, inMemory, type RateLimitSettings } from '../../src/http/rate-limit.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

const ONCE = { count: 1, seconds: 60 }
const limitsOf = (set: Partial<RateLimitSettings>) =>
  createRateLimits({ anonymous: 'off', pools: [], user: 'off', create: 'off', ...set }, inMemory)

it('[D36.5, D2.2] the wait is the rest of the window in whole seconds, rounded up, and then it is over', async () => {
  const limits = limitsOf({ anonymous: ONCE })
  const call = () => limits.anonymous('192.0.2.1', 'call')
  await call()
  for (const [passed, retryAfter] of [
    [0, 60],
    [12_345, 48],
    [47_654, 1],
  ] as const) {
    vi.advanceTimersByTime(passed)
    await expect(call()).rejects.toMatchObject({ code: 'rate_limited', retryAfter })
  }
  vi.advanceTimersByTime(1)
  expect(await call()).toEqual({
    'ratelimit-policy': '"anonymous";q=1;w=60',
    ratelimit: '"anonymous";r=0;t=60',
  })
})

it('[D36.6] each limit can be off alone', async () => {
  const limits = limitsOf({ create: ONCE })
  expect(await limits.anonymous('192.0.2.1', 'call')).toEqual({})
  expect(await limits.user('user_demo', 'call')).toEqual({})
  expect(await limits.user('user_demo', 'create')).toMatchObject({ ratelimit: '"create";r=0;t=60' })
})

it('[D36.5] a clock that is set back makes nobody wait longer than the window', async () => {
  const limits = limitsOf({ anonymous: ONCE })
  const call = () => limits.anonymous('192.0.2.1', 'call')
  await call()
  vi.setSystemTime(Date.now() - 3_600_000)
  await expect(call()).rejects.toMatchObject({ retryAfter: 60 })
  vi.advanceTimersByTime(60_000)
  expect(await call()).toMatchObject({ ratelimit: '"anonymous";r=0;t=60' })
})
