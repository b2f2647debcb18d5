import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { CutPart } from '../../src/design/cutting.ts'
import { OUTLINE_BOUNDS } from '../../src/design/outline.ts'
import { cutOf, pieceOf } from '../../src/design/pieces.ts'
import {
  answered,
  blockDesign,
  cutAndBuyIn,
  itemOf,
  layoutDesign,
  onCircle,
  outlineOf,
  type Point,
  paletteOf,
  shape,
  square,
  storedAs,
} from './designs.ts'
import { SHIPPED, STORED, shipped } from './shipped.ts'

/** `A: 4 square 3 x 3, …` for each part, with the number of what is cut and how. */
const inWords = (cutting: readonly CutPart[] = []) =>
  cutting.map(({ of, slot, pieces }) => {
    const all = pieces.map((piece) => {
      const { form, width, height, count } = piece
      const how = piece.cut === 'template' ? 'template, ' : ''
      return `${count} ${form} ${width} x ${height}: ${how}${cutOf(piece).count} of ${cutOf(piece).text}`
    })
    return `${of === 'pieces' ? slot : [of, slot].filter(Boolean).join(' ')}: ${all.join('; ')}`
  })

describe('[D41.1, D41.2] the cutting of known blocks', () => {
  const blocks = {
    "Bear's Paw": `
      A: 16 half-square-triangle 2 x 2: 8 of 2 7/8 × 2 7/8, cut once diagonally; 4 rectangle 6 x 2: 4 of 6 1/2 × 2 1/2; 4 square 2 x 2: 4 of 2 1/2 × 2 1/2
      B: 4 square 4 x 4: 4 of 4 1/2 × 4 1/2; 1 square 2 x 2: 1 of 2 1/2 × 2 1/2
      C: 16 half-square-triangle 2 x 2: 8 of 2 7/8 × 2 7/8, cut once diagonally`,
    'Sawtooth Star': `
      A: 4 square 3 x 3: 4 of 3 1/2 × 3 1/2; 4 flying-goose 6 x 3: 1 of 7 1/4 × 7 1/4, cut twice diagonally
      B: 1 square 6 x 6: 1 of 6 1/2 × 6 1/2
      C: 8 half-square-triangle 3 x 3: 4 of 3 7/8 × 3 7/8, cut once diagonally`,
    // Quarter-square triangles that meet each other are no geese.
    'Ohio Star': `
      A: 8 quarter-square-triangle 4 x 2: 2 of 5 1/4 × 5 1/4, cut twice diagonally; 4 square 4 x 4: 4 of 4 1/2 × 4 1/2
      B: 8 quarter-square-triangle 4 x 2: 2 of 5 1/4 × 5 1/4, cut twice diagonally; 1 square 4 x 4: 1 of 4 1/2 × 4 1/2`,
    Snowball: `
      A: 1 template 9 x 9: template, 1 of 9 1/2 × 9 1/2, then trimmed to a template with seams
      B: 4 half-square-triangle 3 x 3: 2 of 3 7/8 × 3 7/8, cut once diagonally`,
  }

  it.each(Object.entries(blocks))('%s', async (name, lines) =>
    expect(inWords((await cutAndBuyIn(shipped(name))).cutting)).toEqual(lines.trim().split(/\n */)),
  )
})

