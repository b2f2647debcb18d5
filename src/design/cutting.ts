import { coverage, type Frame, frameOf, type Size, stepOf } from './arrangement.ts'
import type { Block, Layout, Slot } from './design.ts'
import { inchesNumber } from './inches.ts'
import {
  areSame,
  type CutPiece,
  cornerTriangles,
  cutPiece,
  type Measured,
  measureBlock,
  rectangles,
  sideTriangles,
  squares,
  strips,
} from './pieces.ts'
import type { SavedDesign } from './saved.ts'

/** Pieces of one fabric. Where nobody has chosen one, there is no slot. */
export interface CutPart {
  readonly of: 'pieces' | 'sashing' | 'cornerstones' | 'setting' | 'border'
  readonly slot?: string | undefined
  readonly pieces: readonly CutPiece[]
}

export interface Cutting {
  readonly parts: readonly CutPart[]
  /** False if pieces of some slot are not among the parts. */
  readonly isComplete: boolean
  /** What is left out because its number could be wrong, and why. */
  readonly notCounted: readonly string[]
  /** Why pieces are as they are. */
  readonly assumptions: readonly string[]
}

export const NOTHING_TO_CUT: Cutting = { parts: [], isComplete: true, notCounted: [], assumptions: [] }

/** More points are not measured, because somebody waits meanwhile. What people sew has a few hundred. */
const MOST_POINTS = 20_000
/** Hardly a quilt has more different pieces. It bounds the work for a hostile design. */
const MOST_DIFFERENT = 500

const TOO_MANY = 'too many, or too many different ones'

/** How many blocks a sentence names. */
const MOST_NAMED = 8

/** Sizes of designs are rounded; smaller differences than this, in inches, mean nothing. */
const SLACK = 0.1
const areAboutEqual = (a: number, b: number) => Math.abs(a - b) <= SLACK

const sumOf = (numbers: readonly number[]) => numbers.reduce((sum, each) => sum + each, 0)
const pointsOf = ({ shapes }: Block) => sumOf(shapes.map(({ points }) => points.length))

interface Counted {
  readonly piece: Measured
  readonly count: number
}

/**
 * Equal pieces together, the most frequent first, for each slot in the order of the palette; `undefined` if there are
 * too many different ones.
 */
function countPieces(measured: readonly Counted[], palette: readonly Slot[]): CutPart[] | undefined {
  const kinds: Counted[] = []
  for (const { piece, count } of measured) {
    const index = kinds.findIndex((each) => areSame(each.piece, piece))
    const known = kinds[index]
    if (known === undefined) kinds.push({ piece, count })
    else kinds[index] = { piece: known.piece, count: known.count + count }
    if (kinds.length > MOST_DIFFERENT) return undefined
  }
  kinds.sort((a, b) => b.count - a.count || b.piece.area - a.piece.area)
  const bySlot = Map.groupBy(kinds, ({ piece }) => piece.slot)
  const slots = new Set([...palette.map(({ slot }) => slot), ...measured.map(({ piece }) => piece.slot)])
  return [...slots].flatMap((slot) => {
    const pieces = bySlot.get(slot)?.map(({ piece, count }) => cutPiece(piece, count)) ?? []
    return pieces.length > 0 ? [{ of: 'pieces', slot, pieces }] : []
  })
}

/** What to cut for a block (D41). */
export function blockCutting(block: Block): Cutting {
  const isTooMuch = pointsOf(block) > MOST_POINTS
  const measured = isTooMuch ? [] : measureBlock(block.shapes).map((piece) => ({ piece, count: 1 }))
  const parts = countPieces(measured, block.palette)
  if (parts !== undefined && !isTooMuch) return { ...NOTHING_TO_CUT, parts }
  return { ...NOTHING_TO_CUT, isComplete: false, notCounted: [`pieces: ${TOO_MANY}`] }
}

/** A block of a quilt at the size at which it is placed. */
interface PlacedBlock extends Size {
  readonly ref: string
  /** How often it is placed. */
  readonly count: number
  readonly pieces: readonly Measured[]
  /** Names it with its sizes if pieces are on no ruler because it is made in another size than it is drawn in. */
  readonly resized: string[]
}

const templatesAmong = (pieces: readonly Measured[]) =>
  pieces.filter((piece) => piece.form === 'template' || cutPiece(piece, 1).cut === 'template').length

