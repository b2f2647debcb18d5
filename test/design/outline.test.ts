import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { OUTLINE_BOUNDS } from '../../src/design/outline.ts'
import {
  answered,
  blockDesign,
  itemOf,
  layoutDesign,
  outlineOf,
  paletteOf,
  type Shape,
  square,
  swatchDesign,
} from './designs.ts'

const times = <Item>(count: number, make: (index: number) => Item) =>
  Array.from({ length: count }, (_, index) => make(index))

it('[D21.2, §8.geometry] has the bounds that were decided', () => {
  expect(Object.values(OUTLINE_BOUNDS)).toEqual([200, 24, 24, 16, 400, 16_384])
})

describe('[D21.1] whole outlines', () => {
  it('of a block', async () => {
    const strips = { count: 1, width: 6.5, perStrip: 6 }
    const cut = { width: 6.5, height: 6.5, count: 4, diagonals: 0, text: '6 1/2 × 6 1/2', strips }
    expect(await answered(blockDesign())).toEqual({
      geometry: {
        ...blockDesign({ palette: paletteOf(1) }),
        cutting: [
          { of: 'pieces', slot: 'S0', pieces: [{ form: 'square', width: 6, height: 6, count: 4, cut }] },
        ],
        cloth: { assumptions: expect.any(String), fabrics: [expect.any(Object)] },
        counts: { shapes: 4, returned: 4 },
      },
      geometryStatus: 'complete',
    })
  })

  it.each(['quilt', 'pattern'])('of a %s, with sashing and borders', async (kind) => {
    const design = layoutDesign({
      kind,
      sashing: { width: 1.5, cornerstones: true },
      borders: [{ width: 4, slot: 'S0' }, { width: 1 }],
      grid: { rows: 1, cols: 2 },
    })
    expect(await answered(design)).toMatchObject({
      geometry: { ...design, counts: { blocks: 1, placements: 2, returned: 2 } },
      geometryStatus: 'complete',
    })
  })

  it('of a swatch', async () => {
    expect(await answered(swatchDesign())).toEqual({ geometry: swatchDesign(), geometryStatus: 'complete' })
  })
})

it('[D21.4] is empty without pieces; a stub has its size', async () => {
  expect(await outlineOf(itemOf('blocks', { width: 12, height: 8.5, shapeCount: 0 }), undefined)).toEqual({
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
  expect((await answered(blockDesign({ shapes: [] }))).geometryStatus).toBe('empty')
  expect((await answered(layoutDesign({ placements: [] }))).geometryStatus).toBe('empty')
})

it('[D21.5] is unavailable where nothing was stored', async () => {
  const unavailable = { geometryStatus: 'unavailable' }
  expect(await outlineOf(itemOf('blocks', { shapeCount: 5 }), undefined)).toEqual(unavailable)
  expect(await outlineOf(itemOf('quilts'), undefined)).toEqual(unavailable)
})

describe('[D21.2, D21.3] bounds', () => {
  const small = (index: number) => square(index % 20, Math.floor(index / 20), 'S0', 1)
  const place = (index: number) => [Math.floor(index / 20), index % 20, 'B0', 0]
  const polygon = (points: number): Shape => ({
    slot: 'S0',
    points: times(points, (index) => [index, index % 2] as const),
  })

  it('measures pieces of 20,000 points, and counts all', async () => {
    const shapes = times(5_001, small)
    const block = (await answered(blockDesign({ shapes }))).geometry
    expect(block?.['counts']).toEqual({ shapes: 5_001, returned: 200 })
    expect(block?.['notCounted']).toEqual(['pieces: too many, or too many different ones'])
    expect((await answered(blockDesign({ shapes: shapes.slice(1) }))).geometry).toHaveProperty('cutting')

    const blocks = [{ ref: 'B0', blockId: 'blk_0' }]
    expect(await answered(layoutDesign({ blocks, placements: times(10_001, place) }))).toMatchObject({
      geometryStatus: 'truncated',
      geometry: { counts: { blocks: 1, placements: 10_001, returned: 400 } },
    })
  })

  it('leaves out whole shapes: of too many points, of a slot too many, and beyond 16 KiB', async () => {
    const outlined = async (shapes: readonly Shape[]) =>
      await answered(blockDesign({ palette: paletteOf(25), shapes }))
    const slots = times(25, (index) => square(0, 2, `S${index}`))
    expect(await outlined([polygon(24), polygon(25), ...slots])).toMatchObject({
      geometryStatus: 'truncated',
      geometry: { counts: { shapes: 27, returned: 25 } },
    })
    const long = times(200, () => polygon(24))
    const { geometry, geometryStatus } = await outlined(long)
    expect(geometryStatus).toBe('truncated')
    expect(Buffer.byteLength(JSON.stringify(geometry))).toBeLessThanOrEqual(OUTLINE_BOUNDS.bytes)
    const returned = z.array(z.unknown()).parse(geometry?.['shapes'])
    expect(returned).toEqual(long.slice(0, returned.length))
    expect(geometry?.['counts']).toEqual({ shapes: 200, returned: returned.length })
  })

  it('leaves out the seventeenth block of a quilt, and where it is placed', async () => {
    const blocks = times(17, (index) => ({ ref: `B${index}`, blockId: `blk_${index}` }))
    const placements = times(17, (index) => [0, index, `B${index}`, 0])
    expect(await answered(layoutDesign({ blocks, placements }))).toMatchObject({
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
  ])('of a swatch: %i slots are %s', async (slots, geometryStatus) => {
    const outline = await answered(swatchDesign({ palette: paletteOf(slots) }))
    expect(outline.geometryStatus).toBe(geometryStatus)
    expect(outline.geometry?.['palette']).toHaveLength(24)
  })
})
