import type { Geometry } from './outline.ts'

export type CutAndBuy = ReturnType<typeof cutAndBuy>

/** What an outline says of cutting and buying (D41). */
export const cutAndBuy = ({ cutting = [], yardage, notCounted, palette }: Geometry) => ({
  cutting,
  yardage,
  notCounted: yardage?.notCounted ?? notCounted ?? [],
  slots: new Map(palette.map((each) => [each.slot, each])),
})
