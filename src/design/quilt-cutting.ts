import { coverage, type Frame, frameOf, type Size, stepOf } from './arrangement.ts'
import {
  type CutPart,
  type CutPiece,
  type Cutting,
  cornerTriangles,
  type Measured,
  measureBlock,
  pieceParts,
  rectangles,
  sideTriangles,
  strips,
} from './cutting.ts'
import type { Block, Layout } from './design.ts'

/** Sizes of designs are rounded; smaller differences than this, in inches, mean nothing. */
const SLACK = 0.1
const areEqual = (a: number, b: number) => Math.abs(a - b) <= SLACK

/** What to cut for a block (D41). */
export function blockCutting({ shapes, palette, counts }: Block): Cutting {
  if (shapes.length < counts.shapes) {
    return { parts: [], incomplete: 'all', notCounted: ['pieces: too many'] }
  }
  return pieceParts(
    measureBlock(shapes).map((piece) => ({ piece, count: 1 })),
    palette,
  )
}

/** A block of a quilt at the size at which it is placed. */
interface PlacedBlock {
  readonly size: Size
  readonly pieces: readonly Measured[]
}

/** The blocks by their `ref`; `undefined` if one of them cannot be read or has no size. */
function blocksOf(
  { blocks, blockSize, placements }: Layout,
  designs: ReadonlyMap<string, Block>,
): ReadonlyMap<string, PlacedBlock> | undefined {
  const idOf = new Map(blocks.map(({ ref, blockId }) => [ref, blockId]))
  const placed = new Map<string, PlacedBlock>()
  for (const ref of new Set(placements.map(([, , each]) => each))) {
    const design = designs.get(idOf.get(ref) ?? '')
    if (design === undefined) return undefined
    const [, , width, height] = design.viewBox
    if ([width, height, blockSize ?? width].some((side) => side <= 0)) return undefined
    const size = blockSize === undefined ? { width, height } : coverage({ width, height }, blockSize)
    placed.set(ref, { size, pieces: measureBlock(design.shapes, size.width / width) })
  }
  return placed
}

interface Cells {
  readonly rows: number
  readonly columns: number
  /** The finished block edge. */
  readonly edge: number
  /** For each column, how many of its cells no block covers. */
  readonly empty: readonly number[]
}

/** More cells than this are no quilt. */
const MOST_CELLS = 10_000

