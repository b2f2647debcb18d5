import { fileURLToPath } from 'node:url'
import { parentPort } from 'node:worker_threads'
import { Resvg } from '@resvg/resvg-js'
import { encodeIndexedPng, INK, MOST_PNG_BYTES, type Pixels } from './png.ts'

const LONGEST = 640
/** The width that previews of links show. */
const CARD = 1200
/** Fabrics, and the shades on their edges. */
const COLORS = 64
const CARD_COLORS = 256

/** It has Latin letters only. */
const TYPEFACE = fileURLToPath(new URL('font/fraunces.ttf', import.meta.url))

export interface ToRender {
  readonly svg: string
  /** A card, for the preview of a link, is wider than a picture, and may have more than 16 KB. */
  readonly kind: 'picture' | 'card'
}

function pixelsOf(svg: string, longest: number): Pixels {
  const [, width = '1', height = '1'] = /viewBox="0 0 ([\d.]+) ([\d.]+)"/.exec(svg) ?? []
  const [long, mode] =
    Number(width) >= Number(height) ? [width, 'width' as const] : [height, 'height' as const]
  const image = new Resvg(svg.replace('<svg ', `<svg color="${INK}" `), {
    // A drawing that is smaller has whole pixels already.
    fitTo: { mode, value: Math.min(longest, Math.ceil(Number(long))) },
    font: {
      loadSystemFonts: false,
      fontFiles: [TYPEFACE],
      defaultFontFamily: 'Fraunces',
      serifFamily: 'Fraunces',
    },
  }).render()
  return { width: image.width, height: image.height, rgba: image.pixels }
}

/** Without seams and shades along edges. Only very many pieces need that. */
const plain = (svg: string) =>
  svg.replace('<g class="seams"', '<g display="none"').replace('<svg ', '<svg shape-rendering="crispEdges" ')

/** If the file is too large, the picture is plain, and then smaller. */
function render(svg: string): Uint8Array {
  let png = encodeIndexedPng(pixelsOf(svg, LONGEST), COLORS)
  let longest = LONGEST
  while (png === undefined || png.length > MOST_PNG_BYTES) {
    png = encodeIndexedPng(pixelsOf(plain(svg), longest), COLORS)
    const share = MOST_PNG_BYTES / (png?.length ?? 2 * MOST_PNG_BYTES)
    // Most of a file is edges, which grow with the length rather than with the area.
    longest = Math.floor(longest * Math.min(0.96, share ** 0.9))
  }
  return png
}

const renderCard = (svg: string) => encodeIndexedPng(pixelsOf(svg, CARD), CARD_COLORS) ?? render(svg)

parentPort?.on('message', ({ svg, kind }: ToRender) =>
  parentPort?.postMessage(kind === 'card' ? renderCard(svg) : render(svg)),
)
