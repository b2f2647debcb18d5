import { escapeHtml } from '../core/text.ts'
import { arrange, type Box, pixelsPerInch } from './arrangement.ts'
import { type Block, hasPieces, type Layout, type Slot, shownSlots, sizeOf } from './design.ts'
import { onRuler, plainInches } from './inches.ts'
import { cornersWithSides, cross, dot, extent, lengthOf, type Point, type Size } from './polygon.ts'
import type { SavedDesign } from './saved.ts'

const LACKS = { pieces: 'no pieces yet', design: 'no drawing', bounds: 'too large to draw' } as const
type Lack = keyof typeof LACKS

export interface Drawing {
  readonly svg: string
  readonly lacks?: Lack | undefined
  /** Cells of a quilt whose blocks are gone or cannot be read. */
  readonly plainCells?: number | undefined
}

/** The longest side in pixels, with the edges (D39). */
const LONGEST = 640
/** Room for the finished size below and on the left. */
const EDGE = 38
/** Without it, outer seams would be cut off. */
const RIM = 2
/** Views show a drawing in a third of its size, and the words should be legible there. */
const LETTERS = 32
/** The words in a drawing and the size below it need this width, the size on its left this height. */
const NARROWEST = 300
const LOWEST = 210
/** Seams would cover pieces of fewer pixels. */
const SMALLEST_SEAMED = 5

/**
 * Making a PNG takes as long as the boxes around all placed pieces have pixels, with a cost for each block, each point,
 * and the length of lines that may cross. 400 blocks of 200 pieces stay within it, and take less than a second.
 */
const MOST_COST = 100_000_000
const PLACE_COST = 20_000
const POINT_COST = 200
const LINE_COST = 20

const PAPER = '#FFFFFF'
const SEAM = '#6F6A62'
const toHundredths = (value: number) => Math.round(value * 100) / 100
const short = (value: number) => String(toHundredths(value))
const rectangle = ({ x, y, width, height }: Box, more = '') =>
  `<rect x="${short(x)}" y="${short(y)}" width="${short(width)}" height="${short(height)}"${more}/>`

const colorsOf = (palette: readonly Slot[]): ReadonlyMap<string, string> =>
  new Map(palette.map(({ slot, hex }) => [slot, hex]))

/** In pixels, without the edges. */
interface Picture extends Size {
  fills: string
  seams: string
  plainCells?: number
  lacks?: Lack
}

/** In radians. Curves are saved as lines of equal length, six or more for a quarter of a circle. */
const LEAST_BEND = 0.01
const MOST_BEND = 0.27

/**
 * The radius of each side that is part of a curve, so that it is drawn round; 0 for the others, negative for a
 * curve to the left. Pieces that meet on a curve have the same radii.
 */
function radiiOf(points: readonly Point[]) {
  const corners = cornersWithSides(points)
  const bends = corners.map(({ before, after }) => {
    const bend = Math.atan2(cross(before, after), dot(before, after))
    const isBend = Math.abs(bend) > LEAST_BEND && Math.abs(bend) < MOST_BEND
    return isBend && Math.abs(lengthOf(before) / lengthOf(after) - 1) < 0.1 ? bend : 0
  })
  return corners.map(({ after }, index) => {
    const [start = 0, end = 0] = [bends[index], bends[(index + 1) % bends.length]]
    const bend = Math.abs(start) > Math.abs(end) ? start : end
    // Between a curve to the left and one to the right, a side is straight.
    const isStraight = bend === 0 || start * end < 0
    return isStraight ? 0 : lengthOf(after) / (2 * Math.sin(bend / 2))
  })
}

function lineTo(to: string, radius: number) {
  if (radius === 0) return `L${to}`
  const across = short(Math.abs(radius))
  return `A${across} ${across} 0 0 ${radius > 0 ? 1 : 0} ${to}`
}

/**
 * Where the points of a block lie in pixels. What lies outside the block is moved to its edge. On point, the origin is
 * the middle of the block, otherwise its left upper corner.
 */
function placeIn([left, top, width, height]: Block['viewBox'], size: Size, isOnPoint: boolean) {
  const within = (share: number) => Math.min(1, Math.max(0, share))
  return ([x, y]: Point): Point => {
    const along = within((x - left) / width) * size.width
    const down = within((y - top) / height) * size.height
    if (!isOnPoint) return [along, down]
    const [fromMiddle, below] = [along - size.width / 2, down - size.height / 2]
    return [(fromMiddle - below) * Math.SQRT1_2, (fromMiddle + below) * Math.SQRT1_2]
  }
}

