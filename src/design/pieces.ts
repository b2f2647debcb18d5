import { counted } from '../core/text.ts'
import type { Block } from './design.ts'
import { down, onRuler, plainSize, up, upToEighth, upToMark } from './inches.ts'
import {
  areaOf,
  boxAlong,
  isAlongAxis,
  lengthOf,
  type Point,
  type Size,
  sidesOf,
  sumOf,
  turnsOf,
} from './polygon.ts'

/** What is left of a bolt of 42 to 44 inches without its edges, after washing. */
export const USABLE = 40

/** The usual seam allowance, in inches. */
const SEAM = 0.25
const RIGHT_ANGLES = { seams: 2 * SEAM, diagonals: 0 } as const
const QUARTER_SQUARE = { seams: 1.25, diagonals: 2 } as const

/**
 * What quilters call a piece (D41), what seams add to its sides, and the diagonal cuts. Triangles are cut from
 * squares of their leg or their long edge.
 */
const FORMS = {
  square: RIGHT_ANGLES,
  rectangle: RIGHT_ANGLES,
  strip: RIGHT_ANGLES,
  'half-square-triangle': { seams: 0.875, diagonals: 1 },
  'quarter-square-triangle': QUARTER_SQUARE,
  'flying-goose': QUARTER_SQUARE,
  template: RIGHT_ANGLES,
} as const
type Form = keyof typeof FORMS

/** Equal rectangles, in inches. */
export interface Rectangles extends Size {
  readonly count: number
}

/** Squares or rectangles to cut, in inches with seams. */
interface Cut extends Rectangles {
  readonly diagonals: 0 | 1 | 2
  readonly text: string
  /** The strips across the cloth that hold them; absent for pieces that are wider than the cloth. */
  readonly strips?: Pick<Rectangles, 'count' | 'width'> | undefined
}

/**
 * Equal pieces or mirror images. Their finished size, the longer side first: of half-square triangles the sides
 * at the right angle, of geese and quarter-square triangles the long edge and the height, of templates the
 * rectangle around them (upright if a side is, otherwise along the longest).
 */
export type Piece = Rectangles & {
  readonly form: Form
  /** Where strips of a border lie. */
  readonly place?: 'sides' | 'top and bottom'
} & (
    | { readonly cut: Cut }
    /** On no ruler: first cut what holds one, two or four, then trim each to a template. */
    | { readonly cut: 'template'; readonly fitsIn: Cut }
  )

/** What is cut first, and perhaps trimmed later. */
export const cutOf = (piece: Piece): Cut => (piece.cut === 'template' ? piece.fitsIn : piece.cut)

/** In the direction that needs less cloth. */
function stripsFor({ width, height, count }: Rectangles): Cut['strips'] {
  const along = (side: number, across: number) => ({ count: up(count / down(USABLE / side)), width: across })
  const [one, other] = [along(width, height), along(height, width)]
  const best = one.count * one.width <= other.count * other.width ? one : other
  return best.count === Number.POSITIVE_INFINITY ? undefined : best
}

/** Strips that are sewn end to end lose half an inch at each join. */
const joinedStrips = (inches: number) => up((inches - 0.5) / (USABLE - 0.5))

/** Where the strips of a border come from that is sewn to others, `more` of them being cut for it. */
function fromStrips(more: number, inches: number, isLong: boolean): string {
  if (more >= joinedStrips(inches)) return `,${isLong ? ' joined' : ''} from ${counted(more, 'new strip')}`
  return `, from what is left of the strips before${more > 0 ? ` and ${counted(more, 'more strip')}` : ''}`
}

export const toThousandths = (inches: number) => Math.round(inches * 1000) / 1000
const DIAGONALS = ['', ', cut once diagonally', ', cut twice diagonally'] as const

/**
 * @param more `cloth` is the size to cut where `FORMS` does not say it. `sewnTo` are the inches of strips that these
 * are sewn to, so that they begin with the rest of them.
 */
