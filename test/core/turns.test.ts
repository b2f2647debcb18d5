import { expect, it } from 'vitest'
import { createTurns } from '../../src/core/turns.ts'

it('after long work, other requests have as much time before the next', async () => {
  const inTurn = createTurns({ rests: true })
  const work = async () => {
    const begun = performance.now()
    while (performance.now() - begun < 40);
    return { begun, ended: performance.now() }
  }
  const [first, second] = await Promise.all([inTurn('ann', work), inTurn('ann', work)])
  expect(second.begun - first.ended).toBeGreaterThan(35)
})
