import { coverage, type Size } from './arrangement.ts'
import {
  type CutPiece,
  cornerTriangles,
  type Measured,
  measureBlock,
  piecesBySlot,
  rectangles,
  scaled,
  sideTriangles,
  strips,
} from './cutting.ts'
import type { Block, Layout } from './design.ts'
import { greatestOf } from './polygon.ts'

/** Pieces of one fabric. Where nobody has chosen one, there is no slot. */
export interface CutPart {
  readonly of: 'pieces' | 'sashing' | 'cornerstones' | 'setting' | 'border'
  readonly slot?: string | undefined
  readonly pieces: readonly CutPiece[]
}

export interface Cutting {
  readonly parts: readonly CutPart[]
  /** Slots of which not all pieces are known. `all` where nobody knows which. */
  readonly incomplete: ReadonlySet<string> | 'all'
  /** What is left out because its number could be wrong, and why. */
  readonly notCounted: readonly string[]
}

/** Sizes of designs are rounded; smaller differences than this, in inches, mean nothing. */
const SLACK = 0.1
const areEqual = (a: number, b: number) => Math.abs(a - b) <= SLACK

/** The pieces of blocks, in the order of the palette. */
function pieceParts(
  measured: Parameters<typeof piecesBySlot>[0],
  palette: Layout['palette'],
): Cutting & { readonly incomplete: ReadonlySet<string> } {
  const order = new Map(palette.map(({ slot }, index) => [slot, index]))
  const slots = piecesBySlot(measured).sort(
    (a, b) => (order.get(a.slot) ?? order.size) - (order.get(b.slot) ?? order.size),
  )
  const incomplete = slots.filter(({ pieces }) => pieces === undefined).map(({ slot }) => slot)
  return {
    parts: slots.flatMap(({ slot, pieces }) =>
      pieces === undefined ? [] : [{ of: 'pieces', slot, pieces }],
    ),
    incomplete: new Set(incomplete),
    notCounted: incomplete.map((slot) => `pieces of ${slot}: too many different ones`),
  }
}

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
    const pieces = measureBlock(design.shapes).map((piece) => scaled(piece, size.width / width))
    placed.set(ref, { size, pieces })
  }
  return placed
}

interface Cells {
  readonly rows: number
  readonly columns: number
  /** The finished block edge. */
  readonly edge: number
  /** The cells that no block covers, as rows of columns. */
  readonly empty: ReadonlyArray<readonly [row: number, column: number]>
}

/** More cells than this are no quilt. */
const MOST_CELLS = 10_000

/** Which cells the blocks cover; `undefined` if they lie otherwise than one block in one or several whole cells. */
function cellsOf(quilt: Layout, blocks: ReadonlyMap<string, PlacedBlock>): Cells | undefined {
  const rows = quilt.grid?.rows ?? greatestOf(quilt.placements.map(([row]) => row + 1))
  const columns = quilt.grid?.cols ?? greatestOf(quilt.placements.map(([, column]) => column + 1))
  if (!(rows * columns > 0) || rows * columns > MOST_CELLS) return undefined
  const edges = [...blocks.values()].map(({ size }) => Math.min(size.width, size.height))
  const edge = quilt.blockSize ?? edges[0]
  if (edge === undefined || edges.some((each) => !areEqual(each, edge))) return undefined
  const covered = new Set<string>()
  for (const [row, column, ref, degrees] of quilt.placements) {
    const { width, height } = blocks.get(ref)?.size ?? { width: 0, height: 0 }
    const [across, down] = [width / edge, height / edge]
    // The drawing turns a long block about its middle; which cells it then covers is not known.
    if (across !== down && degrees % 180 !== 0) return undefined
    for (let at = 0; at < Math.round(across) * Math.round(down); at += 1) {
      const [y, x] = [row + Math.floor(at / Math.round(across)), column + (at % Math.round(across))]
      const key = `${y} ${x}`
      if (x >= columns || y >= rows || x < 0 || y < 0 || covered.has(key)) return undefined
      covered.add(key)
    }
    if (!areEqual(Math.round(across) * edge, width) || !areEqual(Math.round(down) * edge, height))
      return undefined
  }
  const all = Array.from(
    { length: rows * columns },
    (_, at) => [Math.floor(at / columns), at % columns] as const,
  )
  return { rows, columns, edge, empty: all.filter(([row, column]) => !covered.has(`${row} ${column}`)) }
}

/** Sashes between and around the blocks, as a quilt is drawn (D21), and the squares where they cross. */
function sashing({ rows, columns, edge }: Cells, width: number, hasStones: boolean): CutPart[] {
  const sash = (count: number) => rectangles('strip', { width: edge, height: width }, count)
  if (!hasStones) {
    const long = columns * (edge + width) + width
    return [{ of: 'sashing', pieces: [sash(rows * (columns + 1)), strips(long, width, rows + 1)] }]
  }
  const stones = rectangles('square', { width, height: width }, (rows + 1) * (columns + 1))
  return [
    { of: 'sashing', pieces: [sash(rows * (columns + 1) + columns * (rows + 1))] },
    { of: 'cornerstones', pieces: [stones] },
  ]
}

/** Plain squares in empty cells, and plain strips in empty columns of a strip quilt. */
function plainPieces({ rows, columns, edge, empty }: Cells, layoutMode: Layout['layoutMode']): CutPiece[] {
  const inColumn = Array.from(
    { length: columns },
    (_, at) => empty.filter(([, column]) => column === at).length,
  )
  const plain = layoutMode === 'strip' && rows > 1 ? inColumn.filter((count) => count === rows).length : 0
  const squares = empty.length - plain * rows
  return [
    ...(squares > 0 ? [rectangles('square', { width: edge, height: edge }, squares)] : []),
    ...(plain > 0 ? [strips(rows * edge, edge, plain)] : []),
  ]
}

