import { describe, expect, it } from 'vitest'
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

describe('of people who wait', () => {
  const inTurn = createTurns({ rests: false })
  const done: string[] = []
  const work = (of: string) => inTurn(of, () => done.push(of))

  it('each has a turn before one has the next', async () => {
    await Promise.all(['ann', 'ann', 'ann', 'ben', 'ann', 'ben', 'eve'].map(work))
    expect(done).toEqual(['ann', 'ben', 'eve', 'ann', 'ben', 'ann', 'ann'])
  })

  it('one whose work fails keeps nobody from theirs', async () => {
    const failed = inTurn('ann', () => Promise.reject(new Error('broken')))
    const next = work('ben')
    await expect(failed).rejects.toThrow('broken')
    await next
  })

  it('nothing is done for one who waits no more', async () => {
    const left = inTurn(
      'ann',
      () => done.push('left'),
      () => true,
    )
    await expect(left).rejects.toMatchObject({ code: 'overloaded' })
    expect(done).not.toContain('left')
  })
})
