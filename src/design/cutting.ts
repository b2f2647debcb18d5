import { coverage } from './arrangement.ts'
import { greatestOf, leastOf, type Point } from './polygon.ts'

export interface CutShape {
  readonly slot: string
  readonly points: readonly Point[]
  /** How often it is cut, if not once. */
  readonly count?: number
}

/** What quilters call a piece of this form. */
export const PIECE_FORMS = [
  'square',
  'rectangle',
  'half-square-triangle',
  'quarter-square-triangle',
  'half-rectangle-triangle',
  'triangle',
  'parallelogram',
  'trapezoid',
  'polygon',
] as const
export type PieceForm = (typeof PIECE_FORMS)[number]

/**
 * Equal pieces of one slot; a mirror image is equal. Finished inches, the longer side first. Squares and
 * rectangles have their sides; half-square and half-rectangle triangles the two sides at the right angle;
 * a quarter-square triangle its long edge and height; others the rectangle around them as they lie in the
 * block, or along their longest side where no side is upright or level.
 */
export interface Piece {
  readonly form: PieceForm
  readonly width: number
  readonly height: number
  readonly count: number
}

export interface SlotCutting {
  readonly slot: string
  readonly pieces: readonly Piece[]
  /** Further pieces, each unlike those listed; only in designs with very many different ones. */
  readonly others?: number
}

/** No block that people sew has more different pieces. It bounds the answer, and the work for a hostile design. */
const MAX_DIFFERENT = 48

/** Coordinates are kept to four decimals, so equal lengths differ by less than this, in inches. */
const TOLERANCE = 0.005
/** How far an angle may be off from right or flat, for sides of a quarter of an inch and more. */
const ANGLE_TOLERANCE = 0.002

type Vector = readonly [x: number, y: number]
const between = ([x1, y1]: Point, [x2, y2]: Point): Vector => [x2 - x1, y2 - y1]
const lengthOf = ([x, y]: Vector) => Math.hypot(x, y)
const cross = ([x1, y1]: Vector, [x2, y2]: Vector) => x1 * y2 - y1 * x2
const dot = ([x1, y1]: Vector, [x2, y2]: Vector) => x1 * x2 + y1 * y2
const scale = (a: Vector, b: Vector) => ANGLE_TOLERANCE * lengthOf(a) * lengthOf(b)
const areParallel = (a: Vector, b: Vector) => Math.abs(cross(a, b)) <= scale(a, b)
const areSquare = (a: Vector, b: Vector) => Math.abs(dot(a, b)) <= scale(a, b)
const isAlongAxis = (side: Vector) => areParallel(side, [1, 0]) || areParallel(side, [0, 1])
const areEqual = (a: number, b: number) => Math.abs(a - b) < TOLERANCE

/** The point of a list that wraps around. */
function at<Item>(items: readonly Item[], index: number, none: Item): Item {
  return items[(index + items.length) % items.length] ?? none
}

/** The points where the outline turns: without repeated ones and those on a straight line. */
function cornersOf(points: readonly Point[]): Point[] {
  const distinct = points.filter((point, index) => lengthOf(between(at(points, index - 1, point), point)) > 0)
  return distinct.filter((point, index) => {
    const before = between(at(distinct, index - 1, point), point)
    const after = between(point, at(distinct, index + 1, point))
    return !areParallel(before, after)
  })
}

/** Width and height of the rectangle around the corners that lies along a direction. */
function boxAlong(corners: readonly Point[], direction: Vector): readonly [number, number] {
  const length = lengthOf(direction) || 1
  const along: Vector = [direction[0] / length, direction[1] / length]
  const extent = (axis: Vector) => {
    const places = corners.map((corner) => dot(corner, axis))
    return greatestOf(places) - leastOf(places)
  }
  return [extent(along), extent([-along[1], along[0]])]
}

interface Measured {
  readonly form: PieceForm
  readonly width: number
  readonly height: number
  readonly area: number
  readonly perimeter: number
  readonly longest: number
  /** Whether the size was taken along a side that is upright or level. */
  readonly isAligned: boolean
}

