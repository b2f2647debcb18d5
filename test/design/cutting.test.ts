import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { type CutShape, cuttingOf } from '../../src/design/cutting.ts'
import { OUTLINE_BOUNDS } from '../../src/design/outline.ts'
import type { Point } from '../../src/design/polygon.ts'
import { ROOT } from '../helpers/files.ts'
import { blockDesign, itemOf, outlineBlock, outlineOf, paletteOf, square } from './designs.ts'

const shapes = z.array(z.object({ slot: z.string(), points: z.array(z.tuple([z.number(), z.number()])) }))
const record = z.object({
  type: z.string(),
  name: z.string().default(''),
  geometry: z.looseObject({ shapes: shapes.optional() }).optional(),
})
const DEMO = readFileSync(join(ROOT, 'data/demo.ndjson'), 'utf8')
  .trim()
  .split('\n')
  .map((line) => record.parse(JSON.parse(line)))
  .filter(({ type, geometry }) => type === 'block' && (geometry?.shapes?.length ?? 0) > 0)

/** `A: 4 square 3 x 3, …` for each slot of a shipped block. */
function cutting(name: string): string[] {
  const found = DEMO.find((block) => block.name === name)
  if (found?.geometry === undefined) throw new Error(`no block ${name}`)
  const outline = outlineOf(itemOf('blocks'), JSON.stringify(found.geometry))
  return answeredCutting
    .parse(outline.geometry?.['cutting'])
    .map(
      ({ slot, pieces }) =>
        `${slot}: ${pieces.map(({ form, width, height, count }) => `${count} ${form} ${width} x ${height}`).join(', ')}`,
    )
}

const answeredCutting = z.array(
  z.object({
    slot: z.string(),
    pieces: z.array(
      z.strictObject({ form: z.string(), width: z.number(), height: z.number(), count: z.int().min(1) }),
    ),
    others: z.int().min(1).optional(),
  }),
)
const countOf = (all: z.infer<typeof answeredCutting>) =>
  all.reduce(
    (sum, { pieces, others = 0 }) => pieces.reduce((part, { count }) => part + count, sum + others),
    0,
  )

describe('[D41.1] the cutting of known blocks', () => {
  it("Bear's Paw has 45 pieces", () => {
    expect(cutting("Bear's Paw")).toEqual([
      'A: 16 half-square-triangle 2 x 2, 4 rectangle 6 x 2, 4 square 2 x 2',
      'B: 4 square 4 x 4, 1 square 2 x 2',
      'C: 16 half-square-triangle 2 x 2',
    ])
  })

  it('Sawtooth Star has flying geese', () => {
    expect(cutting('Sawtooth Star')).toEqual([
      'A: 4 square 3 x 3, 4 quarter-square-triangle 6 x 3',
      'B: 1 square 6 x 6',
      'C: 8 half-square-triangle 3 x 3',
    ])
  })

  it('Ohio Star has quarter-square triangles', () => {
    expect(cutting('Ohio Star')).toEqual([
      'A: 8 quarter-square-triangle 4 x 2, 4 square 4 x 4',
      'B: 8 quarter-square-triangle 4 x 2, 1 square 4 x 4',
    ])
  })

  it('Churn Dash, Snowball and Rail Fence', () => {
    expect(cutting('Churn Dash')).toEqual([
      'A: 4 half-square-triangle 4 x 4, 4 rectangle 4 x 2, 1 square 4 x 4',
      'B: 4 half-square-triangle 4 x 4, 4 rectangle 4 x 2',
    ])
    expect(cutting('Snowball')).toEqual(['A: 1 polygon 9 x 9', 'B: 4 half-square-triangle 3 x 3'])
    expect(cutting('Rail Fence')).toEqual([
      'A: 1 rectangle 6 x 2',
      'B: 1 rectangle 6 x 2',
      'C: 1 rectangle 6 x 2',
    ])
  })
})

it.each(DEMO.map(({ name, geometry }) => [name, geometry] as const))(
  '[D41.2, D21.2] %s: every shape is counted, also those that truncation leaves out',
  (_, design) => {
    const { geometry } = outlineOf(itemOf('blocks'), JSON.stringify(design))
    expect(countOf(answeredCutting.parse(geometry?.['cutting']))).toBe(design?.shapes?.length)
    expect(Buffer.byteLength(JSON.stringify(geometry))).toBeLessThanOrEqual(OUTLINE_BOUNDS.bytes)
  },
)