/** Squares between the blocks of a quilt on point, and triangles at its sides and corners. */
function onPointPieces({ rows, columns, edge, empty }: Cells): CutPiece[] {
  const squares = (rows - 1) * (columns - 1) + empty.length
  const sides = 2 * (rows + columns - 2)
  return [
    ...(squares > 0 ? [rectangles('square', { width: edge, height: edge }, squares)] : []),
    ...(sides > 0 ? [sideTriangles(edge, sides)] : []),
    cornerTriangles(edge, 4),
  ]
}

/** Borders from inside to outside: two sides first, then top and bottom over them. */
function borderParts({ borders, viewBox, palette }: Layout): CutPart[] {
  const slots = new Set(palette.map(({ slot }) => slot))
  const wide = borders.map(({ width }) => Math.max(0, width))
  const around = 2 * wide.reduce((sum, width) => sum + width, 0)
  let [width, height] = [viewBox[2] - around, viewBox[3] - around]
  return borders.flatMap((border, index) => {
    const across = wide[index] ?? 0
    if (across === 0) return []
    const pieces = [...(height > 0 ? [strips(height, across, 2)] : []), strips(width + 2 * across, across, 2)]
    width += 2 * across
    height += 2 * across
    const slot = border.slot !== undefined && slots.has(border.slot) ? border.slot : undefined
    return [{ of: 'border' as const, slot, pieces }]
  })
}

/** What lies between and around the blocks, in whole inches as the layout says. */
function between(quilt: Layout, blocks: ReadonlyMap<string, PlacedBlock>, notCounted: string[]): CutPart[] {
  const [, , width, height] = quilt.viewBox
  const around = 2 * quilt.borders.reduce((sum, border) => sum + Math.max(0, border.width), 0)
  const inside = { width: width - around, height: height - around }
  const sash = Math.max(0, quilt.sashing?.width ?? 0)
  const isOnPoint = quilt.layoutMode === 'on-point'
  const parts = sash > 0 ? 'sashing and setting' : 'setting'
  const leaveOut = (reason: string): CutPart[] => {
    notCounted.push(`${parts}: ${reason}`)
    return []
  }
  if (quilt.layoutMode === 'freeform') return leaveOut('blocks of a freeform quilt lie anywhere')
  const cells = cellsOf(quilt, blocks)
  if (cells === undefined) return leaveOut('the blocks do not fill whole cells')
  if (isOnPoint && sash > 0) return leaveOut('how it lies on point is not known')
  const step = isOnPoint ? cells.edge * Math.SQRT2 : cells.edge + sash
  const needed = { width: cells.columns * step + sash, height: cells.rows * step + sash }
  if (!areEqual(needed.width, inside.width) || !areEqual(needed.height, inside.height))
    return leaveOut('the space inside the borders is not that of its blocks')
  const isSpanned = [...blocks.values()].some(({ size }) => !areEqual(size.width, size.height))
  if (isSpanned && (sash > 0 || isOnPoint)) return leaveOut('a block spans several cells')
  const setting = isOnPoint ? onPointPieces(cells) : plainPieces(cells, quilt.layoutMode)
  return [
    ...(sash > 0 ? sashing(cells, sash, quilt.sashing?.cornerstones === true) : []),
    ...(setting.length > 0 ? [{ of: 'setting' as const, pieces: setting }] : []),
  ]
}

/** Whether the blocks are larger than the room that the quilt has for them. Then its numbers contradict each other. */
function isOverfull(quilt: Layout, blocks: ReadonlyMap<string, PlacedBlock>): boolean {
  const [, , width, height] = quilt.viewBox
  const sizes = [...blocks].map(([ref, { size }]) => [ref, size.width * size.height] as const)
  const areaOf = new Map(sizes)
  const placed = quilt.placements.reduce((sum, [, , ref]) => sum + (areaOf.get(ref) ?? 0), 0)
  const borders = 2 * quilt.borders.reduce((sum, border) => sum + Math.max(0, border.width), 0)
  return placed > (width - borders + SLACK) * (height - borders + SLACK)
}

/**
 * What to cut for a quilt (D41): the pieces of its blocks in the size in which they are placed, what lies between
 * and around them, and its borders. The slots of blocks are those of the quilt, which recolours them.
 *
 * @param designs its blocks by their ids.
 */
export function quiltCutting(quilt: Layout, designs: ReadonlyMap<string, Block>): Cutting {
  const notCounted: string[] = []
  const [, , width, height] = quilt.viewBox
  const borders = width > 0 && height > 0 ? borderParts(quilt) : []
  const blocks = blocksOf(quilt, designs)
  const isWhole = quilt.placements.length === quilt.counts.placements
  if (blocks === undefined || !isWhole) {
    const reason = isWhole ? 'a block is gone, or its design cannot be read' : 'too many blocks'
    return { parts: borders, incomplete: 'all', notCounted: [`pieces, sashing and setting: ${reason}`] }
  }
  if (isOverfull(quilt, blocks)) {
    const reason = 'the blocks do not fit into the quilt'
    return { parts: borders, incomplete: 'all', notCounted: [`pieces, sashing and setting: ${reason}`] }
  }
  const times = new Map<string, number>()
  for (const [, , ref] of quilt.placements) times.set(ref, (times.get(ref) ?? 0) + 1)
  const measured = [...times].flatMap(([ref, count]) =>
    (blocks.get(ref)?.pieces ?? []).map((piece) => ({ piece, count })),
  )
  const pieces = pieceParts(measured, quilt.palette)
  const parts = [...pieces.parts, ...between(quilt, blocks, notCounted), ...borders]
  return { ...pieces, parts, notCounted: [...pieces.notCounted, ...notCounted] }
}
