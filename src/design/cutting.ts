import type { Block } from './design.ts'
import { onRuler, plainEighths, upToEighth } from './inches.ts'
import {
  areaOf,
  areParallel,
  areSquare,
  between,
  boxAlong,
  cornersOf,
  enlarge,
  greatestOf,
  isAlongAxis,
  lengthOf,
  type Point,
  sidesOf,
  type Vector,
} from './polygon.ts'

/** What quilters call a piece of this form (D41). A template is drawn, because no ruler cuts it. */
export type PieceForm =
  | 'square'
  | 'rectangle'
  | 'half-square-triangle'
  | 'flying-goose'
  | 'quarter-square-triangle'
  | 'strip'
  | 'template'

/** Squares or rectangles to cut, each with so many diagonal cuts. Inches with quarter-inch seams. */
export interface Cut {
  readonly width: number
  readonly height: number
  readonly count: number
  readonly diagonals: 0 | 1 | 2
  readonly text: string
}

/**
 * Equal pieces; a mirror image is equal. The finished size in inches, the longer side first: squares, rectangles
 * and strips have their sides, half-square triangles the two sides at the right angle, geese and quarter-square
 * triangles their long edge and height, templates the rectangle around them as they lie in the block, or along
 * their longest side where no side is upright or level.
 */
export interface Piece {
  readonly form: PieceForm
  readonly width: number
  readonly height: number
  readonly count: number
  readonly cut: Cut | 'template'
}

/** So many equal rectangles. */
export interface EqualRectangles {
  readonly width: number
  readonly height: number
  readonly count: number
}

export interface CutPiece extends Piece {
  /** What the pieces take from the cloth, with their seams. */
  readonly cloth: EqualRectangles
}

/** The usual seam allowance, in inches. */
const SEAM = 0.25
/** What a seam of a quarter of an inch adds to a leg of a half-square and to the long edge of a quarter-square triangle. */
const HALF_SQUARE = 0.875
const QUARTER_SQUARE = 1.25
/** Charts calculate with this and not with the root, so that sizes agree with theirs. */
const ROOT = 1414 / 1000
const TRIANGLES = { 'half-square-triangle': 2, 'flying-goose': 4, 'quarter-square-triangle': 4 } as const

const toThousandths = (inches: number) => Math.round(inches * 1000) / 1000

/** How to cut a form that rulers know. @param exact sizes with their seams, the longer side first. */
function cutOf(exact: EqualRectangles, diagonals: Cut['diagonals']): Cut | 'template' {
  const [width, height] = [onRuler(exact.width), onRuler(exact.height)]
  if (width === undefined || height === undefined) return 'template'
  const times = ['', ', cut once diagonally', ', cut twice diagonally'][diagonals]
  const text = `${plainEighths(width)} × ${plainEighths(height)}${times}`
  return { width, height, count: exact.count, diagonals, text }
}

/** @param diagonals `undefined` for what is drawn on a template. */
function pieceOf(
  form: PieceForm,
  finished: EqualRectangles,
  cloth: EqualRectangles,
  diagonals: Cut['diagonals'] | undefined,
): CutPiece {
  return {
    form,
    width: toThousandths(Math.max(finished.width, finished.height)),
    height: toThousandths(Math.min(finished.width, finished.height)),
    count: finished.count,
    cut: diagonals === undefined ? 'template' : cutOf(cloth, diagonals),
    cloth,
  }
}

/**
 * Pieces with four right angles.
 *
 * @param length as it is cut, without its seams.
 */
export function rectangles(
  form: 'square' | 'rectangle' | 'strip',
  finished: EqualRectangles,
  length = Math.max(finished.width, finished.height),
): CutPiece {
  const sides = [length, Math.min(finished.width, finished.height)].map((side) => side + 2 * SEAM)
  const cloth = { width: Math.max(...sides), height: Math.min(...sides), count: finished.count }
  return pieceOf(form, finished, cloth, 0)
}

