import { describe, expect, it, vi } from 'vitest'
import { MOST_DESIGN_BYTES } from '../../src/core/rooms.ts'
import { drawSvg } from '../../src/design/drawing.ts'
import { inchesText } from '../../src/design/inches.ts'
import { MOST_PNG_BYTES } from '../../src/design/png.ts'
import { renderPng } from '../../src/design/renderer.ts'
import { loadSaved, MOST_LARGE } from '../../src/design/saved.ts'
import {
  answered,
  bareOutlineOf,
  blockDesign,
  itemOf,
  layoutDesign,
  onCircle,
  savedOf,
  shape,
  square,
  storedAs,
} from './designs.ts'
import { SHIPPED, STORED } from './shipped.ts'

const BLOCK = blockDesign()

type Blocks = Readonly<Record<string, unknown>>

/** Draws a saved design. @param blocks the designs of its blocks by their ids. */
function draw(
  design: { readonly kind: string } | undefined,
  blocks: Blocks = { blk_abc: BLOCK },
  label = 'Star',
) {
  const item = itemOf(design?.kind === 'block' ? 'blocks' : 'quilts', { width: 12, height: 12 })
  const text = design === undefined ? undefined : JSON.stringify(design)
  return drawSvg(savedOf(item, text, storedAs(blocks)), { label, edges: true })
}

const svgOf = (...given: Parameters<typeof draw>) => draw(...given).svg

describe('a drawing', () => {
  it('names what it shows, without markup of its name', () => {
    const svg = svgOf(BLOCK, {}, '"><script>alert(1)</script>')
    expect(svg).not.toContain('<script')
    expect(svg).toContain('aria-label="&#34;&#62;&#60;script')
  })

  it('[D39.1] states the finished size on its edges, in eighths', () => {
    expect(svgOf(blockDesign({ viewBox: [0, 0, 12.5, 9.75] }))).toMatch(/>12 1\/2″<.*>9 3\/4″</)
    expect(svgOf(blockDesign({ viewBox: [0, 0, 69.375, 89.25] }))).toMatch(/>69 3\/8″<.*>89 1\/4″</)
    expect(svgOf(blockDesign({ viewBox: [0, 0, 69.4, 0.4] }))).toMatch(/>about 69 3\/8″<.*>about 3\/8″</)
  })

  it('[D39.1] has no background, and the words on its edges are legible on white and on black', async () => {
    const png = Buffer.from(await renderPng(svgOf(BLOCK), { of: 'ann' }))
    const [palette, alphas] = ['PLTE', 'tRNS'].map((name) => png.subarray(png.indexOf(name) + 4))
    expect([...(alphas?.subarray(0, 5) ?? [])]).toEqual([255, 192, 128, 64, 0])
    const [ink = 0] = [...(palette?.subarray(0, 1) ?? [])]
    expect(Math.abs(ink - 128)).toBeLessThan(20)
  })

  it.each([
    ['no pieces yet', blockDesign({ shapes: [] }), 'pieces'],
    ['no drawing', undefined, 'design'],
    ['no drawing', blockDesign({ viewBox: [0, 0, 0, 12] }), 'design'],
  ])('[D39.5] says %s', (words, design, lack) => {
    const { svg, lacks } = draw(design)
    expect([lacks, svg.includes(words)]).toEqual([lack, true])
  })

  it.each([
    ['a block without a size', itemOf('blocks', { shapeCount: 0 }), undefined],
    ['a block of one side', itemOf('blocks', { shapeCount: 0, width: 12 }), undefined],
    ['less than a pixel', itemOf('blocks'), blockDesign({ viewBox: [0, 0, 0.0001, 100_000] })],
    ['cells of less than a pixel', itemOf('quilts'), layoutDesign({ viewBox: [0, 0, 0.0001, 100_000] })],
    ['blocks of less than a pixel', itemOf('quilts'), layoutDesign()],
  ])('has only numbers for %s', (_, item, design) => {
    const thin = storedAs({ blk_abc: blockDesign({ viewBox: [0, 0, 0.0001, 100_000] }) })
    const { svg } = drawSvg(savedOf(item, design && JSON.stringify(design), thin), { label: '', edges: true })
    expect(svg).not.toMatch(/NaN|Infinity|undefined/)
  })

  it('[D39.1] has room for the size on the left of a flat design, and words inside of an empty one', () => {
    const places = (svg: string) => [...svg.matchAll(/viewBox="0 0 \d+ (\d+)"|<text [^>]*y="([\d.]+)"/g)]
    const flat = svgOf(blockDesign({ viewBox: [0, 0, 36, 1.5] }))
    expect(Number(places(flat)[0]?.[1])).toBeGreaterThanOrEqual(210)
    expect(Number(places(svgOf(blockDesign({ shapes: [] }))).at(-1)?.[2])).toBeCloseTo(312.67)
  })

  it('[D21.6] shows the whole design, also what its outline leaves out', async () => {
    const shapes = Array.from({ length: 300 }, (_, at) => square(at % 20, Math.floor(at / 20), 'S0', 1))
    const design = blockDesign({ viewBox: [0, 0, 20, 15], shapes })
    expect((await answered(design)).geometryStatus).toBe('truncated')
    expect(svgOf(design).match(/M\d+ \d+(L\d+ \d+){4}Z(?=.*seams)/g)).toHaveLength(300)
  })

  it('[D39.1] draws all seams in one path, so that no pixel of them is drawn twice, on whole pixels', () => {
    const [, seams = ''] = /<g class="seams".*?<path d="([^"]*)"\/><\/g>/.exec(svgOf(BLOCK)) ?? []
    expect(seams).toMatch(/^(M\d+ \d+(L\d+ \d+){4}Z){4}$/)
  })
})