/** Computed by hand from the tables of docs/quilting.md. Fabrics, binding, backing and 108 inches of it have yards. */
describe('[D41.5] the yardage of whole quilts', () => {
  const rows = `
    Harvest Star Sampler: A 1.5, B 1.625, C 0.375, sashing 0.875; 7 strips 0.5; 2 horizontal 3.25; 1.625; twin
    Coastal Geese: A 1.625, B 1.25, C 0.5, D 0.5, E 0.5; 7 strips 0.5; 2 vertical 3.125; 1.625; twin
    Olive Pinwheels: A 1, B 1, C 0.5; 6 strips 0.5; 2 horizontal 2.875; 1.5; throw
    Raffle Ohio Stars: A 2.5, B 2.75, C 0.625, setting 2.75; 11 strips 0.875; 3 horizontal 7.75; 3.125; king
    Barn Raising Log Cabin: A 3.375, B 4.375, C 1.375; 11 strips 0.875; 3 vertical 8.375; 2.875; king
    Scrappy Irish Chain: A 3.25, B 2.375; 8 strips 0.625; 2 vertical 4.625; 2; twin
    Fifty Greys: A 1.25, B 2, C 0.875; 7 strips 0.5; 2 horizontal 3.625; 1.875; twin
    Piñata Medallion: A 0.375, B 0.375, C 0.5, D 1.125, E 0.75; 5 strips 0.375; 2 vertical 2.5; 1.25; crib
    Bear Paw Cabin: A 1.5, B 2.125, C 0.75, setting 3.375; 9 strips 0.625; 2 vertical 5.5; 2.25; queen`

  it.each(rows.trim().split('\n'))('%s', async (row) => {
    const [name = '', amounts] = row.trim().split(': ')
    const { yardage, notCounted } = await cutAndBuyIn(shipped(name), STORED)
    if (yardage === undefined) throw new Error('it has no yardage')
    const { fabrics, binding, backing, batting } = yardage
    const bought = fabrics.map((each) => `${'slot' in each ? each.slot : each.of} ${each.yards}`)
    const parts = [
      bought.join(', '),
      `${binding.strips} strips ${binding.yards}`,
      `${backing.panels} ${backing.seams} ${backing.yards}`,
      backing.wide?.yards,
      batting.package,
    ]
    expect(parts.join('; ')).toBe(amounts)
    expect(notCounted).toEqual([])
  })
})

it.each(
  SHIPPED.filter(({ type }) => type === 'block').map(({ name, geometry }) => [name, geometry] as const),
)('[D41.3, D21.2] %s: every shape is counted, also those that truncation leaves out', async (_, design) => {
  const { geometry } = await outlineOf(itemOf('blocks'), JSON.stringify(design))
  const counts = (await cutAndBuyIn(design)).cutting.flatMap(({ pieces }) => pieces.map(({ count }) => count))
  expect(counts.reduce((sum, count) => sum + count, 0)).toBe(design.shapes?.length)
  expect(Buffer.byteLength(JSON.stringify(geometry))).toBeLessThanOrEqual(OUTLINE_BOUNDS.bytes)
})

describe('[D41.1] a form', () => {
  const cut = async (...all: (readonly Point[])[]) => {
    const shapes = all.map((points) => ({ slot: 'S0', points }))
    return (await cutAndBuyIn(blockDesign({ shapes }))).cutting[0]?.pieces ?? []
  }
  const pointsOf = (corners: string) => shape(corners).points

  it.each([
    ['square 2 x 2', '0,0 1,0 2,0 2,2 0,2 0,2'],
    ['square 1.414 x 1.414', '1,0 2,1 1,2 0,1'],
    ['rectangle 4 x 1', '0,0 1,0 1,4 0,4'],
    ['half-square-triangle 3 x 3', '0,0 3,0 0,3'],
    ['quarter-square-triangle 4 x 2', '0,0 4,0 2,2'],
    ['template 4 x 2', '0,0 4,0 0,2'],
    ['template 4 x 3', '0,0 4,0 2,3'],
    ['template 4 x 2', '0,0 2,0 4,2 2,2'],
    ['template 6 x 2', '0,0 6,0 4,2 2,2'],
    ['template 3 x 3', '0,0 3,0 3,1 1,1 1,3 0,3'],
  ])('%s: %s', async (words, corners) => {
    for (const points of [pointsOf(corners), pointsOf(corners).toReversed()]) {
      const [piece] = await cut(points)
      expect(`${piece?.form} ${piece?.width} x ${piece?.height}`).toBe(words)
    }
  })

  it('is the same wherever it lies, turned and mirrored', async () => {
    const points = pointsOf('0,0 4,0 5,2 1,2')
    const turned = points.map(([x, y]): Point => [9 - y, x])
    const mirrored = points.map(([x, y]): Point => [-x, y])
    expect(await cut(points, turned, mirrored)).toMatchObject([
      { form: 'template', width: 5, height: 2, count: 3 },
    ])
  })

  const arc = onCircle(9, Math.PI / 16, [0, 0], 2.5).join(' ')

  it.each([
    ['a square of 2 2/3', '0,0 2.6667,0 2.6667,2.6667 0,2.6667', '3 1/4 × 3 1/4', '3.17 × 3.17'],
    ['a half-square triangle of 3 1/3', '0,0 3.3333,0 0,3.3333', '4 1/4 × 4 1/4, cut once diagonally'],
    [
      'a quarter-square triangle of 3 1/3',
      '0,0 3.3333,0 1.6667,1.6667',
      '4 5/8 × 4 5/8, cut twice diagonally',
    ],
    ['half a rectangle, with its long tip', '0,0 4,0 0,2', '5 3/8 × 2 3/4'],
    ['a triangle of 60 degrees', '0,3 3.4641,3 1.7321,0', '4 3/8 × 3 3/4'],
    // 6 + 2 × 0.289, because the corners of 120 degrees lie at the ends of the rectangle.
    ['a hexagon', '1.5,0 4.5,0 6,2.5981 4.5,5.1962 1.5,5.1962 0,2.5981', '6 5/8 × 5 3/4'],
    // The right angle at its tip is across the rectangle: 5 + 0.25 + 0.354.
    ['a house with its tip at a right angle', '0,2 2,0 4,2 4,5 0,5', '5 5/8 × 4 1/2'],
    ['a quarter of a circle', `0,0 ${arc}`, '3 × 3'],
    ['what is left of its square', `3.5,0 ${arc} 0,3.5 3.5,3.5`, '4 × 4'],
  ])(
    '[D41.2] %s is a template, and has the rectangle that holds it with its seams',
    async (_, corners, fits, trim = 'a template with seams') => {
      const [piece] = await cut(pointsOf(corners))
      expect(piece).toMatchObject({
        cut: 'template',
        fitsIn: { text: `${fits}, then trimmed to ${trim}` },
      })
    },
  )
})

