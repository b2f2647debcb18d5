import type { Block } from './design.ts'
import { onRuler, plainEighths, upToEighth } from './inches.ts'
import {
  areaOf,
  boxAlong,
  cornersOf,
  enlarge,
  isAlongAxis,
  lengthOf,
  type Point,
  sidesOf,
  type Vector,
} from './polygon.ts'

/** How many triangles are cut from one square. */
const TRIANGLES = { 'half-square-triangle': 2, 'flying-goose': 4, 'quarter-square-triangle': 4 } as const
type TriangleForm = keyof typeof TRIANGLES

/** What quilters call a piece of this form (D41). A template is drawn, because no ruler cuts it. */
export type PieceForm = 'square' | 'rectangle' | 'strip' | TriangleForm | 'template'

/** So many equal rectangles. */
export interface Rectangles {
  readonly width: number
  readonly height: number
  readonly count: number
}

/** Squares or rectangles to cut, each with so many diagonal cuts. Inches with quarter-inch seams. */
export interface Cut extends Rectangles {
  readonly diagonals: 0 | 1 | 2
  readonly text: string
}

/**
 * Equal pieces; a mirror image is equal. The finished size in inches, the longer side first: squares, rectangles and strips have their
 * sides, half-square triangles the two sides at the right angle, geese and quarter-square triangles their long edge
 * and height, templates the rectangle around them as they lie in the block, or along their longest side where no
 * side is upright or level.
 */
export interface Piece extends Rectangles {
  readonly form: PieceForm
  readonly cut: Cut | 'template'
}

export interface CutPiece extends Piece {
  /** What the pieces take from the cloth, with their seams. */
  readonly cloth: Rectangles
}

/** The usual seam allowance, in inches. */
const SEAM = 0.25
/** What seams add to the leg of a half-square triangle, and to the long edge of a quarter-square triangle. */
const HALF_SQUARE = 0.875
const QUARTER_SQUARE = 1.25
/** Charts calculate with this and not with the root, so that sizes agree with theirs. */
const ROOT = 1414 / 1000

const longFirst = (one: number, other: number, count: number): Rectangles => ({
  width: Math.max(one, other),
  height: Math.min(one, other),
  count,
})

/** How to cut a form that rulers know, from its size with seams. */
function cutOf(cloth: Rectangles, diagonals: Cut['diagonals']): Cut | 'template' {
  const [width, height] = [onRuler(cloth.width), onRuler(cloth.height)]
  if (width === undefined || height === undefined) return 'template'
  const times = ['', ', cut once diagonally', ', cut twice diagonally'][diagonals]
  const text = `${plainEighths(width)} × ${plainEighths(height)}${times}`
  return { width, height, count: cloth.count, diagonals, text }
}

const toThousandths = (inches: number) => Math.round(inches * 1000) / 1000

/** @param diagonals `undefined` for what is drawn on a template. */
function pieceOf(
  form: PieceForm,
  { width, height, count }: Rectangles,
  cloth: Rectangles,
  diagonals?: Cut['diagonals'],
): CutPiece {
  const cut = diagonals === undefined ? 'template' : cutOf(cloth, diagonals)
  return { form, width: toThousandths(width), height: toThousandths(height), count, cut, cloth }
}

/**
 * Pieces with four right angles.
 *
 * @param cutLength how long a piece of this length is cut, without its seams.
 */
export function rectangles(
  form: 'square' | 'rectangle' | 'strip',
  { width, height, count }: Rectangles,
  cutLength = (length: number) => length,
): CutPiece {
  const finished = longFirst(width, height, count)
  const cloth = longFirst(cutLength(finished.width) + 2 * SEAM, finished.height + 2 * SEAM, count)
  return pieceOf(form, finished, cloth, 0)
}

export const squares = (edge: number, count: number): CutPiece =>
  rectangles('square', { width: edge, height: edge, count })

/** Strips that are trimmed to fit a side, so their longer side is cut up to the next eighth. */
export const strips = (width: number, height: number, count: number): CutPiece =>
  rectangles('strip', { width, height, count }, upToEighth)

/**
 * Triangles with a right angle and two equal sides.
 *
 * @param side the leg, or the long edge of a quarter of a square.
 * @param edge of the square that they are cut from.
 */
function triangles(form: TriangleForm, side: number, count: number, edge?: number): CutPiece {
  const isHalf = form === 'half-square-triangle'
  const width = edge ?? side + (isHalf ? HALF_SQUARE : QUARTER_SQUARE)
  const cloth = { width, height: width, count: Math.ceil(count / TRIANGLES[form]) }
  const finished = { width: side, height: isHalf ? side : side / 2, count }
  return pieceOf(form, finished, cloth, isHalf ? 1 : 2)
}

/** The triangles at the sides and corners of a quilt on point. They are cut up to the next eighth and trimmed. */
export const sideTriangles = (block: number, count: number): CutPiece =>
  triangles('quarter-square-triangle', block * Math.SQRT2, count, upToEighth(block * ROOT + QUARTER_SQUARE))
