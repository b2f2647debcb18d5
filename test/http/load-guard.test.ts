import { expect, it } from 'vitest'
import { createLoadGuard } from '../../src/http/load-guard.ts'

/** A guard whose clock and event loop are held by the test. */
function heldGuard() {
  let now = 1_000
  let end: (() => void) | undefined
  const guard = createLoadGuard(
    () => now,
    (callback) => {
      end = callback
    },
  )
  return {
    guard,
    /** One turn in which requests come every ten milliseconds: how many of them are refused. */
    turn(length: number, claimsAccount: boolean, url = '/api/v1/fabrics'): number {
      let refused = 0
      for (let passed = 0; passed < length; passed += 10) {
        refused += guard.sheds({ url, claimsAccount }) ? 1 : 0
        now += 10
      }
      end?.()
      return refused
    },
    pass: (ms: number) => {
      now += ms
    },
  }
}

it('[D9.10] one long turn is no overload, and neither are two', () => {
  const { turn } = heldGuard()
  expect([turn(400, false), turn(400, false)]).toEqual([0, 0])
})

it('[D9.10] while turns stay long, anonymous requests are refused first, then the others', () => {
  const { turn, guard } = heldGuard()
  for (let turns = 0; turns < 3; turns += 1) turn(400, false)
  expect(turn(400, false)).toBe(30)
  expect(turn(400, true)).toBe(20)
  expect(guard.counts()).toEqual({ anonymous: 30, signedIn: 20 })
})

it('[D9.10] monitors are never refused', () => {
  const { turn } = heldGuard()
  for (let turns = 0; turns < 3; turns += 1) turn(400, false)
  expect([turn(400, false, '/readyz'), turn(400, false, '/healthz')]).toEqual([0, 0])
})

it('[D9.10] a short turn, or a pause, ends it', () => {
  const { turn, pass } = heldGuard()
  for (let turns = 0; turns < 3; turns += 1) turn(400, false)
  turn(20, false)
  expect(turn(400, false)).toBe(0)
  turn(400, false)
  turn(400, false)
  pass(1_000)
  expect(turn(400, false)).toBe(0)
})
