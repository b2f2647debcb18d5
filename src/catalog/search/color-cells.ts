import { type Lab, length, toThe7 } from '../../kit/color.ts'

/** Width of a cell in each of L, a and b. */
const CELL = 5
/** Cells along each side of a block. */
const SIDE = 5
const CELLS = SIDE ** 3
/** Blocks along each of a and b. */
const COLOR_BLOCKS = 11
const TWENTY_FIVE_TO_7 = 25 ** 7

const number = (base: number, [l, a, b]: Lab) => (l * base + a) * base + b
const inBlock = (index: number) => index % SIDE
const ofBlock = (index: number) => Math.floor(index / SIDE)

/** The cell of the colour index that a colour lies in; the cells of a block have consecutive numbers. */
export function cellOf([l, a, b]: Lab): number {
  const at: Lab = [Math.floor(l / CELL), Math.floor((a + 128) / CELL), Math.floor((b + 128) / CELL)]
  const block = number(COLOR_BLOCKS, [ofBlock(at[0]), ofBlock(at[1]), ofBlock(at[2])])
  return block * CELLS + number(SIDE, [inBlock(at[0]), inBlock(at[1]), inBlock(at[2])])
}

export const blockOf = (cell: number): number => Math.floor(cell / CELLS)

/** A cube of the colour space, from its lower corner up to the width. */
interface Cube {
  readonly corner: Lab
  readonly width: number
}

const placeIn = (base: number, index: number): Lab => [
  Math.floor(index / base ** 2),
  Math.floor(index / base) % base,
  index % base,
]

function cube([l, a, b]: Lab, width: number): Cube {
  return { corner: [l * width, a * width - 128, b * width - 128], width }
}

function cubeOfCell(cell: number): Cube {
  const block = placeIn(COLOR_BLOCKS, blockOf(cell))
  const inner = placeIn(SIDE, cell % CELLS)
  return cube([block[0] * SIDE + inner[0], block[1] * SIDE + inner[1], block[2] * SIDE + inner[2]], CELL)
}

/** From 0 for greys to 1 for strong colours. */
function saturation(chroma: number): number {
  const chroma7 = toThe7(chroma)
  return Math.sqrt(chroma7 / (chroma7 + TWENTY_FIVE_TO_7))
}

const DEGREES = 180 / Math.PI
/** Where the rotation term is strongest, and how wide its bell is. */
const BLUE_HUE = 275
const BLUE_WIDTH = 25
/** An upper bound of the factor T of the hue's weight. */
const MOST_T = 1.93

/** How far a hue is from blue, from -180 to 180. */
function fromBlue(a: number, b: number): number {
  const turned = Math.atan2(b, a) * DEGREES - BLUE_HUE
  return turned < -180 ? turned + 360 : turned
}

/**
 * The most that the rotation term can take off, as a share of the rest. The term matters only around blue.
 * The corners of the cube, stretched or not, bound its hues unless grey lies inside it.
 */
function mostRotation(cube: Cube, [, a, b]: Lab, stretch: number, chroma: number): number {
  const [, lowA, lowB] = cube.corner
  if (b >= 0 && lowB >= 0) return 0.00001
  const strongest = Math.sin(60 / DEGREES) * saturation(chroma)
  let [least, most, ownLeast, ownMost] = [180, -180, 180, -180]
  for (const scale of [1, stretch]) {
    for (const x of [lowA * scale, (lowA + cube.width) * scale]) {
      for (const y of [lowB, lowB + cube.width]) {
        const hue = fromBlue(x, y)
        least = Math.min(least, hue)
        most = Math.max(most, hue)
      }
    }
    const own = fromBlue(a * scale, b)
    ownLeast = Math.min(ownLeast, own)
    ownMost = Math.max(ownMost, own)
  }
  const isAroundGray = lowA <= 0 && lowA + cube.width >= 0 && lowB <= 0 && lowB + cube.width >= 0
  const isWide = Math.max(most, ownMost) - Math.min(least, ownLeast) >= 180
  if (isAroundGray || isWide) return strongest
  const leastMean = (ownLeast + least) / 2
  const mostMean = (ownMost + most) / 2
  const nearest = Math.max(0, leastMean, -mostMean)
  const turn = 60 * Math.exp(-((nearest / BLUE_WIDTH) ** 2))
  return Math.sin(turn / DEGREES) * saturation(chroma)
}

