import { expect, it } from 'vitest'
import { Walks } from '../../src/catalog/search/pages/walks.ts'
import { MOST_REMEMBERED, MOST_WALKED, MOST_WALKS } from '../../src/catalog/tuning.ts'

const PAGE = 25

/** Numbers from 1 on, page by page, and how often their list was begun. */
function createReader() {
  const walks = new Walks<number>()
  let begun = 0
  let fails = false
  function* numbersBehind(last: number): Generator<number> {
    begun += 1
    for (let number = last + 1; ; number += 1) {
      if (fails) throw new Error('The disk is gone.')
      yield number
    }
  }
  const page = (last?: number, question = 'numbers'): number[] => {
    const isLast = last === undefined ? undefined : (number: number) => number === last
    const found: number[] = []
    for (const number of walks.behind(question, isLast, () => numbersBehind(last ?? 0))) {
      found.push(number)
      // A page looks at one more, to see whether more follow.
      if (found.length > PAGE) break
    }
    return found.slice(0, PAGE)
  }
  return { page, begun: () => begun, fail: (now: boolean) => (fails = now) }
}

const pageBehind = (last: number) => Array.from({ length: PAGE }, (_, index) => last + 1 + index)

it('[D15.5] the next pages go on in the same list', () => {
  const { page, begun } = createReader()
  for (let last = 0; last < 2 * MOST_REMEMBERED; last += PAGE)
    expect(page(last === 0 ? undefined : last)).toEqual(pageBehind(last))
  expect(begun()).toBe(1)
})

it('[D15.5] a page that is forgotten, or that somebody begins with, has a list of its own', () => {
  const { page, begun } = createReader()
  for (let last = 0; last < 2 * MOST_REMEMBERED; last += PAGE) page(last === 0 ? undefined : last)
  expect(page(PAGE)).toEqual(pageBehind(PAGE))
  expect(begun()).toBe(2)
  expect(page()).toEqual(pageBehind(0))
  expect(begun()).toBe(3)
  expect(page(PAGE)).toEqual(pageBehind(PAGE))
  expect(begun()).toBe(3)
})

it('[D15.5] a list ends after so many fabrics, or when others are read, and then begins again where it was', () => {
  const { page, begun } = createReader()
  for (let last = 0; last < MOST_WALKED + 2 * MOST_REMEMBERED; last += PAGE)
    expect(page(last === 0 ? undefined : last)).toEqual(pageBehind(last))
  expect(begun()).toBe(2)
  for (let other = 0; other < MOST_WALKS; other += 1) page(undefined, `other ${other}`)
  expect(page(PAGE)).toEqual(pageBehind(PAGE))
  expect(begun()).toBe(3 + MOST_WALKS)
})

it('[D15.5] a list that failed is not gone on with', () => {
  const { page, fail } = createReader()
  page()
  fail(true)
  expect(() => page(PAGE)).toThrow('The disk is gone.')
  fail(false)
  expect(page(PAGE)).toEqual(pageBehind(PAGE))
})
