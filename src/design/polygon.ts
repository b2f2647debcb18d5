/** Inches, or pixels in a drawing. */
export type Point = readonly [x: number, y: number]
type Vector = readonly [x: number, y: number]

export interface Size {
  readonly width: number
  readonly height: number
}

export const longSideFirst = ({ width, height }: Size): Size => ({
  width: Math.max(width, height),
  height: Math.min(width, height),
})

/** `Math.max(...numbers)` fails with a hundred thousand numbers. */
export const greatestOf = (numbers: readonly number[]): number =>
  numbers.reduce((greatest, each) => Math.max(greatest, each), Number.NEGATIVE_INFINITY)

export const extent = (numbers: readonly number[]): number =>
  greatestOf(numbers) + greatestOf(numbers.map((each) => -each))

export const sumOf = (numbers: readonly number[]): number => numbers.reduce((sum, each) => sum + each, 0)

/** How far an angle may be off, for sides of a quarter of an inch and more. */
const ANGLE_TOLERANCE = 0.002

/** Faster than `Math.hypot`. */
export const lengthOf = ([x, y]: Vector): number => Math.sqrt(x * x + y * y)
export const dot = ([x1, y1]: Vector, [x2, y2]: Vector): number => x1 * x2 + y1 * y2
export const cross = ([x1, y1]: Vector, [x2, y2]: Vector): number => x1 * y2 - y1 * x2
const areParallel = (a: Vector, b: Vector) =>
  Math.abs(cross(a, b)) <= ANGLE_TOLERANCE * lengthOf(a) * lengthOf(b)
/** Or at a right angle to it. */
const isAlong = (side: Vector, [x, y]: Vector) => areParallel(side, [x, y]) || areParallel(side, [-y, x])
export const isAlongAxis = (side: Vector): boolean => isAlong(side, [1, 0])

function unit([x, y]: Vector): Vector {
  const length = lengthOf([x, y]) || 1
  return [x / length, y / length]
}

export function cornersWithSides(points: readonly Point[]) {
  const between = ([x1, y1]: Point, [x2, y2]: Point): Vector => [x2 - x1, y2 - y1]
  return points.map((corner, index) => {
    const previous = points.at(index - 1) ?? corner
    const next = points[(index + 1) % points.length] ?? corner
    return { corner, next, before: between(previous, corner), after: between(corner, next) }
  })
}

/** Without repeated corners, and without those on a straight line. */
export function turnsOf(points: readonly Point[]): Point[] {
  const distinct = cornersWithSides(points).filter(({ before }) => lengthOf(before) > 0)
  return cornersWithSides(distinct.map(({ corner }) => corner))
    .filter(({ before, after }) => !areParallel(before, after))
    .map(({ corner }) => corner)
}

/** Positive if the corners go around clockwise, with y down. */
const signedAreaOf = (corners: readonly Point[]) =>
  sumOf(cornersWithSides(corners).map(({ corner, next }) => cross(corner, next))) / 2

export const areaOf = (corners: readonly Point[]): number => Math.abs(signedAreaOf(corners))

/** In inches from the corner. Longer points are cut blunt. */
const LONGEST_TIP = 1.5

/** Where corners lie when all sides are moved out by a seam, but for right angles along a direction. */
function tipsOf(corners: readonly Point[], by: number, direction: Vector): Point[] {
  const around = Math.sign(signedAreaOf(corners))
  return cornersWithSides(corners).flatMap(({ corner, ...sides }): Point[] => {
    const [before, after] = [unit(sides.before), unit(sides.after)]
    const turn = cross(before, after) * around
    // Curves are drawn in short lines, so a right angle at their end is a little less than right.
    const isRight = Math.abs(dot(before, after)) < 0.15
    if (turn <= 0 || (isRight && [before, after].some((side) => isAlong(side, direction)))) return []
    // The moved sides meet in this direction.
    const [x, y] = [before[0] - after[0], before[1] - after[1]]
    const far = Math.min(by / turn, LONGEST_TIP / lengthOf([x, y]))
    return [[corner[0] + x * far, corner[1] + y * far]]
  })
}

/** The rectangle along a direction that holds a polygon with its seams. Its width is the longer side. */
export function boxAlong(corners: readonly Point[], direction: Vector, seam = 0): Size {
  const [x, y] = unit(direction)
  const tips = seam > 0 ? tipsOf(corners, seam, direction) : []
  const along = (axis: Vector) => {
    const places = corners.map((corner) => dot(corner, axis))
    const ends = tips.map((tip) => dot(tip, axis))
    return extent([...places.flatMap((place) => [place - seam, place + seam]), ...ends])
  }
  return longSideFirst({ width: along([x, y]), height: along([-y, x]) })
}
