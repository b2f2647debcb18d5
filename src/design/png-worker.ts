import { fileURLToPath } from 'node:url'
import { parentPort } from 'node:worker_threads'
import { Resvg } from '@resvg/resvg-js'
import { encodeIndexedPng, INK, MOST_PNG_BYTES, type Pixels } from './png.ts'

const LONGEST = 640
/** Fabrics, and the shades on their edges. */
const COLORS = 64
const FEW_COLORS = 16

/** Digits, fractions and small letters of the display face, for the sizes on the edges. */
const LABELS = fileURLToPath(new URL('font/fraunces-labels.ttf', import.meta.url))

function pixelsOf(svg: string, longest: number): Pixels {
  const [, width = '1', height = '1'] = /viewBox="0 0 ([\d.]+) ([\d.]+)"/.exec(svg) ?? []
  const [long, mode] =
    Number(width) >= Number(height) ? [width, 'width' as const] : [height, 'height' as const]
  const image = new Resvg(svg.replace('<svg ', `<svg color="${INK}" `), {
    // A drawing that is smaller has whole pixels already.
    fitTo: { mode, value: Math.min(longest, Math.ceil(Number(long))) },
    font: {
      loadSystemFonts: false,
      fontFiles: [LABELS],
      defaultFontFamily: 'Fraunces',
      serifFamily: 'Fraunces',
    },
  }).render()
  return { width: image.width, height: image.height, rgba: image.pixels }
}

/** Without seams and shades along edges. Only designs of very many pieces need that. */
const plain = (svg: string) =>
  svg.replace('<g class="seams"', '<g display="none"').replace('<svg ', '<svg shape-rendering="crispEdges" ')

/** The best picture that is small enough: with fewer colours, then plain, then as much smaller as it must be. */
function render(svg: string): Uint8Array {
  const pixels = pixelsOf(svg, LONGEST)
  let png = encodeIndexedPng(pixels, COLORS)
  if (png !== undefined && png.length > MOST_PNG_BYTES && png.length < 2 * MOST_PNG_BYTES)
    png = encodeIndexedPng(pixels, FEW_COLORS)
  let longest = LONGEST
  while (png === undefined || png.length > MOST_PNG_BYTES) {
    png = encodeIndexedPng(pixelsOf(plain(svg), longest), COLORS)
    const share = MOST_PNG_BYTES / (png?.length ?? 2 * MOST_PNG_BYTES)
    longest = Math.floor(longest * Math.min(0.96, Math.sqrt(share)))
  }
  return png
}

// What the worker of `renderer.ts` runs: a drawing comes in, its picture goes out.
parentPort?.on('message', (svg: string) => parentPort?.postMessage(render(svg)))
