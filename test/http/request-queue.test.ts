import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createRequestQueue } from '../../src/http/request-queue.ts'

// Only this timer: it reports an overload and notices its end.
beforeEach(() => void vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] }))
afterEach(() => void vi.useRealTimers())

/** Longer than the queue has to be at work without a pause before anything is refused. */
const LONG_MS = 1_000

/**
 * A queue whose clock goes on only while requests are handled, usually ten milliseconds for each.
 *
 * @param further how many more come while one is handled, until the first is refused.
 */
function heldQueue({ costMs = 10, further = 0 } = {}) {
  let now = 1_000
  let worked = 0
  const overloads: [string, number][] = []
  const queue = createRequestQueue({
    clock: () => now,
    cpuTime: () => worked,
    onOverload: (state, refused) => void overloads.push([state, refused]),
  })
  const ends: string[] = []
  const held = {
    queue,
    ends,
    overloads,
    pass: (ms: number) => {
      now += ms
    },
    ask(name: string, { hasAccount = false, url = '/api/v1/fabrics' } = {}) {
      queue.add({
        url,
        hasAccount: () => hasAccount,
        handle() {
          ends.push(name)
          now += costMs
          worked += costMs
          for (let more = 0; more < further && overloads.length === 0; more += 1) {
            held.ask(`${name} ${more}`)
          }
        },
        refuse: () => void ends.push(`${name} refused`),
      })
    },
    /** Resolves when nobody waits any more. */
    async empty() {
      while (queue.length() > 0) await new Promise((resolve) => setImmediate(resolve))
      await new Promise((resolve) => setImmediate(resolve))
    },
  }
  return held
}

/** Resolves once the first request is refused. */
async function untilRefused(overloads: readonly unknown[]) {
  while (overloads.length === 0) await new Promise((resolve) => setImmediate(resolve))
}

/** So many requests that they take so long. */
const many = (ms: number, ask: (index: number) => void) => {
  for (let index = 0; index < ms / 10; index += 1) ask(index)
}

it('requests are handled in the order that they came, those of monitors first', async () => {
  const { ask, ends, empty } = heldQueue()
  ask('first')
  ask('second')
  ask('monitor', { url: '/readyz' })
  expect(ends).toEqual([])
  await empty()
  expect(ends).toEqual(['monitor', 'first', 'second'])
})

it('somebody who asks what monitors ask, again and again, keeps nobody else from being answered', async () => {
  const { queue, ask, ends, empty } = heldQueue()
  const monitor = () => {
    ends.push('monitor')
    if (ends.length < 100) askLikeMonitor()
  }
  const askLikeMonitor = () =>
    queue.add({ url: '/healthz', hasAccount: () => false, handle: monitor, refuse: () => {} })
  askLikeMonitor()
  askLikeMonitor()
  ask('first')
  ask('second')
  await empty()
  expect(ends.slice(0, 4)).toEqual(['monitor', 'first', 'monitor', 'second'])
})

it('what a request has started is done before the next one begins', async () => {
  const { queue, empty } = heldQueue()
  const steps: string[] = []
  const steppingThrough = (name: string) => async () => {
    for (const step of [1, 2, 3]) {
      steps.push(`${name}${step}`)
      await Promise.resolve()
    }
  }
  for (const name of ['a', 'b']) {
    queue.add({ hasAccount: () => false, handle: () => void steppingThrough(name)(), refuse: () => {} })
  }
  await empty()
  expect(steps).toEqual(['a1', 'a2', 'a3', 'b1', 'b2', 'b3'])
})

it('[D9.10] a burst is served whole, however long the last one waits', async () => {
  const { ask, ends, empty, overloads } = heldQueue()
  many(400, (index) => ask(`${index}`))
  await empty()
  expect(ends.filter((end) => end.endsWith('refused'))).toEqual([])
  expect(overloads).toEqual([])
})

it('[D9.10] a process that was stopped refuses nobody', async () => {
  const { ask, ends, empty, pass } = heldQueue()
  ask('one')
  pass(10_000)
  ask('two')
  await empty()
  expect(ends).toEqual(['one', 'two'])
})

it('[D9.10] a server that waits for others, and works little, refuses nobody for three seconds', async () => {
  const { queue, ask, ends, empty, pass } = heldQueue()
  const slow = (name: string) =>
    queue.add({
      hasAccount: () => false,
      handle: () => {
        ends.push(name)
        pass(20)
      },
      refuse: () => void ends.push(`${name} refused`),
    })
  for (let index = 0; index < 250; index += 1) slow(`${index}`)
  ask('last')
  await empty()
  const first = ends.findIndex((end) => end.endsWith('refused'))
  expect(first).toBeGreaterThanOrEqual(150)
  // The newest are kept.
  expect(ends.at(-1)).toBe('last')
})

/** Requests of ten milliseconds that wait while the server is behind: those of 15 ms, but at least so many. */
const MAY_WAIT = 8

it('[D9.10] when more and more wait, the newest are kept, and nobody else waits', async () => {
  const { ask, ends, empty, queue, overloads } = heldQueue({ further: 3 })
  ask('old')
  await untilRefused(overloads)
  const served = ends.findIndex((end) => end.endsWith('refused'))
  const came = 1 + 3 * served
  expect(ends.filter((end) => end.endsWith('refused'))).toHaveLength(came - served - MAY_WAIT)
  expect(queue.length()).toBeLessThanOrEqual(MAY_WAIT)
  while (queue.length() < MAY_WAIT) ask('next')
  ask('too many')
  expect(ends.at(-1)).toBe('too many refused')
  ask('monitor', { url: '/healthz' })
  await empty()
  expect(ends).toContain('monitor')
  expect(ends.at(-1)).toBe('next')
  ask('new')
  await empty()
  expect(ends.at(-1)).toBe('new')
})