describe('a curve that is saved in short lines', () => {
  const quarter = onCircle(9, Math.PI / 16, [0, 0], 6)
  const arcs = /A(?:299|300)[\d.]* [\d.]+ 0 0 [01] [\d.]+ [\d.]+/g
  const rest = [[12, 0], [12, 12], [0, 12], ...quarter.toReversed()] as const

  it('is drawn round, as is its seam', () => {
    const shapes = [
      { slot: 'S0', points: [[0, 0], ...quarter] },
      { slot: 'S1', points: rest },
    ]
    const [, fills = '', seams = ''] = /^(.*)<g class="seams"(.*)$/.exec(svgOf(blockDesign({ shapes }))) ?? []
    expect(fills.match(arcs)).toHaveLength(16)
    expect(seams.match(arcs)).toHaveLength(16)
  })

  it('has its corners where they are, not on whole pixels', () => {
    const circle = { slot: 'S0', points: onCircle(64, Math.PI / 32, [6, 6], 6) }
    const [, d = ''] = /d="([^"]*)"/.exec(svgOf(blockDesign({ shapes: [circle] }))) ?? []
    for (const [, x, y] of d.matchAll(/ ([\d.]+) ([\d.]+)(?=A|Z)/g))
      expect(Math.hypot(Number(x) - 300, Number(y) - 300)).toBeCloseTo(300, 1)
  })

  it.each([
    ['an octagon', onCircle(8, Math.PI / 4, [6, 6], 6)],
    ['a flat corner between sides of different lengths', shape('0,0 6,0.5 8,1 0,12').points],
  ])('%s keeps its corners', (_, points) => {
    expect(svgOf(blockDesign({ shapes: [{ slot: 'S0', points }] }))).not.toMatch(/A[\d.]+ /)
  })
})

/** Each as large as its block. */
const largeTriangles = (count: number) =>
  Array.from({ length: count }, (_, at) => shape(`0,0 12,${at / count} ${at / count},12`))