it('[D41.6] too many different pieces are left out whole, and it is said', async () => {
  const different = Array.from({ length: 501 }, (_, at) => square(0, 0, 'S0', 1 + at / 8))
  const notCounted = async (count: number) =>
    (await cutAndBuyIn(blockDesign({ shapes: different.slice(0, count) }))).notCounted
  expect(await notCounted(501)).toEqual(['pieces: too many, or too many different ones'])
  expect(await notCounted(500)).toContain('cutting: too long for this answer')
  const { geometry } = await answered(blockDesign({ shapes: different.slice(0, 150) }))
  expect(Buffer.byteLength(JSON.stringify(geometry))).toBeLessThanOrEqual(OUTLINE_BOUNDS.bytes)
})

it.each([
  ['open', [square(0, 0)], 'the ground of a block, where no piece lies'],
  [
    'hidden',
    [square(0, 0, 'S0', 12), square(0, 0)],
    'the ground of a block whose pieces overlap, if some of it is open',
  ],
])('[D41.6] a block names its ground where it may be %s', async (_, shapes, named) => {
  expect((await cutAndBuyIn(blockDesign({ shapes }))).notCounted).toEqual([named])
  expect((await cutAndBuyIn(blockDesign())).notCounted).toEqual([])
})

/** A quilt of so many rows and columns of a block of 12 inches with four squares. */
const quilt = (rows: number, cols: number, more: object = {}) =>
  layoutDesign({
    blockSize: 12,
    grid: { rows, cols },
    viewBox: [0, 0, cols * 12, rows * 12],
    placements: Array.from({ length: rows * cols }, (_, at) => [Math.floor(at / cols), at % cols, 'B1', 0]),
    ...more,
  })
const BLOCKS = storedAs({ blk_abc: blockDesign() })

