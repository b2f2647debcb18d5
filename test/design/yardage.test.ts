import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type CutPart, NOTHING_TO_CUT } from '../../src/design/cutting.ts'
import { cutOf, pieceOf, strips } from '../../src/design/pieces.ts'
import { clothOf as clothOfParts, yardageOf } from '../../src/design/yardage.ts'
import { blockDesign, cutAndBuyIn, layoutDesign, square, storedAs } from './designs.ts'
import { shipped } from './shipped.ts'

const yardage = (width: number, height: number, parts: readonly CutPart[] = []) =>
  yardageOf({ width, height, palette: [] }, { ...NOTHING_TO_CUT, parts })

type Size = readonly [width: number, height: number, count: number]

/** Pieces of one fabric, by their cut sizes. */
const cutTo = (sizes: readonly Size[]): CutPart => ({
  of: 'pieces',
  slot: 'A',
  pieces: sizes.map(([width, height, count]) =>
    pieceOf({ form: 'rectangle', width: width - 0.5, height: height - 0.5, count }),
  ),
})
const yardsFor = (...sizes: readonly Size[]) => yardage(10, 10, [cutTo(sizes)]).fabrics[0]?.yards

describe('[D41.5] published tables', () => {
  it.each<[string, number, ...Size[]]>([
    ['80 squares of 2 1/2', 0.375, [2.5, 2.5, 80]],
    ['160 of 2 1/2 by 4 1/2, in the shorter direction', 1.25, [2.5, 4.5, 160]],
    ['one more strip for the last square', 0.5, [2.5, 2.5, 81]],
    ['a fabric of two sizes, rounded up once', 0.25, [2.5, 2.5, 16], [3.5, 3.5, 11]],
    ['a piece along the length', 1.75, [60, 10, 4]],
  ])('%s', (_, yards, ...sizes) => expect(yardsFor(...sizes)).toBe(yards))

  it.each<[string, number | undefined, ...Size[]]>([
    ['56 squares of 2 1/2', 1, [2.5, 2.5, 56]],
    ['one more', 2, [2.5, 2.5, 57]],
    // Two strips of 9 hold two squares each; what is left of both holds a square of 3.
    ['small ones beside large ones', 1, [9, 9, 4], [3, 3, 2]],
    ['what no rest holds', 2, [9, 9, 4], [3.5, 3.5, 1]],
    ['strips of 6 and of 12 in one, of 10 in another', 2, [6, 21, 1], [12, 21, 1], [10, 21, 1]],
    ['28 of 5 by 2 1/2, which only strips of 21 hold', 1, [5, 2.5, 28]],
    ['32 of 4 1/2 by 2 1/2, which only strips of 18 hold', 1, [4.5, 2.5, 32]],
    ['pieces across the shorter side', 3, [20, 17, 3]],
    ['a piece that is too long', undefined, [2.5, 2.5, 1], [21.5, 2, 1]],
  ])('fat quarters for %s: %s', (_, fatQuarters, ...sizes) =>
    expect(yardage(10, 10, [cutTo(sizes)]).fabrics[0]?.fatQuarters).toBe(fatQuarters),
  )

  /** The counts of strips, and the yards, of a quilt that has nothing but borders. */
  const borders = async (width: number, height: number, ...widths: readonly number[]) => {
    const quilt = {
      blocks: [],
      viewBox: [0, 0, width, height],
      borders: widths.map((each) => ({ width: each })),
    }
    const { cutting, yardage: bought } = await cutAndBuyIn(layoutDesign(quilt))
    const strips = cutting.flatMap(({ pieces }) => pieces.map((piece) => cutOf(piece).strips?.count))
    return { strips, fabrics: bought?.fabrics }
  }

  it('borders are joined: 67 1/2 by 82 1/2 with 3 3/4 takes nine strips', async () => {
    const fabrics = [{ of: 'border', yards: 1.125, text: '1 1/8 yd' }]
    expect(await borders(75, 90, 3.75)).toEqual({ strips: [5, 4], fabrics })
  })

  it('a border begins with the rest of the strips of an equal one', async () => {
    // 41, 94, 147 and 212 inches end to end.
    expect(await borders(32, 32, 3, 3)).toMatchObject({ strips: [2, 1, 1, 2], fabrics: [{ yards: 0.625 }] })
  })

  it.each([
    [60, 72, 274, 8, 0.625, '2 vertical', 4.5, 2],
    [30, 30, 130, 4, 0.375, '1 none', 1.125, 1.125],
    [48, 60, 226, 7, 0.5, '2 horizontal', 3.125, 1.625],
    [100, 100, 410, 11, 0.875, '3 vertical', 9, 3],
    [110, 108, 446, 12, 0.875, '3 vertical', 9.75, undefined],
  ])(
    '%i by %i: binding %i long, %i strips, %d yards; backing of %s, %d yards, or %d of 108″',
    (width, height, length, strips, yards, panels, backing, wide) => {
      const bought = yardage(width, height)
      expect(bought.binding).toMatchObject({ length, strips, yards })
      expect(`${bought.backing.panels} ${bought.backing.seams}`).toBe(panels)
      expect([bought.backing.yards, bought.backing.wide?.yards]).toEqual([backing, wide])
    },
  )

  it('says where cloth of 42 inches changes the backing', () => {
    expect(yardage(60, 72).backing.text).toBe('4 1/2 yd (3 7/8 yd where 42″ are usable)')
    expect(yardage(36, 36).backing.text).not.toContain('42')
  })

  it.each([
    [36, 52, 'crib', '45 × 60, less than an inch to spare'],
    [52, 50, 'throw', '60 × 60, less than an inch to spare'],
    [60, 72, 'twin', '72 × 90'],
    [66, 48, 'twin', '72 × 90, turned'],
    [64, 74, 'twin', '72 × 90, less than an inch to spare'],
    // As long as the package, but turned it has room.
    [64, 52, 'twin', '72 × 90'],
    [84, 72, 'full', '81 × 96, turned'],
    [80, 99, 'queen', '90 × 108'],
    [90, 108, 'king', '120 × 120'],
    [114, 90, undefined, undefined],
  ])('batting of %i by %i: %s, %s', (width, height, name, packageSize) => {
    const { batting, notCounted } = yardage(width, height)
    expect(batting).toMatchObject({ width: width + 8, length: height + 8 })
    expect([batting.package, batting.packageSize]).toEqual([name, packageSize])
    expect(notCounted).toEqual(name === undefined ? ['batting package: none is large enough'] : [])
  })
})

