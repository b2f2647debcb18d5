import { ciede2000, type Lab, labOf } from '../../core/color.ts'
import { countBits, eachBit, isBitSet } from './bits.ts'
import { type CatalogIndex, LIGHTNESS_STEPS, labAt, lightnessStep, listOf } from './memory.ts'

/** A fabric with its rank in a list: that of D15, or the distance from a colour. */
export interface Ranked {
  readonly fabric: number
  readonly rank: number
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
/** Of fewer fabrics than one of so many, each is compared with the colour. */
const FEW = 8

/**
 * The difference in lightness divided by its weight in CIEDE2000: the least distance of two colours. It grows with
 * the difference.
 */
function leastDistance(l: number, other: number): number {
  const square = ((l + other) / 2 - 50) ** 2
  return Math.abs(other - l) / (1 + (0.015 * square) / Math.sqrt(20 + square))
}

/** The CIEDE2000 distance of a fabric, to a millionth, so that it is the same after it was written and read. */
const distanceOf = (index: CatalogIndex, target: Lab, fabric: number): number =>
  Math.round(ciede2000(target, labAt(index, fabric)) * 1e6) / 1e6

/** A colour that was asked for, and the fabrics that words and filters leave; all have a colour. */
export interface AskedColor {
  /** `#RRGGBB` */
  readonly hex: string
  readonly within: Uint32Array
}

/** A search by one or several colours (D17). */
export class ColorSearch {
  readonly #index: CatalogIndex
  readonly #targets: readonly { readonly lab: Lab; readonly within: Uint32Array; readonly isFew: boolean }[]

  constructor(index: CatalogIndex, colors: readonly AskedColor[]) {
    this.#index = index
    this.#targets = colors.map(({ hex, within }) => ({
      lab: labOf(hex),
      within,
      isFew: countBits(within) * FEW < index.count,
    }))
  }

  /** The fabrics behind a place that belong to a colour, because it is the nearest of all: nearest first. */
  take(color: number, after: Place | undefined, count: number): readonly Ranked[] {
    const target = this.#targets[color]
    if (target === undefined) return []
    const { lab, within } = target
    const found: Ranked[] = []
    let worst = Number.POSITIVE_INFINITY
    const look = (fabric: number) => {
      if (leastDistance(lab[0], this.#lightness(fabric)) > worst + ROUNDED) return
      const rank = distanceOf(this.#index, lab, fabric)
      if (rank > worst || !isBehind(rank, fabric, after) || !this.#isOwn(color, fabric, rank)) return
      found.push({ fabric, rank })
      if (found.length < 4 * count + 64) return
      found.sort(inOrder).splice(count)
      worst = found.at(-1)?.rank ?? worst
    }
    if (target.isFew) eachBit(within, look)
    else
      this.#outwards(
        lab[0],
        (fabric) => isBitSet(within, fabric) && look(fabric),
        () => worst,
      )
    return found.sort(inOrder).slice(0, count)
  }

  #lightness(fabric: number): number {
    return this.#index.labs[3 * fabric] ?? 0
  }

  /** Looks at fabrics of a lightness, then at lighter and darker ones, until lightness alone is too far. */
  #outwards(lightness: number, look: (fabric: number) => unknown, worst: () => number): void {
    const { byLightness } = this.#index
    const lookAt = (step: number) => {
      for (const fabric of listOf(byLightness, step)) look(fabric)
    }
    const middle = lightnessStep(lightness)
    lookAt(middle)
    let up = middle + 1
    let down = middle - 1
    const last = 100 * LIGHTNESS_STEPS
    while (up <= last || down >= 0) {
      const above = up > last ? Number.POSITIVE_INFINITY : leastDistance(lightness, up / LIGHTNESS_STEPS)
      const below =
        down < 0 ? Number.POSITIVE_INFINITY : leastDistance(lightness, (down + 1) / LIGHTNESS_STEPS)
      if (Math.min(above, below) > worst() + ROUNDED) return
      lookAt(above <= below ? up++ : down--)
    }
  }

  /** Whether no other colour of the question is nearer. Of two at the same distance, the first one has the fabric. */
  #isOwn(color: number, fabric: number, distance: number): boolean {
    return this.#targets.every(({ lab, within }, other) => {
      if (other === color || !isBitSet(within, fabric)) return true
      if (leastDistance(lab[0], this.#lightness(fabric)) > distance + ROUNDED) return true
      const away = distanceOf(this.#index, lab, fabric)
      return away > distance || (away === distance && other > color)
    })
  }
}
