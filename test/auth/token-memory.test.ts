import { expect, it } from 'vitest'
import { createTokenMemory, TokenRejected } from '../../src/auth/token-memory.ts'
import { stopClock } from '../helpers/clock.ts'

const clock = stopClock()

/** A memory over a verifier that takes every token. */
const remember = () =>
  createTokenMemory(async (token) => ({
    caller: { userId: token, scopes: [], via: 'bearer' },
    expires: Number.POSITIVE_INFINITY,
  }))

it('[D36.10] knows a token from one check to the next of who calls at least once a minute', async () => {
  const claim = remember()
  for (const _ of Array.from({ length: 5 })) {
    await claim('a').verify()
    clock.pass(60)
    expect(claim('a').standing).toBe('known')
  }
  clock.pass(60)
  expect(claim('a').standing).toBe('new')
})

it('[D36.3] does not know a token that was withdrawn, so that its next check is charged', async () => {
  let isGood = true
  const claim = createTokenMemory(async () => {
    if (!isGood) throw new TokenRejected('Withdrawn')
    return { caller: { userId: 'a', scopes: [], via: 'bearer' }, expires: Number.POSITIVE_INFINITY }
  })
  await claim('a').verify()
  clock.pass(61)
  isGood = false
  await expect(claim('a').verify()).rejects.toThrow('Withdrawn')
  expect(claim('a').standing).toBe('new')
})

it('[D9.10] verifies a thousand tokens at once and refuses more, but for those that are under way', async () => {
  const hanging = Promise.withResolvers<never>()
  const claim = createTokenMemory(() => hanging.promise)
  const all = Array.from({ length: 1_000 }, async (_, index) => claim(`token-${index}`).verify())
  const ended = Promise.allSettled(all)
  await expect(claim('one more').verify()).rejects.toMatchObject({ code: 'overloaded' })
  const again = claim('token-0').verify()
  hanging.reject(new TokenRejected('Withdrawn'))
  await expect(again).rejects.toThrow('Withdrawn')
  await ended
  await expect(claim('one more').verify()).rejects.toThrow('Withdrawn')
})

it('[D25.1] is bounded, and forgets what was verified first', async () => {
  const claim = remember()
  const tokens = Array.from({ length: 5_000 }, (_, index) => `token-${index}`)
  for (const token of tokens) await claim(token).verify()
  expect(claim('token-0').standing).toBe('known')
  await claim('one more').verify()
  expect(['token-0', 'token-1'].map((token) => claim(token).standing)).toEqual(['new', 'known'])
})
