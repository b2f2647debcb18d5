import { expect, it } from 'vitest'
import { outlineNotes, pictureNotes } from '../../tools/item-notes.ts'
import { blockDesign, itemOf, layoutDesign, outlineOf } from '../design/designs.ts'

const noteOf = (...given: Parameters<typeof outlineOf>) => outlineNotes(outlineOf(...given)).join(' ')

it('[D38.1, D41.6] an outline that is not whole says so, and what is not counted', () => {
  expect(noteOf(itemOf('blocks'), JSON.stringify(blockDesign()))).toBe('')
  const many = Array.from({ length: 300 }, () => blockDesign().shapes[0])
  expect(noteOf(itemOf('blocks'), JSON.stringify(blockDesign({ shapes: many })))).toMatch(
    /cut short.*counts every piece/,
  )
  expect(noteOf(itemOf('blocks', { shapeCount: 0 }), undefined)).toMatch(/no pieces yet/)
  expect(noteOf(itemOf('blocks'), 'nothing')).toMatch(/no outline/)
  expect(noteOf(itemOf('quilts'), JSON.stringify(layoutDesign()))).toBe(
    'Not counted: pieces, sashing and setting: a block is gone, or its design cannot be read.',
  )
})

it('[D39.5] a picture says what it does not show', () => {
  expect(pictureNotes({ plainCells: 2 }, true)).toEqual([
    '2 cells are plain in the picture: the block is gone, or cannot be read.',
  ])
  expect(pictureNotes({ lacks: 'bounds' }, false)).toEqual(['It has no picture: it is too large to draw.'])
  expect(pictureNotes({ plainCells: 0 }, false)).toEqual([])
})
