import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createRateLimits } from '../../src/http/rate-limit.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

it('[D36.5, D2.2] the wait is the rest of the window in whole seconds, rounded up, and then it is over', async () => {
  const limits = createRateLimits({
    anonymous: { count: 1, seconds: 60 },
    pools: [],
    user: 'off',
    create: 'off',
  })
  await limits.anonymous('192.0.2.1', 'call')
  await expect(limits.anonymous('192.0.2.1', 'call')).rejects.toMatchObject({
    code: 'rate_limited',
    retryAfter: 60,
  })
  vi.advanceTimersByTime(12_345)
  await expect(limits.anonymous('192.0.2.1', 'call')).rejects.toMatchObject({ retryAfter: 48 })
  vi.advanceTimersByTime(47_654)
  await expect(limits.anonymous('192.0.2.1', 'call')).rejects.toMatchObject({ retryAfter: 1 })
  vi.advanceTimersByTime(1)
  expect(await limits.anonymous('192.0.2.1', 'call')).toEqual({
    'ratelimit-policy': '"anonymous";q=1;w=60',
    ratelimit: '"anonymous";r=0;t=60',
  })
})

it('[D36.6] each limit can be off alone', async () => {
  const limits = createRateLimits({
    anonymous: 'off',
    pools: [],
    user: 'off',
    create: { count: 1, seconds: 60 },
  })
  expect(await limits.anonymous('192.0.2.1', 'call')).toEqual({})
  expect(await limits.user('user_demo', 'call')).toEqual({})
  expect(await limits.user('user_demo', 'create')).toMatchObject({ ratelimit: '"create";r=0;t=60' })
})

it('[D36.5] a clock that is set back makes nobody wait longer than the window', async () => {
  const limit = { count: 1, seconds: 60 }
  const limits = createRateLimits({ anonymous: limit, pools: [], user: 'off', create: 'off' })
  await limits.anonymous('192.0.2.1', 'call')
  vi.setSystemTime(Date.now() - 3_600_000)
  const again = () => limits.anonymous('192.0.2.1', 'call')
  await expect(again()).rejects.toMatchObject({ retryAfter: 60 })
  vi.advanceTimersByTime(60_000)
  expect(await again()).toMatchObject({ ratelimit: '"anonymous";r=0;t=60' })
})
