import { ciede2000, type Lab, labOfRgb } from '../../../core/color.ts'
import { RING } from '../../tuning.ts'
import { leastDistanceFrom, leastLight } from './color-bounds.ts'
import type { ColorCell, Layer } from './color-space.ts'
import type { CellFabrics, Rgb } from './color-table.ts'

/** Where a search by colour finds its fabrics. */
export interface Source {
  /** All fabrics, when they are few. */
  readonly few: CellFabrics | undefined
  /** The cells that hold fabrics. */
  readonly layers: readonly Layer[]
  /** The fabrics of a cell. */
  readonly read: (cell: number) => CellFabrics
}

/** A colour at its place in a cell, with its distance from the colour asked for. */
interface Near {
  readonly cell: CellFabrics
  readonly at: number
  readonly distance: number
}

/** A fabric of such a colour. */
export interface Hit {
  readonly position: number
  readonly rgb: Rgb
  readonly distance: number
}

/** Where a list goes on: after nearer fabrics, and after equally near ones before the position. */
export type Start = Pick<Hit, 'distance' | 'position'>

export const NEAREST: Start = { distance: 0, position: 0 }

/** CIEDE2000, rounded so that it is the same on every machine. */
export const distanceTo = (target: Lab, rgb: Rgb): number =>
  Math.round(ciede2000(target, labOfRgb(rgb)) * 1e6) / 1e6

/** The fabrics of colours that are sorted by distance. Equally near fabrics are in the order of D5. */
function* inOrder(colors: readonly Near[]): Generator<Hit> {
  let same: Hit[] = []
  for (const [index, { cell, at, distance }] of colors.entries()) {
    const isLast = colors[index + 1]?.distance !== distance
    const isAlone = isLast && same.length === 0
    const rgb = cell.rgbs[at] ?? 0
    for (let fabric = cell.starts[at] ?? 0; fabric < (cell.starts[at + 1] ?? 0); fabric += 1) {
      const hit = { position: cell.positions[fabric] ?? 0, rgb, distance }
      if (isAlone) yield hit
      else same.push(hit)
    }
    if (!isLast || isAlone) continue
    yield* same.sort((one, other) => one.position - other.position)
    same = []
  }
}

/** Things by their distance, in rings around the target. */
class Rings<Item> {
  readonly #rings: Item[][] = []

  /** @param distance may be a little below zero, because bounds are rounded down. */
  add(distance: number, item: Item): void {
    const ring = Math.max(0, Math.floor(distance / RING))
    while (this.#rings.length <= ring) this.#rings.push([])
    this.#rings[ring]?.push(item)
  }

  get count(): number {
    return this.#rings.length
  }

  /** Hands out what is in a ring, and forgets it. */
  take(ring: number): Item[] {
    const items = this.#rings[ring] ?? []
    if (items.length > 0) this.#rings[ring] = []
    return items
  }
}

/**
 * The fabrics of a source, nearest to a colour first, ties in the order of D5 (D17). Rings around the target are
 * gone through from the inside: the cells that may begin in a ring are read, and then no unread cell has a colour
 * that belongs there. Layers of cells that differ too much in lightness are not looked at.
 */
export function* nearest({ few, layers, read }: Source, target: Lab, start: Start): Generator<Hit> {
  const unopened = new Rings<Layer>()
  const unread = new Rings<ColorCell>()
  const found = new Rings<Near>()
  function measure(cell: CellFabrics): void {
    for (let at = 0; at < cell.rgbs.length; at += 1) {
      const distance = distanceTo(target, cell.rgbs[at] ?? 0)
      // Fabrics nearer than the start were on earlier pages.
      if (distance >= start.distance) found.add(distance, { cell, at, distance })
    }
  }
  const leastDistance = leastDistanceFrom(target)
  if (few !== undefined) measure(few)
  else for (const layer of layers) unopened.add(leastLight(target, layer[0]), layer)
  for (let ring = 0; ring < Math.max(unopened.count, unread.count, found.count); ring += 1) {
    for (const layer of unopened.take(ring)) {
      for (const cell of layer) unread.add(leastDistance(cell), cell)
    }
    for (const { number } of unread.take(ring)) measure(read(number))
    const near = found.take(ring).sort((one, other) => one.distance - other.distance)
    for (const hit of inOrder(near)) {
      if (hit.distance > start.distance || hit.position >= start.position) yield hit
    }
  }
}
