import { coverage, type Frame, frameOf, MOST_CELLS, stepOf, turnedBy } from './arrangement.ts'
import { type Block, hasPieces, type Layout, type Slot, sizeOf } from './design.ts'
import { sizeText } from './inches.ts'
import { areSame, type Measured, measureBlock } from './measure.ts'
import { cornerTriangles, cutOf, type Piece, pieceOf, sideTriangles, squares, strips } from './pieces.ts'
import { type Size, sumOf } from './polygon.ts'
import type { SavedDesign } from './saved.ts'

/** Pieces of one fabric, without a slot where nobody has chosen one. */
export interface CutPart {
  readonly of: 'pieces' | 'sashing' | 'cornerstones' | 'setting' | 'border'
  readonly slot?: string | undefined
  readonly pieces: readonly Piece[]
}

export interface Cutting {
  readonly parts: readonly CutPart[]
  /** False if pieces of some slot are not among the parts. */
  readonly isComplete: boolean
  readonly notCounted: readonly string[]
  readonly assumptions: readonly string[]
}

export const NOTHING_TO_CUT: Cutting = { parts: [], isComplete: true, notCounted: [], assumptions: [] }
const withoutPieces = (what: string, why: string): Cutting => ({
  ...NOTHING_TO_CUT,
  isComplete: false,
  notCounted: [`${what}: ${why}`],
})

/** A caller waits while a design is measured. What people sew has a few hundred points. */
const MOST_POINTS = 20_000
/** Hardly any quilt has more kinds of pieces. It bounds the work of a hostile design. */
const MOST_DIFFERENT = 500
const TOO_MANY = 'too many, or too many different ones'

/** Sizes are rounded, so smaller differences in inches mean nothing. */
const SLACK = 0.1
const areAboutEqual = (a: number, b: number) => Math.abs(a - b) <= SLACK

/** A block in the size in which it is made, which may not be that of its drawing. */
interface MadeBlock extends Size {
  ref: string
  count: number
  design: Block
}
type MeasuredBlock = MadeBlock & { readonly pieces: readonly Measured[] }

/** By slot in the order of the palette, the most frequent first. `undefined` if too many are different. */
function countPieces(measured: readonly Measured[], palette: readonly Slot[]): CutPart[] | undefined {
  const kinds: (Measured & { count: number })[] = []
  for (const piece of measured) {
    const known = kinds.find((each) => areSame(each, piece))
    if (known === undefined) kinds.push({ ...piece })
    else known.count += piece.count
    if (kinds.length > MOST_DIFFERENT) return undefined
  }
  kinds.sort((a, b) => b.count - a.count || b.area - a.area)
  const slots = new Set([...palette, ...measured].map(({ slot }) => slot))
  return [...slots]
    .map((slot) => ({
      of: 'pieces' as const,
      slot,
      pieces: kinds.filter((kind) => kind.slot === slot).map(pieceOf),
    }))
    .filter(({ pieces }) => pieces.length > 0)
}

/** Rounding leaves less than a hundredth of a block open. */
const OPEN_SHARE = 0.01

function openGround(blocks: readonly MeasuredBlock[]) {
  const shares = blocks.map(
    ({ width, height, pieces }) => sumOf(pieces.map(({ area }) => area)) / (width * height),
  )
  const named = []
  if (shares.some((share) => share < 1 - OPEN_SHARE)) named.push('the ground of a block, where no piece lies')
  if (shares.some((share) => share > 1 + OPEN_SHARE))
    named.push('the ground of a block whose pieces overlap, if some of it is open')
  return named
}

const MOST_NAMED = 8

/** The blocks whose pieces are on no ruler because of the size in which they are made. */
function resizedBlocks(blocks: readonly MeasuredBlock[]) {
  const isOffRuler = (piece: Measured) => piece.form !== 'template' && pieceOf(piece).cut === 'template'
  const named = blocks
    .filter(({ width, design, pieces }) => width !== sizeOf(design).width && pieces.some(isOffRuler))
    .slice(0, MOST_NAMED)
    .map((each) => `block ${each.ref} (drawn ${sizeText(sizeOf(each.design))}, made ${sizeText(each)})`)
  if (named.length === 0) return []
  const why = 'because their blocks are not made in the size they are drawn in'
  return [`Some sizes are not on a ruler's marks, ${why}: ${named.join(', ')}`]
}

