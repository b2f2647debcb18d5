import { ciede2000, type Lab, labOfRgb, rgbOf } from '../../kit/color.ts'
import type { Connection } from '../database.ts'
import { FEW_COLORED, FEW_FAR, FIRST_REACH, MOST_COLORED, MOST_COLORED_FAR, REACH_GROWTH } from '../tuning.ts'
import { distancesTo } from './color-bounds.ts'
import { type Cube, cubeOfBlock, cubeOfCell } from './color-cells.ts'
import type { Cell, ColorCells, Rgb } from './colors.ts'
import { onceEach } from './once.ts'
import { PositionSet } from './position-set.ts'

/** The CIEDE2000 distance, rounded so that it is the same on every machine. */
const distanceTo = (target: Lab, rgb: Rgb): number => Math.round(ciede2000(target, labOfRgb(rgb)) * 1e6) / 1e6

/** Fabrics with their distances from the colours of a question, which share what each of them has measured. */
class MeasuredCell {
  readonly positions: Float64Array
  readonly #rgbs: Uint32Array
  readonly #targets: readonly Lab[]
  readonly #distances: (Float64Array | undefined)[] = []

  constructor({ positions, rgbs }: Cell, targets: readonly Lab[]) {
    this.positions = positions
    this.#rgbs = rgbs
    this.#targets = targets
  }

  /** The distances of all fabrics from a colour of the question. */
  distancesFrom(color: number): Float64Array {
    const known = this.#distances[color]
    if (known !== undefined) return known
    const rgbs = this.#rgbs
    const distances = new Float64Array(rgbs.length)
    for (let at = 0; at < rgbs.length; at += 1) {
      const isSame = at > 0 && rgbs[at] === rgbs[at - 1]
      distances[at] = isSame ? (distances[at - 1] ?? 0) : this.#measure(color, at)
    }
    this.#distances[color] = distances
    return distances
  }

  /** The distance of one fabric from a colour of the question. */
  distance = (color: number, at: number): number => this.#distances[color]?.[at] ?? this.#measure(color, at)

  #measure(color: number, at: number): number {
    const target = this.#targets[color]
    if (target === undefined) throw new RangeError(`The question has no colour ${color}.`)
    return distanceTo(target, this.#rgbs[at] ?? 0)
  }
}

/** A fabric at its place in a cell, with its distance from the colour asked for. */
export interface Hit {
  readonly cell: MeasuredCell
  readonly at: number
  readonly position: number
  readonly distance: number
}

/** Where a list goes on: after nearer fabrics, and after equally near ones before the position. */
export type Start = Pick<Hit, 'distance' | 'position'>

export const NEAREST: Start = { distance: 0, position: 0 }

const byDistance = (one: Start, other: Start): number =>
  one.distance - other.distance || one.position - other.position

/** Where a search by colour finds its fabrics. */
export interface Source {
  /** All fabrics, when they are few. */
  readonly few: MeasuredCell | undefined
  /** Those of a cell. */
  readonly read: (cell: number) => MeasuredCell
}

/** The fabrics with a colour that a match finds. As two arrays, because rows take four times as long. */
function matching(db: Connection, match: string): Cell {
  const found = db.row<{ positions: string; colors: string }>(
    `select json_group_array(position) as positions, json_group_array(color_hex) as colors
     from features cross join fabrics on position = features.rowid
     where features match ? and color_hex is not null`,
    match,
  )
  const colors: readonly string[] = JSON.parse(found?.colors ?? '[]')
  return {
    positions: Float64Array.from(JSON.parse(found?.positions ?? '[]')),
    rgbs: Uint32Array.from(colors, rgbOf),
  }
}

/** All fabrics that a match finds, up to so many. As one array, too. */
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
export function sourceOf(
  db: Connection,
  cells: ColorCells,
  match: string | undefined,
  targets: readonly Lab[],
  isFar: boolean,
): Source {
  const most = isFar ? MOST_COLORED_FAR : MOST_COLORED
  const positions = match === undefined ? [] : allPositions(db, match, most + 1)
  const isEvery = match === undefined || positions.length > most
  const isFew = match !== undefined && positions.length <= (isFar ? FEW_FAR : FEW_COLORED)
  const wanted = isEvery || isFew ? undefined : new PositionSet(positions)
  const cellOf = (cell: number): Cell => (wanted ? only(wanted, cells.read(cell)) : cells.read(cell))
  return {
    few: isFew ? new MeasuredCell(matching(db, match), targets) : undefined,
    // Several colours may read the same cell.
    read: onceEach((cell) => new MeasuredCell(cellOf(cell), targets)),
  }
}

/**
 * The fabrics of a source, nearest to a colour of the question first, ties in the order of D5 (D17). It reads the
 * cells of the colour space from the target outwards. It yields a fabric only when no unread cell can hold a nearer
 * one.
 */
export function* nearest(
  { few, read }: Source,
  { blocks }: ColorCells,
  target: Lab,
  color: number,
  start: Start,
): Generator<Hit> {
  /** Adds the fabrics of a cell within a range of distances. Returns whether it has others that are farther. */
  function gather(cell: MeasuredCell, least: number, reach: number, found: Hit[]): boolean {
    const { positions } = cell
    const distances = cell.distancesFrom(color)
    let hasFarther = false
    for (let at = 0; at < distances.length; at += 1) {
      const distance = distances[at] ?? 0
      if (distance >= reach) hasFarther = true
      else if (distance >= least) {
        const position = positions[at] ?? 0
        const isAfter = distance > start.distance || position >= start.position
        if (isAfter) found.push({ cell, at, position, distance })
      }
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
    const found: Hit[] = []
    open = [...open, ...cells.map(({ cell }) => read(cell))].filter((cell) =>
      gather(cell, least, reach, found),
    )
    yield* found.sort(byDistance)
    least = reach
  }
}
