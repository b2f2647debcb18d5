import { randomUUID } from 'node:crypto'
import { Redis } from 'ioredis'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { SILENT } from '../../src/core/logger.ts'
import { createRateLimits, type LimitStore } from '../../src/http/rate-limit.ts'
import { type LimitPlace, openLimitStore } from '../../src/http/rate-limit-store.ts'
import { startPostgres } from '../helpers/postgres-server.ts'
import { hasRedis, startRedis } from './redis-server.ts'

/** A busy machine is no fault of the store. */
const PATIENT = { timeout: 5_000, rest: 1_000 }
/** As a server has it, but that the store is soon asked again. */
const HASTY = { timeout: 200, rest: 100 }
const SOON = { timeout: 20_000, interval: 50 }

const ENDS: (() => Promise<unknown>)[] = []
afterAll(async () => {
  for (const end of ENDS.reverse()) await end()
})

const limitsIn = ({ createCounter }: LimitStore) =>
  createRateLimits(
    { anonymous: { count: 3, seconds: 60 }, pools: [], user: { count: 5, seconds: 60 }, create: 'off' },
    createCounter,
  )

/** Opens a store, and keeps what it says. */
async function openStore(place: LimitPlace, times: typeof PATIENT) {
  const said: string[] = []
  const note = (_: object, message: string) => void said.push(message)
  const store = await openLimitStore(place, { ...SILENT, info: note, warn: note }, times)
  ENDS.push(store.close)
  const limits = limitsIn(store)
  async function isAnswering(): Promise<boolean> {
    await limits.user(randomUUID(), 'call')
    return said.at(-1)?.includes('does not answer') !== true
  }
  // A connection is made meanwhile: until then the instance counts for itself.
  const whenAnswering = () => vi.waitUntil(isAnswering, SOON)
  await whenAnswering()
  return { limits, said, whenAnswering }
}

/** A store that can fail, and the keys under which limits are counted. */
interface Place {
  readonly place: LimitPlace
  keys(): Promise<string[]>
  pause(): unknown
  resume(): unknown
  stop(): Promise<void>
  start(): Promise<void>
}

async function ofPostgres(): Promise<Place> {
  const postgres = await startPostgres()
  const url = postgres.url('postgres')
  return {
    ...postgres,
    place: { kind: 'postgres', url },
    async keys() {
      const client = new pg.Client(url)
      await client.connect()
      const { rows } = await client.query<{ key: string }>('select key from rate_limit_counts')
      await client.end()
      return rows.map(({ key }) => key)
    },
    // It comes back without the counts, and without their table.
    async stop() {
      await postgres.run('drop table rate_limit_counts')
      await postgres.stop()
    },
  }
}

async function ofRedis(): Promise<Place> {
  const redis = await startRedis()
  ENDS.push(redis.stop)
  async function keys() {
    const client = new Redis(redis.url)
    const found = await client.keys('*')
    client.disconnect()
    return found
  }
  return { ...redis, place: { kind: 'redis', url: redis.url }, keys }
}

const PLACES: Readonly<Record<string, () => Promise<Place>>> = {
  PostgreSQL: ofPostgres,
  ...(hasRedis ? { Redis: ofRedis } : {}),
}

describe.each(Object.entries(PLACES))('[D36.1] counts in %s', (_, open) => {
  let used: Place
  let one: Awaited<ReturnType<typeof openStore>>
  let other: Awaited<ReturnType<typeof openStore>>
  beforeAll(async () => {
    used = await open()
    one = await openStore(used.place, PATIENT)
    other = await openStore(used.place, PATIENT)
  })

  it('hold over all instances', async () => {
    // Longer than a store's key may be.
    const user = `${'x'.repeat(300)} ${randomUUID()}`
    const answers = await Promise.allSettled(
      Array.from({ length: 8 }, (_, index) => (index % 2 ? one : other).limits.user(user, 'call')),
    )
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(5)
    const refused = { code: 'rate_limited', retryAfter: 60 }
    await expect(one.limits.user(user, 'call')).rejects.toMatchObject(refused)
    const fresh = await other.limits.user(randomUUID(), 'call')
    expect(fresh['ratelimit']).toContain('r=4')
  })

  it('under keys that say nothing about anybody', async () => {
    const before = await used.keys()
    await one.limits.user(`somebody-${randomUUID()}`, 'call')
    await one.limits.anonymous('192.0.2.9', 'call')
    const added = (await used.keys()).filter((key) => !before.includes(key))
    expect(added).toHaveLength(2)
    for (const key of added) expect(key).toMatch(/^(selvage:)?[a-z-]+:[\w-]{22}$/)
    expect(added.join()).not.toMatch(/somebody|192\.0/)
  })

  it('give a call back', async () => {
    for (let call = 0; call < 6; call += 1) {
      await one.limits.anonymous('192.0.2.7', 'call')
      await one.limits.refund('192.0.2.7')
    }
    const last = await other.limits.anonymous('192.0.2.7', 'call')
    expect(last['ratelimit']).toContain('r=2')
  })

  it('are not asked for by who is over the limit', async () => {
    const user = randomUUID()
    for (let call = 0; call < 5; call += 1) await one.limits.user(user, 'call')
    const said = [...one.said]
    await used.pause()
    await expect(one.limits.user(user, 'call')).rejects.toMatchObject({ code: 'rate_limited' })
    await used.resume()
    expect(one.said).toEqual(said)
  })

  it('are kept by each instance, at once, while it hangs or is gone; and it says so', async () => {
    const { limits, said, whenAnswering } = await openStore(used.place, HASTY)
    const use = (user: string) =>
      limits.user(user, 'call').then(
        () => 'ok',
        ({ code }) => code,
      )
    for (const [fault, begin, end] of [
      ['hangs', used.pause, used.resume],
      ['is gone', used.stop, used.start],
    ] as const) {
      await begin()
      const answers: string[] = []
      for (let call = 0; call < 12; call += 1) answers.push(await use(fault))
      expect(answers.filter((answer) => answer === 'ok')).toHaveLength(5)
      expect(answers.at(-1)).toBe('rate_limited')
      expect(said.at(-1)).toContain('does not answer')
      await end()
      await whenAnswering()
      expect(said.at(-1)).toContain('answers again')
    }
  })
})