/** The blocks that a quilt places, or why they cannot be counted. */
function placedBlocks(quilt: Layout, { blocks, isWhole }: SavedDesign): readonly PlacedBlock[] | string {
  if (!isWhole) return 'too many blocks'
  const placed: PlacedBlock[] = []
  let points = 0
  for (const [ref, all] of Map.groupBy(quilt.placements, ([, , each]) => each)) {
    const design = blocks.get(ref)
    if (design === undefined) return 'a block is gone, or its design cannot be read'
    points += pointsOf(design)
    if (points > MOST_POINTS) return TOO_MANY
    const [, , width, height] = design.viewBox
    if (Math.min(width, height, quilt.blockSize ?? width) <= 0) return 'a block has no size'
    const size =
      quilt.blockSize === undefined ? { width, height } : coverage({ width, height }, quilt.blockSize)
    const scale = size.width / width
    const pieces = measureBlock(design.shapes, scale)
    const isOff = scale !== 1 && templatesAmong(pieces) > templatesAmong(measureBlock(design.shapes))
    const sizes = [[width, height], Object.values(size)].map((sides) => sides.map(inchesNumber).join(' × '))
    const resized = isOff ? [`block ${ref} (drawn ${sizes[0]}, made ${sizes[1]})`] : []
    placed.push({ ref, ...size, count: all.length, pieces, resized })
  }
  return placed
}

type Cells = NonNullable<ReturnType<typeof cellsOf>>

/** More cells than this are no quilt. */
const MOST_CELLS = 10_000

/** Which cells the blocks cover; `undefined` if they lie otherwise than one block in one or several whole cells. */
function cellsOf(
  { blockSize, placements }: Layout,
  { rows, columns }: Frame,
  blocks: readonly PlacedBlock[],
) {
  if (rows * columns > MOST_CELLS) return undefined
  const [first] = blocks
  const edge = blockSize ?? Math.min(first?.width ?? 0, first?.height ?? 0)
  const isWhole = (side: number) => side > 0 && areAboutEqual(Math.round(side / edge) * edge, side)
  if (!blocks.every(({ width, height }) => isWhole(width) && areAboutEqual(Math.min(width, height), edge)))
    return undefined
  const sizes = new Map(blocks.map(({ ref, width, height }) => [ref, [width, height] as const]))
  const covered = new Set<string>()
  // For each column, how many of its cells no block covers.
  const empty = Array.from({ length: columns }, () => rows)
  for (const [row, column, ref, degrees] of placements) {
    const [across = 0, down = 0] = sizes.get(ref)?.map((side) => Math.round(side / edge)) ?? []
    // The drawing turns a long block about its middle; which cells it then covers is not known.
    if (across !== down && degrees % 180 !== 0) return undefined
    for (let at = 0; at < across * down; at += 1) {
      const [y, x] = [row + Math.floor(at / across), column + (at % across)]
      const left = empty[x]
      if (left === undefined || y < 0 || y >= rows || covered.has(`${y} ${x}`)) return undefined
      covered.add(`${y} ${x}`)
      empty[x] = left - 1
    }
  }
  return { rows, columns, edge, empty }
}

/** Sashes between and around the blocks, as a quilt is drawn (D21), and the squares where they cross. */
function sashing({ rows, columns, edge }: Cells, width: number, hasStones: boolean): CutPart[] {
  const upright = rows * (columns + 1)
  const sash = (count: number) => rectangles('strip', { width: edge, height: width, count })
  if (!hasStones) {
    const long = columns * (edge + width) + width
    return [{ of: 'sashing', pieces: [sash(upright), strips(long, width, rows + 1)] }]
  }
  return [
    { of: 'sashing', pieces: [sash(upright + columns * (rows + 1))] },
    { of: 'cornerstones', pieces: [squares(width, (rows + 1) * (columns + 1))] },
  ]
}

/** Plain cloth in empty cells, and what fills a quilt on point up to its straight sides. */
function settingPieces({ rows, columns, edge, empty }: Cells, mode: Layout['layoutMode']): CutPiece[] {
  const cells = sumOf(empty)
  if (mode === 'on-point') {
    const between = (rows - 1) * (columns - 1)
    const sides = 2 * (rows + columns - 2)
    return [squares(edge, between + cells), sideTriangles(edge, sides), cornerTriangles(edge, 4)]
  }
  // An empty column of a strip quilt is one strip.
  const plain = mode === 'strip' && rows > 1 ? empty.filter((count) => count === rows).length : 0
  return [squares(edge, cells - plain * rows), strips(rows * edge, edge, plain)]
}