/** A piece whose lines all cross each other. */
const tangle = (corners: number, angle = 2.5) => ({
  slot: 'S0',
  points: onCircle(corners, angle, [6, 6], 6),
})
const cells = (rows: number, columns: number) =>
  Array.from({ length: rows * columns }, (_, at) => [Math.floor(at / columns), at % columns, 'B1', 0])
const QUILT_OF_400 = layoutDesign({ grid: { rows: 20, cols: 20 }, placements: cells(20, 20) })
const grid200 = blockDesign({
  viewBox: [0, 0, 20, 10],
  shapes: Array.from({ length: 200 }, (_, at) => square(at % 20, Math.floor(at / 20), `S${at % 2}`, 1)),
})

it.each(
  SHIPPED.filter(({ type }) => ['block', 'quilt'].includes(type)).map(
    ({ id, type }) => [id, type === 'block' ? 'blocks' : 'quilts'] as const,
  ),
)('[D39.1, D21.6] shipped %s of %s has a picture of the whole design', async (id, resource) => {
  const saved = await loadSaved('ann', itemOf(resource, { id }), {
    design: async (_, _kind, each) => STORED.get(each),
  })
  const { svg, lacks } = drawSvg(saved, { label: id, edges: true })
  expect(lacks).toBeUndefined()
  const png = Buffer.from(await renderPng(svg, { of: 'ann' }))
  expect(png.length).toBeLessThanOrEqual(MOST_PNG_BYTES)
  // The largest has 640 pieces and is made a little smaller.
  expect(Math.max(png.readUInt32BE(16), png.readUInt32BE(20))).toBeGreaterThan(480)
})