export function pieceOf(
  form: Form,
  finished: Rectangles,
  { cloth, sewnTo }: { readonly cloth?: Size; readonly sewnTo?: number | undefined } = {},
): Piece {
  const { seams, diagonals } = FORMS[form]
  const [long, short] = [Math.max(finished.width, finished.height), Math.min(finished.width, finished.height)]
  const exact = cloth ?? { width: long + seams, height: (diagonals > 0 ? long : short) + seams }
  const [width, height] = [upToMark(exact.width), upToMark(exact.height)]
  const count = Math.ceil(finished.count / 2 ** diagonals)
  const isLong = form === 'strip' && width > USABLE
  const begun = sewnTo ?? (isLong ? 0 : undefined)
  const strips =
    begun === undefined || height > USABLE
      ? stripsFor({ width, height, count })
      : { count: joinedStrips(begun + width * count) - joinedStrips(begun), width: height }
  const joined = sewnTo
    ? fromStrips(strips?.count ?? 0, width * count, isLong)
    : isLong
      ? ', joined from strips'
      : ''
  const text = `${plainSize({ width, height })}${DIAGONALS[diagonals]}${joined}`
  const cut = { width, height, count, diagonals, text, strips }
  const piece = { form, width: toThousandths(long), height: toThousandths(short), count: finished.count }
  const isOnMarks = [exact.width, exact.height].every((side) => onRuler(side) !== undefined)
  if (form !== 'template' && isOnMarks) return { ...piece, cut }
  const trim = form === 'template' || diagonals > 0 ? 'a template with seams' : plainSize(exact)
  return { ...piece, cut: 'template', fitsIn: { ...cut, text: `${text}, then trimmed to ${trim}` } }
}

const square = (edge: number): Size => ({ width: edge, height: edge })

export const squares = (edge: number, count: number): Piece => pieceOf('square', { ...square(edge), count })

/** They are trimmed to fit a side, so they are cut up to the next eighth. */
export function strips(width: number, height: number, count: number, sewnTo?: number): Piece {
  const [long, short] = [Math.max(width, height), Math.min(width, height)]
  const cloth = { width: upToEighth(long) + 2 * SEAM, height: short + 2 * SEAM }
  return pieceOf('strip', { width, height, count }, { cloth, sewnTo })
}

export const lengthOfAll = (pieces: readonly Piece[]): number =>
  sumOf(pieces.map(cutOf).map(({ width, count }) => width * count))

/** A border: two sides, then top and bottom over them. */
export function ring({ width, height }: Size, border: number, sewnTo = 0): Piece[] {
  const sides = strips(height, border, 2, sewnTo)
  const others = strips(width + 2 * border, border, 2, sewnTo + lengthOfAll([sides]))
  return [
    { ...sides, place: 'sides' },
    { ...others, place: 'top and bottom' },
  ]
}

/** Charts calculate with this number instead of the root of two, so that sizes agree with theirs. */
const ROOT = 1414 / 1000

/** The triangles at the sides and corners of a quilt on point, cut up to the next eighth and trimmed. */
export function sideTriangles(block: number, count: number): Piece {
  const edge = block * Math.SQRT2
  const cloth = square(upToEighth(block * ROOT + QUARTER_SQUARE.seams))
  return pieceOf('quarter-square-triangle', { width: edge, height: edge / 2, count }, { cloth })
}
export function cornerTriangles(block: number, count: number): Piece {
  const form = 'half-square-triangle'
  const cloth = square(upToEighth(block / ROOT + FORMS[form].seams))
  return pieceOf(form, { ...square(block / Math.SQRT2), count }, { cloth })
}

/** Pieces of a block at the size at which it is placed. */
export interface Measured extends Rectangles {
  readonly slot: string
  readonly form: Form
  readonly corners: readonly Point[]
  /** Of the rectangle around it: a side, if one is upright, otherwise the longest. */
  readonly along: Point
  readonly area: number
  readonly perimeter: number
  /** Side. */
  readonly longest: number
}

