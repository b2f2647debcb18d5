import { expect, it } from 'vitest'
import { createRequestQueue } from '../../src/http/request-queue.ts'

/** Longer than the queue has to be at work without a pause before anything is refused. */
const LONG_MS = 1_000

/** A queue whose clock goes on only while requests are handled, ten milliseconds for each. */
function heldQueue() {
  let now = 1_000
  let worked = 0
  const overloads: [boolean, number][] = []
  const queue = createRequestQueue({
    clock: () => now,
    cpuTime: () => worked,
    onOverload: (isOverloaded, refused) => void overloads.push([isOverloaded, refused]),
  })
  const ends: string[] = []
  return {
    queue,
    ends,
    overloads,
    pass: (ms: number) => {
      now += ms
    },
    ask(name: string, { claimsAccount = false, url = '/api/v1/fabrics' } = {}) {
      queue.add({
        url,
        claimsAccount,
        handle() {
          ends.push(name)
          now += 10
          worked += 10
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
    queue.add({ claimsAccount: false, handle: () => void steppingThrough(name)(), refuse: () => {} })
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
      claimsAccount: false,
      handle: () => {
        ends.push(name)
        pass(20)
      },
      refuse: () => void ends.push(`${name} refused`),
    })
  for (let index = 0; index < 300; index += 1) slow(`${index}`)
  ask('last')
  await empty()
  const first = ends.findIndex((end) => end.endsWith('refused'))
  expect(first).toBeGreaterThanOrEqual(150)
  expect(ends.at(-1)).toBe('last refused')
})

it('[D9.10] when the queue does not get empty, those that waited long are refused, anonymous ones first', async () => {
  const { ask, ends, empty, overloads, queue } = heldQueue()
  many(LONG_MS, (index) => ask(`anonymous ${index}`))
  many(LONG_MS, (index) => ask(`signed in ${index}`, { claimsAccount: true }))
  ask('monitor', { url: '/healthz' })
  await empty()
  const refused = ends.filter((end) => end.endsWith('refused'))
  expect(ends[0]).toBe('monitor')
  expect(queue.refused()).toEqual({
    anonymous: refused.filter((end) => end.startsWith('anonymous')).length,
    signedIn: refused.filter((end) => end.startsWith('signed')).length,
  })
  expect(refused.length).toBeGreaterThan(100)
  // Said once when it begins, and once when it ends.
  expect(overloads).toEqual([
    [true, 0],
    [false, refused.length],
  ])
})

it('[D9.10] while some are refused, those that came a moment ago are served', async () => {
  const { ask, ends, empty } = heldQueue()
  many(LONG_MS, (index) => ask(`old ${index}`))
  let asked = false
  const late = () => {
    if (!asked && ends.some((end) => end.endsWith('refused'))) {
      asked = true
      ask('new')
    }
    if (!asked) setImmediate(late)
  }
  setImmediate(late)
  await empty()
  await empty()
  expect(ends.at(-1)).toBe('new')
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

it('while clients connect, requests wait a little for them, and not for ever', async () => {
  let now = 0
  let turns = 0
  const queue = createRequestQueue({
    clock: () => now,
    nextTurn: (run) => {
      setImmediate(() => {
        turns += 1
        now += 1
        queue.connected()
        run()
      })
    },
  })
  let handledAt = 0
  queue.connected()
  queue.add({
    claimsAccount: false,
    handle() {
      handledAt = turns
    },
    refuse: () => {},
  })
  await expect.poll(() => handledAt).toBe(11)
})