/** Which cells the blocks cover; `undefined` if they lie otherwise than one block in one or several whole cells. */
function cellsOf(
  { blockSize, placements }: Layout,
  { rows, columns }: Frame,
  blocks: ReadonlyMap<string, PlacedBlock>,
): Cells | undefined {
  if (rows * columns > MOST_CELLS) return undefined
  const edges = [...blocks.values()].map(({ size }) => Math.min(size.width, size.height))
  const edge = blockSize ?? edges[0]
  if (edge === undefined || edges.some((each) => !areEqual(each, edge))) return undefined
  const covered = new Set<string>()
  const empty = Array.from({ length: columns }, () => rows)
  for (const [row, column, ref, degrees] of placements) {
    const { width, height } = blocks.get(ref)?.size ?? { width: 0, height: 0 }
    const [across, down] = [Math.round(width / edge), Math.round(height / edge)]
    if (!areEqual(across * edge, width) || !areEqual(down * edge, height)) return undefined
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

const sumOf = (numbers: readonly number[]) => numbers.reduce((sum, each) => sum + each, 0)

/** Sashes between and around the blocks, as a quilt is drawn (D21), and the squares where they cross. */
function sashing({ rows, columns, edge }: Cells, width: number, hasStones: boolean): CutPart[] {
  const sash = (count: number) => rectangles('strip', { width: edge, height: width, count })
  if (!hasStones) {
    const long = columns * (edge + width) + width
    return [{ of: 'sashing', pieces: [sash(rows * (columns + 1)), strips(long, width, rows + 1)] }]
  }
  const stones = rectangles('square', { width, height: width, count: (rows + 1) * (columns + 1) })
  return [
    { of: 'sashing', pieces: [sash(rows * (columns + 1) + columns * (rows + 1))] },
    { of: 'cornerstones', pieces: [stones] },
  ]
}

const squares = (edge: number, count: number) =>
  count > 0 ? [rectangles('square', { width: edge, height: edge, count })] : []

/** Plain squares in empty cells, and plain strips in empty columns of a strip quilt. */
function plainPieces({ rows, edge, empty }: Cells, layoutMode: Layout['layoutMode']): CutPiece[] {
  const plain = layoutMode === 'strip' && rows > 1 ? empty.filter((count) => count === rows).length : 0
  return [
    ...squares(edge, sumOf(empty) - plain * rows),
    ...(plain > 0 ? [strips(rows * edge, edge, plain)] : []),
  ]
}

/** Squares between the blocks of a quilt on point, and triangles at its sides and corners. */
function onPointPieces({ rows, columns, edge, empty }: Cells): CutPiece[] {
  const sides = 2 * (rows + columns - 2)
  return [
    ...squares(edge, (rows - 1) * (columns - 1) + sumOf(empty)),
    ...(sides > 0 ? [sideTriangles(edge, sides)] : []),
    cornerTriangles(edge, 4),
  ]
}

/** Borders from inside to outside: two sides first, then top and bottom over them. */
function borderParts({ borders, palette }: Layout, { inside }: Frame): CutPart[] {
  const slots = new Set(palette.map(({ slot }) => slot))
  let { width, height } = inside
  return borders.flatMap((border) => {
    const across = border.width
    if (across <= 0) return []
    const pieces = [...(height > 0 ? [strips(height, across, 2)] : []), strips(width + 2 * across, across, 2)]
    width += 2 * across
    height += 2 * across
    const slot = border.slot !== undefined && slots.has(border.slot) ? border.slot : undefined
    return [{ of: 'border' as const, slot, pieces }]
  })
}

/** What lies between and around the blocks, in whole inches as the layout says. */
function between(
  quilt: Layout,
  frame: Frame,
  blocks: ReadonlyMap<string, PlacedBlock>,
  notCounted: string[],
): CutPart[] {
  const { inside, sash, isOnPoint } = frame
  const leaveOut = (reason: string): CutPart[] => {
    notCounted.push(`${sash > 0 ? 'sashing and setting' : 'setting'}: ${reason}`)
    return []
  }
  if (quilt.layoutMode === 'freeform') return leaveOut('blocks of a freeform quilt lie anywhere')
  const cells = cellsOf(quilt, frame, blocks)
  if (cells === undefined) return leaveOut('the blocks do not fill whole cells')
  if (isOnPoint && sash > 0) return leaveOut('how it lies on point is not known')
  const step = stepOf(cells.edge, frame)
  const isFilled =
    areEqual(cells.columns * step + sash, inside.width) && areEqual(cells.rows * step + sash, inside.height)
  if (!isFilled) return leaveOut('the space inside the borders is not that of its blocks')
  const isSpanned = [...blocks.values()].some(({ size }) => !areEqual(size.width, size.height))
  if (isSpanned && (sash > 0 || isOnPoint)) return leaveOut('a block spans several cells')
  const setting = isOnPoint ? onPointPieces(cells) : plainPieces(cells, quilt.layoutMode)
  return [
    ...(sash > 0 ? sashing(cells, sash, quilt.sashing?.cornerstones === true) : []),
    ...(setting.length > 0 ? [{ of: 'setting' as const, pieces: setting }] : []),
  ]
}

/** Whether the blocks are larger than the room that the quilt has for them. Then its numbers contradict each other. */
function isOverfull(
  { placements }: Layout,
  { inside }: Frame,
  blocks: ReadonlyMap<string, PlacedBlock>,
): boolean {
  const areaOf = new Map([...blocks].map(([ref, { size }]) => [ref, size.width * size.height] as const))
  const placed = sumOf(placements.map(([, , ref]) => areaOf.get(ref) ?? 0))
  return placed > (inside.width + SLACK) * (inside.height + SLACK)
}

/** Whether a part of a block is seen through its pieces. More than rounding leaves is meant so. */
const hasGaps = ({ size, pieces }: PlacedBlock): boolean =>
  sumOf(pieces.map(({ area }) => area)) < size.width * size.height * 0.99

/**
 * What to cut for a quilt (D41): the pieces of its blocks in the size in which they are placed, what lies between
 * and around them, and its borders. The slots of blocks are those of the quilt, which recolours them.
 *
 * @param designs its blocks by their ids.
 */
export function quiltCutting(quilt: Layout, designs: ReadonlyMap<string, Block>): Cutting {
  const [, , width, height] = quilt.viewBox
  const frame = frameOf(quilt)
  const borders = width > 0 && height > 0 ? borderParts(quilt, frame) : []
  const onlyBorders = (reason: string): Cutting => ({
    parts: borders,
    incomplete: 'all',
    notCounted: [`pieces, sashing and setting: ${reason}`],
  })
  if (quilt.placements.length < quilt.counts.placements) return onlyBorders('too many blocks')
  const blocks = blocksOf(quilt, designs)
  if (blocks === undefined) return onlyBorders('a block is gone, or its design cannot be read')
  if (isOverfull(quilt, frame, blocks)) return onlyBorders('the blocks do not fit into the quilt')
  const times = new Map<string, number>()
  for (const [, , ref] of quilt.placements) times.set(ref, (times.get(ref) ?? 0) + 1)
  const measured = [...times].flatMap(([ref, count]) =>
    (blocks.get(ref)?.pieces ?? []).map((piece) => ({ piece, count })),
  )
  const pieces = pieceParts(measured, quilt.palette)
  const notCounted = [...pieces.notCounted]
  if ([...blocks.values()].some(hasGaps)) notCounted.push('the ground of a block, where no piece lies')
  const parts = [...pieces.parts, ...between(quilt, frame, blocks, notCounted), ...borders]
  return { ...pieces, parts, notCounted }
}
