import { randomUUID } from 'node:crypto'
import { Redis } from 'ioredis'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { SILENT } from '../../src/core/logger.ts'
import { createRateLimits, type LimitStore } from '../../src/http/rate-limit.ts'
import { type LimitPlace, openLimitStore } from '../../src/http/rate-limit-store.ts'
import { createPostgresDatabase } from '../helpers/postgres.ts'
import { startPostgres } from '../helpers/postgres-server.ts'
import { hasRedis, startRedis } from './redis-server.ts'

/** A busy machine is no fault of the store. */
const PATIENT = { timeout: 5_000, rest: 1_000 }
/** As a server has it, but that the store is soon asked again. */
const HASTY = { timeout: 200, rest: 100 }
const SOON = { timeout: 10_000, interval: 50 }

const ENDS: (() => Promise<unknown>)[] = []
afterAll(async () => {
  for (const end of ENDS.reverse()) await end()
})

interface Place {
  readonly place: LimitPlace
  /** Under which limits are counted. */
  keys(): Promise<string[]>
}

async function newPostgres(): Promise<Place> {
  const url = await createPostgresDatabase()
  return {
    place: { kind: 'postgres', url },
    async keys() {
      const client = new pg.Client(url)
      await client.connect()
      const { rows } = await client.query<{ key: string }>('select key from rate_limit_counts')
      await client.end()
      return rows.map(({ key }) => key)
    },
  }
}

async function newRedis(): Promise<Place> {
  const { url, stop } = await startRedis()
  const client = new Redis(url)
  ENDS.push(stop, async () => client.disconnect())
  return { place: { kind: 'redis', url }, keys: () => client.keys('*') }
}

const PLACES: Readonly<Record<string, () => Promise<Place>>> = {
  PostgreSQL: newPostgres,
  ...(hasRedis ? { Redis: newRedis } : {}),
}

describe.each(Object.entries(PLACES))('[D36.1] counts in %s', (_, placeOf) => {
  let stores: LimitStore[]
  let keys: () => Promise<string[]>
  const insured = new Set<string>()
  beforeAll(async () => {
    const { place, ...known } = await placeOf()
    keys = known.keys
    const log = (name: string) => ({
      ...SILENT,
      warn: () => insured.add(name),
      info: () => insured.delete(name),
    })
    stores = await Promise.all([
      openLimitStore(place, log('one'), PATIENT),
      openLimitStore(place, log('other'), PATIENT),
    ])
    ENDS.push(...stores.map(({ close }) => close))
    // A connection is made meanwhile: until then each instance counts for itself.
    const isAsked = async () => {
      const known = (await keys().catch(() => [])).length
      for (const limits of limitsOf()) await limits.user(randomUUID(), 'call')
      return (await keys().catch(() => [])).length === known + 2
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
    // Longer than a store's key may be.
    const user = `${'x'.repeat(300)} ${randomUUID()}`
    const answers = await Promise.allSettled(
      Array.from({ length: 8 }, (_, index) => (index % 2 ? one : other)?.user(user, 'call')),
    )
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(5)
    await expect(one?.user(user, 'call')).rejects.toMatchObject({ code: 'rate_limited', retryAfter: 60 })
    expect(await other?.user(randomUUID(), 'call')).toMatchObject({
      ratelimit: expect.stringContaining('r=4'),
    })
    expect(insured).toEqual(new Set())
  })

  it('under keys that say nothing about anybody', async () => {
    const [one] = limitsOf()
    const user = `somebody-${randomUUID()}`
    const before = await keys()
    await one?.user(user, 'call')
    await one?.anonymous('192.0.2.9', 'call')
    const added = (await keys()).filter((key) => !before.includes(key))
    expect(added).toHaveLength(2)
    for (const key of added) expect(key).toMatch(/^(selvage:)?[a-z-]+:[\w-]{22}$/)
    expect(added.join()).not.toMatch(/somebody|192\.0/)
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

/** A store that can fail. */
interface Frail {
  readonly place: LimitPlace
  pause(): unknown
  resume(): unknown
  stop(): Promise<void>
  start(): Promise<void>
}

const FRAIL: Readonly<Record<string, () => Promise<Frail>>> = {
  async PostgreSQL() {
    const postgres = await startPostgres()
    ENDS.push(postgres.close)
    const place = { kind: 'postgres', url: postgres.url('postgres') } as const
    // It comes back without the counts, and without their table.
    const stop = async () => {
      await postgres.run('drop table rate_limit_counts')
      await postgres.stop()
    }
    return { ...postgres, place, stop }
  },
  ...(hasRedis
    ? {
        async Redis(): Promise<Frail> {
          const redis = await startRedis()
          ENDS.push(redis.stop)
          return { ...redis, place: { kind: 'redis', url: redis.url } }
        },
      }
    : {}),
}

describe.each(Object.entries(FRAIL))('[D36.1] while %s', (_, startFrail) => {
  it('hangs or is gone, each instance counts for itself, at once, and says so', async () => {
    const frail = await startFrail()
    const said: string[] = []
    const note = (_: object, message: string) => void said.push(message)
    const store = await openLimitStore(frail.place, { ...SILENT, info: note, warn: note }, HASTY)
    ENDS.push(store.close)
    const limits = createRateLimits(
      { anonymous: 'off', pools: [], user: { count: 5, seconds: 60 }, create: 'off' },
      store.createCounter,
    )
    const use = (user: string) =>
      limits.user(user, 'call').then(
        () => 'ok',
        ({ code }) => code,
      )
    const isAnswering = async () => {
      await use(randomUUID())
      return said.at(-1)?.includes('does not answer') !== true
    }
    const faults = [
      ['hangs', frail.pause, frail.resume],
      ['is gone', frail.stop, frail.start],
    ] as const
    for (const [fault, begin, end] of faults) {
      // Asked until the store answers, which it need not at once.
      await vi.waitUntil(isAnswering, SOON)
      await begin()
      const answers: string[] = []
      for (let call = 0; call < 12; call += 1) answers.push(await use(fault))
      expect(answers.filter((answer) => answer === 'ok')).toHaveLength(5)
      expect(answers.at(-1)).toBe('rate_limited')
      expect(said.at(-1)).toContain('does not answer')

      await end()
      await vi.waitUntil(isAnswering, SOON)
      expect(said.at(-1)).toContain('answers again')
    }
  })
})
