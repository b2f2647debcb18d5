import { ciede2000, type Lab, labOfRgb, rgbOf } from '../../kit/color.ts'
import type { Connection } from '../database.ts'
import { FEW_COLORED, FEW_FAR, FIRST_REACH, MOST_COLORED, REACH_GROWTH } from '../tuning.ts'
import { leastToBlock, leastToCell, mostToCell } from './color-cells.ts'
import { type Cell, type ColorCells, type Colored, type Rgb, readCell } from './colors.ts'
import { onceEach } from './once.ts'
import { PositionSet } from './position-set.ts'

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

/** Where a search by colour finds its fabrics. */
export interface Source {
  /** All fabrics, when they are few. */
  readonly few: Cell | undefined
  /** Those of a cell. */
  readonly read: (cell: number) => Cell
}

/** The fabrics with a colour that a match finds. */
function matching(db: Connection, match: string): Cell {
  const found = db.rows<{ position: number; color_hex: string }>(
    `select position, color_hex from features cross join fabrics on position = features.rowid
     where features match ? and color_hex is not null`,
    match,
  )
  return {
    positions: Float64Array.from(found, ({ position }) => position),
    rgbs: Uint32Array.from(found, ({ color_hex }) => rgbOf(color_hex)),
  }
}

/** All fabrics that a match finds, up to so many. As one array, because rows take four times as long. */
const allPositions = (db: Connection, match: string, most: number): readonly number[] =>
  JSON.parse(
    db.value(
      `select json_group_array(rowid) from
       (select rowid from features where features match ? limit cast(? as integer))`,
      match,
      most,
    ) ?? '[]',
  )

/** The fabrics of a cell that are in the set. */
function only(wanted: PositionSet, { positions, rgbs }: Cell): Cell {
  const found: number[] = []
  for (let at = 0; at < positions.length; at += 1) if (wanted.has(positions[at] ?? 0)) found.push(at)
  return {
    positions: Float64Array.from(found, (at) => positions[at] ?? 0),
    rgbs: Uint32Array.from(found, (at) => rgbs[at] ?? 0),
  }
}

/**
 * The fabrics that a match finds; if there are very many, or without a match, all fabrics.
 *
 * @param isFar whether the list goes on far from the colour, where reading cells takes longer.
 */
export function sourceOf(db: Connection, match: string | undefined, isFar: boolean): Source {
  const positions = match === undefined ? [] : allPositions(db, match, MOST_COLORED + 1)
  const isEvery = match === undefined || positions.length > MOST_COLORED
  const isFew = match !== undefined && positions.length <= (isFar ? FEW_FAR : FEW_COLORED)
  const wanted = isEvery || isFew ? undefined : new PositionSet(positions)
  return {
    few: isFew ? matching(db, match) : undefined,
    // Several colours may read the same cell.
    read: onceEach((cell) => (wanted ? only(wanted, readCell(db, cell)) : readCell(db, cell))),
  }
}

/**
 * The fabrics of a source, nearest to a colour first, ties in the order of D5 (D17). It reads the cells
 * of the colour space from the target outwards. It yields a fabric only when no unread cell can hold a nearer one.
 */
export function* nearest(
  { few, read }: Source,
  { blocks }: ColorCells,
  target: Lab,
  start: Start,
): Generator<Hit> {
  /** Adds the fabrics of a cell that come after the start. There may be a hundred thousand that come before. */
  function measure({ positions, rgbs }: Cell, found: Hit[]): void {
    for (let at = 0; at < rgbs.length; at += 1) {
      const position = positions[at] ?? 0
      const rgb = rgbs[at] ?? 0
      const distance = distanceTo(target, rgb)
      const isAfter = distance > start.distance || (distance === start.distance && position >= start.position)
      if (isAfter) found.push({ position, rgb, distance })
    }
  }

  if (few !== undefined) {
    const found: Hit[] = []
    measure(few, found)
    yield* found.sort(byDistance)
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
    for (const cell of cells) measure(read(cell), pending)
    yield* pending.filter(({ distance }) => distance < reach).sort(byDistance)
    pending = pending.filter(({ distance }) => distance >= reach)
  }
  yield* pending.sort(byDistance)
}
