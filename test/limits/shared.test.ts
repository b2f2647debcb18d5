import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { createRateLimits } from '../../src/http/rate-limit.ts'
import { type LimitPlace, type LimitStore, openLimits } from '../../src/limits/index.ts'
import { createPostgresDatabase } from '../helpers/postgres.ts'
import { silentLogger } from '../helpers/silent-logger.ts'
import { hasRedis, startRedis } from './redis-server.ts'

/** A busy machine is no fault of the store. */
const PATIENT = 5_000

const ENDS: (() => Promise<unknown>)[] = []
afterAll(async () => {
  for (const end of ENDS.reverse()) await end()
})

const PLACES: Readonly<Record<string, () => Promise<LimitPlace>>> = {
  PostgreSQL: async () => ({ kind: 'postgres', url: await createPostgresDatabase(), prepare: true }),
  'PostgreSQL without prepared statements': async () => ({
    kind: 'postgres',
    url: await createPostgresDatabase(),
    prepare: false,
  }),
  ...(hasRedis
    ? {
        Redis: async (): Promise<LimitPlace> => {
          const redis = await startRedis()
          ENDS.push(redis.stop)
          return { kind: 'redis', url: redis.url }
        },
      }
    : {}),
}

describe.each(Object.entries(PLACES))('[D36.1] counts in %s', (_, placeOf) => {
  let stores: LimitStore[]
  const insured = new Set<string>()
  beforeAll(async () => {
    const place = await placeOf()
    const log = (name: string) => ({
      ...silentLogger,
      warn: () => insured.add(name),
      info: () => insured.delete(name),
    })
    stores = await Promise.all([
      openLimits(place, log('one'), PATIENT),
      openLimits(place, log('other'), PATIENT),
    ])
    ENDS.push(...stores.map(({ close }) => close))
    // A connection is made meanwhile: until then each instance counts for itself.
    const isAsked = async () => {
      for (const limits of limitsOf()) await limits.user(randomUUID(), false)
      return insured.size === 0
    }
    await vi.waitUntil(isAsked, { timeout: 20_000, interval: 100 })
  })

  const limitsOf = () =>
    stores.map(({ createCounter }) =>
      createRateLimits(
        { anonymous: { count: 3, seconds: 60 }, pools: [], user: { count: 5, seconds: 60 }, create: 'off' },
        createCounter,
      ),
    )

  it('hold over all instances', async () => {
    const [one, other] = limitsOf()
    // Longer than a store's key may be, and not to be found in it.
    const user = `${'x'.repeat(300)} ${randomUUID()}`
    const answers = await Promise.allSettled(
      Array.from({ length: 8 }, (_, index) => (index % 2 ? one : other)?.user(user, false)),
    )
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(5)
    await expect(one?.user(user, false)).rejects.toMatchObject({ code: 'rate_limited', retryAfter: 60 })
    expect(await other?.user(randomUUID(), false)).toMatchObject({
      ratelimit: expect.stringContaining('r=4'),
    })
    expect(insured).toEqual(new Set())
  })

  it('give back what is forgiven', async () => {
    const [one, other] = limitsOf()
    for (let call = 0; call < 6; call += 1) {
      await one?.anonymous('192.0.2.7', 'call')
      await other?.forgive('192.0.2.7')
    }
    expect(await one?.anonymous('192.0.2.7', 'call')).toMatchObject({
      ratelimit: expect.stringContaining('r=2'),
    })
  })
})

describe.runIf(hasRedis)('[D36.1] while the shared store', () => {
  it.each(['hangs', 'is gone'] as const)(
    '%s, each instance counts for itself, at once, and says so',
    async (fault) => {
      const redis = await startRedis()
      const said: string[] = []
      const note = (_: object, message: string) => void said.push(message)
      const store = await openLimits(
        { kind: 'redis', url: redis.url },
        { ...silentLogger, info: note, warn: note },
      )
      ENDS.push(store.close, redis.stop)
      const limits = createRateLimits(
        { anonymous: 'off', pools: [], user: { count: 5, seconds: 60 }, create: 'off' },
        store.createCounter,
      )
      const use = () =>
        limits.user('somebody', false).then(
          () => 'ok',
          ({ code }) => code,
        )
      await expect.poll(use).toBe('ok')

      if (fault === 'hangs') redis.pause()
      else await redis.stop()
      const answers: string[] = []
      for (let call = 0; call < 12; call += 1) answers.push(await use())
      expect(answers.filter((answer) => answer === 'ok').length).toBeGreaterThan(0)
      expect(answers.at(-1)).toBe('rate_limited')
      expect(said.filter((text) => text.includes('does not answer')).length).toBeGreaterThan(0)

      if (fault === 'hangs') redis.resume()
      else await redis.start()
      const isBack = async () => {
        await use()
        return said.at(-1)
      }
      await expect.poll(isBack, { timeout: 10_000 }).toContain('answers again')
    },
  )
})
