import type { Draw } from '../core/tool.ts'
import { renderPng, swatchStrip } from '../design/index.ts'

const base64 = (png: Uint8Array) => Buffer.from(png).toString('base64')

/** The picture of an item (D39), a PNG of at most 16 KB in base64. `of` is the user whose item it is. */
export async function pictureOf(
  draw: Draw | undefined,
  of: string | undefined,
): Promise<{ readonly data?: string; readonly isBusy: boolean }> {
  const drawing = await draw?.({ edges: true })
  if (drawing === undefined || !drawing.isWhole) return { isBusy: false }
  const png = await renderPng(drawing.svg, { of })
  return png === undefined ? { isBusy: true } : { data: base64(png), isBusy: false }
}

/** The swatches of a list of fabrics (D39), in base64. */
export function stripOf(colors: readonly (string | undefined)[]): string | undefined {
  const png = swatchStrip(colors)
  return png && base64(png)
}
