import { pngOf } from './png.ts'

const WIDEST = 640
/** In pixels. If there are many swatches, they are narrower. */
const SIDE = 56
const GAP = 2
/** Light grey, so that white cloth is seen. */
const GROUND = '#D0CCC4'
/** The filter of a row that is like the row above. */
const UP = 2

/**
 * Plain fills side by side, as PNG of at most 4 KB (D39), in the order of the fabrics. The place of one without
 * a colour (`#RRGGBB`) stays empty. `undefined` if none has one.
 */
export function swatchStrip(colors: readonly (string | undefined)[]): Uint8Array<ArrayBuffer> | undefined {
  if (colors.every((color) => color === undefined)) return undefined
  const side = Math.min(SIDE, Math.floor((WIDEST + GAP) / colors.length) - GAP)
  const width = colors.length * (side + GAP) - GAP
  const rows = new Uint8Array((1 + width) * SIDE)
  colors.forEach((_, index) => {
    const from = 1 + index * (side + GAP)
    rows.fill(index + 1, from, from + side)
  })
  for (let row = 1; row < SIDE; row += 1) rows[row * (1 + width)] = UP
  const palette = [GROUND, ...colors].map((color = GROUND) => color.slice(1)).join('')
  return pngOf({ width, height: SIDE, palette: Buffer.from(palette, 'hex'), rows, level: 1 })
}