describe('[D41.1] a form', () => {
  const formOf = (...points: Point[]) => {
    const [entry] = cuttingOf([{ slot: 'A', points }], ['A'])
    const [piece] = entry?.pieces ?? []
    return `${piece?.form} ${piece?.width} x ${piece?.height}`
  }

  it.each<[string, Point[]]>([
    [
      'square 2 x 2',
      [
        [0, 0],
        [1, 0],
        [2, 0],
        [2, 2],
        [0, 2],
        [0, 2],
      ],
    ],
    [
      'square 1.414 x 1.414',
      [
        [1, 0],
        [2, 1],
        [1, 2],
        [0, 1],
      ],
    ],
    [
      'rectangle 4 x 1',
      [
        [0, 0],
        [1, 0],
        [1, 4],
        [0, 4],
      ],
    ],
    [
      'half-square-triangle 3 x 3',
      [
        [0, 0],
        [3, 0],
        [0, 3],
      ],
    ],
    [
      'quarter-square-triangle 4 x 2',
      [
        [0, 0],
        [4, 0],
        [2, 2],
      ],
    ],
    [
      'half-rectangle-triangle 4 x 2',
      [
        [0, 0],
        [4, 0],
        [0, 2],
      ],
    ],
    [
      'triangle 4 x 3',
      [
        [0, 0],
        [4, 0],
        [2, 3],
      ],
    ],
    [
      'parallelogram 4 x 2',
      [
        [0, 0],
        [2, 0],
        [4, 2],
        [2, 2],
      ],
    ],
    [
      'trapezoid 6 x 2',
      [
        [0, 0],
        [6, 0],
        [4, 2],
        [2, 2],
      ],
    ],
    [
      'polygon 3 x 3',
      [
        [0, 0],
        [3, 0],
        [3, 1],
        [1, 1],
        [1, 3],
        [0, 3],
      ],
    ],
    [
      'polygon 0 x 0',
      [
        [1, 1],
        [1, 1],
        [1, 1],
      ],
    ],
  ])('%s', (form, points) => {
    expect(formOf(...points)).toBe(form)
    expect(formOf(...points.toReversed())).toBe(form)
  })

  it('is the same wherever it lies, turned and mirrored', () => {
    const points: Point[] = [
      [0, 0],
      [4, 0],
      [5, 2],
      [1, 2],
    ]
    const turned = points.map(([x, y]): Point => [9 - y, x])
    const mirrored = points.map(([x, y]): Point => [-x, y])
    const all = [points, turned, mirrored].map((list) => ({ slot: 'A', points: list }))
    expect(cuttingOf(all, ['A'])).toEqual([
      { slot: 'A', pieces: [{ form: 'parallelogram', width: 5, height: 2, count: 3 }] },
    ])
  })
})

it('[D41.1] slots keep the order of the palette; one without pieces is left out', () => {
  const cut = cuttingOf([square(0, 0, 'S2'), square(0, 0, 'S0'), square(0, 0, 'X')], ['S0', 'S1', 'S2'])
  expect(cut.map(({ slot }) => slot)).toEqual(['S0', 'S2'])
})

it('[D41.2, D21.2] a design of thousands of different pieces stays within the bound, and all are counted', () => {
  const different = Array.from(
    { length: 6000 },
    (_, index): CutShape => square(0, 0, `S${index % 24}`, 1 + index),
  )
  const { geometry } = outlineBlock(blockDesign({ palette: paletteOf(24), shapes: different }))
  expect(countOf(answeredCutting.parse(geometry?.['cutting']))).toBe(6000)
  expect(Buffer.byteLength(JSON.stringify(geometry))).toBeLessThanOrEqual(OUTLINE_BOUNDS.bytes)
})

it('[D41.2] any shapes at all are counted, each once', () => {
  const number = fc.double({ min: -300, max: 300, noNaN: true })
  const point = fc.tuple(number, number)
  const shape = fc.record({
    slot: fc.constantFrom('A', 'B'),
    points: fc.array(point, { minLength: 3, maxLength: 9 }),
  })
  fc.assert(
    fc.property(fc.array(shape, { maxLength: 120 }), (all) => {
      expect(countOf(answeredCutting.parse(cuttingOf(all, ['A', 'B'])))).toBe(all.length)
    }),
    { numRuns: 100 },
  )
})