const eighths = (most: number) => fc.integer({ min: 8, max: most * 8 }).map((value) => value / 8)
const size = fc.tuple(eighths(38), eighths(38), fc.integer({ min: 1, max: 300 }))
const sizes = fc.array(size, { minLength: 1, maxLength: 6 })

describe('[D41.5] any pieces', () => {
  it('fit on the cloth that is bought', () => {
    fc.assert(
      fc.property(sizes, (all) => {
        const area = all.reduce((sum, [width, height, count]) => sum + width * height * count, 0)
        const [{ yards = 0, fatQuarters = Number.POSITIVE_INFINITY } = {}] = yardage(10, 10, [
          cutTo(all),
        ]).fabrics
        expect(yards * 36 * 40).toBeGreaterThanOrEqual(area)
        expect(fatQuarters * 18 * 21).toBeGreaterThanOrEqual(area)
      }),
    )
  })

  it('never need less cloth when there are more of them, or larger ones', () => {
    fc.assert(
      fc.property(sizes, size, fc.integer({ min: 0, max: 9 }), (all, [width, height, count], more) => {
        const yards = yardsFor(...all, [width, height, count]) ?? 0
        expect(yardsFor(...all)).toBeLessThanOrEqual(yards)
        expect(yards).toBeLessThanOrEqual(yardsFor(...all, [width, height, count + more]) ?? 0)
        expect(yards).toBeLessThanOrEqual(yardsFor(...all, [width + 1, height, count]) ?? 0)
      }),
    )
  })

  it('strips hold what they say: nothing is longer than the cloth is wide, or it is joined', () => {
    fc.assert(
      fc.property(eighths(108), eighths(12), fc.integer({ min: 1, max: 12 }), (more, width, count) => {
        const length = 12 + more
        const { fabrics } = yardage(10, 10, [{ of: 'border', pieces: [strips(length, width, count, 0)] }])
        const inches = (fabrics[0]?.yards ?? 0) * 36
        const bought = Math.floor((inches + 1e-6) / (width + 0.5))
        // Half an inch is lost at each join.
        expect(bought * 40 - (bought - 1) / 2).toBeGreaterThanOrEqual(count * (length + 0.5) - 0.5)
      }),
    )
  })
})

