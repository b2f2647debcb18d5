import type { Geometry } from './outline.ts'

export type CutAndBuy = ReturnType<typeof cutAndBuy>

/** What an outline says of cutting and buying, whatever it is the outline of (D41). */
export const cutAndBuy = ({ cutting = [], yardage, notCounted, palette }: Geometry) => ({
  cutting,
  yardage,
  /** What is left out, because its number could be wrong. */
  notCounted: yardage?.notCounted ?? notCounted ?? [],
  /** The fabrics by their slots. */
  slots: new Map(palette.map((each) => [each.slot, each])),
})
