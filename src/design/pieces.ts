import type { Block } from './design.ts'
import { onRuler, plainEighths, upToEighth } from './inches.ts'
import {
  areaOf,
  boxAlong,
  cornersOf,
  isAlongAxis,
  lengthOf,
  type Point,
  type Size,
  sidesOf,
  sumOf,
} from './polygon.ts'

/** The usual seam allowance, in inches. */
const SEAM = 0.25
/** Charts calculate with this number, so that sizes agree with theirs. */
const ROOT = 1414 / 1000

/** What is left of a bolt of 42 to 44 inches without its edges, after washing. */
export const USABLE = 40

/**
 * Triangles are cut from squares: what their seams add to the leg or the long edge, and the diagonal cuts.
 */
const TRIANGLES = {
  'half-square-triangle': { seams: 0.875, diagonals: 1 },
  'flying-goose': { seams: 1.25, diagonals: 2 },
  'quarter-square-triangle': { seams: 1.25, diagonals: 2 },
} as const
type Triangle = keyof typeof TRIANGLES

/** Equal rectangles, in inches. */
export interface Rectangles extends Size {
  readonly count: number
}

/** Squares or rectangles to cut, in inches with seams. */
interface Cut extends Rectangles {
  readonly diagonals: 0 | 1 | 2
  readonly text: string
}

/** What quilters call a piece (D41). A template is drawn, because no ruler cuts it. */
type Form = 'square' | 'rectangle' | 'strip' | Triangle | 'template'

/**
 * Equal pieces; a mirror image is equal. Their finished size in inches, the longer side first: half-square
 * triangles have the two sides at the right angle, geese and quarter-square triangles their long edge and
 * height, templates the rectangle around them (upright if one of their sides is, otherwise along the longest
 * side).
 */
export type Piece = Rectangles & {
  readonly form: Form
  /** Where strips of a border lie. */
  readonly place?: 'sides' | 'top and bottom'
} & (
    | { readonly cut: Cut }
    /** On no ruler: first cut what holds one, two or four with their seams, then each by a template. */
    | { readonly cut: 'template'; readonly fitsIn: Rectangles & { readonly text: string } }
  )

const toThousandths = (inches: number) => Math.round(inches * 1000) / 1000
const CUTS = ['', ', cut once diagonally', ', cut twice diagonally'] as const

/** `cloth` is the size to cut, with seams. */
function pieceOf(
  form: Form,
  { width, height, count }: Rectangles,
  cloth: Size,
  diagonals: Cut['diagonals'] = 0,
): Piece {
  const piece = { form, width: toThousandths(width), height: toThousandths(height), count }
  const [across, down] = [onRuler(cloth.width), onRuler(cloth.height)]
  const size = { width: across ?? upToEighth(cloth.width), height: down ?? upToEighth(cloth.height) }
  const toCut = { ...size, count: Math.ceil(count / 2 ** diagonals) }
  const joined = form === 'strip' && size.width > USABLE ? ', joined from strips' : ''
  const text = `${plainEighths(size.width)} × ${plainEighths(size.height)}${CUTS[diagonals]}${joined}`
  if (form !== 'template' && across !== undefined && down !== undefined)
    return { ...piece, cut: { ...toCut, diagonals, text } }
  const trimmed = `${text}, then trimmed to a template with seams`
  return { ...piece, cut: 'template', fitsIn: { ...toCut, text: trimmed } }
}

/**
 * Pieces with four right angles. If they are trimmed to fit, their longer side is cut up to the next eighth.
 */
export function rectangles(
  form: 'square' | 'rectangle' | 'strip',
  { width, height, count }: Rectangles,
  isTrimmed = false,
): Piece {
  const [long, short] = [Math.max(width, height), Math.min(width, height)]
  const cloth = { width: (isTrimmed ? upToEighth(long) : long) + 2 * SEAM, height: short + 2 * SEAM }
  return pieceOf(form, { width: long, height: short, count }, cloth)
}

export const squares = (edge: number, count: number): Piece =>
  rectangles('square', { width: edge, height: edge, count })

/** Strips that are trimmed to fit a side. */
export const strips = (width: number, height: number, count: number): Piece =>
  rectangles('strip', { width, height, count }, true)

