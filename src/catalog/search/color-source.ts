import { ciede2000, type Lab, labOfRgb, rgbOf } from '../../kit/color.ts'
import type { Connection } from '../database.ts'
import { FEW_COLORED } from '../tuning.ts'
import { type Cell, type ColorCells, grouped } from './colors.ts'
import { onceEach } from './once.ts'
import type { PositionList } from './position-list.ts'

/** The colours of a cell with their distances from those of a question, which share what each of them has measured. */
export class MeasuredCell {
  readonly starts: Uint32Array
  readonly positions: Float64Array
  readonly #rgbs: Uint32Array
  readonly #targets: readonly Lab[]
  readonly #distances: (Float64Array | undefined)[] = []

  constructor({ rgbs, starts, positions }: Cell, targets: readonly Lab[]) {
    this.starts = starts
    this.positions = positions
    this.#rgbs = rgbs
    this.#targets = targets
  }

  /** The distances of all colours from one of the question. */
  distancesFrom(target: number): Float64Array {
    const known = this.#distances[target]
    if (known !== undefined) return known
    const distances = new Float64Array(this.#rgbs.length)
    for (let at = 0; at < distances.length; at += 1) distances[at] = this.#measure(target, at)
    this.#distances[target] = distances
    return distances
  }

  /** The distance of one colour from one of the question. */
  distance = (target: number, at: number): number =>
    this.#distances[target]?.[at] ?? this.#measure(target, at)

  /** CIEDE2000, rounded so that it is the same on every machine. */
  #measure(target: number, at: number): number {
    const lab = this.#targets[target]
    if (lab === undefined) throw new RangeError(`The question has no colour ${target}.`)
    return Math.round(ciede2000(lab, labOfRgb(this.#rgbs[at] ?? 0)) * 1e6) / 1e6
  }
}

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
  return grouped(Float64Array.from(JSON.parse(found?.positions ?? '[]')), Uint32Array.from(colors, rgbOf))
}

const NO_FABRICS = grouped(new Float64Array(), new Uint32Array())

/** The fabrics of a cell that are in the set. Mostly they are few, or none. */
function only(wanted: PositionList, { positions, rgbs, starts }: Cell): Cell {
  const found: number[] = []
  const colors: number[] = []
  let color = 0
  for (let at = 0; at < positions.length; at += 1) {
    const position = positions[at] ?? 0
    if (at === starts[color + 1]) color += 1
    if (!wanted.has(position)) continue
    found.push(position)
    colors.push(rgbs[color] ?? 0)
  }
  return found.length === 0 ? NO_FABRICS : grouped(Float64Array.from(found), Uint32Array.from(colors))
}

/** The fabrics that a match finds; if there are very many, or without a match, all fabrics. */
export function sourceOf(
  db: Connection,
  cells: ColorCells,
  match: string | undefined,
  targets: readonly Lab[],
): Source {
  const wanted = match === undefined ? undefined : cells.matching(match)
  const isFew = match !== undefined && wanted !== undefined && wanted.size <= FEW_COLORED
  const cellOf = (cell: number): Cell => (wanted ? only(wanted, cells.read(cell)) : cells.read(cell))
  return {
    few: isFew ? new MeasuredCell(matching(db, match), targets) : undefined,
    // Several colours may read the same cell.
    read: onceEach((cell) => new MeasuredCell(cellOf(cell), targets)),
  }
}
