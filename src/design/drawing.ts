import { escapeHtml } from '../core/html.ts'
import { arrange, type Box, pixelsPerInch, type Size } from './arrangement.ts'
import type { Block, Design, Layout } from './design.ts'
import { inchesText, plainEighths } from './inches.ts'
import { greatestOf, leastOf, type Point } from './polygon.ts'

export interface DrawingRequest {
  /** The whole design; without one, the item is drawn as one without a drawing. */
  readonly design: Design | undefined
  /** The blocks that a quilt places, by id. A missing block is left plain. */
  readonly blocks: ReadonlyMap<string, Block>
  /** False if the design has more than was read: it is drawn whole or not at all. */
  readonly isWhole: boolean
  /** Finished inches, for the edges of an item without a design. */
  readonly width: number | undefined
  readonly height: number | undefined
  /** What the drawing shows, for people who do not see it. */
  readonly label: string
  /** Whether the edges show the finished size. */
  readonly edges: boolean
}

export interface Drawing {
  readonly svg: string
  /** Why the drawing does not show the design; `undefined` if it shows all of it. */
  readonly lacks?: 'pieces' | 'design' | 'bounds'
}

/** The longest side of a drawing in pixels, with its edges (D39). */
const LONGEST = 640
/** Room for the finished size, below and on the left. */
const EDGE = 34
/** Room on all sides, so that no outer seam is cut off. */
const RIM = 2
/** The width that the words below a drawing need. */
const NARROWEST = 300
/** A design that is longer than this many times its width would be less than three pixels wide. */
const LONGEST_RATIO = 200
/** Seams would cover pieces that are smaller than this many pixels. */
const SMALLEST_SEAMED = 5

/**
 * The most that is drawn: pixels along the edges of all pieces that are placed, each edge and each block with some
 * more for itself, and so many of the pixels in the boxes around them as take the same time. A quilt of 400 blocks of 200
 * pieces each stays within it.
 */
const MOST_COST = 2_500_000
const EDGE_COST = 4
const PLACE_COST = 500
const PIXELS_LIKE_ONE_OF_AN_EDGE = 40

const PAPER = '#FFFFFF'
const SEAM = '#6F6A62'
const short = (value: number) => String(Math.round(value * 100) / 100)
const attributes = (values: Readonly<Record<string, string | number>>) =>
  Object.entries(values)
    .map(([name, value]) => ` ${name}="${typeof value === 'number' ? short(value) : value}"`)
    .join('')
const rectangle = ({ x, y, width, height }: Box, more: Readonly<Record<string, string | number>>) =>
  `<rect${attributes({ x, y, width, height, ...more })}/>`

type Colors = ReadonlyMap<string, string>

const colorsOf = (palette: Design['palette']): Colors => new Map(palette.map(({ slot, hex }) => [slot, hex]))
const groundOf = (palette: Design['palette']) =>
  (palette.find(({ role }) => role === 'background') ?? palette[0])?.hex ?? PAPER

/** The fills of pieces, the seams between them, and what they cost to draw. */
interface Pieces {
  readonly fills: string
  /** Lines of one pixel in the middle of the pixels beside them. */
  readonly seams: string
  readonly cost: number
}

/**
 * The pieces of a block. Corners lie on whole pixels, so that equal pieces are equally large and seams equally
 * wide; only where pieces are a few pixels small are they drawn where they are, without seams.
 *
 * @param isOnPoint stands the block on its corner. Its middle is then the origin, otherwise its left upper corner.
 */
function piecesOf(
  { shapes, palette, viewBox }: Block,
  size: Size,
  isOnPoint: boolean,
  quilt: Colors,
): Pieces {
  const [left, top, width, height] = viewBox
  const own = colorsOf(palette)
  const isSmall = Math.sqrt((size.width * size.height) / shapes.length) < SMALLEST_SEAMED
  const round = isSmall ? (value: number) => Math.round(value * 100) / 100 : Math.round
  const place = ([x, y]: Point): Point => {
    // A shape that leaves its block is cut off at its edge.
    const along = Math.min(1, Math.max(0, (x - left) / width)) * size.width
    const down = Math.min(1, Math.max(0, (y - top) / height)) * size.height
    if (!isOnPoint) return [round(along), round(down)]
    const [fromMiddle, below] = [along - size.width / 2, down - size.height / 2]
    return [round((fromMiddle - below) * Math.SQRT1_2), round((fromMiddle + below) * Math.SQRT1_2)]
  }
  const paths: { fill: string; d: string[] }[] = []
  const seams = new Set<string>()
  let cost = 0
  for (const { slot, points } of shapes) {
    const fill = quilt.get(slot) ?? own.get(slot) ?? PAPER
    const corners = points.map(place)
    corners.forEach((to, index) => {
      const from = corners.at(index - 1) ?? to
      cost += EDGE_COST + Math.hypot(to[0] - from[0], to[1] - from[1])
      const [start, end] = [from.join(' '), to.join(' ')].sort()
      if (!isSmall && start !== end) seams.add(`M${start}L${end}`)
    })
    const [x, y] = [corners.map((corner) => corner[0]), corners.map((corner) => corner[1])]
    const area = (greatestOf(x) - leastOf(x)) * (greatestOf(y) - leastOf(y))
    cost += area / PIXELS_LIKE_ONE_OF_AN_EDGE
    const d = `M${corners.map((corner) => corner.join(' ')).join('L')}Z`
    // Successive pieces of one fabric share a path.
    const last = paths.at(-1)
    if (last?.fill === fill) last.d.push(d)
    else paths.push({ fill, d: [d] })
  }
  return {
    fills: paths.map(({ fill, d }) => `<path fill="${fill}" d="${d.join('')}"/>`).join(''),
    seams: seams.size > 0 ? `<path d="${[...seams].join('')}"/>` : '',
    cost,
  }
}