describe('[D39.6] what is drawn is bounded', () => {
  it('a cell shows one block, however many are stacked in it', () => {
    const placements = Array.from({ length: 400 }, () => [0, 0, 'B1', 0])
    const { svg, lacks } = draw(layoutDesign({ grid: { rows: 1, cols: 1 }, placements }))
    expect(lacks).toBeUndefined()
    expect(svg.match(/<use href="#block/g)).toHaveLength(1)
  })

  const circles = [3, 9].map((x) => ({ slot: 'S0', points: onCircle(64, Math.PI / 32, [x, 6], 3) }))
  it.each([
    ['200 pieces', grid200],
    ['curves', blockDesign({ shapes: circles })],
  ])('a quilt of 400 blocks of %s draws each block once and uses it again', (_, block) => {
    const { svg, lacks } = draw(QUILT_OF_400, { blk_abc: block })
    expect(lacks).toBeUndefined()
    expect(svg.match(/<use href="#block/g)).toHaveLength(400)
    expect(svg.match(/<g id="block-/g)).toHaveLength(1)
    expect(svg.length).toBeLessThan(60_000)
  })

  it.each([
    ['pieces that lie on each other', blockDesign({ shapes: largeTriangles(1_000) }), {}],
    ['blocks of such pieces', QUILT_OF_400, { blk_abc: blockDesign({ shapes: largeTriangles(500) }) }],
    ['blocks of lines that cross', QUILT_OF_400, { blk_abc: blockDesign({ shapes: [tangle(1_000)] }) }],
    [
      'pieces whose lines cross',
      blockDesign({ shapes: Array.from({ length: 20 }, (_, at) => tangle(500, 2 + at / 40)) }),
      {},
    ],
    [
      'many copies of a block of many points',
      layoutDesign({
        grid: { rows: 1, cols: 60 },
        blocks: Array.from({ length: 60 }, (_, at) => ({ ref: `${at}`, blockId: 'blk_abc' })),
        placements: Array.from({ length: 60 }, (_, at) => [0, at, `${at}`, 0]),
      }),
      { blk_abc: blockDesign({ shapes: [{ slot: 'S0', points: onCircle(20_000, 1, [6, 6], 0.05) }] }) },
    ],
    ['thousands of blocks', layoutDesign({ grid: { rows: 80, cols: 100 }, placements: cells(80, 100) }), {}],
  ])('a design with %s has no picture', (_, design, blocks) => {
    const { svg, lacks } = draw(design, blocks)
    expect(lacks).toBe('bounds')
    expect(svg).toContain('too large to draw')
    expect(svg.length).toBeLessThan(2_000)
  })

  it.each<[string, number, number, number]>([
    ['more blocks', 101, 0, 100],
    ['larger blocks together', 20, MOST_DESIGN_BYTES / 2, 2],
  ])(
    'a quilt with %s than are read has no picture, and its pieces are not counted',
    async (_, count, bytes, read) => {
      const blocks = Array.from({ length: count }, (_, at) => ({ ref: `${at}`, blockId: `blk_${at}` }))
      const quilt = JSON.stringify(layoutDesign({ blocks, placements: [[0, 0, '0', 0]] }))
      const block = JSON.stringify(BLOCK).padEnd(bytes + 1)
      let asked = 0
      const saved = await loadSaved('ann', itemOf('quilts'), {
        async design(_, kind) {
          if (kind === 'quilts') return quilt
          asked += 1
          return block
        },
      })
      expect(asked).toBe(read)
      expect(drawSvg(saved, { label: 'Large', edges: true }).lacks).toBe('bounds')
      expect(JSON.stringify(await bareOutlineOf(saved))).toContain('pieces and setting: too many')
    },
  )

  it('a quilt whose blocks take more than a second to read, together, is given up', async () => {
    let now = 0
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => now)
    const blocks = ['0', '1', '2'].map((ref) => ({ ref, blockId: `blk_${ref}` }))
    const design = async (_: string, kind: string) => {
      if (kind === 'quilts') return JSON.stringify(layoutDesign({ blocks }))
      now += 600
      return JSON.stringify(BLOCK)
    }
    const failure = { code: 'accounts_unavailable' }
    await expect(loadSaved('ann', itemOf('quilts'), { design })).rejects.toMatchObject(failure)
    clock.mockRestore()
  })

  it('of many designs at once each has a turn, and none is refused', async () => {
    let turns = 0
    let next: NodeJS.Immediate | undefined
    const count = () => {
      turns += 1
      next = setImmediate(count)
    }
    count()
    const load = () => loadSaved('ann', itemOf('blocks'), { design: async () => JSON.stringify(BLOCK) })
    await Promise.all(Array.from({ length: 50 }, load))
    clearImmediate(next)
    expect(turns).toBeGreaterThanOrEqual(50)
  })

  it.each(['blocks', 'quilts'] as const)(
    'few large designs of %s are read at once, two of one person, in turns, and others are refused',
    async (resource) => {
      const load = (owner: string) =>
        loadSaved(owner, itemOf(resource), {
          design: async (_, kind) =>
            kind === 'quilts' ? JSON.stringify(layoutDesign()) : JSON.stringify(BLOCK).padEnd(70_000),
        })
      const loaded: string[] = []
      const all = Array.from({ length: 20 }, async (_, at) => {
        const owner = ['ann', 'ben', 'cat'][Math.floor(at / 7)] ?? ''
        await load(owner)
        loaded.push(owner)
      })
      const settled = Promise.allSettled(all)
      const inEachTurn: number[] = []
      for (let before = 0; loaded.length < MOST_LARGE; before = loaded.length) {
        await new Promise((resolve) => setImmediate(resolve))
        inEachTurn.push(loaded.length - before)
      }
      expect(Math.max(...inEachTurn)).toBe(1)
      const refused = (await settled).flatMap((each) => (each.status === 'rejected' ? [each.reason] : []))
      expect([...new Set(refused.map(({ code }) => code))]).toEqual(['overloaded'])
      // Quilts are small here, and take turns before their blocks are read: places become free meanwhile.
      if (resource === 'blocks') expect(loaded.toSorted()).toEqual(['ann', 'ann', 'ben', 'ben'])
      // None keeps its place.
      await load('ann')
    },
  )
})

describe('a quilt', () => {
  const uses = (svg: string) =>
    [...svg.matchAll(/<use href="#block-([^"]*)" transform="([^"]*)"\/>/g)].map(
      ([, ref, place]) => `${ref} ${place}`,
    )

  it('places its blocks in its own colours, rotated', () => {
    const svg = svgOf(layoutDesign({ palette: [{ slot: 'S0', hex: '#123456' }] }))
    expect(svg).toContain('<path fill="#123456"')
    expect(uses(svg)).toEqual(['B1 translate(0 150)', 'B1 translate(300 150) rotate(90 150 150)'])
  })

  it('on point turns them by half a right angle', () => {
    const placements = [[0, 0, 'B1', 90]]
    const onPoint = { layoutMode: 'on-point', viewBox: [0, 0, 17, 17], placements }
    const svg = svgOf(layoutDesign(onPoint))
    // Nobody knows where sashing lies on point: the ground and the edge of the quilt are the only boxes.
    const sashed = svgOf(layoutDesign({ ...onPoint, sashing: { width: 1, cornerstones: true } }))
    expect(sashed.match(/<rect /g)).toHaveLength(2)
    expect(uses(svg)[0]).toMatch(/^B1 translate\(\d+ \d+\) rotate\(90 0 0\)$/)
    expect(svg).toMatch(/<g id="block-B1"><path fill="#AA5500" d="M0 -\d+L/)
  })

  it('lets a block of two squares cover two cells', () => {
    const tall = blockDesign({ viewBox: [0, 0, 6, 12], shapes: [square(0, 0, 'S0', 12)] })
    const svg = svgOf(layoutDesign({ grid: { rows: 2, cols: 2 } }), { blk_abc: tall })
    expect(uses(svg)[0]).toBe('B1 translate(0 0)')
    expect(svg).toContain('d="M0 0L300 0L300 600L0 600L0 0Z"')
    // Turned, its middle lies between the first two cells of the second row.
    const placements = [[1, 0, 'B1', 90]]
    const turned = svgOf(layoutDesign({ grid: { rows: 2, cols: 2 }, placements }), { blk_abc: tall })
    expect(uses(turned)).toEqual(['B1 translate(150 150) rotate(90 150 300)'])
  })

  it('has cells that are not square, if nobody says the size of its blocks', () => {
    const flat = blockDesign({ viewBox: [0, 0, 6, 3], shapes: [shape('0,0 6,0 6,3 0,3')] })
    const quilt = { blockSize: undefined, viewBox: [0, 0, 12, 6], grid: { rows: 2, cols: 2 } }
    const svg = svgOf(layoutDesign({ ...quilt, placements: cells(2, 2) }), { blk_abc: flat })
    expect(uses(svg)).toEqual([0, 150].flatMap((y) => [0, 300].map((x) => `B1 translate(${x} ${y})`)))
    expect(svg).toContain('d="M0 0L300 0L300 150L0 150L0 0Z"')
  })

  it('leaves the cells of a block plain that is not there, and counts them', () => {
    const { svg, lacks, plainCells } = draw(layoutDesign(), {})
    expect(svg).not.toContain('<use')
    expect([lacks, plainCells]).toEqual([undefined, 2])
    expect(draw(layoutDesign()).plainCells).toBe(0)
  })

  it('draws borders from outside to inside, and sashing between the blocks', () => {
    const borders = [1, 2].map((width) => ({ width, slot: 'S0' }))
    const sashing = { width: 2, cornerstones: true }
    const svg = svgOf(layoutDesign({ viewBox: [0, 0, 24, 24], borders, sashing }))
    expect(svg).toMatch(
      /<rect x="0" y="0" width="600" height="600"[^>]*\/><rect x="50" y="50" width="500" height="500"/,
    )
    expect(uses(svg)[0]).toBe('B1 translate(125 225)')
    expect([...svg.matchAll(/<rect [^>]*width="50" height="50" fill="#AA5500"/g)]).toHaveLength(6)
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
