import { expect, it } from 'vitest'
import { inchesIn } from '../../src/core/explain.ts'

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