it('[D9.10] requests with an account are refused after the anonymous ones', async () => {
  const { ask, ends, queue, overloads } = heldQueue({ costMs: 1, further: 3 })
  ask('old')
  await untilRefused(overloads)
  // Fifteen milliseconds of work may wait, and 22 with an account.
  while (queue.length() < 15) ask('next')
  const before = ends.length
  ask('anonymous')
  ask('signed in', { hasAccount: true })
  expect(ends.slice(before)).toEqual(['anonymous refused'])
  for (let index = 0; index < 7; index += 1) ask('more', { hasAccount: true })
  expect(ends.slice(before)).toEqual(['anonymous refused', 'more refused'])
  expect(queue.refused().signedIn).toBe(1)
})

it('[D9.10] more may wait where requests come in bursts, and no more when they come without a pause', async () => {
  const { ask, ends, overloads, empty, pass } = heldQueue({ costMs: 1, further: 3 })
  ask('old')
  await untilRefused(overloads)
  await empty()
  /** How many of fifty that come at once are served. They take fifty milliseconds. */
  const burst = async (pauseMs: number) => {
    const before = ends.length
    for (let index = 0; index < 50; index += 1) ask('one of many')
    const refused = ends.length - before
    await empty()
    pass(pauseMs)
    return 50 - refused
  }
  /** How many were served of each of so many bursts, which is several seconds. */
  const bursts = async (count: number, pauseMs: number) => {
    const served = new Set<number>()
    for (let index = 0; index < count; index += 1) served.add(await burst(pauseMs))
    return [...served]
  }
  expect(await bursts(300, 0)).toEqual([15])
  expect(await bursts(60, 100)).toEqual([15, 23, 34, 50])
})

it('nobody is asked about while the server keeps up', async () => {
  const { queue, empty } = heldQueue()
  let asked = 0
  const hasAccount = () => {
    asked += 1
    return true
  }
  for (let index = 0; index < 40; index += 1) queue.add({ hasAccount, handle: () => {}, refuse: () => {} })
  await empty()
  expect(asked).toBe(0)
})

it('[D9.10] it takes two looks to see that more and more wait, 100 milliseconds of work apart', async () => {
  const { ask, ends, overloads } = heldQueue({ further: 6 })
  ask('old')
  await untilRefused(overloads)
  expect(ends.findIndex((end) => end.endsWith('refused'))).toBe(21)
})

it('[D9.10] dozens of clients that each wait for their answers are all served, however long that goes on', async () => {
  const queue = createRequestQueue({ clock: () => served, cpuTime: () => served })
  let served = 0
  let refused = 0
  const ask = () =>
    queue.add({
      hasAccount: () => false,
      handle() {
        served += 1
        if (served < 10_000) ask()
      },
      refuse() {
        refused += 1
      },
    })
  for (let client = 0; client < 64; client += 1) ask()
  await expect.poll(() => queue.length()).toBe(0)
  expect([served, refused]).toEqual([10_063, 0])
})

it('[D9.10] bursts on top of each other are served whole, as long as fewer wait in the end', async () => {
  const { ask, ends, empty } = heldQueue()
  many(LONG_MS, (index) => ask(`${index}`))
  many(LONG_MS, (index) => ask(`${index} again`))
  await empty()
  expect(ends).toHaveLength(200)
})

it('[D9.10] a second in which few were refused ends the strict time', async () => {
  const { ask, ends, empty, overloads, pass } = heldQueue({ further: 3 })
  ask('old')
  await untilRefused(overloads)
  await empty()
  const before = ends.length
  pass(LONG_MS)
  ask('calm')
  await empty()
  pass(LONG_MS)
  ask('calm')
  await empty()
  many(LONG_MS, () => ask('burst'))
  await empty()
  expect(ends.slice(before)).not.toContain('burst refused')
})

it('[D9.10] an overload is reported when it begins, every ten seconds, and a second after its last refusal', async () => {
  const { ask, overloads, queue, empty } = heldQueue({ further: 3 })
  ask('first')
  await untilRefused(overloads)
  const { anonymous } = queue.refused()
  while (queue.length() < MAY_WAIT) ask('next')
  for (let second = 0; second < 10; second += 1) {
    ask('further')
    vi.advanceTimersByTime(1_000)
  }
  expect(overloads).toEqual([
    ['begins', 1],
    ['goes on', anonymous + 10],
  ])
  vi.advanceTimersByTime(1_000)
  expect(overloads.at(-1)).toEqual(['ends', anonymous + 10])
  await empty()
})

it('held requests wait until they are released', async () => {
  const { ask, ends, empty, queue } = heldQueue()
  queue.hold()
  ask('waits')
  await new Promise((resolve) => setImmediate(resolve))
  expect([ends, queue.length()]).toEqual([[], 1])
  queue.release()
  await empty()
  expect(ends).toEqual(['waits'])
})

it('while clients connect, one request is handled in five turns, because each turn accepts one client', async () => {
  let turns = 0
  let isOver = false
  const queue = createRequestQueue({
    nextTurn: (run) => {
      setImmediate(() => {
        turns += 1
        if (!isOver) queue.connected()
        run()
      })
    },
  })
  const handledAt: number[] = []
  for (let index = 0; index < 3; index += 1) {
    queue.add({ hasAccount: () => false, handle: () => void handledAt.push(turns), refuse: () => {} })
  }
  await expect.poll(() => handledAt).toEqual([5, 10, 15])
  isOver = true
})
