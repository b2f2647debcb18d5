import { expect, it } from 'vitest'
import { nearestFirst } from '../../src/core/arguments.ts'

const NAMES = ['query', 'manufacturer', 'collection', 'limit', 'cursor']

it('[D12.5] a name of any length is compared at once', () => {
  expect(nearestFirst('z'.repeat(1_000_000), NAMES)).toHaveLength(NAMES.length)
})