it('[D41.2] says how many strips hold equal pieces, in the direction that needs less cloth', async () => {
  const strips = (
    await cutAndBuyIn(quilt(5, 4, { borders: [{ width: 3 }], viewBox: [0, 0, 54, 66] }), BLOCKS)
  ).cutting
    .flatMap(({ pieces }) => pieces)
    .map(cutOf)
    .map(({ count, text, strips }) => `${count} of ${text}: ${strips?.count} of ${strips?.width}`)
  expect(strips).toEqual([
    '80 of 6 1/2 × 6 1/2: 14 of 6.5',
    // 121 inches end to end, then 230.
    '2 of 60 1/2 × 3 1/2, joined from strips: 4 of 3.5',
    '2 of 54 1/2 × 3 1/2, from what is left of the strips before and 2 more strips: 2 of 3.5',
  ])
  const long = await cutAndBuyIn(
    blockDesign({ viewBox: [0, 0, 60, 12], shapes: [shape('0,0 59.5,0 59.5,9.5 0,9.5')] }),
  )
  expect(long.cutting[0]?.pieces).toMatchObject([{ cut: { strips: { count: 1, width: 60 } } }])
})

it.each([
  ['6 x 6', 4, { count: 1, width: 6.5, perStrip: 6 }],
  // Two to a strip of 2 1/2, of which 48 take 24.
  ['14 x 2', 48, { count: 3, width: 14.5, perStrip: 16, jellyRoll: 24 }],
  ['2 x 2', 48, { count: 3, width: 2.5, perStrip: 16 }],
])(
  '[D41.2] %s: says how many lie in a strip, and how many strips of a jelly roll hold %i',
  (size, count, strips) => {
    const [width = 0, height = 0] = size.split(' x ').map(Number)
    expect(cutOf(pieceOf({ form: 'rectangle', width, height, count })).strips).toEqual(strips)
  },
)

