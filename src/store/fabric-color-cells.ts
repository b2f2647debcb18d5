import type { Lab } from '../kit/color.ts'

/** Width of a cell in each of L, a and b. */
const CELL = 5
/** Cells along each side of a block. */
const SIDE = 5
const CELLS = SIDE ** 3
/** Blocks along L, and along each of a and b. */
const LIGHT_BLOCKS = 5
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
export const firstCellOf = (block: number): number => block * CELLS
export const BLOCKS: readonly number[] = Array.from(
  { length: LIGHT_BLOCKS * COLOR_BLOCKS ** 2 },
  (_, block) => block,
)

/** Part of the colour space: what lies above the lower corner, up to the width. */
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
  const chroma7 = chroma ** 7
  return Math.sqrt(chroma7 / (chroma7 + TWENTY_FIVE_TO_7))
}

/**
 * No colour in a cube is nearer to the target than this by CIEDE2000. The formula divides differences
 * by weights; here they are as large as they can be for the cube, with the weight of chroma for hue too,
 * which weighs less. Its rotation term can cancel some of the difference, unless both are warm.
 */
function leastDistance({ corner: [lowL, lowA, lowB], width }: Cube, [l, a, b]: Lab): number {
  const gap = (low: number, value: number) => Math.max(low - value, 0, value - low - width)
  const farthest = (low: number) => Math.max(Math.abs(low), Math.abs(low + width))
  const lightness = Math.max(Math.abs((lowL + l) / 2 - 50), Math.abs((lowL + width + l) / 2 - 50)) ** 2
  const lightWeight = 1 + (0.015 * lightness) / Math.sqrt(20 + lightness)
  const leastChroma = (Math.hypot(a, b) + Math.hypot(gap(lowA, 0), gap(lowB, 0))) / 2
  const stretch = 1 + 0.5 * (1 - saturation(leastChroma))
  const chroma = (Math.hypot(stretch * a, b) + Math.hypot(stretch * farthest(lowA), farthest(lowB))) / 2
  const chromaWeight = 1 + 0.045 * chroma
  const rotation = b >= 0 && lowB >= 0 ? 0.00001 : Math.sin(Math.PI / 3) * saturation(chroma)

  const light = gap(lowL, l) / lightWeight
  const color = Math.hypot(gap(lowA, a), gap(lowB, b)) / chromaWeight
  // A little less, for distances are rounded.
  return Math.sqrt(light ** 2 + (1 - rotation) * color ** 2) - 0.00001
}

/** No colour in the cell is nearer to the target by CIEDE2000. */
export const leastToCell = (cell: number, target: Lab): number => leastDistance(cubeOfCell(cell), target)

/** No colour in the block is nearer to the target by CIEDE2000. */
export const leastToBlock = (block: number, target: Lab): number =>
  leastDistance(cube(placeIn(COLOR_BLOCKS, block), CELL * SIDE), target)
