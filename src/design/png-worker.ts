import { setImmediate as nextTurn } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { parentPort } from 'node:worker_threads'
import { Resvg } from '@resvg/resvg-js'
import { encodeIndexedPng, INK, MOST_PNG_BYTES, type Pixels } from './png.ts'

/** Fabrics, and the shades on their edges. */
const COLORS = 64
const CARD_COLORS = 256

const FONT = {
  loadSystemFonts: false,
  // It has Latin letters only.
  fontFiles: [fileURLToPath(new URL('font/fraunces.ttf', import.meta.url))],
  defaultFontFamily: 'Fraunces',
  serifFamily: 'Fraunces',
}

export interface ToRender {
  readonly svg: string
  /** A card, for the preview of a link, may have more than 16 KB. */
  readonly kind: 'picture' | 'card'
}

/** Renders the drawing in the size that it says, or smaller. */
function pixelsOf(svg: string, zoom: number): Pixels {
  const inked = svg.replace('<svg ', `<svg color="${INK}" `)
  const image = new Resvg(inked, { fitTo: { mode: 'zoom', value: zoom }, font: FONT }).render()
  return { width: image.width, height: image.height, rgba: image.pixels }
}

/**
 * `undefined` if it has too many colours. A drawing takes up to 50 MB outside of the heap. They are freed at once,
 * because so small a heap is seldom collected.
 */
async function tryPng(svg: string, colors: number, zoom = 1): Promise<Uint8Array | undefined> {
  const png = encodeIndexedPng(pixelsOf(svg, zoom), colors)
  globalThis.gc?.()
  await nextTurn()
  await nextTurn()
  return png
}

/** Without seams and shades along edges. Only very many pieces need that. */
const plain = (svg: string) =>
  svg.replace('<g class="seams"', '<g display="none"').replace('<svg ', '<svg shape-rendering="crispEdges" ')

/** Characters of a drawing with so many edges that it has too many shades. */
const DENSE = 40_000

/** A picture that is too large is made plain, and then smaller. */
async function render({ svg, kind }: ToRender): Promise<Uint8Array> {
  const isCard = kind === 'card'
  const isDense = !isCard && svg.length > DENSE
  let png = isDense ? undefined : await tryPng(svg, isCard ? CARD_COLORS : COLORS)
  let zoom = 1
  while (png === undefined || (!isCard && png.length > MOST_PNG_BYTES)) {
    png = await tryPng(plain(svg), COLORS, zoom)
    const share = MOST_PNG_BYTES / (png?.length ?? 2 * MOST_PNG_BYTES)
    // Most of a file is edges, which grow with the length rather than with the area.
    zoom *= Math.min(0.96, share ** 0.9)
  }
  return png
}

parentPort?.on('message', async (asked: ToRender) => parentPort?.postMessage(await render(asked)))