describe('[D41.3] the cutting of a quilt', () => {
  it('counts the pieces of its blocks, in the size in which they are placed', async () => {
    expect(inWords((await cutAndBuyIn(quilt(2, 3), BLOCKS)).cutting)).toEqual([
      'S0: 24 square 6 x 6: 24 of 6 1/2 × 6 1/2',
    ])
    const smaller = layoutDesign({ grid: { rows: 1, cols: 2 }, viewBox: [0, 0, 12, 6] })
    expect(inWords((await cutAndBuyIn(smaller, BLOCKS)).cutting)).toEqual([
      'S0: 8 square 3 x 3: 8 of 3 1/2 × 3 1/2',
    ])
  })

  it('has the slots of blocks that the quilt does not name, and leaves out those that nothing uses', async () => {
    const block = blockDesign({
      palette: [...paletteOf(2), { slot: 'S2', hex: '#224466' }],
      shapes: [square(0, 0), { ...square(6, 0), slot: 'S2' }],
    })
    const { palette } = await cutAndBuyIn(
      quilt(1, 1, { palette: paletteOf(2) }),
      storedAs({ blk_abc: block }),
    )
    expect(palette.map(({ slot }) => slot)).toEqual(['S0', 'S2'])
  })

  it('says which blocks are made in another size, where that makes their pieces templates', async () => {
    const block = blockDesign({ viewBox: [0, 0, 14, 14], shapes: [square(0, 0, 'S0', 2)] })
    const assumed = async (blockSize: number) => {
      const size = { blockSize, viewBox: [0, 0, blockSize, blockSize] }
      return (await cutAndBuyIn(quilt(1, 1, size), storedAs({ blk_abc: block }))).yardage?.assumptions
    }
    expect(await assumed(12)).toMatch(/not on a ruler's marks.*: block B1 \(drawn 14 × 14, made 12 × 12\)$/)
    expect(`${await assumed(14)} ${await assumed(7)}`).not.toContain('ruler')
  })

  const SASHED = { viewBox: [0, 0, 30, 44], sashing: { width: 2 } }
  const GAPS = ['0 0', '1 0', '1 2'].map((cell) => [...cell.split(' ').map(Number), 'B1', 0])

  it.each<[string, object, string[]]>([
    [
      'sashing lies around the outside, too, with squares where it crosses',
      quilt(3, 2, { ...SASHED, sashing: { width: 2, cornerstones: true } }),
      [
        'sashing: 17 strip 12 x 2: 17 of 12 1/2 × 2 1/2',
        'cornerstones: 12 square 2 x 2: 12 of 2 1/2 × 2 1/2',
      ],
    ],
    [
      'sashing without such squares has long strips',
      quilt(3, 2, SASHED),
      ['sashing: 9 strip 12 x 2: 9 of 12 1/2 × 2 1/2; 4 strip 30 x 2: 4 of 30 1/2 × 2 1/2'],
    ],
    [
      'on point it has setting squares, side and corner triangles',
      quilt(5, 4, { layoutMode: 'on-point', viewBox: [0, 0, 67.88, 84.85] }),
      [
        'setting: 12 square 12 x 12: 12 of 12 1/2 × 12 1/2; 14 quarter-square-triangle 16.971 x 8.485: 4 of 18 1/4 × 18 1/4, cut twice diagonally; 4 half-square-triangle 8.485 x 8.485: 2 of 9 3/8 × 9 3/8, cut once diagonally',
      ],
    ],
    [
      'empty cells are plain squares',
      quilt(2, 3, { placements: GAPS }),
      ['setting: 3 square 12 x 12: 3 of 12 1/2 × 12 1/2'],
    ],
    [
      'empty columns of strips are plain strips',
      quilt(2, 3, { placements: GAPS, layoutMode: 'strip' }),
      ['setting: 1 square 12 x 12: 1 of 12 1/2 × 12 1/2; 1 strip 24 x 12: 1 of 24 1/2 × 12 1/2'],
    ],
    [
      'borders have their sides first, then top and bottom over them, the next one around',
      quilt(1, 1, { viewBox: [0, 0, 24, 24], borders: [{ width: 2, slot: 'S0' }, { width: 4 }] }),
      [
        'border S0: 2 strip 12 x 2: 2 of 12 1/2 × 2 1/2; 2 strip 16 x 2: 2 of 16 1/2 × 2 1/2, from 1 new strip',
        'border: 2 strip 16 x 4: 2 of 16 1/2 × 4 1/2; 2 strip 24 x 4: 2 of 24 1/2 × 4 1/2, from 2 new strips',
      ],
    ],
  ])('[D41.4] %s', async (_, design, parts) => {
    const words = inWords((await cutAndBuyIn(design, BLOCKS)).cutting)
    expect(words.filter((line) => !line.startsWith('S0'))).toEqual(parts)
  })

  it('has its size without borders, if it has some', async () => {
    const sizeOf = async (design: object) => (await answered(design, BLOCKS)).geometry?.['sizeWithoutBorders']
    const borders = [{ width: 2.1 }, { width: 4 }]
    expect(await sizeOf(quilt(1, 2, { viewBox: [0, 0, 36.2, 24.2], borders }))).toEqual({
      width: 24,
      height: 12,
    })
    expect(await sizeOf(quilt(1, 2))).toBeUndefined()
    expect(await sizeOf(quilt(1, 2, { borders: [{ width: 6 }] }))).toBeUndefined()
  })

  it('[D41.4] a block of two cells covers both', async () => {
    const halves = [square(0, 0, 'S0', 12), square(0, 12, 'S0', 12)]
    const tall = storedAs({ blk_abc: blockDesign({ viewBox: [0, 0, 12, 24], shapes: halves }) })
    const upright = [0, 1].map((column) => [0, column, 'B1', 0])
    const turned = [0, 1].map((row) => [row, 0, 'B1', 90])
    for (const placements of [upright, turned]) {
      const { notCounted, cutting } = await cutAndBuyIn(quilt(2, 2, { placements }), tall)
      expect([notCounted, cutting.map(({ of }) => of)]).toEqual([[], ['pieces']])
    }
  })

  it('[D41.3] without a size of its blocks, they are cut as they are drawn: to fit their cells', async () => {
    const lines = async (viewBox: readonly number[], drawn: readonly number[], more: object = {}) => {
      const [, , width = 0, height = 0] = drawn
      const shapes = [shape(`0,0 ${width},0 ${width},${height} 0,${height}`)]
      const block = storedAs({ blk_abc: blockDesign({ viewBox: drawn, shapes }) })
      const { cutting, notCounted } = await cutAndBuyIn(
        quilt(4, 4, { blockSize: undefined, viewBox, ...more }),
        block,
      )
      return [...inWords(cutting), ...notCounted]
    }
    // Cells need not be square.
    const whole = 'S0: 16 rectangle 9 x 6.75: 16 of 9 1/2 × 7 1/4'
    expect(await lines([0, 0, 27, 36], [0, 0, 6.75, 9])).toEqual([whole])
    expect(await lines([0, 0, 48, 48], [0, 0, 6, 6])).toEqual([
      'S0: 16 square 12 x 12: 16 of 12 1/2 × 12 1/2',
    ])
    const sashing = { width: 1 }
    expect(await lines([0, 0, 32, 41], [0, 0, 6.75, 9], { sashing })).toEqual([
      whole,
      'sashing and setting: the cells are not square',
    ])
  })

  it.each<[string, string, object, Record<string, unknown>?]>([
    ['a block is gone', 'pieces and setting: a block is gone', {}, {}],
    ['a block is damaged', 'gone, or its design cannot be read', {}, { blk_abc: 'nothing' }],
    ['a block has gaps', 'where no piece lies', {}, { blk_abc: blockDesign({ shapes: [square(0, 0)] }) }],
    ['the blocks do not fit', 'do not fit into the quilt', { viewBox: [0, 0, 20, 20] }],
    ['there is more room', 'setting: the space inside', { viewBox: [0, 0, 30, 30] }],
    ['the layout is free', 'setting: blocks of a freeform quilt', { layoutMode: 'freeform' }],
    [
      'sashing lies on point',
      'sashing and setting: how they lie on point',
      { layoutMode: 'on-point', sashing: { width: 2 }, viewBox: [0, 0, 40, 40] },
    ],
    [
      'pieces overlap',
      'whose pieces overlap',
      {},
      { blk_abc: blockDesign({ shapes: [square(0, 0, 'S0', 12), square(0, 0)] }) },
    ],
    [
      'two blocks lie in one cell',
      'setting: two blocks lie in one cell',
      { placements: [0, 0].map(() => [0, 0, 'B1', 0]) },
    ],
  ])('[D41.6] where %s, it says what is not counted', async (_, named, more, blocks) => {
    const stored = blocks === undefined ? BLOCKS : storedAs(blocks)
    expect((await cutAndBuyIn(quilt(2, 2, more), stored)).notCounted.join('; ')).toContain(named)
  })

  it('[D41.3] is the same in every layout: what is cut covers the quilt exactly once', async () => {
    const quilts = fc.record({
      rows: fc.integer({ min: 1, max: 6 }),
      cols: fc.integer({ min: 1, max: 6 }),
      layoutMode: fc.constantFrom('grid', 'strip', 'medallion', 'on-point'),
      width: fc.constantFrom(0, 1, 2.5),
      cornerstones: fc.boolean(),
      borders: fc.array(fc.record({ width: fc.constantFrom(1, 2, 3.5) }), { maxLength: 3 }),
      gaps: fc.array(fc.nat(35), { maxLength: 12 }),
    })
    const isCovered = fc.asyncProperty(
      quilts,
      async ({ rows, cols, layoutMode, width, cornerstones, borders, gaps }) => {
        const isOnPoint = layoutMode === 'on-point'
        const sash = isOnPoint ? 0 : width
        const step = isOnPoint ? 12 * Math.SQRT2 : 12 + sash
        const around = sash + 2 * borders.reduce((sum, border) => sum + border.width, 0)
        const [wide, high] = [cols * step + around, rows * step + around]
        const sashing = sash > 0 ? { width: sash, cornerstones } : undefined
        const placements = quilt(rows, cols).placements.filter((_, at) => at === 0 || !gaps.includes(at))
        const layout = { layoutMode, viewBox: [0, 0, wide, high], borders, sashing, placements }
        const { cutting } = await cutAndBuyIn(quilt(rows, cols, layout), BLOCKS)
        const areas = cutting
          .flatMap(({ pieces }) => pieces)
          .map(({ form, ...piece }) => {
            const area = piece.count * piece.width * piece.height
            return form.endsWith('triangle') ? area / 2 : area
          })
        expect(areas.reduce((sum, area) => sum + area, 0) / (wide * high)).toBeCloseTo(1, 3)
      },
    )
    await fc.assert(isCovered, { numRuns: 200 })
  })
})
