import { fileURLToPath } from 'node:url'
import { encodeIndexedPng } from './indexed-png.ts'

/** D39: small enough for every client. */
export const MOST_PNG_BYTES = 10_240

/** Longest side and number of colours, best first. The first that is small enough is used. */
const STEPS = [
  [512, 64],
  [512, 16],
  [440, 16],
  [360, 16],
  [280, 16],
  [200, 16],
  [128, 16],
  [64, 16],
] as const

/** How many pictures are kept, because they are asked for again. Together they take at most 3 MB. */
const MOST_KEPT = 300
const kept = new Map<string, Promise<Uint8Array>>()

/** Digits, fractions and small letters of the display face, for the sizes on the edges. */
const LABELS = fileURLToPath(new URL('font/fraunces-labels.ttf', import.meta.url))

async function pixelsOf(svg: string, longest: number) {
  const [, width = '1', height = '1'] = /viewBox="0 0 ([\d.]+) ([\d.]+)"/.exec(svg) ?? []
  // It takes memory and time to load, and many servers draw nothing.
  const { renderAsync } = await import('@resvg/resvg-js')
  const image = await renderAsync(svg, {
    background: '#FFFFFF',
    fitTo: { mode: Number(width) >= Number(height) ? 'width' : 'height', value: longest },
    font: {
      loadSystemFonts: false,
      fontFiles: [LABELS],
      defaultFontFamily: 'Fraunces',
      serifFamily: 'Fraunces',
    },
  })
  return { width: image.width, height: image.height, rgba: image.pixels }
}

async function render(svg: string): Promise<Uint8Array> {
  let png = new Uint8Array()
  let drawn: { readonly at: number; readonly pixels: Awaited<ReturnType<typeof pixelsOf>> } | undefined
  for (const [longest, colors] of STEPS) {
    if (drawn?.at !== longest) drawn = { at: longest, pixels: await pixelsOf(svg, longest) }
    png = encodeIndexedPng(drawn.pixels, colors)
    if (png.length <= MOST_PNG_BYTES) break
  }
  return png
}

/**
 * A drawing as PNG on white with an indexed palette, at most `MOST_PNG_BYTES` (D39). The longest side has 512
 * pixels, or fewer if the file would be too large.
 *
 * @param svg as `drawSvg` makes it.
 */
export function renderPng(svg: string): Promise<Uint8Array> {
  const known = kept.get(svg)
  const png = known ?? render(svg)
  // The newest request goes to the end, so that the oldest is dropped first.
  kept.delete(svg)
  kept.set(svg, png)
  const [oldest] = kept.keys()
  if (kept.size > MOST_KEPT && oldest !== undefined) kept.delete(oldest)
  return png
}