/** A design without its edges. */
type Picture = Size & Pieces

function pictureOfBlock(block: Block, longest: number): Picture {
  const [, , width, height] = block.viewBox
  const scale = pixelsPerInch({ width, height }, width / (block.grid?.cols ?? 1), longest)
  const size = {
    width: Math.max(1, Math.round(width * scale)),
    height: Math.max(1, Math.round(height * scale)),
  }
  return { ...size, ...piecesOf(block, size, false, new Map()) }
}

function pictureOfQuilt(quilt: Layout, blocks: ReadonlyMap<string, Block>, longest: number): Picture {
  const colors = colorsOf(quilt.palette)
  const ground = groundOf(quilt.palette)
  const feature = quilt.palette.find(({ role }) => role === 'feature')?.hex ?? ground
  const idOf = new Map(quilt.blocks.map(({ ref, blockId }) => [ref, blockId]))
  const blockOf = (ref: string) => {
    const block = blocks.get(idOf.get(ref) ?? '')
    return block !== undefined && isDrawable(block) ? block : undefined
  }
  const arrangement = arrange(
    quilt,
    (ref) => {
      const [, , width, height] = blockOf(ref)?.viewBox ?? [0, 0, 1, 1]
      return { width, height }
    },
    longest,
  )
  const { width, height, isOnPoint, placed } = arrangement
  const times = new Map<string, number>()
  for (const { ref } of placed) times.set(ref, (times.get(ref) ?? 0) + 1)
  let cost = placed.length * PLACE_COST
  const defined: string[] = []
  for (const [ref, size] of arrangement.sizes) {
    const block = blockOf(ref)
    // What is too much to draw is not drawn at all, so no work goes into it.
    if (cost > MOST_COST) return { width, height, fills: '', seams: '', cost }
    if (block === undefined) continue
    const drawn = piecesOf(block, size, isOnPoint, colors)
    cost += drawn.cost * (times.get(ref) ?? 0)
    defined.push(`<g id="block-${ref}">${drawn.fills}</g><g id="seams-${ref}">${drawn.seams}</g>`)
  }
  const places = placed.flatMap(({ ref, x, y, degrees }) => {
    if (blockOf(ref) === undefined) return []
    const size = arrangement.sizes.get(ref) ?? { width: 0, height: 0 }
    const [toLeft, up] = isOnPoint ? [0, 0] : [size.width / 2, size.height / 2]
    const turn = degrees === 0 ? '' : ` rotate(${degrees} ${short(toLeft)} ${short(up)})`
    return [{ ref, transform: `translate(${short(x - toLeft)} ${short(y - up)})${turn}` }]
  })
  const uses = (part: string) =>
    places.map(({ ref, transform }) => `<use href="#${part}-${ref}" transform="${transform}"/>`).join('')
  return {
    width,
    height,
    fills: [
      `<defs>${defined.join('')}</defs>`,
      ...arrangement.borders.map(({ slot, ...ring }) =>
        rectangle(ring, { fill: colors.get(slot ?? '') ?? ground }),
      ),
      rectangle(arrangement.inside, { fill: ground }),
      ...arrangement.cornerstones.map((stone) => rectangle(stone, { fill: feature })),
      uses('block'),
    ].join(''),
    seams: [
      ...arrangement.borders.map(({ slot, ...ring }) => rectangle(ring, {})),
      rectangle(arrangement.inside, {}),
      ...arrangement.cornerstones.map((stone) => rectangle(stone, {})),
      uses('seams'),
    ].join(''),
    cost,
  }
}

function isDrawable({ viewBox: [, , width, height] }: Pick<Block, 'viewBox'>): boolean {
  const [long, thin] = [Math.max(width, height), Math.min(width, height)]
  return thin > 0 && long / thin <= LONGEST_RATIO
}

const LACKS = { pieces: 'no pieces yet', design: 'no drawing', bounds: 'too large to draw' } as const

interface Content extends Size {
  readonly inner: string
  /** The finished size in inches, if there is one to state. */
  readonly inches: Size | undefined
  readonly lacks?: keyof typeof LACKS
}

