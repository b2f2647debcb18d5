import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import * as z from 'zod'
import { OUTLINE_BOUNDS } from '../../src/design/outline.ts'
import { blockDesign, layoutDesign, outlineBlock, outlineQuilt, type Shape } from './designs.ts'

const number = fc.double({ min: -200, max: 200, noNaN: true })
const slot = fc.constantFrom('A', 'B', 'slot-3', 'Z')
const palette = fc.array(fc.record({ slot, hex: fc.constant('#336E7E') }), { maxLength: 40, size: 'max' })
const shape = fc.record({
  slot,
  points: fc.array(fc.tuple(number, number), { minLength: 3, maxLength: 30, size: 'max' }),
})
// Long lists are cheap to make from a few members.
const many = <Item>(item: fc.Arbitrary<Item>, most: number) =>
  fc
    .tuple(fc.array(item, { minLength: 1, maxLength: 8 }), fc.integer({ min: 0, max: most }))
    .map(([items, count]) =>
      new Array(Math.ceil(count / items.length))
        .fill(0)
        .flatMap(() => items)
        .slice(0, count),
    )

const rounded = (value: number) => Math.round(value * 10_000) / 10_000
const roundedShape = ({ slot, points }: Shape) =>
  JSON.stringify({ slot, points: points.map(([x, y]) => [rounded(x), rounded(y)]) })

const answeredShape = z.object({ slot: z.string(), points: z.array(z.tuple([z.number(), z.number()])) })
const answeredBlock = z.object({
  palette: z.array(z.object({ slot: z.string() })).max(OUTLINE_BOUNDS.slots),
  shapes: z.array(answeredShape).max(OUTLINE_BOUNDS.shapes),
  counts: z.strictObject({ shapes: z.number(), returned: z.number() }),
})
const answeredLayout = z.object({
  blocks: z.array(z.object({ ref: z.string() })).max(OUTLINE_BOUNDS.blocks),
  placements: z.array(z.tuple([z.int(), z.int(), z.string(), z.int()])).max(OUTLINE_BOUNDS.placements),
  counts: z.strictObject({ blocks: z.number(), placements: z.number(), returned: z.number() }),
})

const byteLength = (value: unknown) => Buffer.byteLength(JSON.stringify(value))
const corner = ({ points }: Shape): readonly [number, number] => [
  Math.min(...points.map(([, y]) => y)),
  Math.min(...points.map(([x]) => x)),
]

it('[D21.2, D21.3] the outline of any block keeps every bound, whole shapes in order, and true counts', () => {
  fc.assert(
    fc.property(palette, many(shape, 320), (slots, shapes) => {
      const { geometry, geometryStatus } = outlineBlock(blockDesign({ palette: slots, shapes }))
      expect(byteLength(geometry)).toBeLessThanOrEqual(OUTLINE_BOUNDS.bytes)
      const block = answeredBlock.parse(geometry)
      expect(block.counts).toEqual({ shapes: shapes.length, returned: block.shapes.length })

      const originals = new Set(shapes.map(roundedShape))
      const known = new Set(block.palette.map((entry) => entry.slot))
      const isRight = (answered: Shape) =>
        originals.has(JSON.stringify(answered)) &&
        answered.points.length <= OUTLINE_BOUNDS.pointsPerShape &&
        known.has(answered.slot)
      expect(block.shapes.filter((answered) => !isRight(answered))).toEqual([])
      const corners = block.shapes.map(corner)
      expect(corners).toEqual([...corners].sort(([y1, x1], [y2, x2]) => y1 - y2 || x1 - x2))

      const whole = block.shapes.length === shapes.length
      expect(geometryStatus).toBe(shapes.length === 0 ? 'empty' : whole ? 'complete' : 'truncated')
    }),
    { numRuns: 150 },
  )
})

it('[D21.2, D21.3] the outline of any quilt keeps every bound, whole placements in order, and true counts', () => {
  const ref = fc.integer({ min: 0, max: 20 }).map((index) => `B${index}`)
  const block = fc.record({ ref, blockId: fc.stringMatching(/^[A-Za-z0-9_-]{1,100}$/) })
  const place = fc.tuple(fc.nat(), fc.nat(), ref, fc.constantFrom(0, 90, 180, 270))
  const border = fc.record({ width: number.map(Math.abs), slot })
  fc.assert(
    fc.property(
      many(block, 24),
      many(place, 600),
      fc.array(border, { maxLength: 24 }),
      palette,
      (blocks, placements, borders, slots) => {
        const design = layoutDesign({ blocks, placements, borders, palette: slots })
        const { geometry, geometryStatus } = outlineQuilt(design)
        expect(byteLength(geometry)).toBeLessThanOrEqual(OUTLINE_BOUNDS.bytes)
        const layout = answeredLayout.parse(geometry)
        const { length } = layout.placements
        expect(layout.counts).toEqual({
          blocks: blocks.length,
          placements: placements.length,
          returned: length,
        })
        const known = new Set(layout.blocks.map((entry) => entry.ref))
        const drawable = placements.filter(([, , name]) => known.has(name))
        expect(layout.placements).toEqual(drawable.slice(0, length))

        const whole = length === placements.length && blocks.length <= 16 && slots.length <= 24
        const empty = blocks.length + placements.length === 0
        expect(geometryStatus).toBe(empty ? 'empty' : whole ? 'complete' : 'truncated')
      },
    ),
    { numRuns: 150 },
  )
})