/** Strips that are trimmed to fit a side, so their longer side is cut up to the next eighth. */
export const strips = (width: number, height: number, count: number): CutPiece =>
  rectangles('strip', { width, height, count }, upToEighth(Math.max(width, height)))

/**
 * Triangles with a right angle and two equal sides.
 *
 * @param side the leg, or the long edge of a quarter of a square.
 * @param edge of the square that they are cut from.
 */
function triangles(
  form: keyof typeof TRIANGLES,
  side: number,
  count: number,
  edge = side + (form === 'half-square-triangle' ? HALF_SQUARE : QUARTER_SQUARE),
): CutPiece {
  const isHalf = form === 'half-square-triangle'
  const cloth = { width: edge, height: edge, count: Math.ceil(count / TRIANGLES[form]) }
  return pieceOf(form, { width: side, height: isHalf ? side : side / 2, count }, cloth, isHalf ? 1 : 2)
}

/** The triangles at the sides and corners of a quilt on point. They are cut up to the next eighth and trimmed. */
export const sideTriangles = (block: number, count: number): CutPiece =>
  triangles('quarter-square-triangle', block * Math.SQRT2, count, upToEighth(block * ROOT + QUARTER_SQUARE))
export const cornerTriangles = (block: number, count: number): CutPiece =>
  triangles('half-square-triangle', block / Math.SQRT2, count, upToEighth(block / ROOT + HALF_SQUARE))

type CutShape = Block['shapes'][number]

