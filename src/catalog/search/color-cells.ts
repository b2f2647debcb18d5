import type { Lab } from '../../kit/color.ts'

/** The colour space is cut into cells, and neighbouring cells form a block. */

/** Width of a cell in each of L, a and b. */
const CELL = 5
/** Cells along each side of a block. */
const SIDE = 5
const CELLS = SIDE ** 3
/** Blocks along each of a and b. */
const COLOR_BLOCKS = 11

/** A cube of the colour space, from its lower corner up to the width. */
export interface Cube {
  readonly corner: Lab
  readonly width: number
}

const number = (base: number, [l, a, b]: Lab) => (l * base + a) * base + b
const inBlock = (index: number) => index % SIDE
const ofBlock = (index: number) => Math.floor(index / SIDE)

/** The cell that a colour lies in; the cells of a block have consecutive numbers. */
export function cellOf([l, a, b]: Lab): number {
  const at: Lab = [Math.floor(l / CELL), Math.floor((a + 128) / CELL), Math.floor((b + 128) / CELL)]
  const block = number(COLOR_BLOCKS, [ofBlock(at[0]), ofBlock(at[1]), ofBlock(at[2])])
  return block * CELLS + number(SIDE, [inBlock(at[0]), inBlock(at[1]), inBlock(at[2])])
}

export const blockOf = (cell: number): number => Math.floor(cell / CELLS)

const placeIn = (base: number, index: number): Lab => [
  Math.floor(index / base ** 2),
  Math.floor(index / base) % base,
  index % base,
]

const cube = ([l, a, b]: Lab, width: number): Cube => ({
  corner: [l * width, a * width - 128, b * width - 128],
  width,
})

export const cubeOfBlock = (block: number): Cube => cube(placeIn(COLOR_BLOCKS, block), CELL * SIDE)

export function cubeOfCell(cell: number): Cube {
  const block = placeIn(COLOR_BLOCKS, blockOf(cell))
  const inner = placeIn(SIDE, cell % CELLS)
  return cube([block[0] * SIDE + inner[0], block[1] * SIDE + inner[1], block[2] * SIDE + inner[2]], CELL)
}