function costOf(corners: readonly Point[]) {
  const [wide, high] = [extent(corners.map(([x]) => x)), extent(corners.map(([, y]) => y))]
  return wide * high + corners.length * (POINT_COST + LINE_COST * Math.max(wide, high))
}

/**
 * The pieces of a block; `undefined` if they cost more than `most`. Corners lie on whole pixels, so that equal pieces
 * are equally large and seams equally wide. Curves and pieces of a few pixels are drawn exactly where they are.
 */
function piecesOf(
  { shapes, viewBox }: Block,
  palette: readonly Slot[],
  size: Size,
  most: number,
  isOnPoint = false,
) {
  const colors = colorsOf(palette)
  const place = placeIn(viewBox, size, isOnPoint)
  const isSmall = Math.sqrt((size.width * size.height) / shapes.length) < SMALLEST_SEAMED
  const paths: { fill: string; d: string }[] = []
  let cost = 0
  for (const { slot, points } of shapes) {
    const radii = radiiOf(points).map((radius) => (radius * size.width) / viewBox[2])
    const placed = points.map((point, index): Point => {
      const isExact = isSmall || (radii.at(index - 1) !== 0 && radii[index] !== 0)
      const round = isExact ? toHundredths : Math.round
      const [x, y] = place(point)
      return [round(x), round(y)]
    })
    cost += costOf(placed)
    if (cost > most) return undefined
    const corners = placed.map((corner) => corner.join(' '))
    const lines = corners.map((_, index) =>
      lineTo(corners[(index + 1) % corners.length] ?? '', radii[index] ?? 0),
    )
    const d = `M${corners[0]}${lines.join('')}Z`
    // Successive pieces of one fabric share a path.
    const fill = colors.get(slot) ?? PAPER
    const last = paths.at(-1)
    if (last?.fill === fill) last.d += d
    else paths.push({ fill, d })
  }
  const fills = paths.map(({ fill, d }) => `<path fill="${fill}" d="${d}"/>`).join('')
  // In one path, the seam between two pieces is drawn once.
  const seams = isSmall ? '' : `<path d="${paths.map(({ d }) => d).join('')}"/>`
  return { ...size, fills, seams, cost }
}

function pictureOfBlock(block: Block, longest: number): Picture | undefined {
  const { width, height } = sizeOf(block)
  const scale = pixelsPerInch(sizeOf(block), width / (block.grid?.cols ?? 1), longest)
  const pixels = (inches: number) => Math.max(1, Math.round(inches * scale))
  return piecesOf(block, block.palette, { width: pixels(width), height: pixels(height) }, MOST_COST)
}

/** `undefined` if it is too much to draw. The slots of a quilt recolour those of its blocks. */
function pictureOfQuilt(quilt: Layout, blocks: SavedDesign['blocks'], longest: number): Picture | undefined {
  const arranged = arrange(quilt, blocks, longest)
  const { width, height, isOnPoint, placed } = arranged
  const there = placed.filter(({ ref }) => blocks.has(ref))
  const places = Map.groupBy(there, ({ ref }) => ref)
  let left = MOST_COST - placed.length * PLACE_COST
  let defined = ''
  for (const [ref, block] of blocks) {
    const [size, ...others] = places.get(ref) ?? []
    if (size === undefined) continue
    const count = 1 + others.length
    const drawn = piecesOf(block, [...block.palette, ...quilt.palette], size, left / count, isOnPoint)
    if (drawn === undefined) return undefined
    left -= drawn.cost * count
    defined += `<g id="block-${ref}">${drawn.fills}</g><g id="seams-${ref}">${drawn.seams}</g>`
  }
  if (left < 0) return undefined
  const uses = (part: string) =>
    there.map(({ ref, x, y, degrees, ...size }) => {
      const [toLeft, up] = isOnPoint ? [0, 0] : [size.width / 2, size.height / 2]
      const turn = degrees === 0 ? '' : ` rotate(${degrees} ${short(toLeft)} ${short(up)})`
      return `<use href="#${part}-${ref}" transform="translate(${short(x - toLeft)} ${short(y - up)})${turn}"/>`
    })
  const colors = colorsOf(quilt.palette)
  const { ground, crossings } = shownSlots(quilt.palette)
  const boxes = [
    ...arranged.borders.map((border) => ({ ...border, color: colors.get(border.slot ?? '') ?? ground?.hex })),
    { ...arranged.inside, color: ground?.hex },
    ...arranged.cornerstones.map((stone) => ({ ...stone, color: crossings?.hex })),
  ]
  const grounds = boxes.map((box) => rectangle(box, ` fill="${box.color ?? PAPER}"`))
  const lines = boxes.map((box) => rectangle(box))
  return {
    width,
    height,
    fills: [`<defs>${defined}</defs>`, ...grounds, ...uses('block')].join(''),
    seams: [...lines, ...uses('seams')].join(''),
    plainCells: placed.length - there.length,
  }
}

