import { ciede2000, type Lab, labOfRgb, rgbOf } from '../../kit/color.ts'
import type { Connection } from '../database.ts'
import { FEW_COLORED, FIRST_REACH, MOST_CELLS, REACH_GROWTH } from '../tuning.ts'
import { leastToBlock, leastToCell, mostToCell } from './color-cells.ts'
import { type ColorCells, type Colored, inCell, type Rgb } from './colors.ts'
import { positionsOf } from './rows.ts'
import { matchOfCells } from './tokens.ts'

/** A fabric with its distance from the colour asked for. */
export interface Hit extends Colored {
  readonly distance: number
}

/** Where a list goes on: after nearer fabrics, and after equally near ones before the position. */
export type Start = Pick<Hit, 'distance' | 'position'>

export const NEAREST: Start = { distance: 0, position: 0 }

/** The CIEDE2000 distance, rounded so that it is the same on every machine. */
export const distanceTo = (target: Lab, rgb: Rgb): number =>
  Math.round(ciede2000(target, labOfRgb(rgb)) * 1e6) / 1e6

const byDistance = (one: Start, other: Start): number =>
  one.distance - other.distance || one.position - other.position

/** The fabrics with a colour that a match finds. */
const matching = (db: Connection, match: string): readonly Colored[] =>
  db
    .rows<{ position: number; color_hex: string }>(
      `select position, color_hex from features cross join fabrics on position = features.rowid
       where features match ? and color_hex is not null`,
      match,
    )
    .map(({ position, color_hex }) => ({ position, rgb: rgbOf(color_hex) }))

/** The same, in these cells of the colour space. */
const matchingIn = (db: Connection, match: string, cells: readonly number[]): readonly Colored[] =>
  Array.from({ length: Math.ceil(cells.length / MOST_CELLS) }, (_, part) => {
    const some = cells.slice(part * MOST_CELLS, (part + 1) * MOST_CELLS)
    return matching(db, `${match} AND ${matchOfCells(some)}`)
  }).flat()

/** Where a search by colour finds its fabrics. */
export interface Source {
  /** All fabrics, when they are few. */
  readonly few: readonly Colored[] | undefined
  /** Those in some cells of the colour space. */
  readonly inCells: (cells: readonly number[]) => readonly Colored[]
}

/** The fabrics that a match finds; without a match, all. */
export function sourceOf(db: Connection, match: string | undefined): Source {
  if (match === undefined)
    return { few: undefined, inCells: (cells) => cells.flatMap((cell) => inCell(db, cell)) }
  const isFew = positionsOf(db, match, 0, FEW_COLORED + 1).length <= FEW_COLORED
  return {
    few: isFew ? matching(db, match) : undefined,
    inCells: (cells) => matchingIn(db, match, cells),
  }
}

/**
 * The fabrics of a source, nearest to a colour first, ties in the order of D5 (D17). It reads the cells of the
 * colour space from the target outwards. It yields a fabric only when no unread cell can hold a nearer one.
 */
export function* nearest(
  { few, inCells }: Source,
  { blocks }: ColorCells,
  target: Lab,
  start: Start,
): Generator<Hit> {
  const measured = (some: readonly Colored[]): Hit[] =>
    some
      .map(({ position, rgb }) => ({ position, rgb, distance: distanceTo(target, rgb) }))
      .filter((hit) => byDistance(start, hit) <= 0)

  if (few !== undefined) {
    yield* measured(few).sort(byDistance)
    return
  }

  let farBlocks = [...blocks].map(([block, cells]) => ({ cells, least: leastToBlock(block, target) }))
  let farCells: { readonly cell: number; readonly least: number }[] = []
  let pending: Hit[] = []
  for (let width = FIRST_REACH; farBlocks.length + farCells.length > 0; width *= REACH_GROWTH) {
    const reach = start.distance + width
    const isNear = ({ least }: { readonly least: number }) => least <= reach
    const isFar = ({ least }: { readonly least: number }) => least > reach
    const opened = farBlocks
      .filter(isNear)
      .flatMap(({ cells }) => cells.map((cell) => ({ cell, least: leastToCell(cell, target) })))
    farBlocks = farBlocks.filter(isFar)
    farCells = [...farCells, ...opened]
    // Fabrics nearer than the start were on earlier pages.
    const cells = farCells
      .filter(isNear)
      .map(({ cell }) => cell)
      .filter((cell) => start.distance === 0 || mostToCell(cell, target) >= start.distance)
    farCells = farCells.filter(isFar)
    pending = [...pending, ...measured(inCells(cells))]
    yield* pending.filter(({ distance }) => distance < reach).sort(byDistance)
    pending = pending.filter(({ distance }) => distance >= reach)
  }
  yield* pending.sort(byDistance)
}
