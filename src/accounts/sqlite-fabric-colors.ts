import { type Kysely, sql } from 'kysely'
import { ciede2000, type Lab, labOf } from '../kit/color.ts'
import { BLOCKS, blockOf, cellOf, leastToBlock, leastToCell } from './fabric-color-cells.ts'
import { anyToken, type Condition } from './fabric-conditions.ts'
import type { CatalogDatabase } from './schema.ts'
import { byRank, isFrom, positionsOf, type Start } from './sqlite-fabric-rows.ts'

/** Up to so many matches of the words are all measured; more are looked for near the colour first. */
const FEW_MATCHES = 2_000
/** The search begins with colours this near, in units of CIEDE2000, and reaches out so much farther each time. */
const FIRST_REACH = 1
const GROWTH = 1.5
/** Cells are looked into that hold so many fabrics together, then twice as many each time. */
const FIRST_BATCH = 1_000
/** More cells than this are asked for by their blocks. */
const MOST_CELLS = 256

interface Colored {
  readonly position: number
  /** `#RRGGBB` */
  readonly hex: string
}

/** Rounded, so that equal colours are equally far on every machine. */
const distanceTo = (target: Lab, color: Lab) => Math.round(ciede2000(target, color) * 1e6) / 1e6

interface Region {
  readonly number: number
  /** Nothing in it is nearer. */
  readonly least: number
}

interface Cell extends Region {
  /** So many with a colour in it. */
  readonly fabrics: number
}

async function colorsAt(db: Kysely<CatalogDatabase>, positions: readonly number[]): Promise<Colored[]> {
  const { rows } = await sql<Colored>`
    select position, color_hex as hex from fabrics
    where position in (select value from json_each(${JSON.stringify(positions)})) and color_hex is not null`.execute(
    db,
  )
  return rows
}

/** The cells of these blocks that hold a colour. */
async function cellsIn(
  db: Kysely<CatalogDatabase>,
  blocks: readonly Region[],
  target: Lab,
): Promise<readonly Cell[]> {
  if (blocks.length === 0) return []
  const numbers = JSON.stringify(blocks.map(({ number }) => number))
  const { rows } = await sql<{ cell: number; fabrics: number }>`
    select cell, fabrics from fabric_color_cells
    where block in (select value from json_each(${numbers}))`.execute(db)
  return rows.map(({ cell, fabrics }) => ({ number: cell, least: leastToCell(cell, target), fabrics }))
}

async function colorsIn(db: Kysely<CatalogDatabase>, cells: readonly number[]): Promise<Colored[]> {
  const { rows } = await sql<Colored>`
    select position, hex from fabric_colors
    where cell in (select value from json_each(${JSON.stringify(cells)}))`.execute(db)
  return rows
}

/** The colours in these cells of what the match of a condition lets through. */
async function colorsOfMatches(
  db: Kysely<CatalogDatabase>,
  { match }: Condition,
  cells: readonly number[],
): Promise<Colored[]> {
  const regions =
    cells.length <= MOST_CELLS
      ? cells.map((cell) => `h_${cell}`)
      : [...new Set(cells.map(blockOf))].map((block) => `b_${block}`)
  const { rows } = await sql<Colored>`
    select fabrics.position, fabrics.color_hex as hex from fabric_search
    join fabrics on fabrics.position = fabric_search.rowid
    where fabric_search match ${`${match} AND ${anyToken(regions)}`} and fabrics.color_hex is not null`.execute(
    db,
  )
  const wanted = new Set(cells)
  return rows.filter(({ hex }) => wanted.has(cellOf(labOf(hex))))
}

/** The regions that may reach so near, nearest first, and the others. */
function partedAt<Place extends Region>(
  regions: readonly Place[],
  reach: number,
): [near: readonly Place[], far: readonly Place[]] {
  const near = regions.filter(({ least }) => least <= reach)
  return [near.sort((one, other) => one.least - other.least), regions.filter(({ least }) => least > reach)]
}

/** Cell by cell outwards: each batch is sorted, and nothing behind it is nearer. */
async function* outwards(
  db: Kysely<CatalogDatabase>,
  target: Lab,
  condition: Condition | 'all',
  rank: (colors: readonly Colored[]) => Start[],
): AsyncGenerator<readonly Start[]> {
  let farBlocks: readonly Region[] = BLOCKS.map((number) => ({ number, least: leastToBlock(number, target) }))
  let farCells: readonly Cell[] = []
  let pending: readonly Start[] = []
  let most = FIRST_BATCH
  for (let reach = FIRST_REACH; farBlocks.length + farCells.length > 0; reach *= GROWTH) {
    const [blocks, otherBlocks] = partedAt(farBlocks, reach)
    farBlocks = otherBlocks
    const opened = await cellsIn(db, blocks, target)
    const [cells, otherCells] = partedAt([...farCells, ...opened], reach)
    farCells = otherCells
    for (let at = 0; at < cells.length; most *= 2) {
      const numbers: number[] = []
      for (let held = 0; held < most && at < cells.length; at += 1) {
        numbers.push(cells[at]?.number ?? 0)
        held += cells[at]?.fabrics ?? 0
      }
      const colors = condition === 'all' ? colorsIn(db, numbers) : colorsOfMatches(db, condition, numbers)
      pending = pending.concat(rank(await colors))
      const settled = cells[at]?.least ?? reach
      yield pending.filter(({ rank: distance }) => distance < settled).sort(byRank)
      pending = pending.filter(({ rank: distance }) => distance >= settled)
    }
  }
  yield [...pending].sort(byRank)
}

/**
 * Where the fabrics are that the match of a condition lets through, ranked by how far their colour is
 * by CIEDE2000: nearest first, ties in the order of D5, in batches. Those without a colour are left out (D17).
 */
export async function* nearestColors(
  db: Kysely<CatalogDatabase>,
  targetHex: string,
  condition: Condition | 'all',
  start: Start,
): AsyncGenerator<readonly Start[]> {
  const target = labOf(targetHex)
  const rank = (colors: readonly Colored[]) =>
    colors
      .map(({ position, hex }) => ({ position, rank: distanceTo(target, labOf(hex)) }))
      .filter((hit) => isFrom(start, hit))
  const few = condition === 'all' ? undefined : await positionsOf(db, condition, FEW_MATCHES + 1)
  if (few === undefined || few.length > FEW_MATCHES) yield* outwards(db, target, condition, rank)
  else yield rank(await colorsAt(db, few)).sort(byRank)
}
