import type { CutFrom, Geometry } from './outline.ts'
import type { Yardage } from './yardage.ts'

type Slot = Geometry['palette'][number]

/** What an outline says of cutting and buying, whatever it is the outline of (D41). */
export interface CutAndBuy {
  readonly cutting: readonly CutFrom[]
  readonly yardage: Yardage | undefined
  /** What is left out, because its number could be wrong. */
  readonly notCounted: readonly string[]
  /** The fabrics by their slots. */
  readonly slots: ReadonlyMap<string, Slot>
}

export function cutAndBuy(geometry: Geometry): CutAndBuy {
  const { cutting = [] } = 'cutting' in geometry ? geometry : {}
  const { yardage } = 'yardage' in geometry ? geometry : {}
  const { notCounted = [] } = yardage ?? ('notCounted' in geometry ? geometry : {})
  return { cutting, yardage, notCounted, slots: new Map(geometry.palette.map((each) => [each.slot, each])) }
}
