import { cornersWithSides, cross, dot, lengthOf, type Point } from './polygon.ts'

/** In radians. Curves are saved as lines of equal length, six or more for a quarter of a circle. */
const LEAST_BEND = 0.01
const MOST_BEND = 0.27

/**
 * The radius of each side that is part of a curve, so that it is drawn round; 0 for the others, negative for a
 * curve to the left. Pieces that meet on a curve have the same radii.
 */
export function radiiOf(points: readonly Point[]): number[] {
  const corners = cornersWithSides(points)
  const bends = corners.map(({ before, after }) => {
    const bend = Math.atan2(cross(before, after), dot(before, after))
    const isBend = Math.abs(bend) > LEAST_BEND && Math.abs(bend) < MOST_BEND
    return isBend && Math.abs(lengthOf(before) / lengthOf(after) - 1) < 0.1 ? bend : 0
  })
  return corners.map(({ after }, index) => {
    const [start = 0, end = 0] = [bends[index], bends[(index + 1) % bends.length]]
    const bend = Math.abs(start) > Math.abs(end) ? start : end
    // Between a curve to the left and one to the right, a side is straight.
    const isStraight = bend === 0 || start * end < 0
    return isStraight ? 0 : lengthOf(after) / (2 * Math.sin(bend / 2))
  })
}