describe('[D41.7] the cloth of blocks', () => {
  /** Of one fabric, by the sizes to cut. */
  const clothOf = (...sizes: readonly Size[]) =>
    clothOfParts({ ...NOTHING_TO_CUT, parts: [cutTo(sizes)] }).cloth?.fabrics[0]

  it.each([
    [2.5, 56],
    [3, 42],
    [3.5, 30],
    [4, 20],
    [4.5, 16],
    [5, 12],
    [6, 9],
    [6.5, 6],
    [9, 4],
    [12, 1],
    [18.5, 0],
  ])('a fat quarter gives as many squares of %d as charts say: %i', (edge, count) =>
    expect(clothOf([edge, edge, 1])?.blocksPerFatQuarter).toBe(count),
  )

  it('of Churn Dash', async () => {
    const [background, feature] = (await cutAndBuyIn(shipped('Churn Dash'))).cloth?.fabrics ?? []
    // Strips of 4 7/8, 4 1/2 and 2 1/2 across 21 inches; the one of 4 7/8 holds the square of 4 1/2, too.
    expect(background).toEqual({
      slot: 'A',
      yards: { 1: 0.25, 6: 0.625, 12: 1.125, 20: 1.75 },
      blocksPerFatQuarter: 2,
      text: '1/4 yd for 1, 5/8 yd for 6, 1 1/8 yd for 12, 1 3/4 yd for 20 blocks; a fat quarter gives 2 blocks',
    })
    expect(feature).toMatchObject({ slot: 'B', blocksPerFatQuarter: 3 })
    const { assumptions } = (await cutAndBuyIn(shipped('Churn Dash'))).cloth ?? {}
    expect(assumptions).toContain('the yardage of a quilt may be more')
  })

  it('has strips of their own for pieces, if those take less', () => {
    // A strip of 7 1/4 holds eight of 5, one of 5 only five of 7 1/4.
    expect(clothOf([7.25, 5, 1])?.yards).toMatchObject({ 6: 0.25 })
  })

  it('says plainly what a fat quarter is too little for, and where counting ended', () => {
    const textOf = (width: number) => clothOf([width, width, 1])?.text.split('; ').at(-1)
    expect([2, 19].map(textOf)).toEqual([
      'a fat quarter gives 60 blocks or more',
      'a fat quarter is too little for one block',
    ])
  })

  it('counts triangles of several blocks together', () => {
    const triangles = [pieceOf({ form: 'half-square-triangle', width: 3, height: 3, count: 1 })]
    const parts = [{ of: 'pieces', slot: 'A', pieces: triangles } as const]
    // 30 squares of 3 7/8 for 60 triangles.
    expect(clothOfParts({ ...NOTHING_TO_CUT, parts }).cloth?.fabrics[0]?.blocksPerFatQuarter).toBe(40)
  })

  it('leaves out and names a fabric with a piece that is wider than the cloth', async () => {
    const whole = square(0, 0, 'S1', 41)
    const { cloth, notCounted } = await cutAndBuyIn(
      blockDesign({ viewBox: [0, 0, 82, 82], shapes: [square(41, 41), whole] }),
    )
    expect(cloth?.fabrics.map(({ slot }) => slot)).toEqual(['S0'])
    expect(notCounted).toContain('yards of fabric S1: a piece is wider than the cloth')
  })

  it('holds what is cut from it, and is no more than strips for each size', () => {
    fc.assert(
      fc.property(sizes, (all) => {
        const { yards = {}, blocksPerFatQuarter = 0 } = clothOf(...all) ?? {}
        const area = all.reduce((sum, [width, height, count]) => sum + width * height * count, 0)
        for (const [blocks, bought = 0] of Object.entries(yards))
          expect(bought * 36 * 40).toBeGreaterThanOrEqual(area * Number(blocks))
        expect(area * blocksPerFatQuarter).toBeLessThanOrEqual(18 * 21)
      }),
    )
  })
})

