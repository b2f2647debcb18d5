import { type Design, readOutline } from '../core/design.ts'
import { escapeHtml } from '../core/html.ts'
import { inchesText } from '../core/inches.ts'
import { OUTLINE_BOUNDS } from '../core/outline.ts'
import { planQuilt, type Rectangle } from './placing.ts'

export interface DrawingRequest {
  /** `quilt-outline/1`, as `get_asset` answers it; anything else is drawn as an item without a drawing. */
  readonly geometry: unknown
  /** `geometryStatus` of the same answer. */
  readonly status: string | undefined
  /** Finished inches, for the edges of an item without an outline. */
  readonly width: number | undefined
  readonly height: number | undefined
  /** The outlines of the blocks that a quilt places, by id. A missing block is left plain. */
  readonly blocks?: ReadonlyMap<string, unknown>
  /** What the drawing shows, for people who do not see it. */
  readonly label: string
  /** Whether the edges show the finished size. */
  readonly edges?: boolean
}

/** The longest side of what is drawn; all coordinates are of this scale. */
const LONGEST = 480
/** Room for the finished size, below and on the left. */
const EDGE = 34
/** Room on all sides, so that no outer seam is cut off. */
const RIM = 2
/** The width that the words below a drawing need. */
const NARROWEST = 300
const THINNEST = 6

const PAPER = '#FFFFFF'
const SEAM = '#6F6A62'
const short = (value: number) => String(Math.round(value * 100) / 100)
const attributes = (values: Readonly<Record<string, string | number>>) =>
  Object.entries(values)
    .map(([name, value]) => ` ${name}="${typeof value === 'number' ? short(value) : value}"`)
    .join('')
const rectangle = ({ x, y, width, height }: Rectangle, more: Readonly<Record<string, string | number>>) =>
  `<rect${attributes({ x, y, width, height, ...more })}/>`

type Colors = ReadonlyMap<string, string>
type Block = Extract<Design, { kind: 'block' }>
type Layout = Extract<Design, { kind: 'quilt' | 'pattern' }>

const colorsOf = (palette: Design['palette']): Colors => new Map(palette.map(({ slot, hex }) => [slot, hex]))
const groundOf = (palette: Design['palette']) =>
  (palette.find(({ role }) => role === 'background') ?? palette[0])?.hex ?? PAPER

/** The pieces of a block as paths in its own inches. Successive pieces of one fabric share a path. */
function pieces({ shapes, palette }: Block, recolored: Colors = new Map()): string {
  const own = colorsOf(palette)
  const paths: { fill: string; d: string[] }[] = []
  for (const { slot, points } of shapes.slice(0, OUTLINE_BOUNDS.shapes)) {
    const fill = recolored.get(slot) ?? own.get(slot) ?? PAPER
    const line = points.slice(0, OUTLINE_BOUNDS.pointsPerShape).map(([x, y]) => `${short(x)} ${short(y)}`)
    const d = `M${line.join('L')}Z`
    const last = paths.at(-1)
    if (last?.fill === fill) last.d.push(d)
    else paths.push({ fill, d: [d] })
  }
  return paths.map(({ fill, d }) => `<path fill="${fill}" d="${d.join('')}"/>`).join('')
}

const isDrawable = ({ viewBox: [, , width, height] }: { viewBox: Block['viewBox'] }) =>
  width > 0 && height > 0
const boxOf = ({ viewBox }: { viewBox: Block['viewBox'] }) => viewBox.map(short).join(' ')

/** Seams have the same width at every size of the block. */
const seams = (pixelsPerInch: number) =>
  attributes({
    class: 'seams',
    stroke: SEAM,
    'stroke-opacity': '.55',
    'stroke-width': `${Math.round((0.7 / pixelsPerInch) * 10_000) / 10_000}`,
    'stroke-linejoin': 'round',
  })

function drawBlock(block: Block, pixelsPerInch: number): string {
  return `<g${seams(pixelsPerInch)}>${pieces(block)}</g>`
}