/**
 * Triangles with a right angle and two equal sides. `side` is the leg, or the long edge of a quarter of a
 * square; `edge` is that of the square to cut.
 */
function triangles(form: Triangle, side: number, count: number, edge = side + TRIANGLES[form].seams): Piece {
  const { diagonals } = TRIANGLES[form]
  const finished = { width: side, height: diagonals === 1 ? side : side / 2, count }
  return pieceOf(form, finished, { width: edge, height: edge }, diagonals)
}

/** The triangles at the sides and corners of a quilt on point, cut up to the next eighth and trimmed. */
export const sideTriangles = (block: number, count: number): Piece =>
  triangles('quarter-square-triangle', block * Math.SQRT2, count, upToEighth(block * ROOT + 1.25))
export const cornerTriangles = (block: number, count: number): Piece =>
  triangles('half-square-triangle', block / Math.SQRT2, count, upToEighth(block / ROOT + 0.875))

/** A piece at the size at which its block is placed, and how often. */
export interface Measured extends Rectangles {
  readonly slot: string
  readonly form: Form
  readonly corners: readonly Point[]
  readonly area: number
  readonly perimeter: number
  readonly longest: number
}

/** Coordinates are kept to four decimals, so equal lengths differ by less than this, in inches. */
const TOLERANCE = 0.005
const areEqual = (a: number, b: number) => Math.abs(a - b) < TOLERANCE

const longestFirst = (corners: readonly Point[]) =>
  sidesOf(corners).toSorted((a, b) => lengthOf(b) - lengthOf(a))

/** Upright if a side of the template is, otherwise along its longest side. */
function boxAround(corners: readonly Point[], seam = 0): Size {
  const sides = longestFirst(corners)
  const [one, other] = boxAlong(corners, sides.find(isAlongAxis) ?? sides[0] ?? [0, 0], seam)
  return { width: Math.max(one, other), height: Math.min(one, other) }
}

type Shape = Block['shapes'][number]

function measure({ slot, points }: Shape, scale: number, count: number): Measured {
  const scaled = points.map(([x, y]): Point => [x * scale, y * scale])
  const turns = cornersOf(scaled)
  const corners = turns.length > 0 ? turns : scaled
  const sides = longestFirst(corners)
  const [long = [0, 0] as const] = sides
  const lengths = sides.map(lengthOf)
  const [longest = 0, leg = 0, second = 0] = lengths
  const [width, height] = boxAlong(corners, long)
  const area = areaOf(corners)
  const measured = { slot, corners, count, area, perimeter: sumOf(lengths), longest }
  if (sides.length === 4 && areEqual(area / height, width))
    return { ...measured, form: areEqual(width, height) ? 'square' : 'rectangle', width, height }
  const isHalfSquare = sides.length === 3 && areEqual(leg, second) && areEqual(width, 2 * height)
  if (isHalfSquare && !isAlongAxis(long))
    return { ...measured, form: 'half-square-triangle', width: leg, height: leg }
  // If the long edge lies along the grain, it is cut as a quarter of a square.
  if (isHalfSquare) return { ...measured, form: 'quarter-square-triangle', width, height }
  return { ...measured, form: 'template', ...boxAround(corners) }
}

/** Corners are compared in 64ths of an inch. */
const keyOf = (corners: readonly Point[]) =>
  corners
    .map(([x, y]) => `${Math.round(x * 64)} ${Math.round(y * 64)}`)
    .sort()
    .join(',')

/**
 * The pieces of a block that is placed `count` times at `scale` times its drawn size. A quarter-square
 * triangle whose short edges meet two half-square triangles that fill its rectangle is a flying goose (D41).
 */
export function measureBlock(shapes: readonly Shape[], scale = 1, count = 1): Measured[] {
  const pieces = shapes.map((shape) => measure(shape, scale, count))
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

/** Whether a piece of a usual form has a size that is on no ruler. */
export const isOffRuler = (piece: Measured): boolean =>
  piece.form !== 'template' && cutPiece(piece).cut === 'template'

export function cutPiece(piece: Measured): Piece {
  const { form, corners, width, count } = piece
  if (form === 'template') return pieceOf(form, piece, boxAround(corners, SEAM))
  const isTriangle = form !== 'square' && form !== 'rectangle' && form !== 'strip'
  return isTriangle ? triangles(form, width, count) : rectangles(form, piece)
}
