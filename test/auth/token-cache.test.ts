import { expect, it } from 'vitest'
import { TokenCache } from '../../src/auth/token-cache.ts'

it('[D25.1] knows a token by its hash only', () => {
  const key = TokenCache.keyOf('oat_secret')
  expect(key).toMatch(/^[\w-]{43}$/)
  expect(key).not.toContain('oat_secret')
  expect(TokenCache.keyOf('oat_secret')).toBe(key)
  expect(TokenCache.keyOf('oat_secret ')).not.toBe(key)
})

it('[D25.1] forgets a token at its end, not after it', () => {
  let now = 1_000
  const cache = new TokenCache<string>(2, () => now)
  cache.set('a', 'user', 2_000)
  now = 1_999
  expect(cache.get('a')).toBe('user')
  now = 2_000
  expect(cache.get('a')).toBeUndefined()
  now = 1_000
  expect(cache.get('a')).toBeUndefined()
})

it('[D25.1] forgets a token when the clock is set back by an hour, and does not keep it for an hour more', () => {
  let now = 10_000_000
  const cache = new TokenCache<string>(2, () => now)
  cache.set('a', 'user', now + 30_000)
  now -= 3_600_000
  expect(cache.get('a')).toBeUndefined()
})

it('[D25.1] is bounded, and keeps what was used last', () => {
  const cache = new TokenCache<string>(2, () => 0)
  for (const key of ['a', 'b']) cache.set(key, key, 1)
  cache.get('a')
  cache.set('c', 'c', 1)
  expect(['a', 'b', 'c'].map((key) => cache.get(key))).toEqual(['a', undefined, 'c'])
})