function drawQuilt(quilt: Layout, blocks: ReadonlyMap<string, unknown>, pixelsPerInch: number): string {
  const colors = colorsOf(quilt.palette)
  const ground = groundOf(quilt.palette)
  const known = new Map<string, Block>()
  for (const { ref, blockId } of quilt.blocks.slice(0, OUTLINE_BOUNDS.blocks)) {
    const block = readOutline(blocks.get(blockId))
    if (block?.kind === 'block' && isDrawable(block)) known.set(ref, block)
  }
  const plan = planQuilt(quilt, (ref) => {
    const [, , width, height] = known.get(ref)?.viewBox ?? [0, 0, 1, 1]
    return { width, height }
  })
  const symbols = [...known].map(([ref, block]) => {
    const [, , width, height] = block.viewBox
    const scale = ((quilt.blockSize ?? width) / Math.min(width, height)) * pixelsPerInch
    return `<symbol id="block-${ref}" viewBox="${boxOf(block)}" preserveAspectRatio="none"><g${seams(scale)}>${pieces(block, colors)}</g></symbol>`
  })
  const placed = plan.placed.slice(0, OUTLINE_BOUNDS.placements).map(({ ref, degrees, ...place }) => {
    const middle = `${short(place.x + place.width / 2)} ${short(place.y + place.height / 2)}`
    const turn: Record<string, string> = degrees === 0 ? {} : { transform: `rotate(${degrees} ${middle})` }
    return known.has(ref)
      ? `<use${attributes({ href: `#block-${ref}`, ...place, ...turn })}/>`
      : rectangle(place, { fill: 'none', ...turn })
  })
  const feature = quilt.palette.find(({ role }) => role === 'feature')?.hex ?? ground
  return [
    `<defs>${symbols.join('')}</defs>`,
    `<g${seams(pixelsPerInch)}>`,
    ...plan.borders.map(({ slot, ...ring }) => rectangle(ring, { fill: colors.get(slot ?? '') ?? ground })),
    rectangle(plan.inside, { fill: ground }),
    ...plan.cornerstones.map((stone) => rectangle(stone, { fill: feature })),
    ...placed,
    '</g>',
  ].join('')
}

/** Lines that say "nothing here" without a colour. */
const HATCHING =
  '<defs><pattern id="hatching" width="9" height="9" patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><path d="M0 0V9" stroke="#8A857C" stroke-width="1.5"/></pattern></defs>'
const emptyBox = (box: Rectangle, fill: string) =>
  rectangle(box, { fill, stroke: SEAM, 'stroke-width': 1.2, 'stroke-dasharray': '6 5' })

interface Content {
  readonly inner: (box: Rectangle, pixelsPerInch: number) => string
  readonly words: string
  readonly width: number
  readonly height: number
  /** False where there is no size to state. */
  readonly sized: boolean
}

/** The same inches as in the outline, moved and scaled into the box. */
const nested = (box: Rectangle, viewBox: string, inner: string) =>
  `<svg${attributes({ x: box.x, y: box.y, width: box.width, height: box.height, viewBox, preserveAspectRatio: 'none' })}>${inner}</svg>`