/** The pieces of blocks. If they are too many, `what` is not counted. */
function piecesIn(blocks: readonly MadeBlock[], palette: readonly Slot[], what: string): Cutting {
  const points = blocks.flatMap(({ design }) => design.shapes.map((shape) => shape.points.length))
  if (sumOf(points) > MOST_POINTS) return withoutPieces(what, TOO_MANY)
  const measured = blocks.map((block) => {
    const scale = block.width / sizeOf(block.design).width
    return { ...block, pieces: measureBlock(block.design.shapes, scale, block.count) }
  })
  const parts = countPieces(
    measured.flatMap(({ pieces }) => pieces),
    palette,
  )
  if (parts === undefined) return withoutPieces(what, TOO_MANY)
  return { parts, isComplete: true, notCounted: openGround(measured), assumptions: resizedBlocks(measured) }
}

export function blockCutting(design: Block): Cutting {
  if (!hasPieces(design)) return NOTHING_TO_CUT
  return piecesIn([{ ref: '', count: 1, design, ...sizeOf(design) }], design.palette, 'pieces')
}

/** `undefined` if a block is gone. */
function madeBlocks(quilt: Layout, { cell }: Frame, { blocks }: SavedDesign) {
  const placed: MadeBlock[] = []
  for (const [ref, { length: count }] of Map.groupBy(quilt.placements, ([, , each]) => each)) {
    const design = blocks.get(ref)
    if (design === undefined) return undefined
    const drawn = sizeOf(design)
    const made = coverage(drawn, cell)
    const isAsDrawn = quilt.blockSize === undefined && areAboutEqual(made.width, drawn.width)
    placed.push({ ref, count, design, ...(isAsDrawn ? drawn : made) })
  }
  return placed
}

/** The covered cells, row by row; `undefined` if a block does not fill free cells. */
function cellsOf(cell: Size, { placements }: Layout, frame: Frame, blocks: readonly MadeBlock[]) {
  const { rows, columns, sash, isOnPoint } = frame
  if (rows * columns > MOST_CELLS) return undefined
  const sizes = new Map(blocks.map((block) => [block.ref, block]))
  const covered = new Set<number>()
  for (const [row, column, ref, degrees] of placements) {
    const { width, height } = turnedBy(degrees, sizes.get(ref) ?? cell)
    const [across, down] = [Math.round(width / cell.width), Math.round(height / cell.height)]
    const isWhole = areAboutEqual(across * cell.width, width) && areAboutEqual(down * cell.height, height)
    const isAlongCells = across === down || (sash === 0 && !isOnPoint)
    const isInside = row >= 0 && column >= 0 && row + down <= rows && column + across <= columns
    if (!isWhole || !isAlongCells || !isInside) return undefined
    for (let at = 0; at < across * down; at += 1) {
      const cell = (row + Math.floor(at / across)) * columns + column + (at % across)
      if (covered.has(cell)) return undefined
      covered.add(cell)
    }
  }
  return covered
}

/** Sashing lies between the blocks and around them (D21). */
function sashingOf({ rows, columns, sash }: Frame, edge: number, hasStones: boolean): CutPart[] {
  const upright = rows * (columns + 1)
  const short = (count: number) => pieceOf({ form: 'strip', width: edge, height: sash, count })
  if (!hasStones) {
    const long = columns * (edge + sash) + sash
    return [{ of: 'sashing', pieces: [short(upright), strips(long, sash, rows + 1)] }]
  }
  return [
    { of: 'sashing', pieces: [short(upright + columns * (rows + 1))] },
    { of: 'cornerstones', pieces: [squares(sash, (rows + 1) * (columns + 1))] },
  ]
}

/** What fills empty cells, and the edges of a quilt on point. */
function plainPieces(edge: number, covered: ReadonlySet<number>, frame: Frame, isStrip: boolean) {
  const { rows, columns, isOnPoint } = frame
  const empty = rows * columns - covered.size
  if (isOnPoint) {
    const between = (rows - 1) * (columns - 1)
    const sides = 2 * (rows + columns - 2)
    return [squares(edge, between + empty), sideTriangles(edge, sides), cornerTriangles(edge, 4)]
  }
  // An empty column of a strip quilt is one strip.
  const used = new Set([...covered].map((cell) => cell % columns))
  const plain = isStrip && rows > 1 ? columns - used.size : 0
  return [squares(edge, empty - plain * rows), strips(rows * edge, edge, plain)]
}