/** `undefined` for a block without pieces that has no size either. */
function finishedSize({ design }: SavedDesign) {
  if (design === undefined || design.kind === 'swatch') return undefined
  const size = sizeOf(design)
  return Math.min(size.width, size.height) > 0 ? size : undefined
}

function dashedBox({ width, height }: Size, longest: number, lacks: Lack): Picture {
  const scale = longest / Math.max(width, height)
  const size = { width: width * scale, height: height * scale }
  const line = ` fill="none" stroke="${SEAM}" stroke-width="1.2" stroke-dasharray="6 5"`
  return { ...size, fills: rectangle({ x: 0, y: 0, ...size }, line), seams: '', lacks }
}

function pictureOf(saved: SavedDesign, longest: number): Picture {
  const { design, blocks, isWhole } = saved
  const without = (lacks: Lack) => dashedBox(finishedSize(saved) ?? { width: 1, height: 1 }, longest, lacks)
  if (!isWhole) return without('bounds')
  if (design === undefined || design.kind === 'swatch') return without('design')
  if (!hasPieces(design)) return without('pieces')
  const picture =
    design.kind === 'block' ? pictureOfBlock(design, longest) : pictureOfQuilt(design, blocks, longest)
  return picture ?? without('bounds')
}

const text = (x: number, y: number, content: string) =>
  `<text x="${short(x)}" y="${short(y)}" fill="currentColor">${content}</text>`

/** A line along a side, with its inches so many pixels below. */
function sideLine(place: string, length: number, inches: number, below: number) {
  const end = short(length - 0.5)
  const line = `<path d="M.5 0H${end}M.5 -4v8M${end} -4v8" fill="none" stroke="currentColor" stroke-opacity=".5"/>`
  const about = onRuler(inches) === undefined ? 'about ' : ''
  const size = text(length / 2, below, `${about}${plainInches(Math.round(inches * 8) / 8)}″`)
  return `<g transform="translate(${place}">${line}${size}</g>`
}

/**
 * A saved design as SVG (D39), with `edges` also its finished size. One that cannot be drawn whole is a dashed
 * box, with `edges` also the reason. The drawing has no style, script or link, and is made of checked numbers
 * and colours only. The label is for people who do not see it.
 */
export function drawSvg(saved: SavedDesign, { label, edges }: { label: string; edges: boolean }): Drawing {
  const size = edges ? finishedSize(saved) : undefined
  const longest = LONGEST - RIM - (edges ? EDGE : RIM)
  const { width, height, fills, seams, plainCells, lacks } = pictureOf(saved, longest)
  const said = edges && lacks !== undefined ? LACKS[lacks] : ''
  const [margin, above] = size ? [EDGE, Math.max(RIM, Math.ceil((LOWEST - height) / 2))] : [RIM, RIM]
  const canvas = {
    width: Math.ceil(Math.max(width + margin + RIM, size || said !== '' ? NARROWEST : 0)),
    height: Math.ceil(above + height + Math.max(margin, above)),
  }
  const x = margin + Math.floor((canvas.width - width - margin - RIM) / 2)
  const below = short(above + height)
  const svg = [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${canvas.width} ${canvas.height}" role="img" aria-label="${escapeHtml(label)}" font-family="Fraunces, Georgia, serif" font-size="${LETTERS}" font-weight="500" text-anchor="middle">`,
    `<g transform="translate(${x + 0.5} ${above + 0.5})">${fills}`,
    `<g class="seams" fill="none" stroke="${SEAM}" opacity=".55">${seams}</g></g>`,
    size ? sideLine(`${x} ${below}) translate(0 7.5)`, width, size.width, 28) : '',
    size ? sideLine(`${x} ${below}) rotate(-90) translate(0 -6.5)`, height, size.height, -6) : '',
    said === '' ? '' : text(x + width / 2, above + height / 2 + LETTERS / 3, said),
    '</svg>',
  ].join('')
  return { svg, lacks, plainCells }
}
