import { describe, expect, it } from 'vitest'
import { OUTLINE_BOUNDS } from '../../src/design/outline.ts'
import { blockDesign, itemOf, layoutDesign, outlineOf, paletteOf, square } from './designs.ts'

/** The cutting of a quilt whose block `blk_abc` has this design. */
function cuttingIn(quilt: object, block: unknown = blockDesign()) {
  const blocks = new Map(block === null ? [] : [['blk_abc', JSON.stringify(block)] as const])
  return outlineOf(itemOf('quilts'), JSON.stringify(quilt), blocks).geometry?.['cutting']
}

/** A slot with its only kind of piece. */
const squares = (slot: string, side: number, count: number) => ({
  slot,
  pieces: [{ form: 'square', width: side, height: side, count }],
})
const times = (count: number) => Array.from({ length: count }, (_, column) => [0, column, 'B1', 0])

describe('[D41.1] the cutting of a quilt', () => {
  it('counts the pieces of its blocks, in the size in which they are placed', () => {
    // Four squares of 6 inches, placed at half their size.
    expect(cuttingIn(layoutDesign())).toEqual([squares('S0', 3, 8)])
    expect(cuttingIn(layoutDesign({ blockSize: 12, placements: times(5) }))).toEqual([squares('S0', 6, 20)])
    expect(cuttingIn(layoutDesign({ blockSize: undefined }))).toEqual([squares('S0', 6, 8)])
  })

  it('measures a block of two cells by its short side', () => {
    const tall = blockDesign({ viewBox: [0, 0, 12, 24], shapes: [square(0, 0), square(0, 18)] })
    expect(cuttingIn(layoutDesign(), tall)).toEqual([squares('S0', 3, 4)])
  })

  it('has the slots of blocks that the quilt does not name', () => {
    const block = blockDesign({
      palette: paletteOf(3),
      shapes: [square(0, 0), { ...square(6, 0), slot: 'S2' }],
    })
    expect(cuttingIn(layoutDesign(), block)).toEqual([squares('S0', 3, 2), squares('S2', 3, 2)])
  })

  it('is left out where it would be wrong: a block is gone, damaged or no block, or there are too many', () => {
    expect(cuttingIn(layoutDesign(), null)).toBeUndefined()
    expect(cuttingIn(layoutDesign(), 'nothing')).toBeUndefined()
    expect(cuttingIn(layoutDesign(), layoutDesign())).toBeUndefined()
    expect(cuttingIn(layoutDesign({ placements: times(10_001) }))).toBeUndefined()
    expect(cuttingIn(layoutDesign({ placements: [] }))).toBeUndefined()
  })

  it.each([
    [0, 12],
    [12, 0],
    [-12, 12],
  ])('is left out for a block without a size, %j by %j', (width, height) => {
    expect(cuttingIn(layoutDesign(), blockDesign({ viewBox: [0, 0, width, height] }))).toBeUndefined()
    expect(cuttingIn(layoutDesign({ blockSize: 0 }))).toBeUndefined()
  })

  it.each([
    [{}, undefined],
    [{ viewBox: [0, 0, 16, 10], borders: [{ width: 2 }] }, ['borders']],
    [{ viewBox: [0, 0, 15, 8], sashing: { width: 1 } }, ['sashing']],
    [{ viewBox: [0, 0, 19, 12], sashing: { width: 1 }, borders: [{ width: 2 }] }, ['borders', 'sashing']],
    [{ viewBox: [0, 0, 16.97, 8.485], layoutMode: 'on-point' }, ['setting']],
    [{ viewBox: [0, 0, 18, 6], grid: { rows: 1, cols: 3 } }, ['setting']],
  ])('names what else has to be cut, in %j', (more, parts) => {
    const quilt = layoutDesign({ viewBox: [0, 0, 12, 6], grid: { rows: 1, cols: 2 }, ...more })
    const blocks = new Map([['blk_abc', JSON.stringify(blockDesign())]])
    const { geometry } = outlineOf(itemOf('quilts'), JSON.stringify(quilt), blocks)
    expect(geometry?.['cutting']).toBeDefined()
    expect(geometry?.['cuttingLeavesOut']).toEqual(parts)
  })

  it('[D21.5] measures a shape of very many points', () => {
    const points = Array.from({ length: 25_000 }, (_, at) => [at % 2, at % 3])
    const cutting = cuttingIn(layoutDesign(), blockDesign({ shapes: [{ slot: 'S0', points }] }))
    expect(cutting).toMatchObject([{ slot: 'S0', pieces: [{ form: 'polygon', count: 2 }] }])
  })

  it('is left out if its blocks have more than 25,000 points together', () => {
    const cuttingOf = (shapes: number) => {
      const design = JSON.stringify(
        blockDesign({ shapes: Array.from({ length: shapes }, () => square(0, 0)) }),
      )
      const ids = ['blk_1', 'blk_2']
      const blocks = ids.map((blockId, at) => ({ ref: `B${at + 1}`, blockId }))
      const quilt = layoutDesign({ blocks, placements: [...times(1), [0, 1, 'B2', 0]] })
      const designs = new Map(ids.map((id) => [id, design]))
      return outlineOf(itemOf('quilts'), JSON.stringify(quilt), designs).geometry?.['cutting']
    }
    expect(cuttingOf(3_125)).toEqual([squares('S0', 3, 6_250)])
    expect(cuttingOf(3_126)).toBeUndefined()
  })

  it('[D41.2] counts placements that the outline leaves out', () => {
    const placements = times(OUTLINE_BOUNDS.placements + 100)
    expect(cuttingIn(layoutDesign({ placements }))).toEqual([squares('S0', 3, 2_000)])
  })

  it('[D21.2] never makes the outline too long', () => {
    const placements = Array.from({ length: 400 }, (_, at) => [100_000 + at, 100_000 + at, 'ABCDEFG1', 270])
    const blocks = [{ ref: 'ABCDEFG1', blockId: 'blk_abc' }]
    const shapes = Array.from({ length: 48 }, (_, at) => ({
      slot: 'S0',
      points: [
        [0, 0],
        [at + 1.123, 0],
        [at + 1.123, 3],
        [0, 3],
      ],
    }))
    const quilt = layoutDesign({ blocks, placements, blockSize: 11 })
    const designs = new Map([['blk_abc', JSON.stringify(blockDesign({ shapes }))]])
    const { geometry } = outlineOf(itemOf('quilts'), JSON.stringify(quilt), designs)
    expect(Buffer.byteLength(JSON.stringify(geometry))).toBeLessThanOrEqual(OUTLINE_BOUNDS.bytes)
  })
})
