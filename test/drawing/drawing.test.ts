import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readOutline } from '../../src/core/design.ts'
import { inchesText } from '../../src/core/inches.ts'
import { drawSvg, MOST_PNG_BYTES, renderPng } from '../../src/drawing/index.ts'
import { blockDesign, layoutDesign, outlineBlock, outlineQuilt, paletteOf, square } from '../core/outlines.ts'

const request = { width: 12, height: 12, label: 'Star', edges: true } as const
const block = outlineBlock(blockDesign())
const blocks = new Map([['blk_abc', block.geometry]])

const drawOutline = ({ geometry, geometryStatus }: ReturnType<typeof outlineBlock>, more = {}) =>
  drawSvg({ ...request, geometry, status: geometryStatus, blocks, ...more })

/** Elements are closed in the order in which they were opened, and text holds no markup. */
function isWellFormed(svg: string): boolean {
  const open: string[] = []
  for (const [, closing, name = '', itself] of svg.matchAll(/<(\/?)([a-zA-Z]+)[^<>]*?(\/?)>/g)) {
    if (closing === '/') {
      if (open.pop() !== name) return false
    } else if (itself !== '/') open.push(name)
  }
  return open.length === 0 && !/<(?![/a-zA-Z])/.test(svg)
}

const number = fc.oneof(fc.integer({ min: -50, max: 300 }), fc.double({ noNaN: false }), fc.constant(1e9))
const point = fc.tuple(number, number)
const design = fc.record({
  schema: fc.constant('quilt-outline/1'),
  kind: fc.constantFrom('block', 'quilt', 'pattern', 'swatch'),
  viewBox: fc.oneof(fc.constant([0, 0, 12, 12]), fc.tuple(number, number, number, number)),
  layoutMode: fc.constantFrom('grid', 'sashing', 'on-point', 'strip', 'medallion', 'freeform', undefined),
  grid: fc.option(
    fc.record({ rows: fc.integer({ min: 1, max: 2 ** 31 }), cols: fc.integer({ min: 1, max: 400 }) }),
    {
      nil: undefined,
    },
  ),
  blockSize: fc.option(number, { nil: undefined }),
  sashing: fc.option(fc.record({ width: number, cornerstones: fc.boolean() }), { nil: undefined }),
  borders: fc.array(fc.record({ width: number, slot: fc.constantFrom('S0', 'S9') }), { maxLength: 4 }),
  palette: fc.constantFrom([], paletteOf(1), paletteOf(30)),
  shapes: fc.array(
    fc.record({
      slot: fc.constantFrom('S0', 'S1', 'S9'),
      points: fc.array(point, { minLength: 3, maxLength: 40 }),
    }),
    {
      maxLength: 8,
    },
  ),
  blocks: fc.constant([{ ref: 'B1', blockId: 'blk_abc' }]),
  placements: fc.array(
    fc.tuple(
      fc.integer(),
      fc.integer({ min: -1, max: 5 }),
      fc.constantFrom('B1', 'B2'),
      fc.constantFrom(0, 90, 180, 270),
    ),
    { maxLength: 8 },
  ),
})

