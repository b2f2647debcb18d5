import { expect, it } from 'vitest'
import { createTurns } from '../../src/core/turns.ts'

it('after long work, other requests have as much time before the next', async () => {
  const ownTurn = createTurns()
  const work = async () => {
    await ownTurn()
    const begun = performance.now()
    while (performance.now() - begun < 40);
    return { begun, ended: performance.now() }
  }
  const [first, second] = await Promise.all([work(), work()])
  expect(second.begun - first.ended).toBeGreaterThan(35)
})