export const cornerTriangles = (block: number, count: number): CutPiece =>
  triangles('half-square-triangle', block / Math.SQRT2, count, upToEighth(block / ROOT + HALF_SQUARE))

/** A piece as it lies in its block, at the size at which it is placed. */
export interface Measured {
  readonly slot: string
  readonly form: PieceForm
  readonly corners: readonly Point[]
  readonly width: number
  readonly height: number
  readonly area: number
  readonly perimeter: number
  readonly longest: number
}

/** Coordinates are kept to four decimals, so equal lengths differ by less than this, in inches. */
const TOLERANCE = 0.005
const areEqual = (a: number, b: number) => Math.abs(a - b) < TOLERANCE

/** The rectangle around corners: upright if one of the sides is, otherwise along the longest side, which is the first. */
const boxAround = (corners: readonly Point[], sides: readonly Vector[]) =>
  boxAlong(corners, sides.find(isAlongAxis) ?? sides[0] ?? [0, 0])

/** @param sides the longest first. */
function formOf(
  corners: readonly Point[],
  sides: readonly Vector[],
): readonly [form: PieceForm, one: number, other: number] {
  const [long = [0, 0] as const, ...others] = sides
  const [width, height] = boxAlong(corners, long)
  const isRectangle = sides.length === 4 && areEqual(areaOf(corners) / height, width)
  if (isRectangle) return [areEqual(width, height) ? 'square' : 'rectangle', width, height]
  const [leg = 0, second = 0] = others.map(lengthOf)
  const isHalfSquare = sides.length === 3 && areEqual(leg, second) && areEqual(width, 2 * height)
  if (!isHalfSquare) return ['template', ...boxAround(corners, sides)]
  // If the long edge lies along the grain, it is cut as a quarter of a square.
  return isAlongAxis(long) ? ['quarter-square-triangle', width, height] : ['half-square-triangle', leg, leg]
}

const longestFirst = (sides: readonly Vector[]) => sides.toSorted((a, b) => lengthOf(b) - lengthOf(a))

type Shape = Block['shapes'][number]

function measure({ slot, points }: Shape, scale: number): Measured {
  const scaled = points.map(([x, y]): Point => [x * scale, y * scale])
  const turns = cornersOf(scaled)
  const corners = turns.length > 0 ? turns : scaled
  const sides = longestFirst(sidesOf(corners))
  const [form, one, other] = formOf(corners, sides)
  const [longest = 0, ...others] = sides.map(lengthOf)
  return {
    slot,
    form,
    corners,
    width: Math.max(one, other),
    height: Math.min(one, other),
    area: areaOf(corners),
    perimeter: others.reduce((sum, length) => sum + length, longest),
    longest,
  }
}

/** Corners are compared in 64ths of an inch. */
const keyOf = (corners: readonly Point[]) =>
  corners
    .map(([x, y]) => `${Math.round(x * 64)} ${Math.round(y * 64)}`)
    .sort()
    .join(',')

/**
 * The pieces of a block. A quarter-square triangle whose short edges meet two half-square triangles that fill
 * its rectangle is a flying goose (D41).
 *
 * @param scale the placed size divided by the drawn size
 */
export function measureBlock(shapes: readonly Shape[], scale = 1): Measured[] {
  const pieces = shapes.map((shape) => measure(shape, scale))
  const halves = new Set(
    pieces.filter(({ form }) => form === 'half-square-triangle').map(({ corners }) => keyOf(corners)),
  )
  const isGoose = ({ form, corners, longest }: Measured) => {
    if (form !== 'quarter-square-triangle') return false
    const first = sidesOf(corners).findIndex((side) => lengthOf(side) === longest)
    const [from, to, tip] = [0, 1, 2].map((step) => corners[(first + step) % 3])
    if (from === undefined || to === undefined || tip === undefined) return false
    const [right, down] = [tip[0] - (from[0] + to[0]) / 2, tip[1] - (from[1] + to[1]) / 2]
    return [from, to].every((end) => halves.has(keyOf([end, tip, [end[0] + right, end[1] + down]])))
  }
  return pieces.map((piece) => (isGoose(piece) ? { ...piece, form: 'flying-goose' } : piece))
}

/** Whether two pieces are cut from the same fabric in the same way. */
export const areSame = (a: Measured, b: Measured): boolean =>
  a.slot === b.slot &&
  a.form === b.form &&
  areEqual(a.longest, b.longest) &&
  areEqual(a.perimeter, b.perimeter) &&
  Math.abs(a.area - b.area) <= TOLERANCE * Math.max(1, a.perimeter)

/** What to cut for so many pieces that were measured. */
export function cutPiece({ form, corners, width, height }: Measured, count: number): CutPiece {
  const finished = { width, height, count }
  if (form === 'template') {
    const cloth = longFirst(...boxAround(enlarge(corners, SEAM), longestFirst(sidesOf(corners))), count)
    return pieceOf(form, finished, cloth)
  }
  const isTriangle = form !== 'square' && form !== 'rectangle' && form !== 'strip'
  return isTriangle ? triangles(form, width, count) : rectangles(form, finished)
}
