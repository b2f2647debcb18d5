import { counted } from '../core/text.ts'
import type { CutPart } from './cutting.ts'
import type { Geometry } from './outline.ts'
import type { Piece } from './pieces.ts'
import type { Yardage } from './yardage.ts'

export type CutAndBuy = ReturnType<typeof cutAndBuy>

/** What an outline says of cutting and buying (D41). */
export const cutAndBuy = ({ cutting = [], yardage, notCounted, palette }: Geometry) => ({
  cutting,
  yardage,
  notCounted: yardage?.notCounted ?? notCounted ?? [],
  slots: new Map(palette.map((each) => [each.slot, each])),
})

/** Pieces as quilters call them, and where they lie: `16 half-square triangles`, `2 strips, border, sides`. */
export function piecesInWords({ form, place, count }: Piece, of?: CutPart['of']): string {
  const noun = form === 'template' ? 'template piece' : form.replace(/-(?=goose|triangle)/, ' ')
  const words = counted(count, noun).replace('gooses', 'geese')
  return [words, of === 'pieces' ? undefined : of, place].filter(Boolean).join(', ')
}

/** `2 panels, 1 vertical seam` */
export const panelsInWords = ({ panels, seams }: Yardage['backing']): string =>
  panels === 1 ? '1 panel' : `${counted(panels, 'panel')}, ${counted(panels - 1, `${seams} seam`)}`
