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
import { type SavedDesign, slotsOf } from './saved.ts'

/** Pieces of one fabric. Where nobody has chosen one, there is no slot. */
export interface CutPart {
  readonly of: 'pieces' | 'sashing' | 'cornerstones' | 'setting' | 'border'
  readonly slot?: string | undefined
  readonly pieces: readonly CutPiece[]
}

export interface Cutting {
  readonly parts: readonly CutPart[]
  /** Slots of which not all pieces are known. */
  readonly incomplete: ReadonlySet<string>
  /** What is left out because its number could be wrong, and why. */
  readonly notCounted: readonly string[]
  /** Why pieces are as they are. */
  readonly assumptions: readonly string[]
}

export const NOTHING_TO_CUT: Cutting = { parts: [], incomplete: new Set(), notCounted: [], assumptions: [] }

/** More points are not measured, because somebody waits meanwhile. What people sew has a few hundred. */
const MOST_POINTS = 20_000
/** No quilt that people sew has more different pieces of one fabric. It bounds the work for a hostile design. */
const MOST_DIFFERENT = 48

/** How many blocks a sentence names. */
const MOST_NAMED = 8

/** Sizes of designs are rounded; smaller differences than this, in inches, mean nothing. */
const SLACK = 0.1
const areEqual = (a: number, b: number) => Math.abs(a - b) <= SLACK

const sumOf = (numbers: readonly number[]) => numbers.reduce((sum, each) => sum + each, 0)
const pointsOf = ({ shapes }: Block) => sumOf(shapes.map(({ points }) => points.length))

interface Counted {
  readonly piece: Measured
  readonly count: number
}

/** Equal pieces together, the most frequent first, for each slot in the order of the palette. */
function countPieces(measured: readonly Counted[], palette: readonly Slot[]): Cutting {
  const slots = new Map(palette.map(({ slot }): [string, Counted[]] => [slot, []]))
  const incomplete = new Set<string>()
  for (const { piece, count } of measured) {
    const found = slots.get(piece.slot) ?? []
    slots.set(piece.slot, found)
    const index = found.findIndex((each) => areSame(each.piece, piece))
    const known = found[index]
    if (known !== undefined) found[index] = { piece: known.piece, count: known.count + count }
    else if (found.length < MOST_DIFFERENT) found.push({ piece, count })
    else incomplete.add(piece.slot)
  }
  const complete = [...slots].filter(([slot, found]) => found.length > 0 && !incomplete.has(slot))
  return {
    parts: complete.map(([slot, found]) => ({
      of: 'pieces',
      slot,
      pieces: found
        .sort((a, b) => b.count - a.count || b.piece.area - a.piece.area)
        .map(({ piece, count }) => cutPiece(piece, count)),
    })),
    incomplete,
    notCounted: [...incomplete].map((slot) => `pieces of ${slot}: too many different ones`),
    assumptions: [],
  }
}

/** What to cut for a block (D41). */
export function blockCutting(block: Block): Cutting {
  if (pointsOf(block) > MOST_POINTS) return { ...NOTHING_TO_CUT, notCounted: ['pieces: too many'] }
  const measured = measureBlock(block.shapes).map((piece) => ({ piece, count: 1 }))
  return countPieces(measured, block.palette)
}

/** A block of a quilt at the size at which it is placed. */
interface PlacedBlock extends Size {
  readonly ref: string
  /** How often it is placed. */
  readonly count: number
  readonly pieces: readonly Measured[]
  /** The size in which it is drawn, if pieces are on no ruler because it is placed in another. */
  readonly offRuler: Size | undefined
}

const templatesAmong = (pieces: readonly Measured[]) =>
  pieces.filter((piece) => cutPiece(piece, 1).cut === 'template').length

/** The blocks that a quilt places, or why they cannot be counted. */
function placedBlocks(quilt: Layout, { blocks, isWhole }: SavedDesign): readonly PlacedBlock[] | string {
  if (!isWhole) return 'too many blocks'
  const placed: PlacedBlock[] = []
  let points = 0
  for (const [ref, all] of Map.groupBy(quilt.placements, ([, , each]) => each)) {
    const design = blocks.get(ref)
    if (design === undefined) return 'a block is gone, or its design cannot be read'
    points += pointsOf(design)
    if (points > MOST_POINTS) return 'too many'
    const [, , width, height] = design.viewBox
    if (Math.min(width, height, quilt.blockSize ?? width) <= 0) return 'a block has no size'
    const size =
      quilt.blockSize === undefined ? { width, height } : coverage({ width, height }, quilt.blockSize)
    const pieces = measureBlock(design.shapes, size.width / width)
    const isOff = templatesAmong(pieces) > templatesAmong(measureBlock(design.shapes))
    placed.push({ ref, ...size, count: all.length, pieces, offRuler: isOff ? { width, height } : undefined })
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
  const isWhole = (side: number) => side > 0 && areEqual(Math.round(side / edge) * edge, side)
  if (!blocks.every(({ width, height }) => isWhole(width) && areEqual(Math.min(width, height), edge)))
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
  const fills = (count: number, side: number) => areEqual(count * step + sash, side)
  if (!fills(cells.columns, inside.width) || !fills(cells.rows, inside.height))
    return 'the space inside the borders is not that of its blocks'
  const isSpanned = blocks.some(({ width, height }) => !areEqual(width, height))
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

const sizeText = ({ width, height }: Size) => `${inchesNumber(width)} × ${inchesNumber(height)}`

/** Names the blocks whose pieces are templates because the quilt makes them in another size than they are drawn in. */
function resized(blocks: readonly PlacedBlock[]): string[] {
  const named = blocks.flatMap(({ offRuler, ref, ...made }) =>
    offRuler === undefined ? [] : [`block ${ref} (drawn ${sizeText(offRuler)}, made ${sizeText(made)})`],
  )
  const reason =
    'some pieces are on no ruler, because their blocks are not made in the size they are drawn in'
  return named.length === 0 ? [] : [`${reason}: ${named.slice(0, MOST_NAMED).join(', ')}`]
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
    incomplete: new Set(slotsOf(quilt, saved.blocks).map(({ slot }) => slot)),
    notCounted: [`pieces, sashing and setting: ${reason}`],
  })
  if (typeof blocks === 'string') return onlyBorders(blocks)
  // Then its numbers contradict each other.
  const covered = sumOf(blocks.map((block) => block.count * block.width * block.height))
  if (covered > (frame.inside.width + SLACK) * (frame.inside.height + SLACK))
    return onlyBorders('the blocks do not fit into the quilt')
  const measured = blocks.flatMap(({ pieces, count }) => pieces.map((piece) => ({ piece, count })))
  const counted = countPieces(measured, quilt.palette)
  const setting = settingOf(quilt, frame, blocks)
  // More than rounding leaves is meant so: something is seen through the pieces.
  const hasGaps = blocks.some(
    (block) => sumOf(block.pieces.map(({ area }) => area)) < block.width * block.height * 0.99,
  )
  return {
    parts: [...counted.parts, ...(typeof setting === 'string' ? [] : setting), ...borders],
    incomplete: counted.incomplete,
    notCounted: [
      ...counted.notCounted,
      ...(hasGaps ? ['the ground of a block, where no piece lies'] : []),
      ...(typeof setting === 'string'
        ? [`${frame.sash > 0 ? 'sashing and setting' : 'setting'}: ${setting}`]
        : []),
    ],
    assumptions: resized(blocks),
  }
}