function contentOf({ geometry, status, width, height, blocks = new Map() }: DrawingRequest): Content {
  const outline = readOutline(geometry)
  const own = { width: width ?? 0, height: height ?? 0 }
  const sized = own.width > 0 && own.height > 0
  const box = sized ? { ...own, sized } : { width: 1, height: 1, sized }
  if (outline?.kind === 'swatch') {
    const fill = outline.palette[0]?.hex ?? PAPER
    return { width: 1, height: 1, sized: false, words: '', inner: (at) => rectangle(at, { fill }) }
  }
  const isEmpty = status === 'empty' || (outline?.kind === 'block' && outline.shapes.length === 0)
  if (isEmpty) return { ...box, words: 'no pieces yet', inner: (at) => emptyBox(at, 'none') }
  if (outline === undefined || !isDrawable(outline)) {
    const inner = (at: Rectangle) => HATCHING + emptyBox(at, 'url(#hatching)')
    return { ...box, words: 'no drawing', inner }
  }
  const [, , outlineWidth, outlineHeight] = outline.viewBox
  return {
    width: outlineWidth,
    height: outlineHeight,
    sized: true,
    words: status === 'truncated' ? 'too many pieces to show all' : '',
    inner: (at, pixelsPerInch) =>
      nested(
        at,
        boxOf(outline),
        outline.kind === 'block'
          ? drawBlock(outline, pixelsPerInch)
          : drawQuilt(outline, blocks, pixelsPerInch),
      ),
  }
}

/** The display face has halves and quarters only. */
const EIGHTHS: ReadonlyArray<readonly [RegExp, string]> = [
  [/⅛/, ' 1/8'],
  [/⅜/, ' 3/8'],
  [/⅝/, ' 5/8'],
  [/⅞/, ' 7/8'],
]
const edgeText = (inches: number) =>
  EIGHTHS.reduce((text, [sign, words]) => text.replace(sign, words), inchesText(inches))

const text = (x: number, y: number, content: string, more: Readonly<Record<string, string>> = {}) =>
  `<text${attributes({ x, y, fill: 'currentColor', ...more })}>${content}</text>`

/** The lines along the edges, each with the finished size in its middle. */
function edgeLines(box: Rectangle, width: number, height: number): string {
  const bottom = box.y + box.height + 12
  const left = box.x - 12
  const right = box.x + box.width
  const below = box.y + box.height
  const lines = `M${short(box.x)} ${short(bottom)}H${short(right)}M${short(box.x)} ${short(bottom - 4)}v8M${short(right)} ${short(bottom - 4)}v8M${short(left)} ${short(box.y)}V${short(below)}M${short(left - 4)} ${short(box.y)}h8M${short(left - 4)} ${short(below)}h8`
  const middleY = box.y + box.height / 2
  const turned = { transform: `rotate(-90 ${short(left - 6)} ${short(middleY)})` }
  return [
    `<path d="${lines}" fill="none" stroke="currentColor" stroke-opacity=".5"/>`,
    text(box.x + box.width / 2, bottom + 18, edgeText(width)),
    text(left - 6, middleY, edgeText(height), turned),
  ].join('')
}

/**
 * A block, quilt, pattern or swatch as SVG: pieces in their fabrics, seams, sashing, borders, blocks
 * where a quilt places them, and the finished size on the edges. It holds no style, script or link, and
 * is made of checked numbers and colours only. Never throws.
 */
export function drawSvg(request: DrawingRequest): string {
  const { inner, words, width, height, sized } = contentOf(request)
  const edges = request.edges === true && sized
  const scale = LONGEST / Math.max(width, height)
  const size = { width: Math.max(THINNEST, width * scale), height: Math.max(THINNEST, height * scale) }
  const margin = edges ? EDGE : RIM
  const said = request.edges === true ? words : ''
  const narrow = edges || said !== '' ? NARROWEST : 0
  const canvas = {
    width: Math.max(size.width + margin + RIM, narrow),
    height: size.height + RIM + margin + (said === '' ? 0 : 30),
  }
  const x = edges ? margin + (canvas.width - size.width - margin - RIM) / 2 : (canvas.width - size.width) / 2
  const box = { x, y: RIM, ...size }
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${short(canvas.width)} ${short(canvas.height)}" role="img" aria-label="${escapeHtml(request.label)}" font-family="Fraunces, Georgia, serif" font-size="18" font-weight="500" text-anchor="middle">`,
    inner(box, scale),
    edges ? edgeLines(box, width, height) : '',
    said === '' ? '' : text(canvas.width / 2, canvas.height - 9, said),
    '</svg>',
  ].join('')
}