/** In inches. Coordinates are rounded, so equal lengths may differ a little. */
const TOLERANCE = 0.005
const areEqual = (a: number, b: number) => Math.abs(a - b) < TOLERANCE

type Shape = Block['shapes'][number]

function measure({ slot, points }: Shape, scale: number, count: number): Measured {
  const scaled = points.map(([x, y]): Point => [x * scale, y * scale])
  const turns = turnsOf(scaled)
  const corners = turns.length > 0 ? turns : scaled
  const sides = sidesOf(corners).toSorted((a, b) => lengthOf(b) - lengthOf(a))
  const [long = [0, 0] as const] = sides
  const along = sides.find(isAlongAxis) ?? long
  const lengths = sides.map(lengthOf)
  const [longest = 0, leg = 0, second = 0] = lengths
  const box = boxAlong(corners, long)
  const area = areaOf(corners)
  const measured = { slot, corners, along, count, area, perimeter: sumOf(lengths), longest }
  if (sides.length === 4 && areEqual(area / box.height, box.width))
    return { ...measured, ...box, form: areEqual(box.width, box.height) ? 'square' : 'rectangle' }
  const isHalfSquare = sides.length === 3 && areEqual(leg, second) && areEqual(box.width, 2 * box.height)
  // If the long edge lies along the grain, it is cut as a quarter of a square.
  if (isHalfSquare && isAlongAxis(long)) return { ...measured, ...box, form: 'quarter-square-triangle' }
  if (isHalfSquare) return { ...measured, width: leg, height: leg, form: 'half-square-triangle' }
  return { ...measured, ...boxAlong(corners, along), form: 'template' }
}

/** Corners are compared in 64ths of an inch. */
const keyOf = (corners: readonly Point[]) =>
  corners
    .map(([x, y]) => `${Math.round(x * 64)} ${Math.round(y * 64)}`)
    .sort()
    .join(',')

/** Whether half-square triangles fill the rectangle around a quarter-square triangle (D41). */
function isGoose({ form, corners }: Measured, halfSquares: ReadonlySet<string>): boolean {
  if (form !== 'quarter-square-triangle') return false
  // The tip is nearer to the other corners than they are.
  const away = ([x, y]: Point) => sumOf(corners.map((other) => lengthOf([other[0] - x, other[1] - y])))
  const [tip, from, to] = corners.toSorted((a, b) => away(a) - away(b))
  if (tip === undefined || from === undefined || to === undefined) return false
  // The height, from the middle of the long edge to the tip.
  const [right, down] = [tip[0] - (from[0] + to[0]) / 2, tip[1] - (from[1] + to[1]) / 2]
  return [from, to].every((end) => halfSquares.has(keyOf([end, tip, [end[0] + right, end[1] + down]])))
}

/** The block is placed `count` times at `scale` times its drawn size. */
export function measureBlock(shapes: readonly Shape[], scale = 1, count = 1): Measured[] {
  const pieces = shapes.map((shape) => measure(shape, scale, count))
  const isHalfSquare = ({ form }: Measured) => form === 'half-square-triangle'
  const halfSquares = new Set(pieces.filter(isHalfSquare).map(({ corners }) => keyOf(corners)))
  return pieces.map((piece) => (isGoose(piece, halfSquares) ? { ...piece, form: 'flying-goose' } : piece))
}

/** Whether they are cut alike from one fabric. */
export const areSame = (a: Measured, b: Measured): boolean =>
  a.slot === b.slot &&
  a.form === b.form &&
  areEqual(a.longest, b.longest) &&
  areEqual(a.perimeter, b.perimeter) &&
  Math.abs(a.area - b.area) <= TOLERANCE * Math.max(1, a.perimeter)

export const cutPiece = (piece: Measured): Piece =>
  pieceOf(
    piece.form,
    piece,
    piece.form === 'template' ? { cloth: boxAlong(piece.corners, piece.along, SEAM) } : {},
  )
