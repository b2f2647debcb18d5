import { pngOf } from './png.ts'

const WIDEST = 640
/** A single swatch is no wider than this; all are this high. */
const SIDE = 64
/** White between two swatches, in pixels. */
const GAP = 2
const WHITE = 0xffffff
const UP = 2

/**
 * Plain fills side by side, as PNG of at most 4 KB (D39). It needs no renderer: all rows are like the first.
 *
 * @param colors `#RRGGBB` in the order in which fabrics are listed; the place of one without a colour stays white.
 * @returns `undefined` if none has a colour.
 */
export function swatchStrip(colors: readonly (string | undefined)[]): Uint8Array<ArrayBuffer> | undefined {
  if (colors.every((color) => color === undefined)) return undefined
  const side = Math.min(SIDE, Math.floor((WIDEST + GAP) / colors.length) - GAP)
  const width = colors.length * (side + GAP) - GAP
  const rows = new Uint8Array((1 + width) * SIDE)
  const palette = [
    WHITE,
    ...colors.map((color) => (color === undefined ? WHITE : Number.parseInt(color.slice(1), 16))),
  ]
  colors.forEach((_, index) => {
    const from = 1 + index * (side + GAP)
    rows.fill(index + 1, from, from + side)
  })
  for (let row = 1; row < SIDE; row += 1) rows[row * (1 + width)] = UP
  return pngOf({ width, height: SIDE, depth: 8, palette, rows })
}
