import type { Lab } from '../kit/color.ts'

/** Width of a colour cell in each of L, a and b. */
const CELL = 5
const TWENTY_FIVE_TO_7 = 25 ** 7

/** The cell of the colour index that a colour lies in. */
export function cellOf([l, a, b]: Lab): number {
  return (Math.floor(l / CELL) * 64 + Math.floor((a + 128) / CELL)) * 64 + Math.floor((b + 128) / CELL)
}

/** From 0 for greys to 1 for strong colours. */
function saturation(chroma: number): number {
  const chroma7 = chroma ** 7
  return Math.sqrt(chroma7 / (chroma7 + TWENTY_FIVE_TO_7))
}

const gap = (low: number, value: number) => Math.max(low - value, 0, value - low - CELL)
const farthest = (low: number) => Math.max(Math.abs(low), Math.abs(low + CELL))

/**
 * No colour in a cell is nearer to the target than this by CIEDE2000. The formula divides differences
 * by weights; here they are as large as they can be for the cell, with the weight of chroma for hue too,
 * which weighs less. Its rotation term can cancel some of the difference, unless both are warm.
 */
export function leastDistance(cell: number, [l, a, b]: Lab): number {
  const lowL = Math.floor(cell / 4096) * CELL
  const lowA = (Math.floor(cell / 64) % 64) * CELL - 128
  const lowB = (cell % 64) * CELL - 128
  const farA = farthest(lowA)
  const farB = farthest(lowB)

  const lightness = Math.max(Math.abs((lowL + l) / 2 - 50), Math.abs((lowL + CELL + l) / 2 - 50)) ** 2
  const lightWeight = 1 + (0.015 * lightness) / Math.sqrt(20 + lightness)
  const leastChroma = (Math.hypot(a, b) + Math.hypot(gap(lowA, 0), gap(lowB, 0))) / 2
  const stretch = 1 + 0.5 * (1 - saturation(leastChroma))
  const chroma = (Math.hypot(stretch * a, b) + Math.hypot(stretch * farA, farB)) / 2
  const chromaWeight = 1 + 0.045 * chroma
  const rotation = b >= 0 && lowB >= 0 ? 0.00001 : Math.sin(Math.PI / 3) * saturation(chroma)

  const light = gap(lowL, l) / lightWeight
  const color = Math.hypot(gap(lowA, a), gap(lowB, b)) / chromaWeight
  // A little less, for distances are rounded.
  return Math.sqrt(light ** 2 + (1 - rotation) * color ** 2) - 0.00001
}
