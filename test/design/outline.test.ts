import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { OUTLINE_BOUNDS } from '../../src/design/outline.ts'
import {
  blockDesign,
  itemOf,
  layoutDesign,
  outlineBlock,
  outlineOf,
  outlineQuilt,
  outlineSwatch,
  paletteOf,
  polygon,
  type Shape,
  square,
  swatchDesign,
} from './designs.ts'

const times = <Item>(count: number, make: (index: number) => Item) =>
  Array.from({ length: count }, (_, index) => make(index))

it('[D21.2, §8.geometry] has the bounds that were decided', () => {
  expect(OUTLINE_BOUNDS).toEqual({
    shapes: 200,
    pointsPerShape: 24,
    slots: 24,
    blocks: 16,
    placements: 400,
    bytes: 16_384,
  })
})

describe('[D21.1] whole outlines', () => {
  it('of a block', () => {
    expect(outlineBlock(blockDesign())).toEqual({
      geometry: {
        ...blockDesign({ palette: paletteOf(1) }),
        cutting: [
          {
            of: 'pieces',
            slot: 'S0',
            pieces: [
              {
                form: 'square',
                width: 6,
                height: 6,
                count: 4,
                cut: { width: 6.5, height: 6.5, count: 4, diagonals: 0, text: '6 1/2 × 6 1/2' },
              },
            ],
          },
        ],
        shapes: [square(0, 0), square(6, 0), square(0, 6), square(6, 6)],
        counts: { shapes: 4, returned: 4 },
      },
      geometryStatus: 'complete',
    })
  })

  it('of a quilt, with sashing and borders', () => {
    const design = layoutDesign({
      sashing: { width: 1.5, cornerstones: true },
      borders: [{ width: 4, slot: 'S0' }, { width: 2 }],
      grid: { rows: 1, cols: 2 },
    })
    expect(outlineQuilt(design)).toMatchObject({
      geometry: { ...design, counts: { blocks: 1, placements: 2, returned: 2 } },
      geometryStatus: 'complete',
    })
  })

  it('of a pattern', () => {
    const design = layoutDesign({ kind: 'pattern' })
    const outline = outlineOf(itemOf('patterns'), JSON.stringify(design))
    expect(outline).toMatchObject({ geometry: { kind: 'pattern' }, geometryStatus: 'complete' })
  })

  it('of a swatch', () => {
    expect(outlineSwatch(swatchDesign())).toEqual({ geometry: swatchDesign(), geometryStatus: 'complete' })
  })
})

describe('[D21.4] empty', () => {
  it('of a stub: no shapes, and its size', () => {
    expect(outlineOf(itemOf('blocks', { width: 12, height: 8.5, shapeCount: 0 }), undefined)).toEqual({
      geometry: {
        schema: 'quilt-outline/1',
        kind: 'block',
        units: 'in',
        viewBox: [0, 0, 12, 8.5],
        palette: [],
        shapes: [],
        counts: { shapes: 0, returned: 0 },
      },
      geometryStatus: 'empty',
    })
  })

  it('of designs without pieces', () => {
    expect(outlineBlock(blockDesign({ shapes: [] })).geometryStatus).toBe('empty')
    expect(outlineQuilt(layoutDesign({ blocks: [], placements: [] })).geometryStatus).toBe('empty')
  })
})

it('[D21.5] is unavailable where nothing was stored', () => {
  const unavailable = { geometryStatus: 'unavailable' }
  expect(outlineOf(itemOf('blocks', { shapeCount: 5 }), undefined)).toEqual(unavailable)
  expect(outlineOf(itemOf('quilts'), undefined)).toEqual(unavailable)
})

it('[D21.3] orders shapes from top to bottom, then from left to right, and else leaves their order', () => {
  const [first, second] = [square(0, 0, 'S0'), square(0, 0, 'S1')]
  const shapes = [square(6, 6), first, square(0, 6), second, square(6, 0)]
  expect(outlineBlock(blockDesign({ shapes })).geometry?.['shapes']).toEqual([
    first,
    second,
    square(6, 0),
    square(0, 6),
    square(6, 6),
  ])
})

describe('[D21.2, D21.3] bounds', () => {
  const small = (index: number) => square(index % 20, Math.floor(index / 20), 'S0', 1)

  it('measures pieces of 20,000 points, and counts all', () => {
    const shapes = times(5_001, small)
    const block = outlineBlock(blockDesign({ shapes })).geometry
    expect(block?.['counts']).toEqual({ shapes: 5_001, returned: 200 })
    expect(block?.['notCounted']).toEqual(['pieces: too many, or too many different ones'])
    expect(outlineBlock(blockDesign({ shapes: shapes.slice(1) })).geometry).toHaveProperty('cutting')

    const blocks = [{ ref: 'B0', blockId: 'blk_0' }]
    expect(outlineQuilt(layoutDesign({ blocks, placements: times(10_001, place) }))).toMatchObject({
      geometryStatus: 'truncated',
      geometry: { counts: { blocks: 1, placements: 10_001, returned: 400 } },
    })
  })

  const place = (index: number) => [Math.floor(index / 20), index % 20, 'B0', 0]

  it('leaves out whole shapes: of too many points, of a slot too many, and beyond 16 KiB', () => {
    const outlined = (shapes: readonly Shape[]) =>
      outlineBlock(blockDesign({ palette: paletteOf(25), shapes }))
    const whole = [polygon(24), square(0, 1, 'S23')]
    const left = outlined([
      ...whole,
      polygon(25),
      ...times(24, (index) => square(0, 2, `S${index}`)),
      square(0, 1, 'S24'),
    ])
    expect(left).toMatchObject({
      geometryStatus: 'truncated',
      geometry: { counts: { shapes: 28, returned: 26 } },
    })
    const long = times(200, () => polygon(24))
    const { geometry, geometryStatus } = outlined(long)
    expect(geometryStatus).toBe('truncated')
    expect(Buffer.byteLength(JSON.stringify(geometry))).toBeLessThanOrEqual(OUTLINE_BOUNDS.bytes)
    const returned = z.array(z.unknown()).parse(geometry?.['shapes'])
    expect(returned).toEqual(long.slice(0, returned.length))
    expect(geometry?.['counts']).toEqual({ shapes: 200, returned: returned.length })
  })

  it('leaves out the seventeenth block of a quilt, and where it is placed', () => {
    const blocks = times(17, (index) => ({ ref: `B${index}`, blockId: `blk_${index}` }))
    const placements = times(17, (index) => [0, index, `B${index}`, 0])
    expect(outlineQuilt(layoutDesign({ blocks, placements }))).toMatchObject({
      geometryStatus: 'truncated',
      geometry: {
        blocks: blocks.slice(0, 16),
        placements: placements.slice(0, 16),
        counts: { blocks: 17, placements: 17, returned: 16 },
      },
    })
  })

  it.each([
    [24, 'complete'],
    [25, 'truncated'],
  ])('of a swatch: %i slots are %s', (slots, geometryStatus) => {
    const outline = outlineSwatch(swatchDesign({ palette: paletteOf(slots) }))
    expect(outline.geometryStatus).toBe(geometryStatus)
    expect(outline.geometry?.['palette']).toHaveLength(24)
  })
})