/** A piece as it lies in its block, at the size at which it is placed. */
export interface Measured {
  readonly slot: string
  readonly shape: 'square' | 'rectangle' | keyof typeof TRIANGLES | 'template'
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

type Form = readonly [shape: Measured['shape'], width: number, height: number]

/** A triangle with a right angle between two equal legs; `undefined` for another. */
function triangleForm(sides: readonly Vector[]): Form | undefined {
  const [long, ...legs] = [...sides].sort((a, b) => lengthOf(b) - lengthOf(a))
  const [one, other] = legs
  if (long === undefined || one === undefined || other === undefined || !areSquare(one, other))
    return undefined
  const [leg, second, edge] = [lengthOf(one), lengthOf(other), lengthOf(long)]
  if (!areEqual(leg, second)) return ['template', leg, second]
  // If the long edge lies along the grain, it is cut as a quarter of a square.
  return isAlongAxis(long) ? ['quarter-square-triangle', edge, edge / 2] : ['half-square-triangle', leg, leg]
}

function rectangleForm([a, b, c, d]: readonly Vector[]): Form | undefined {
  if (a === undefined || b === undefined || c === undefined || d === undefined) return undefined
  if (!areParallel(a, c) || !areParallel(b, d) || !areSquare(a, b)) return undefined
  const [one, other] = [lengthOf(a), lengthOf(b)]
  return [areEqual(one, other) ? 'square' : 'rectangle', one, other]
}

/** The rectangle around corners: upright if one of the sides is, otherwise along the longest side. */
function boxAround(corners: readonly Point[], sides: readonly Vector[]): readonly [number, number] {
  const longest = sides.reduce((best, side) => (lengthOf(side) > lengthOf(best) ? side : best), [0, 0])
  return boxAlong(corners, sides.find(isAlongAxis) ?? longest)
}

function measure({ slot, points }: CutShape): Measured {
  const turns = cornersOf(points)
  const corners = turns.length > 0 ? turns : points
  const sides = sidesOf(corners)
  const form =
    sides.length === 3 ? triangleForm(sides) : sides.length === 4 ? rectangleForm(sides) : undefined
  const [shape, one, other] = form ?? ['template', ...boxAround(corners, sides)]
  const lengths = sides.map(lengthOf)
  return {
    slot,
    shape,
    corners,
    width: Math.max(one, other),
    height: Math.min(one, other),
    area: areaOf(corners),
    perimeter: lengths.reduce((sum, length) => sum + length, 0),
    longest: Math.max(0, greatestOf(lengths)),
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
 * @param scale by how often the block is as large as it was drawn.
 */
export function measureBlock(shapes: readonly CutShape[], scale = 1): Measured[] {
  const pieces = shapes.map(({ slot, points }) =>
    measure({ slot, points: points.map(([x, y]) => [x * scale, y * scale] as const) }),
  )
  const halves = new Set(
    pieces.filter(({ shape }) => shape === 'half-square-triangle').map(({ corners }) => keyOf(corners)),
  )
  const isGoose = ({ shape, corners }: Measured) => {
    if (shape !== 'quarter-square-triangle') return false
    const [from, to] = corners.flatMap((corner, index) => {
      const next = corners[(index + 1) % corners.length] ?? corner
      return isAlongAxis(between(corner, next)) ? [corner, next] : []
    })
    const tip = corners.find((corner) => corner !== from && corner !== to)
    if (from === undefined || to === undefined || tip === undefined) return false
    const up: Vector = [tip[0] - (from[0] + to[0]) / 2, tip[1] - (from[1] + to[1]) / 2]
    return [from, to].every((end) => halves.has(keyOf([end, tip, [end[0] + up[0], end[1] + up[1]]])))
  }
  return pieces.map((piece) => (isGoose(piece) ? { ...piece, shape: 'flying-goose' as const } : piece))
}

function areSame(a: Measured, b: Measured): boolean {
  if (a.slot !== b.slot || a.shape !== b.shape) return false
  if (a.shape !== 'template') return areEqual(a.width, b.width) && areEqual(a.height, b.height)
  return (
    areEqual(a.longest, b.longest) &&
    areEqual(a.perimeter, b.perimeter) &&
    Math.abs(a.area - b.area) <= TOLERANCE * Math.max(1, a.perimeter)
  )
}

function cutPiece({ shape, corners, width, height }: Measured, count: number): CutPiece {
  const finished = { width, height, count }
  if (shape === 'square' || shape === 'rectangle') return rectangles(shape, finished)
  if (shape !== 'template') return triangles(shape, width, count)
  const box = boxAround(enlarge(corners, SEAM), sidesOf(corners))
  const cloth = { width: Math.max(...box), height: Math.min(...box), count }
  return pieceOf('template', finished, cloth, undefined)
}

/** No quilt that people sew has more different pieces of one fabric. It bounds the work for a hostile design. */
const MAX_DIFFERENT = 48

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

/** So many equal pieces. */
export interface Counted {
  readonly piece: Measured
  readonly count: number
}

/** Equal pieces together, the most frequent first, for each slot in the order of the palette. */
export function pieceParts(measured: readonly Counted[], palette: Block['palette']): Cutting {
  const slots = new Map(palette.map(({ slot }): [string, Counted[]] => [slot, []]))
  const incomplete = new Set<string>()
  for (const { piece, count } of measured) {
    const found = slots.get(piece.slot) ?? []
    slots.set(piece.slot, found)
    const index = found.findIndex((each) => areSame(each.piece, piece))
    const known = found[index]
    if (known !== undefined) found[index] = { ...known, count: known.count + count }
    else if (found.length < MAX_DIFFERENT) found.push({ piece, count })
    else incomplete.add(piece.slot)
  }
  const listed = [...slots].filter(([slot, found]) => found.length > 0 && !incomplete.has(slot))
  return {
    parts: listed.map(([slot, found]) => ({
      of: 'pieces',
      slot,
      pieces: found
        .sort((a, b) => b.count - a.count || b.piece.area - a.piece.area)
        .map(({ piece, count }) => cutPiece(piece, count)),
    })),
    incomplete,
    notCounted: [...incomplete].map((slot) => `pieces of ${slot}: too many different ones`),
  }
}