/** The two sides at the right angle of a triangle, if it has one, and the side across. */
function rightAngle(
  sides: readonly Vector[],
): { legs: readonly [Vector, Vector]; across: Vector } | undefined {
  const [a, b, c] = sides
  if (a === undefined || b === undefined || c === undefined) return undefined
  if (areSquare(a, b)) return { legs: [a, b], across: c }
  if (areSquare(b, c)) return { legs: [b, c], across: a }
  return areSquare(c, a) ? { legs: [c, a], across: b } : undefined
}

function formOf(sides: readonly Vector[], corners: readonly Point[]): [PieceForm, number, number] {
  const longest = sides.reduce((best, side) => (lengthOf(side) > lengthOf(best) ? side : best), [0, 0])
  const box = boxAlong(corners, sides.find(isAlongAxis) ?? longest)
  if (sides.length === 3) {
    const right = rightAngle(sides)
    if (right === undefined) return ['triangle', ...box]
    const [a, b] = [lengthOf(right.legs[0]), lengthOf(right.legs[1])]
    if (!areEqual(a, b)) return ['half-rectangle-triangle', a, b]
    // The long edge lies along the grain, so it is cut as a quarter of a square.
    if (isAlongAxis(right.across)) return ['quarter-square-triangle', ...boxAlong(corners, right.across)]
    return ['half-square-triangle', a, b]
  }
  const [a, b, c, d] = sides
  if (sides.length !== 4 || a === undefined || b === undefined || c === undefined || d === undefined) {
    return ['polygon', ...box]
  }
  const pairs = [areParallel(a, c), areParallel(b, d)].filter(Boolean).length
  if (pairs === 2 && areSquare(a, b)) {
    return [areEqual(lengthOf(a), lengthOf(b)) ? 'square' : 'rectangle', lengthOf(a), lengthOf(b)]
  }
  return [pairs === 2 ? 'parallelogram' : pairs === 1 ? 'trapezoid' : 'polygon', ...box]
}

function measure(points: readonly Point[]): Measured {
  const corners = cornersOf(points)
  const sides = corners.map((corner, index) => between(corner, at(corners, index + 1, corner)))
  const [form, one, other] = formOf(sides, corners.length > 0 ? corners : points)
  const twiceArea = corners.reduce(
    (sum, corner, index) => sum + cross(corner, at(corners, index + 1, corner)),
    0,
  )
  return {
    form,
    width: Math.max(one, other),
    height: Math.min(one, other),
    area: Math.abs(twiceArea) / 2,
    perimeter: sides.reduce((sum, side) => sum + lengthOf(side), 0),
    longest: Math.max(0, greatestOf(sides.map(lengthOf))),
    isAligned: sides.some(isAlongAxis),
  }
}

/** Forms whose size does not depend on how a piece lies in the block. */
const HAS_OWN_SIZE: ReadonlySet<PieceForm> = new Set([
  'square',
  'rectangle',
  'half-square-triangle',
  'quarter-square-triangle',
  'half-rectangle-triangle',
])

function areSame(a: Measured, b: Measured): boolean {
  if (a.form !== b.form) return false
  if (HAS_OWN_SIZE.has(a.form)) return areEqual(a.width, b.width) && areEqual(a.height, b.height)
  return (
    areEqual(a.longest, b.longest) &&
    areEqual(a.perimeter, b.perimeter) &&
    Math.abs(a.area - b.area) <= TOLERANCE * Math.max(1, a.perimeter)
  )
}

const toThousandths = (inches: number) => Math.round(inches * 1000) / 1000

/**
 * What to cut (D41): for each slot, in the order given, the different pieces with their count and finished
 * size, the most frequent first. It counts every shape of these slots, also those that an outline leaves out.
 */
export function cuttingOf(shapes: readonly CutShape[], slots: readonly string[]): SlotCutting[] {
  const found = new Map(
    slots.map((slot) => [slot, { pieces: [] as (Measured & { count: number })[], others: 0 }]),
  )
  let different = 0
  for (const { slot, points, count = 1 } of shapes) {
    const entry = found.get(slot)
    if (entry === undefined) continue
    const measured = measure(points)
    const index = entry.pieces.findIndex((piece) => areSame(piece, measured))
    const known = entry.pieces[index]
    if (known !== undefined) {
      const size = !known.isAligned && measured.isAligned ? measured : {}
      entry.pieces[index] = { ...known, ...size, count: known.count + count }
    } else if (different === MAX_DIFFERENT) entry.others += count
    else {
      different += 1
      entry.pieces.push({ ...measured, count })
    }
  }
  return [...found]
    .filter(([, { pieces, others }]) => pieces.length + others > 0)
    .map(([slot, { pieces, others }]) => ({
      slot,
      pieces: pieces
        .sort((a, b) => b.count - a.count || b.area - a.area)
        .map(({ form, width, height, count }) => ({
          form,
          width: toThousandths(width),
          height: toThousandths(height),
          count,
        })),
      ...(others > 0 ? { others } : {}),
    }))
}

