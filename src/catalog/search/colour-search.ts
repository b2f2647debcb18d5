import { ciede2000, type Lab, labOf } from '../../core/color.ts'
import { isBitSet } from './bits.ts'
import { type CatalogIndex, labAt } from './memory.ts'

/** A fabric with its rank in a list: that of D15, or the distance from a colour. */
export interface Ranked {
  readonly fabric: number
  readonly rank: number
  /** From the colour, if its list is ordered by that. */
  readonly distance?: number
}

/** A place in a list: behind all of a smaller rank, and of this rank behind all fabrics before `fabric`. */
export interface Place {
  readonly rank: number
  readonly fabric: number
}

export const isBehind = (rank: number, fabric: number, place: Place | undefined): boolean =>
  place === undefined || rank > place.rank || (rank === place.rank && fabric >= place.fabric)

const inOrder = (one: Ranked, other: Ranked) => one.rank - other.rank || one.fabric - other.fabric

/** Rounding may bring two distances this close. */
const ROUNDED = 1e-3
/** To a millionth, a distance is the same after it was written and read. */
export const rounded = (distance: number): number => Math.round(distance * 1e6) / 1e6

/**
 * The difference in lightness divided by its weight in CIEDE2000: the least distance of two colours. It grows with
 * the difference.
 */
function leastDistance(l: number, other: number): number {
  const square = ((l + other) / 2 - 50) ** 2
  return Math.abs(other - l) / (1 + (0.015 * square) / Math.sqrt(20 + square))
}

const distanceOf = (index: CatalogIndex, target: Lab, fabric: number): number =>
  rounded(ciede2000(target, labAt(index, fabric)))

/** A colour that was asked for, and the fabrics that words and filters leave; all have a colour. */
export interface AskedColor {
  /** `#RRGGBB` */
  readonly hex: string
  readonly within: Uint32Array
}

/**
 * The fabrics behind a place that belong to one of several colours, because it is the nearest of all: nearest first (D17).
 * It looks at fabrics of the same lightness, then at lighter and darker ones, until lightness alone is too far.
 */
export function nearest(
  index: CatalogIndex,
  colors: readonly AskedColor[],
  color: number,
  after: Place | undefined,
  count: number,
): readonly Ranked[] {
  const targets = colors.map(({ hex, within }) => ({ lab: labOf(hex), within }))
  const target = targets[color]
  if (target === undefined) return []
  const { lab, within } = target
  const [lightness] = lab
  const found: Ranked[] = []
  let worst = Number.POSITIVE_INFINITY

  /** Whether no other colour is nearer. Of two at the same distance, the first one has the fabric. */
  const isOwn = (fabric: number, distance: number) =>
    targets.every((other, at) => {
      if (at === color || !isBitSet(other.within, fabric)) return true
      if (leastDistance(other.lab[0], index.labs[3 * fabric] ?? 0) > distance + ROUNDED) return true
      const away = distanceOf(index, other.lab, fabric)
      return away > distance || (away === distance && at > color)
    })

  function look(fabric: number): void {
    const isTooFar = leastDistance(lightness, index.labs[3 * fabric] ?? 0) > worst + ROUNDED
    if (isTooFar || !isBitSet(within, fabric)) return
    const rank = distanceOf(index, lab, fabric)
    if (rank > worst || !isBehind(rank, fabric, after) || !isOwn(fabric, rank)) return
    found.push({ fabric, rank, distance: rank })
    if (found.length < 2 * count) return
    found.sort(inOrder).splice(count)
    worst = found.at(-1)?.rank ?? worst
  }

  const last = index.byLightness.length - 1
  let up = Math.min(last, Math.floor(lightness))
  let down = up - 1
  while (up <= last || down >= 0) {
    const above = up > last ? Number.POSITIVE_INFINITY : leastDistance(lightness, Math.max(lightness, up))
    const below = down < 0 ? Number.POSITIVE_INFINITY : leastDistance(lightness, down + 1)
    if (Math.min(above, below) > worst + ROUNDED) break
    index.byLightness[above <= below ? up++ : down--]?.forEach(look)
  }
  return found.sort(inOrder).slice(0, count)
}