/** What lies between and around the blocks, or why it is not counted. */
function settingOf(quilt: Layout, frame: Frame, blocks: readonly PlacedBlock[]): readonly CutPart[] | string {
  const { inside, sash, isOnPoint } = frame
  if (quilt.layoutMode === 'freeform') return 'blocks of a freeform quilt lie anywhere'
  const cells = cellsOf(quilt, frame, blocks)
  if (cells === undefined) return 'the blocks do not fill whole cells'
  if (isOnPoint && sash > 0) return 'how it lies on point is not known'
  const step = stepOf(cells.edge, frame)
  const fills = (count: number, side: number) => areAboutEqual(count * step + sash, side)
  if (!fills(cells.columns, inside.width) || !fills(cells.rows, inside.height))
    return 'the space inside the borders is not that of its blocks'
  const isSpanned = blocks.some(({ width, height }) => !areAboutEqual(width, height))
  if (isSpanned && (sash > 0 || isOnPoint)) return 'a block spans several cells'
  const pieces = settingPieces(cells, quilt.layoutMode).filter(({ count }) => count > 0)
  return [
    ...(sash > 0 ? sashing(cells, sash, quilt.sashing?.cornerstones === true) : []),
    ...(pieces.length > 0 ? [{ of: 'setting' as const, pieces }] : []),
  ]
}

/** Borders from inside to outside: two sides first, then top and bottom over them. */
function borderParts({ borders, palette }: Layout, { inside }: Frame): CutPart[] {
  let { width, height } = inside
  if (width <= 0 || height <= 0) return []
  return borders
    .filter((border) => border.width > 0)
    .map((border) => {
      const pieces = [strips(height, border.width, 2), strips(width + 2 * border.width, border.width, 2)]
      width += 2 * border.width
      height += 2 * border.width
      const slot = palette.find((each) => each.slot === border.slot)?.slot
      return { of: 'border', slot, pieces }
    })
}

/**
 * What to cut for a quilt (D41): the pieces of its blocks in the size in which they are placed, what lies between
 * and around them, and its borders. The slots of blocks are those of the quilt, which recolours them.
 */
export function quiltCutting(quilt: Layout, saved: SavedDesign): Cutting {
  const frame = frameOf(quilt)
  const borders = borderParts(quilt, frame)
  const blocks = placedBlocks(quilt, saved)
  const onlyBorders = (reason: string): Cutting => ({
    ...NOTHING_TO_CUT,
    parts: borders,
    isComplete: false,
    notCounted: [`pieces, sashing and setting: ${reason}`],
  })
  if (typeof blocks === 'string') return onlyBorders(blocks)
  // Then its numbers contradict each other.
  const covered = sumOf(blocks.map((block) => block.count * block.width * block.height))
  if (covered > (frame.inside.width + SLACK) * (frame.inside.height + SLACK))
    return onlyBorders('the blocks do not fit into the quilt')
  const measured = blocks.flatMap(({ pieces, count }) => pieces.map((piece) => ({ piece, count })))
  const parts = countPieces(measured, quilt.palette)
  if (parts === undefined) return onlyBorders(TOO_MANY)
  const setting = settingOf(quilt, frame, blocks)
  // More than rounding leaves is meant so: something is seen through the pieces.
  const hasGaps = blocks.some(
    (block) => sumOf(block.pieces.map(({ area }) => area)) < block.width * block.height * 0.99,
  )
  const resized = blocks.flatMap((block) => block.resized).slice(0, MOST_NAMED)
  const reason =
    'some pieces are on no ruler, because their blocks are not made in the size they are drawn in'
  const between = frame.sash > 0 ? 'sashing and setting' : 'setting'
  return {
    parts: [...parts, ...(typeof setting === 'string' ? [] : setting), ...borders],
    isComplete: true,
    notCounted: [
      ...(hasGaps ? ['the ground of a block, where no piece lies'] : []),
      ...(typeof setting === 'string' ? [`${between}: ${setting}`] : []),
    ],
    assumptions: resized.length > 0 ? [`${reason}: ${resized.join(', ')}`] : [],
  }
}
