import { AppError } from '../core/errors.ts'
import type { Caller, Draw } from '../core/tool.ts'
import { renderPng } from '../design/index.ts'

export const base64 = (png: Uint8Array) => Buffer.from(png).toString('base64')

const BUSY = 'It has no picture now, because many are being drawn. Ask again later for it.'

/** The picture of an item of the caller (D39), a PNG of at most 16 KB, and notes on it. */
export async function pngOfItem(
  draw: Draw,
  caller: Caller | undefined,
): Promise<{ readonly png?: Uint8Array; readonly notes: readonly string[]; readonly isBusy: boolean }> {
  const { svg, lacks, notes } = await draw({ edges: true })
  if (lacks !== undefined) return { notes, isBusy: false }
  try {
    return { png: await renderPng(svg, { of: caller?.userId ?? '' }), notes, isBusy: false }
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return { notes: [...notes, BUSY], isBusy: true }
  }
}