function stackedBlocks({ placements }: Layout): string | undefined {
  const cells = new Set(placements.map(([row, column]) => `${row} ${column}`))
  return cells.size < placements.length ? 'two blocks lie in one cell' : undefined
}

/** What lies between and around the blocks, or why it is not counted. */
function settingOf(quilt: Layout, frame: Frame, blocks: readonly MadeBlock[]): readonly CutPart[] | string {
  const { rows, columns, inside, sash, isOnPoint } = frame
  if (quilt.layoutMode === 'freeform') return 'blocks of a freeform quilt lie anywhere'
  const [first] = blocks
  const edge = quilt.blockSize ?? Math.min(first?.width ?? 0, first?.height ?? 0)
  const isSquare = areAboutEqual(frame.cell.width, frame.cell.height)
  const cell = isSquare ? { width: edge, height: edge } : frame.cell
  const covered = cellsOf(cell, quilt, frame, blocks)
  if (covered === undefined) return stackedBlocks(quilt) ?? 'the blocks do not fill whole cells'
  if (isOnPoint && sash > 0) return 'how they lie on point is not known'
  if (!isSquare) return sash > 0 || covered.size < rows * columns ? 'the cells are not square' : []
  const step = stepOf(edge, frame)
  const fills = (count: number, side: number) => areAboutEqual(count * step + sash, side)
  if (!fills(columns, inside.width) || !fills(rows, inside.height))
    return 'the space inside the borders is not that of its blocks'
  const sashing = sash > 0 ? sashingOf(frame, edge, quilt.sashing?.cornerstones === true) : []
  const plain = plainPieces(edge, covered, frame, quilt.layoutMode === 'strip')
  const pieces = plain.filter(({ count }) => count > 0)
  return pieces.length > 0 ? [...sashing, { of: 'setting', pieces }] : sashing
}

/** Two sides first, then top and bottom over them. */
function bordersOf({ borders, palette }: Layout, { inside }: Frame): CutPart[] {
  let { width, height } = inside
  /** Inches by fabric and width: a border begins with the rest of the strips of an equal one. */
  const sewn = new Map<string, number>()
  return borders
    .filter((border) => border.width > 0)
    .map((border) => {
      const slot = palette.find((each) => each.slot === border.slot)?.slot
      const equal = `${slot ?? ''} ${border.width}`
      const cut = (length: number, place: Piece['place']) => {
        const before = sewn.get(equal) ?? 0
        const piece = strips(length, border.width, 2, before)
        sewn.set(equal, before + 2 * cutOf(piece).width)
        return { ...piece, place }
      }
      const sides = cut(height, 'sides')
      width += 2 * border.width
      height += 2 * border.width
      return { of: 'border', slot, pieces: [sides, cut(width, 'top and bottom')] }
    })
}

/** All but the borders. */
function countBlocks(quilt: Layout, frame: Frame, saved: SavedDesign): Cutting {
  const between = frame.sash > 0 ? 'sashing and setting' : 'setting'
  const all = frame.sash > 0 ? `pieces, ${between}` : `pieces and ${between}`
  if (!hasPieces(quilt)) return { ...NOTHING_TO_CUT, notCounted: [`${all}: there are no blocks yet`] }
  if (!saved.isWhole) return withoutPieces(all, TOO_MANY)
  const blocks = madeBlocks(quilt, frame, saved)
  if (blocks === undefined) return withoutPieces(all, 'a block is gone, or its design cannot be read')
  // The numbers of such a quilt contradict each other.
  const covered = sumOf(blocks.map((block) => block.count * block.width * block.height))
  if (covered > (frame.inside.width + SLACK) * (frame.inside.height + SLACK))
    return withoutPieces(all, stackedBlocks(quilt) ?? 'the blocks do not fit into the quilt')
  const counted = piecesIn(blocks, quilt.palette, all)
  if (!counted.isComplete) return counted
  const setting = settingOf(quilt, frame, blocks)
  return typeof setting === 'string'
    ? { ...counted, notCounted: [...counted.notCounted, `${between}: ${setting}`] }
    : { ...counted, parts: [...counted.parts, ...setting] }
}

/** What to cut for a quilt (D41), which recolours the slots of its blocks. */
export function quiltCutting(quilt: Layout, saved: SavedDesign): Cutting {
  const frame = frameOf(quilt)
  const blocks = countBlocks(quilt, frame, saved)
  return { ...blocks, parts: [...blocks.parts, ...bordersOf(quilt, frame)] }
}
