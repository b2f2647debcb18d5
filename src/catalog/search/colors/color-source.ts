import { rgbOf } from '../../../core/color.ts'
import { onceEach } from '../../../core/once-each.ts'
import type { Connection } from '../../database.ts'
import { FEW_COLORED } from '../../tuning.ts'
import type { PositionList } from '../position-list.ts'
import { type CellFabrics, type ColorCells, grouped } from './color-table.ts'
import type { Source } from './nearest.ts'

/** The fabrics with a colour that a match finds. As two arrays, because rows take four times as long. */
function fewOf(db: Connection, match: string): CellFabrics {
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

/** The fabrics of a cell that are in a list. Mostly they are few, or none. */
function only(wanted: PositionList, { positions, rgbs, starts }: CellFabrics): CellFabrics {
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
  { layers, read, matching }: ColorCells,
  match: string | undefined,
): Source {
  const wanted = match === undefined ? undefined : matching(match)
  const isFew = match !== undefined && wanted !== undefined && wanted.size <= FEW_COLORED
  return {
    few: isFew ? fewOf(db, match) : undefined,
    layers,
    // Several colours may read the same cell.
    read: wanted === undefined ? read : onceEach((cell) => only(wanted, read(cell))),
  }
}
