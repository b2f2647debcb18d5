import type { Block } from './design.ts'
import { type Finished, SEAM } from './pieces.ts'
import {
  areaOf,
  boxAlong,
  cornersWithSides,
  isAlongAxis,
  lengthOf,
  type Point,
  sumOf,
  turnsOf,
} from './polygon.ts'

/** Pieces of a block, in the size in which it is placed. */
export interface Measured extends Finished {
  readonly slot: string
  readonly corners: readonly Point[]
  readonly area: number
  readonly perimeter: number
  readonly longest: number
}

/** In inches. Coordinates are rounded, so equal lengths may differ a little. */
const TOLERANCE = 0.005
const areEqual = (a: number, b: number) => Math.abs(a - b) < TOLERANCE

const longestFirst = (corners: readonly Point[]) =>
  cornersWithSides(corners).toSorted((a, b) => lengthOf(b.after) - lengthOf(a.after))

type Shape = Block['shapes'][number]

function measure({ slot, points }: Shape, scale: number, count: number): Measured {
  const scaled = points.map(([x, y]): Point => [x * scale, y * scale])
  const turns = turnsOf(scaled)
  const corners = turns.length > 0 ? turns : scaled
  const sides = longestFirst(corners).map(({ after }) => after)
  const [longest = 0, leg = 0, second = 0] = sides.map(lengthOf)
  const [long = [0, 0] as const] = sides
  const box = boxAlong(corners, long)
  const area = areaOf(corners)
  const measured = { slot, corners, count, area, perimeter: sumOf(sides.map(lengthOf)), longest }
  if (sides.length === 4 && areEqual(area / box.height, box.width))
    return { ...measured, ...box, form: areEqual(box.width, box.height) ? 'square' : 'rectangle' }
  if (sides.length === 3 && areEqual(leg, second) && areEqual(box.width, 2 * box.height)) {
    // If the long edge lies along the grain, it is cut as a quarter of a square.
    if (isAlongAxis(long)) return { ...measured, ...box, form: 'quarter-square-triangle' }
    return { ...measured, width: leg, height: leg, form: 'half-square-triangle' }
  }
  const along = sides.find(isAlongAxis) ?? long
  const cloth = boxAlong(corners, along, SEAM)
  return { ...measured, ...boxAlong(corners, along), form: 'template', cloth }
}

/** Corners are compared in 64ths of an inch. */
const keyOf = (corners: readonly Point[]) =>
  corners
    .map(([x, y]) => `${Math.round(x * 64)} ${Math.round(y * 64)}`)
    .sort()
    .join(',')

/** Whether half-square triangles fill the rectangle around a quarter-square triangle (D41). */
function isGoose({ form, corners }: Measured, halfSquares: ReadonlySet<string>) {
  const [long] = longestFirst(corners)
  const tip = corners.find((corner) => corner !== long?.corner && corner !== long?.next)
  if (form !== 'quarter-square-triangle' || long === undefined || tip === undefined) return false
  const [from, to] = [long.corner, long.next]
  // From the middle of the long edge to the tip.
  const [right, down] = [tip[0] - (from[0] + to[0]) / 2, tip[1] - (from[1] + to[1]) / 2]
  return [from, to].every((end) => halfSquares.has(keyOf([end, tip, [end[0] + right, end[1] + down]])))
}

/** The block is placed `count` times at `scale` times its drawn size. */
export function measureBlock(shapes: readonly Shape[], scale: number, count: number): Measured[] {
  const pieces = shapes.map((shape) => measure(shape, scale, count))
  const halves = pieces.filter(({ form }) => form === 'half-square-triangle')
  const halfSquares = new Set(halves.map(({ corners }) => keyOf(corners)))
  return pieces.map((piece) => (isGoose(piece, halfSquares) ? { ...piece, form: 'flying-goose' } : piece))
}

/** Whether they are cut alike from one fabric. */
export const areSame = (a: Measured, b: Measured): boolean =>
  a.slot === b.slot &&
  a.form === b.form &&
  areEqual(a.longest, b.longest) &&
  areEqual(a.perimeter, b.perimeter) &&
  Math.abs(a.area - b.area) <= TOLERANCE * Math.max(1, a.perimeter)
