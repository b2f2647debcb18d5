import { type Lab, length } from '../../../core/color.ts'

/** The colour space is cut into cells. */

/** Width of a cell in each of L, a and b. */
export const WIDTH = 5
/** Cells are stored in blocks of so many along each side, so that neighbours are near each other in the file. */
const SIDE = 5
const CELLS = SIDE ** 3
/** Blocks along each of a and b. */
const BLOCKS = 11

/** A cube of the colour space: its lower corner, and what is known of its colours. */
export interface ColorCell {
  readonly number: number
  readonly l: number
  readonly a: number
  readonly b: number
  /** The farthest from grey along a and b, and the least and greatest chroma. */
  readonly mostA: number
  readonly mostB: number
  readonly leastChroma: number
  readonly mostChroma: number
  /** The hue in the middle, and how far other hues are from it, in radians. */
  readonly hue: number
  readonly halfAngle: number
}

const numberIn = (base: number, [l, a, b]: Lab) => (l * base + a) * base + b
const placeIn = (base: number, number: number): Lab => [
  Math.floor(number / base ** 2),
  Math.floor(number / base) % base,
  number % base,
]

/** The number of the cell that a colour lies in. */
export function cellOf([l, a, b]: Lab): number {
  const at: Lab = [Math.floor(l / WIDTH), Math.floor((a + 128) / WIDTH), Math.floor((b + 128) / WIDTH)]
  const block = numberIn(BLOCKS, [
    Math.floor(at[0] / SIDE),
    Math.floor(at[1] / SIDE),
    Math.floor(at[2] / SIDE),
  ])
  return block * CELLS + numberIn(SIDE, [at[0] % SIDE, at[1] % SIDE, at[2] % SIDE])
}

export function cellAt(number: number): ColorCell {
  const block = placeIn(BLOCKS, Math.floor(number / CELLS))
  const inner = placeIn(SIDE, number % CELLS)
  const l = (block[0] * SIDE + inner[0]) * WIDTH
  const a = (block[1] * SIDE + inner[1]) * WIDTH - 128
  const b = (block[2] * SIDE + inner[2]) * WIDTH - 128
  const half = WIDTH / 2
  const fromGray = [Math.abs(a + half), Math.abs(b + half)] as const
  const [corner, middle] = [length(half, half), length(...fromGray)]
  const [mostA, mostB] = [fromGray[0] + half, fromGray[1] + half]
  return {
    number,
    l,
    a,
    b,
    mostA,
    mostB,
    leastChroma: length(Math.max(0, fromGray[0] - half), Math.max(0, fromGray[1] - half)),
    mostChroma: length(mostA, mostB),
    hue: Math.atan2(b + half, a + half),
    // Any hue where grey may be inside.
    halfAngle: middle > corner ? Math.asin(corner / middle) : Math.PI,
  }
}

/** Cells of equal lightness. */
export type Layer = readonly [ColorCell, ...ColorCell[]]

export function layersOf(cells: readonly ColorCell[]): readonly Layer[] {
  const layers = new Map<number, [ColorCell, ...ColorCell[]]>()
  for (const cell of cells) {
    const layer = layers.get(cell.l)
    if (layer === undefined) layers.set(cell.l, [cell])
    else layer.push(cell)
  }
  return [...layers.values()]
}
