import type { Lab } from '../../kit/color.ts'
import { FIRST_REACH, REACH_GROWTH } from '../tuning.ts'
import { distancesTo } from './color-bounds.ts'
import { type Cube, cubeOfBlock, cubeOfCell } from './color-cells.ts'
import type { MeasuredCell, Source } from './color-source.ts'
import type { ColorCells } from './colors.ts'

/** A colour at its place in a cell, with its distance from the colour asked for. */
interface Near {
  readonly cell: MeasuredCell
  readonly at: number
  readonly distance: number
}

/** A fabric of such a colour. */
export interface Hit extends Near {
  readonly position: number
}

/** Where a list goes on: after nearer fabrics, and after equally near ones before the position. */
export type Start = Pick<Hit, 'distance' | 'position'>

export const NEAREST: Start = { distance: 0, position: 0 }

/** The fabrics of colours that are sorted by distance. Equally near fabrics are in the order of D5. */
function* inOrder(colors: readonly Near[]): Generator<Hit> {
  let same: Hit[] = []
  for (const [index, { cell, at, distance }] of colors.entries()) {
    const isLast = colors[index + 1]?.distance !== distance
    const isAlone = isLast && same.length === 0
    for (let fabric = cell.starts[at] ?? 0; fabric < (cell.starts[at + 1] ?? 0); fabric += 1) {
      const hit = { cell, at, distance, position: cell.positions[fabric] ?? 0 }
      if (isAlone) yield hit
      else same.push(hit)
    }
    if (!isLast || isAlone) continue
    yield* same.sort((one, other) => one.position - other.position)
    same = []
  }
}

/**
 * The fabrics of a source, nearest to a colour of the question first, ties in the order of D5 (D17). It reads the
 * cells of the colour space from the target outwards. It yields a fabric only when no unread cell can hold a nearer
 * one.
 */
export function* nearest(
  { few, read }: Source,
  { blocks }: Pick<ColorCells, 'blocks'>,
  target: Lab,
  color: number,
  start: Start,
): Generator<Hit> {
  /** Adds the colours of a cell within a range of distances. Returns whether it has others that are farther. */
  function gather(cell: MeasuredCell, least: number, reach: number, found: Near[]): boolean {
    const distances = cell.distancesFrom(color)
    let hasFarther = false
    for (let at = 0; at < distances.length; at += 1) {
      const distance = distances[at] ?? 0
      if (distance >= reach) hasFarther = true
      else if (distance >= least) found.push({ cell, at, distance })
    }
    return hasFarther
  }

  const bounded = (cube: Cube) => {
    const [least, most] = distancesTo(cube, target)
    return { least, most }
  }
  /** Fabrics nearer than the start were on earlier pages. */
  const isAhead = ({ most }: { readonly most: number }) => most >= start.distance
  let open = few === undefined ? [] : [few]
  let farBlocks = (few === undefined ? [...blocks] : [])
    .map(([block, cells]) => ({ cells, ...bounded(cubeOfBlock(block)) }))
    .filter(isAhead)
  let farCells: { readonly cell: number; readonly least: number }[] = []
  let least = start.distance
  for (let width = FIRST_REACH; open.length + farBlocks.length + farCells.length > 0; width *= REACH_GROWTH) {
    const reach = start.distance + width
    const isNear = (far: { readonly least: number }) => far.least <= reach
    const isFar = (far: { readonly least: number }) => far.least > reach
    const opened = farBlocks
      .filter(isNear)
      .flatMap(({ cells }) => cells.map((cell) => ({ cell, ...bounded(cubeOfCell(cell)) })))
      .filter(isAhead)
    farBlocks = farBlocks.filter(isFar)
    farCells = [...farCells, ...opened]
    const cells = farCells.filter(isNear)
    farCells = farCells.filter(isFar)
    const found: Near[] = []
    open = [...open, ...cells.map(({ cell }) => read(cell))].filter((cell) =>
      gather(cell, least, reach, found),
    )
    found.sort((one, other) => one.distance - other.distance)
    for (const hit of inOrder(found)) {
      if (hit.distance > start.distance || hit.position >= start.position) yield hit
    }
    least = reach
  }
}
