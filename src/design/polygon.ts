/** Inches, or pixels in a drawing. */
export type Point = readonly [x: number, y: number]
type Vector = readonly [x: number, y: number]

export interface Size {
  readonly width: number
  readonly height: number
}

/** `Math.min(...numbers)` fails with a hundred thousand numbers, because arguments need stack. */
export const leastOf = (numbers: readonly number[]): number =>
  numbers.reduce((least, each) => Math.min(least, each), Number.POSITIVE_INFINITY)

export const greatestOf = (numbers: readonly number[]): number =>
  numbers.reduce((greatest, each) => Math.max(greatest, each), Number.NEGATIVE_INFINITY)

export const sumOf = (numbers: readonly number[]): number => numbers.reduce((sum, each) => sum + each, 0)

/** How far an angle may be off from flat, for sides of a quarter of an inch and more. */
const ANGLE_TOLERANCE = 0.002

const between = ([x1, y1]: Point, [x2, y2]: Point): Vector => [x2 - x1, y2 - y1]
export const lengthOf = ([x, y]: Vector): number => Math.hypot(x, y)
const dot = ([x1, y1]: Vector, [x2, y2]: Vector): number => x1 * x2 + y1 * y2
const cross = ([x1, y1]: Vector, [x2, y2]: Vector) => x1 * y2 - y1 * x2
const areParallel = (a: Vector, b: Vector): boolean =>
  Math.abs(cross(a, b)) <= ANGLE_TOLERANCE * lengthOf(a) * lengthOf(b)
export const isAlongAxis = (side: Vector): boolean => areParallel(side, [1, 0]) || areParallel(side, [0, 1])

function unit([x, y]: Vector): Vector {
  const length = lengthOf([x, y]) || 1
  return [x / length, y / length]
}

/** The item of a list that wraps around. */
function at<Item>(items: readonly Item[], index: number, none: Item): Item {
  return items[(index + items.length) % items.length] ?? none
}

/** The points where a polygon turns, without repeated ones and those on a straight line. */
export function cornersOf(points: readonly Point[]): Point[] {
  const distinct = points.filter((point, index) => lengthOf(between(at(points, index - 1, point), point)) > 0)
  return distinct.filter((point, index) => {
    const before = between(at(distinct, index - 1, point), point)
    const after = between(point, at(distinct, index + 1, point))
    return !areParallel(before, after)
  })
}

export const sidesOf = (corners: readonly Point[]): Vector[] =>
  corners.map((corner, index) => between(corner, at(corners, index + 1, corner)))

/** Positive if the corners go around clockwise, with y down. */
const signedAreaOf = (corners: readonly Point[]): number =>
  corners.reduce((sum, corner, index) => sum + cross(corner, at(corners, index + 1, corner)), 0) / 2

export const areaOf = (corners: readonly Point[]): number => Math.abs(signedAreaOf(corners))

/** A sharper point is cut blunt this far from its corner, in inches. */
const LONGEST_TIP = 1.5

/** The points of the sharp corners of a template when all its sides are moved out. */
function tipsOf(corners: readonly Point[], by: number): Point[] {
  const around = Math.sign(signedAreaOf(corners))
  return corners.flatMap((corner, index): Point[] => {
    const before = unit(between(at(corners, index - 1, corner), corner))
    const after = unit(between(corner, at(corners, index + 1, corner)))
    const turn = cross(before, after) * around
    // Curves are drawn in short lines, so a right angle at their end is a little less than right.
    const isSharp = turn > 0 && dot(before, after) < -0.15
    if (!isSharp) return []
    // The lines beside both sides meet in this direction.
    const [x, y] = between(after, before)
    const far = Math.min(by / turn, LONGEST_TIP / lengthOf([x, y]))
    return [[corner[0] + x * far, corner[1] + y * far]]
  })
}

/**
 * Width and height of the rectangle around the corners along a direction. With a seam allowance, it also
 * holds the points of sharp corners.
 */
export function boxAlong(corners: readonly Point[], direction: Vector, seam = 0): readonly [number, number] {
  const [x, y] = unit(direction)
  const tips = seam > 0 ? tipsOf(corners, seam) : []
  const extent = (axis: Vector) => {
    const places = corners.map((corner) => dot(corner, axis))
    const ends = tips.map((tip) => dot(tip, axis))
    const last = Math.max(greatestOf(places) + seam, greatestOf(ends))
    return last - Math.min(leastOf(places) - seam, leastOf(ends))
  }
  return [extent([x, y]), extent([-y, x])]
}
