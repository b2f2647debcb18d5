import { expect, it } from 'vitest'
import { inchesIn, nearestFirst } from '../../src/core/arguments.ts'

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

it.each([
  ['30 cm', 11.81],
  ['30cm', 11.81],
  [' 254 mm ', 10],
  ['12"', 12],
  ['12.5 Inches', 12.5],
])('[D2.1] %j is %d inches', (text, inches) => expect(inchesIn(text)).toBe(inches))

it.each(['30', 'cm', '-3 cm', '3 feet', '1e3 cm', '3 cm 4', ''])('%j is no length with a unit', (text) =>
  expect(inchesIn(text)).toBeUndefined(),
)

it('a long text takes no time', () => {
  // Of this length, a pattern that tries each space twice takes longer than any test may.
  expect(inchesIn(`1${' '.repeat(120_000)}1`)).toBeUndefined()
})
