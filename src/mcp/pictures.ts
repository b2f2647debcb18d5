import type { Draw } from '../core/tool.ts'
import { renderPng, swatchStrip } from '../design/index.ts'

const base64 = (png: Uint8Array) => Buffer.from(png).toString('base64')

/**
 * The picture of an item (D39): a PNG of at most 16 KB in base64. `busy` if too many drawings wait,
 * `undefined` if there is nothing to draw. `of` is the user whose item it is.
 */
export async function pictureOf(
  draw: Draw | undefined,
  of: string | undefined,
): Promise<string | 'busy' | undefined> {
  const drawing = await draw?.({ edges: true })
  if (drawing === undefined || !drawing.isWhole) return undefined
  const png = await renderPng(drawing.svg, { of })
  return png === undefined ? 'busy' : base64(png)
}

/** The swatches of a list of fabrics (D39), in base64. */
export function stripOf(colors: readonly (string | undefined)[]): string | undefined {
  const png = swatchStrip(colors)
  return png && base64(png)
}
