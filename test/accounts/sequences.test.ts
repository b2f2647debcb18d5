import { describe, expect, it } from 'vitest'
import { kept, readAhead } from '../../src/accounts/sequences.ts'

/** Counts up to `last`, and tells what was asked for. */
async function* numbers(last: number, asked: number[] = []) {
  for (let number = 1; number <= last; number += 1) {
    asked.push(number)
    yield number
  }
}

async function all(sequence: AsyncIterable<number>): Promise<number[]> {
  const values: number[] = []
  for await (const value of sequence) values.push(value)
  return values
}

describe('a sequence that is kept', () => {
  it('is read once, and can be gone through again, also from the middle of the first time', async () => {
    const asked: number[] = []
    const sequence = kept(numbers(3, asked), 3)
    for await (const value of sequence()) if (value === 2) break
    expect(await all(sequence())).toEqual([1, 2, 3])
    expect(await all(sequence())).toEqual([1, 2, 3])
    expect(asked).toEqual([1, 2, 3])
  })

  it('is gone through once if it is too long to be kept', async () => {
    const sequence = kept(numbers(5), 3)
    expect(await all(sequence())).toEqual([1, 2, 3, 4, 5])
    await expect(all(sequence())).rejects.toThrow('nothing is stored. Run it again.')
  })
})

describe('a sequence that is read ahead', () => {
  it('has so many values ready while the caller works on one', async () => {
    const asked: number[] = []
    const sequence = readAhead(numbers(9, asked), 2)
    expect(await sequence.next()).toEqual({ value: 1, done: false })
    await expect.poll(() => asked).toEqual([1, 2, 3])
    expect(await all(sequence)).toEqual([2, 3, 4, 5, 6, 7, 8, 9])
  })

  it('fails where its source fails', async () => {
    async function* failing() {
      yield 1
      throw new Error('broken')
    }
    const sequence = readAhead(failing(), 2)
    expect(await sequence.next()).toEqual({ value: 1, done: false })
    await expect(sequence.next()).rejects.toThrow('broken')
  })
})
