import type { Caller, Draw } from '../core/tool.ts'
import { renderPng } from '../design/index.ts'

export const base64 = (png: Uint8Array) => Buffer.from(png).toString('base64')

/** The picture of an item of the caller (D39), a PNG of at most 16 KB. */
export async function pngOfItem(
  draw: Draw,
  caller: Caller | undefined,
): Promise<{ readonly png?: Uint8Array; readonly isBusy: boolean }> {
  const { svg, lacks } = await draw({ edges: true })
  if (lacks !== undefined) return { isBusy: false }
  const png = await renderPng(svg, { of: caller?.userId })
  return png === undefined ? { isBusy: true } : { png, isBusy: false }
}