/**
 * A lower bound of the CIEDE2000 distance from the target to the colours of a cube. The formula divides the
 * differences of lightness, chroma and hue by weights; here the weights are as large as they can be for the
 * cube. Chroma has the largest weight, so a difference in a and b counts as one of chroma as far as possible.
 */
function leastDistance(cube: Cube, target: Lab): number {
  const { corner, width } = cube
  const [lowL, lowA, lowB] = corner
  const [l, a, b] = target
  const gap = (low: number, value: number) => Math.max(low - value, 0, value - low - width)
  const farthest = (low: number) => Math.max(Math.abs(low), Math.abs(low + width))
  const lightness = Math.max(Math.abs((lowL + l) / 2 - 50), Math.abs((lowL + width + l) / 2 - 50)) ** 2
  const lightWeight = 1 + (0.015 * lightness) / Math.sqrt(20 + lightness)

  const leastChroma = length(gap(lowA, 0), gap(lowB, 0))
  const stretch = 1 + 0.5 * (1 - saturation((length(a, b) + leastChroma) / 2))
  const mostChroma = length(stretch * farthest(lowA), farthest(lowB))
  const mostOwnChroma = length(stretch * a, b)
  const chroma = (mostOwnChroma + mostChroma) / 2

  const light = gap(lowL, l) / lightWeight
  const difference = length(gap(lowA, a), gap(lowB, b))
  const ofChroma = Math.min(difference, Math.max(mostChroma - length(a, b), mostOwnChroma - leastChroma))
  const color =
    (ofChroma / (1 + 0.045 * chroma)) ** 2 +
    (difference ** 2 - ofChroma ** 2) / (1 + 0.015 * MOST_T * chroma) ** 2
  // A little less, because distances are rounded.
  return Math.sqrt(light ** 2 + (1 - mostRotation(cube, target, stretch, chroma)) * color) - 0.00001
}

/** A lower bound of the factor T of the hue's weight. */
const LEAST_T = 0.3

/** An upper bound of the distance to the colours of a cube, with weights as small as they can be. */
function mostDistance(cube: Cube, target: Lab): number {
  const { corner, width } = cube
  const [lowL, lowA, lowB] = corner
  const [l, a, b] = target
  const farthest = (low: number, value: number) => Math.max(value - low, low + width - value)
  const nearest = (low: number) => Math.max(low, -low - width, 0)
  const [darkest, lightest] = [(lowL + l) / 2 - 50, (lowL + width + l) / 2 - 50]
  const lightness = darkest <= 0 && lightest >= 0 ? 0 : Math.min(Math.abs(darkest), Math.abs(lightest)) ** 2
  const lightWeight = 1 + (0.015 * lightness) / Math.sqrt(20 + lightness)

  const leastChroma = length(nearest(lowA), nearest(lowB))
  const stretch = 1 + 0.5 * (1 - saturation((length(a, b) + leastChroma) / 2))
  const mostChroma = length(
    stretch * Math.max(Math.abs(lowA), Math.abs(lowA + width)),
    Math.max(Math.abs(lowB), Math.abs(lowB + width)),
  )
  const ownChroma = length(a, b)
  const mostOwnChroma = length(stretch * a, b)
  const leastMean = (leastChroma + ownChroma) / 2
  const difference = (stretch * farthest(lowA, a)) ** 2 + farthest(lowB, b) ** 2
  // What has to be a difference in chroma weighs less than one in hue.
  const ofChroma = Math.max(0, leastChroma - mostOwnChroma, ownChroma - mostChroma)
  const color =
    (ofChroma / (1 + 0.045 * leastMean)) ** 2 +
    (difference - ofChroma ** 2) / (1 + 0.015 * LEAST_T * leastMean) ** 2
  const chroma = (mostOwnChroma + mostChroma) / 2
  const light = farthest(lowL, l) / lightWeight
  return Math.sqrt(light ** 2 + (1 + mostRotation(cube, target, stretch, chroma)) * color) + 0.00001
}

export const leastToBlock = (block: number, target: Lab): number =>
  leastDistance(cube(placeIn(COLOR_BLOCKS, block), CELL * SIDE), target)

export const leastToCell = (cell: number, target: Lab): number => leastDistance(cubeOfCell(cell), target)

export const mostToCell = (cell: number, target: Lab): number => mostDistance(cubeOfCell(cell), target)