/** A block as its design has it: its shapes, and where they lie. */
export interface PlacedBlock {
  readonly viewBox: readonly [x: number, y: number, width: number, height: number]
  readonly shapes: readonly CutShape[]
}

interface Quilt {
  readonly viewBox: PlacedBlock['viewBox']
  readonly grid?: { readonly rows: number; readonly cols: number } | undefined
  readonly sashing?: { readonly width: number } | undefined
  readonly borders: ReadonlyArray<{ readonly width: number }>
  readonly blockSize?: number | undefined
  readonly palette: ReadonlyArray<{ readonly slot: string }>
  readonly blocks: ReadonlyArray<{ readonly ref: string; readonly blockId: string }>
  readonly placements: ReadonlyArray<readonly [row: number, column: number, ref: string, degrees: number]>
}

/** Parts of a quilt that are cut as well. A design has their place, but neither their seams nor always a slot. */
type FurtherPart = 'borders' | 'sashing' | 'setting'

export interface QuiltCutting {
  readonly cutting: readonly SlotCutting[]
  /** What the cutting does not count. `setting` is what lies between and around the blocks. */
  readonly cuttingLeavesOut?: readonly FurtherPart[]
}

/** Smaller areas, in square inches, come from rounding. */
const NO_AREA = 0.5

/** @param blocks the area of all blocks, in square inches. */
function furtherParts({ viewBox, grid, sashing, borders, blockSize }: Quilt, blocks: number): FurtherPart[] {
  const [, , width, height] = viewBox
  const around = 2 * borders.reduce((sum, border) => sum + Math.max(0, border.width), 0)
  const inside = (width - around) * (height - around)
  const sash = Math.max(0, sashing?.width ?? 0)
  const { rows, cols } = grid ?? { rows: 0, cols: 0 }
  const cell = blockSize ?? 0
  const lattice = (cols * (cell + sash) + sash) * (rows * (cell + sash) + sash) - cols * rows * cell * cell
  const areas = { borders: width * height - inside, sashing: lattice, setting: inside - lattice - blocks }
  return (['borders', 'sashing', 'setting'] as const).filter((part) => areas[part] > NO_AREA)
}

/**
 * What to cut for all blocks of a quilt (D41), in the size in which they are placed. The slots of blocks are
 * those of the quilt, which recolours them. `undefined` if a block cannot be read or has no size, because the
 * answer would be wrong.
 *
 * @param blocks by their ids.
 */
export function quiltCuttingOf(
  quilt: Quilt,
  designs: ReadonlyMap<string, PlacedBlock>,
): QuiltCutting | undefined {
  const { blockSize, palette, blocks, placements } = quilt
  const idOf = new Map(blocks.map(({ ref, blockId }) => [ref, blockId]))
  const times = new Map<string, number>()
  for (const [, , ref] of placements) times.set(ref, (times.get(ref) ?? 0) + 1)
  const shapes: CutShape[] = []
  let area = 0
  for (const [ref, count] of times) {
    const design = designs.get(idOf.get(ref) ?? '')
    if (design === undefined) return undefined
    const [, , width, height] = design.viewBox
    // Nothing says how large such a block is.
    if ([width, height, blockSize ?? width].some((side) => side <= 0)) return undefined
    const scale = blockSize === undefined ? 1 : coverage({ width, height }, blockSize).width / width
    area += count * width * height * scale * scale
    for (const { slot, points } of design.shapes)
      shapes.push({ slot, points: points.map(([x, y]) => [x * scale, y * scale]), count })
  }
  const slots = new Set([...palette, ...shapes].map(({ slot }) => slot))
  if (shapes.length === 0) return undefined
  const leftOut = furtherParts(quilt, area)
  return {
    cutting: cuttingOf(shapes, [...slots]),
    ...(leftOut.length > 0 ? { cuttingLeavesOut: leftOut } : {}),
  }
}
