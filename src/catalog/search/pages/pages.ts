import type { FabricKey, ForgivenessLevel } from '../../../core/repositories.ts'
import {
  byColors,
  type ColorRequest,
  type Matched,
  PALETTE_TOP,
  type PaletteStart,
} from '../colors/color-search.ts'
import { NEAREST, type Start } from '../colors/nearest.ts'
import type { Filters } from '../readings/filters.ts'
import { positionAfter, type Ranked, type Row, type SortKey } from '../rows.ts'
import type { Snapshot } from '../snapshot.ts'
import { meeting } from './word-search.ts'

/** The rows of a page, each with a key for the page behind it. */
export interface Rows {
  readonly rows: readonly Row[]
  keyOf(index: number): FabricKey | undefined
  readonly distances: ReadonlyArray<{ readonly color: string; readonly distance: number }>
}

const sortKeyOf = ({ lines }: Snapshot, { line, name, id }: Row): SortKey => {
  const { manufacturer, collection } = lines.byId(line)
  return [manufacturer, collection, name, id]
}

export function rankedRows(snapshot: Snapshot, level: ForgivenessLevel, found: readonly Ranked[]): Rows {
  return {
    rows: found.map(({ row }) => row),
    keyOf(index) {
      const last = found[index]
      return last && { by: 'words', level, rank: last.rank, sort: sortKeyOf(snapshot, last.row), shown: [] }
    },
    distances: [],
  }
}

export function browse(
  snapshot: Snapshot,
  filters: Filters,
  after: FabricKey | undefined,
  count: number,
): Rows {
  const { db } = snapshot
  const from = after === undefined ? 0 : positionAfter(db, after.sort)
  const rows: Row[] = []
  if (filters.condition === undefined) {
    rows.push(
      ...db.rows<Row>('select * from fabrics where position >= ? order by position limit ?', from, count),
    )
  } else {
    for (const row of meeting(snapshot, filters.condition, from, count)) {
      rows.push(row)
      if (rows.length === count) break
    }
  }
  return rankedRows(
    snapshot,
    0,
    rows.map((row) => ({ row, rank: 0 })),
  )
}

/** Where a list by colour goes on. For a deleted fabric, its distance is enough. */
function colorStart({ db }: Snapshot, after: FabricKey | undefined): PaletteStart {
  if (after === undefined) return PALETTE_TOP
  const starts = after.shown.map((shown, color): Start => {
    if (shown === null) return NEAREST
    const [distance, id] = shown
    if (color === after.rank % after.shown.length)
      return { distance, position: positionAfter(db, after.sort) }
    const position = db.value<number>('select position from fabrics where id = ?', id)
    return { distance, position: position === undefined ? Number.MAX_SAFE_INTEGER : position + 1 }
  })
  return { turn: Math.floor(after.rank / after.shown.length), color: after.rank % after.shown.length, starts }
}

/** @param question tells lists apart. */
export function coloredRows(
  snapshot: Snapshot,
  question: string,
  level: ForgivenessLevel,
  { colors, condition }: ColorRequest,
  after: FabricKey | undefined,
  count: number,
): Rows {
  const rankOf = ({ turn, color }: Matched) => turn * colors.length + color
  const list = snapshot.walks.behind(
    question,
    after && ((item) => item.row.id === after.sort[3] && rankOf(item) === after.rank),
    () => byColors(snapshot, { colors, condition }, colorStart(snapshot, after)),
  )
  const shown: FabricKey['shown'][number][] = after === undefined ? colors.map(() => null) : [...after.shown]
  const rows: Row[] = []
  const keys: FabricKey[] = []
  const distances: { color: string; distance: number }[] = []
  for (const matched of list) {
    const { row, color, distance } = matched
    shown[color] = [distance, row.id]
    rows.push(row)
    keys.push({
      by: 'colors',
      level,
      rank: rankOf(matched),
      sort: sortKeyOf(snapshot, row),
      shown: [...shown],
    })
    distances.push({ color: colors[color] ?? '', distance })
    if (rows.length === count) break
  }
  return { rows, keyOf: (index) => keys[index], distances }
}

export const NO_ROWS: Rows = { rows: [], keyOf: () => undefined, distances: [] }