/** A box instead of a drawing. */
function lacking(
  lacks: keyof typeof LACKS,
  { width = 0, height = 0 }: Partial<Size>,
  longest: number,
): Content {
  const isSized = isDrawable({ viewBox: [0, 0, width, height] })
  const inches = isSized ? { width, height } : { width: 1, height: 1 }
  const scale = longest / Math.max(inches.width, inches.height)
  const size = { width: inches.width * scale, height: inches.height * scale }
  const line = { fill: 'none', stroke: SEAM, 'stroke-width': 1.2, 'stroke-dasharray': '6 5' }
  const inner = rectangle({ x: 0, y: 0, ...size }, line)
  return { ...size, inner, inches: isSized ? inches : undefined, lacks }
}

function contentOf({ design, blocks, isWhole, ...item }: DrawingRequest, longest: number): Content {
  const size = { ...(item.width && { width: item.width }), ...(item.height && { height: item.height }) }
  if (!isWhole) return lacking('bounds', size, longest)
  if (design === undefined || design.kind === 'swatch' || !isDrawable(design))
    return lacking('design', size, longest)
  const parts = design.kind === 'block' ? design.counts.shapes : design.counts.placements
  if (parts === 0) return lacking('pieces', size, longest)
  const { fills, seams, cost, ...drawn } =
    design.kind === 'block' ? pictureOfBlock(design, longest) : pictureOfQuilt(design, blocks, longest)
  if (cost > MOST_COST) return lacking('bounds', size, longest)
  const [, , width, height] = design.viewBox
  const lines = attributes({
    class: 'seams',
    fill: 'none',
    stroke: SEAM,
    'stroke-linecap': 'square',
    opacity: '.55',
  })
  return {
    ...drawn,
    inner: `<g transform="translate(.5 .5)">${fills}<g${lines}>${seams}</g></g>`,
    inches: { width, height },
  }
}

/** To the nearest eighth, because rulers have no others. The display face has signs for halves and quarters only. */
function edgeText(inches: number): string {
  const eighths = Math.round(inches * 8)
  return eighths % 2 === 0 ? inchesText(eighths / 8) : `${plainEighths(eighths / 8)}″`
}

const text = (x: number, y: number, content: string, more: Readonly<Record<string, string>> = {}) =>
  `<text${attributes({ x, y, fill: 'currentColor', ...more })}>${content}</text>`

/** The lines along the edges, each with the finished size in its middle. */
function edgeLines(box: Box, { width, height }: Size): string {
  const bottom = box.y + box.height + 12.5
  const left = box.x - 11.5
  const right = box.x + box.width - 0.5
  const below = box.y + box.height - 0.5
  const [start, top] = [box.x + 0.5, box.y + 0.5]
  const lines = `M${short(start)} ${short(bottom)}H${short(right)}M${short(start)} ${short(bottom - 4)}v8M${short(right)} ${short(bottom - 4)}v8M${short(left)} ${short(top)}V${short(below)}M${short(left - 4)} ${short(top)}h8M${short(left - 4)} ${short(below)}h8`
  const middleY = box.y + box.height / 2
  const turned = { transform: `rotate(-90 ${short(left - 6)} ${short(middleY)})` }
  return [
    `<path d="${lines}" fill="none" stroke="currentColor" stroke-opacity=".5"/>`,
    text(box.x + box.width / 2, bottom + 18, edgeText(width)),
    text(left - 6, middleY, edgeText(height), turned),
  ].join('')
}

/**
 * A block, quilt, pattern or swatch as SVG (D39): pieces in their fabrics, seams, sashing, borders, blocks
 * where a quilt places them, and the finished size on the edges. It draws the whole design, or says in the
 * drawing why it does not. It holds no style, script or link, and is made of checked numbers and colours only.
 */
export function drawSvg(request: DrawingRequest): Drawing {
  const { inner, width, height, inches, lacks } = contentOf(
    request,
    LONGEST - RIM - (request.edges ? EDGE : RIM),
  )
  const edges = request.edges && inches !== undefined
  const margin = edges ? EDGE : RIM
  const said = request.edges && lacks !== undefined ? LACKS[lacks] : ''
  const narrow = edges || said !== '' ? NARROWEST : 0
  const canvas = {
    width: Math.ceil(Math.max(width + margin + RIM, narrow)),
    height: Math.ceil(height + RIM + margin + (said === '' ? 0 : 30)),
  }
  const x = margin + Math.floor((canvas.width - width - margin - RIM) / 2)
  const svg = [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${canvas.width} ${canvas.height}" role="img" aria-label="${escapeHtml(request.label)}" font-family="Fraunces, Georgia, serif" font-size="20" font-weight="500" text-anchor="middle">`,
    `<g transform="translate(${x} ${RIM})">${inner}</g>`,
    edges ? edgeLines({ x, y: RIM, width, height }, inches) : '',
    said === '' ? '' : text(canvas.width / 2, canvas.height - 9, said),
    '</svg>',
  ].join('')
  return lacks === undefined ? { svg } : { svg, lacks }
}