describe('[D41.6] where a number would be too small, it is left out', () => {
  const quilt = (more: object = {}) =>
    layoutDesign({ viewBox: [0, 0, 16, 10], borders: [{ width: 2, slot: 'S0' }], ...more })
  const yardageIn = async (...given: Parameters<typeof cutAndBuyIn>) => (await cutAndBuyIn(...given)).yardage
  const blocks = storedAs({ blk_abc: blockDesign() })

  it('for a slot of which pieces are not known, though its border is', async () => {
    expect((await yardageIn(quilt(), blocks))?.fabrics).toMatchObject([{ slot: 'S0' }])
    const { fabrics, notCounted, binding } = (await yardageIn(quilt())) ?? {}
    expect(fabrics).toEqual([])
    expect(notCounted?.join()).toContain('a block is gone')
    expect(binding?.strips).toBe(2)
  })

  it('for a piece that is wider than the cloth on both sides', () => {
    const { fabrics, notCounted } = yardage(90, 90, [cutTo([[41, 45, 1]])])
    expect(fabrics).toEqual([])
    expect(notCounted).toEqual(['yards of fabric A: a piece is wider than the cloth'])
  })

  it('[D41.4] says for which parts nobody has chosen a fabric, and in which the picture shows them', async () => {
    const sashed = quilt({ viewBox: [0, 0, 18, 10], sashing: { width: 2 }, borders: [] })
    expect((await yardageIn(quilt(), blocks))?.assumptions).toContain(
      'No fabric is chosen for binding and backing',
    )
    expect((await yardageIn(sashed, blocks))?.assumptions).toContain(
      'No fabric is chosen for sashing (slot S0 in the picture), binding and backing',
    )
  })

  it('a quilt without pieces has what follows from its size', async () => {
    const { fabrics, backing, assumptions } =
      (await yardageIn(quilt({ blocks: [], placements: [], viewBox: [0, 0, 60, 72], borders: [] }))) ?? {}
    expect(fabrics).toEqual([])
    expect(backing?.yards).toBe(4.5)
    expect(assumptions).toContain('no reserve')
    // Only what applies is assumed.
    expect(assumptions).not.toMatch(/Borders|Fat quarters/)
    expect((await yardageIn(quilt(), blocks))?.assumptions).toMatch(/ Borders, not mitred.* Fat quarters/)
  })

  it('a quilt without pieces has its borders', async () => {
    const empty = { blocks: [], placements: [], viewBox: [0, 0, 60, 72], borders: [{ width: 6 }] }
    const { cutting, yardage } = await cutAndBuyIn(quilt(empty))
    expect(cutting).toMatchObject([{ of: 'border' }])
    expect(yardage?.fabrics).toMatchObject([{ of: 'border' }])
    expect(yardage?.notCounted).toEqual(['pieces and setting: there are no blocks yet'])
  })
})