describe('a drawing', () => {
  it('[D39.1] of any outline at all is well-formed, bounded SVG of numbers and colours', () => {
    fc.assert(
      fc.property(
        fc.oneof(design, fc.anything()),
        fc.constantFrom('complete', 'truncated', 'empty', undefined),
        (geometry, status) => {
          const svg = drawSvg({ ...request, geometry, status, blocks })
          expect(isWellFormed(svg)).toBe(true)
          expect(svg).not.toMatch(
            /NaN|Infinity|undefined|<script|style=|https?:(?!\/\/www\.w3\.org\/2000\/svg)/,
          )
          expect(svg.length).toBeLessThan(300_000)
        },
      ),
      { numRuns: 300 },
    )
  })

  it('[D39.1] becomes a PNG that every client takes', async () => {
    await fc.assert(
      fc.asyncProperty(design, async (geometry) => {
        const png = Buffer.from(
          await renderPng(drawSvg({ ...request, geometry, status: 'complete', blocks })),
        )
        expect(png.subarray(1, 4).toString()).toBe('PNG')
        expect(png.length).toBeLessThanOrEqual(MOST_PNG_BYTES)
        expect(Math.max(png.readUInt32BE(16), png.readUInt32BE(20))).toBeLessThanOrEqual(512)
      }),
      { numRuns: 15 },
    )
  })

  it('names what it shows, without markup of its name', () => {
    const svg = drawOutline(block, { label: '"><script>alert(1)</script>' })
    expect(svg).not.toContain('<script')
    expect(svg).toContain('aria-label="&#34;&#62;&#60;script')
  })

  it('states the finished size on its edges', () => {
    expect(drawOutline(outlineBlock(blockDesign({ viewBox: [0, 0, 12.5, 9.75] })))).toMatch(/>12½″<.*>9¾″</)
  })

  it('says that there are no pieces, that there is no drawing, that not all is shown', () => {
    expect(drawOutline(outlineBlock(blockDesign({ shapes: [] })))).toContain('no pieces yet')
    expect(drawSvg({ ...request, geometry: undefined, status: 'unavailable' })).toContain('no drawing')
    const many = Array.from({ length: 300 }, (_, index) =>
      square(index % 20, Math.floor(index / 20), 'S0', 1),
    )
    expect(drawOutline(outlineBlock(blockDesign({ shapes: many })))).toContain('too many pieces to show all')
  })
})

describe('a quilt', () => {
  const uses = (svg: string) => [...svg.matchAll(/<use ([^>]*)\/>/g)].map(([, attributes = '']) => attributes)

  it('places its blocks in its own colours, rotated', () => {
    const svg = drawOutline(outlineQuilt(layoutDesign({ palette: [{ slot: 'S0', hex: '#123456' }] })))
    expect(svg).toContain('<path fill="#123456"')
    expect(uses(svg)).toEqual([
      'href="#block-B1" width="6" height="6" x="0" y="3"',
      'href="#block-B1" width="6" height="6" x="6" y="3" transform="rotate(90 9 6)"',
    ])
  })

  it('on point turns them by half a right angle', () => {
    const design = layoutDesign({
      layoutMode: 'on-point',
      viewBox: [0, 0, 17, 17],
      placements: [[0, 0, 'B1', 90]],
    })
    expect(uses(drawOutline(outlineQuilt({ ...design, grid: { rows: 1, cols: 1 } })))[0]).toContain(
      'rotate(135 ',
    )
  })

  it('lets a block of two squares cover two cells', () => {
    const tall = outlineBlock(blockDesign({ viewBox: [0, 0, 6, 12] })).geometry
    const svg = drawOutline(
      outlineQuilt(layoutDesign({ viewBox: [0, 0, 12, 12], grid: { rows: 2, cols: 2 } })),
      {
        blocks: new Map([['blk_abc', tall]]),
      },
    )
    expect(uses(svg)[0]).toContain('width="6" height="12" x="0" y="0"')
  })

  it('leaves a block plain that is not there', () => {
    expect(drawOutline(outlineQuilt(layoutDesign()), { blocks: new Map() })).not.toContain('<use')
  })

  it('draws borders from outside to inside, and sashing between the blocks', () => {
    const svg = drawOutline(
      outlineQuilt(
        layoutDesign({
          viewBox: [0, 0, 24, 24],
          grid: { rows: 1, cols: 2 },
          borders: [
            { width: 1, slot: 'S0' },
            { width: 2, slot: 'S1' },
          ],
          palette: paletteOf(2),
          sashing: { width: 2, cornerstones: true },
        }),
      ),
    )
    expect(svg).toMatch(
      /<rect x="0" y="0" width="24" height="24"[^>]*\/><rect x="2" y="2" width="20" height="20"/,
    )
    expect(uses(svg)[0]).toContain('x="5" y="9"')
    expect([...svg.matchAll(/<rect [^>]*width="2" height="2"/g)]).toHaveLength(6)
  })
})

it.each([
  [12.5, '12½″'],
  [0.25, '¼″'],
  [83.88, '83⅞″'],
  [100.85, '100.85″'],
  [64, '64″'],
  [0.3, '0.3″'],
  [0, '0″'],
])('%s inches are written as %s', (inches, text) => expect(inchesText(inches)).toBe(text))

it('reads the outlines that are published, and nothing else', () => {
  expect(readOutline(block.geometry)?.kind).toBe('block')
  expect(readOutline({ kind: 'block' })).toBeUndefined()
})
