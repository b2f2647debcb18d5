import { expect, it } from 'vitest'
import type { GeometryStatus } from '../../src/design/index.ts'
import { outlineNotes } from '../../tools/outline-notes.ts'

it('[D38.1] an outline that is not whole says so', () => {
  const note = (geometryStatus: GeometryStatus, geometry = {}) =>
    outlineNotes({ geometryStatus, geometry }).join(' ')
  expect(outlineNotes(undefined)).toEqual([])
  expect(note('complete')).toBe('')
  expect(note('truncated')).toMatch(/cut short/)
  expect(note('empty')).toMatch(/no pieces yet/)
  expect(note('unavailable')).toMatch(/no outline/)
  expect(note('complete', { placements: [], cutting: [] })).toBe('')
  expect(note('complete', { placements: [] })).toMatch(/^It has no cutting, because a block of it is gone/)
  expect(note('truncated', { shapes: [], cutting: [] })).toMatch(/cut short.*cutting counts every piece/)
  expect(note('truncated', { shapes: [] })).toMatch(/cut short.*It has no cutting, because it has too many/)
})
