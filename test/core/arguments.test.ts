import { expect, it } from 'vitest'
import { nearestFirst } from '../../src/core/arguments.ts'

const NAMES = ['query', 'manufacturer', 'collection', 'limit', 'cursor']

it.each([
  ['qurey', 'query'],
  ['manufacture', 'manufacturer'],
  ['Manufacturer_', 'manufacturer'],
  ['collections', 'collection'],
  ['max_limit', 'limit'],
  ['q', 'query'],
])('[D12.5] of all names %s is nearest to %s', (given, nearest) => {
  const sorted = nearestFirst(given, NAMES)
  expect(sorted[0]).toBe(nearest)
  expect([...sorted].sort()).toEqual([...NAMES].sort())
})

it('[D12.5] names that are equally far keep their order', () => {
  expect(nearestFirst('', ['b', 'a', 'c'])).toEqual(['b', 'a', 'c'])
})

it('[D12.5] a name of any length is compared at once', () => {
  expect(nearestFirst('z'.repeat(1_000_000), NAMES)).toHaveLength(NAMES.length)
})
