import { pngOf } from './png.ts'

const WIDEST = 640
/** The most pixels of width of a single swatch; all have this height. */
const SIDE = 56
/** Pixels between two swatches. */
const GAP = 2
/** Light grey, so that white cloth is seen. */
const GROUND = 0xd0ccc4
const UP = 2

/**
 * Plain fills side by side, as PNG of at most 4 KB (D39). It needs no renderer, because all rows are like the
 * first. `#RRGGBB` in the order of the fabrics; the place of one without a colour stays empty. `undefined` if
 * none has a colour.
 */
export function swatchStrip(colors: readonly (string | undefined)[]): Uint8Array<ArrayBuffer> | undefined {
  if (colors.every((color) => color === undefined)) return undefined
  const side = Math.min(SIDE, Math.floor((WIDEST + GAP) / colors.length) - GAP)
  const width = colors.length * (side + GAP) - GAP
  const rows = new Uint8Array((1 + width) * SIDE)
  const palette = [
    GROUND,
    ...colors.map((color) => (color === undefined ? GROUND : Number.parseInt(color.slice(1), 16))),
  ]
  colors.forEach((_, index) => {
    const from = 1 + index * (side + GAP)
    rows.fill(index + 1, from, from + side)
  })
  for (let row = 1; row < SIDE; row += 1) rows[row * (1 + width)] = UP
  return pngOf({ width, height: SIDE, palette, rows, level: 1 })
}
