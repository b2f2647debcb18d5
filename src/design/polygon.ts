/** Inches, or pixels in a drawing. */
export type Point = readonly [x: number, y: number]
export type Vector = readonly [x: number, y: number]

/** The least of many numbers. `Math.min(...numbers)` fails with a hundred thousand, because arguments need stack. */
export const leastOf = (numbers: readonly number[]): number =>
  numbers.reduce((least, each) => Math.min(least, each), Number.POSITIVE_INFINITY)

/** The greatest of many numbers. */
export const greatestOf = (numbers: readonly number[]): number =>
  numbers.reduce((greatest, each) => Math.max(greatest, each), Number.NEGATIVE_INFINITY)

/** How far an angle may be off from right or flat, for sides of a quarter of an inch and more. */
const ANGLE_TOLERANCE = 0.002

export const between = ([x1, y1]: Point, [x2, y2]: Point): Vector => [x2 - x1, y2 - y1]
export const lengthOf = ([x, y]: Vector): number => Math.hypot(x, y)
const dot = ([x1, y1]: Vector, [x2, y2]: Vector): number => x1 * x2 + y1 * y2
const cross = ([x1, y1]: Vector, [x2, y2]: Vector) => x1 * y2 - y1 * x2
const scale = (a: Vector, b: Vector) => ANGLE_TOLERANCE * lengthOf(a) * lengthOf(b)
export const areParallel = (a: Vector, b: Vector): boolean => Math.abs(cross(a, b)) <= scale(a, b)
export const areSquare = (a: Vector, b: Vector): boolean => Math.abs(dot(a, b)) <= scale(a, b)
export const isAlongAxis = (side: Vector): boolean => areParallel(side, [1, 0]) || areParallel(side, [0, 1])

/** The item of a list that wraps around. */
function at<Item>(items: readonly Item[], index: number, none: Item): Item {
  return items[(index + items.length) % items.length] ?? none
}

/** The points where a polygon turns: without repeated ones and those on a straight line. */
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

/** Width and height of the rectangle around the corners that lies along a direction. */
export function boxAlong(corners: readonly Point[], direction: Vector): readonly [number, number] {
  const length = lengthOf(direction) || 1
  const along: Vector = [direction[0] / length, direction[1] / length]
  const extent = (axis: Vector) => {
    const places = corners.map((corner) => dot(corner, axis))
    return greatestOf(places) - leastOf(places)
  }
  return [extent(along), extent([-along[1], along[0]])]
}

/** A sharper point is cut blunt this far from the corner that it is drawn around. */
const LONGEST_TIP = 1.5

/**
 * The corners of a polygon whose sides are all moved out by so much, as for a template with its seam allowance.
 * Corners that turn inwards stay where they are: they need no more cloth.
 */
export function enlarge(corners: readonly Point[], by: number): Point[] {
  const around = Math.sign(signedAreaOf(corners))
  return corners.map((corner, index) => {
    const before = between(at(corners, index - 1, corner), corner)
    const after = between(corner, at(corners, index + 1, corner))
    const turn = cross(before, after) * around
    const [long, next] = [lengthOf(before), lengthOf(after)]
    if (turn <= 0 || long === 0 || next === 0) return corner
    // From the corner outwards, halfway between the sides: 1 ÷ sin(half the angle) as far as the seam is wide.
    const back: Vector = [before[0] / long - after[0] / next, before[1] / long - after[1] / next]
    const half = lengthOf(back) / 2
    const sine = Math.sqrt(Math.max(0, 1 - half * half))
    const tip = Math.min(by / Math.max(sine, 0.0001), LONGEST_TIP)
    const outwards: Vector =
      half < 0.0001
        ? [(after[1] / next) * around, (-after[0] / next) * around]
        : [back[0] / (2 * half), back[1] / (2 * half)]
    return [corner[0] + outwards[0] * tip, corner[1] + outwards[1] * tip]
  })
}
