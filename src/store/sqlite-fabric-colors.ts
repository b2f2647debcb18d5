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
/** So many cells are looked into at once: few when all their colours count, more when matches are among them. */
const CELLS_AT_ONCE = 8
const CELLS_AT_ONCE_FOR_MATCHES = 64
/** Behind so many times the nearest cells, what else is in reach is looked into at once. */
const STEPS = 8

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

async function colorsAt(db: Kysely<CatalogDatabase>, positions: readonly number[]): Promise<Colored[]> {
  const { rows } = await sql<Colored>`
    select position, color_hex as hex from fabrics
    where position in (select value from json_each(${JSON.stringify(positions)})) and color_hex is not null`.execute(
    db,
  )
  return rows
}

/** The cells of these blocks that hold a colour. */
async function cellsIn(db: Kysely<CatalogDatabase>, blocks: readonly number[]): Promise<readonly number[]> {
  const { rows } = await sql<{ cell: number }>`
    select cell from fabric_color_cells
    where block in (select value from json_each(${JSON.stringify(blocks)}))`.execute(db)
  return rows.map(({ cell }) => cell)
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
    cells.length <= CELLS_AT_ONCE_FOR_MATCHES
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

/** Takes the regions that may reach so near out of a list; nearest first. */
function takeNear(regions: Region[], reach: number): Region[] {
  const near = regions.filter(({ least }) => least <= reach)
  regions.splice(0, regions.length, ...regions.filter(({ least }) => least > reach))
  return near.sort((one, other) => one.least - other.least)
}

/** Parts of a list: so many of the given size, then the rest. */
function* partsOf<Value>(values: readonly Value[], size: number): Generator<readonly Value[]> {
  for (let step = 0; step < STEPS && step * size < values.length; step += 1) {
    yield values.slice(step * size, (step + 1) * size)
  }
  if (values.length > STEPS * size) yield values.slice(STEPS * size)
}

/** Cell by cell outwards: each batch is sorted, and nothing behind it is nearer. */
async function* outwards(
  db: Kysely<CatalogDatabase>,
  target: Lab,
  condition: Condition | 'all',
  rank: (colors: readonly Colored[]) => Start[],
): AsyncGenerator<readonly Start[]> {
  const blocks = BLOCKS.map((number) => ({ number, least: leastToBlock(number, target) }))
  const cells: Region[] = []
  let pending: Start[] = []
  const settled = (reach: number) => {
    const ready = pending.filter(({ rank: distance }) => distance < reach).sort(byRank)
    pending = pending.filter(({ rank: distance }) => distance >= reach)
    return ready
  }
  const size = condition === 'all' ? CELLS_AT_ONCE : CELLS_AT_ONCE_FOR_MATCHES
  for (let reach = FIRST_REACH; blocks.length + cells.length > 0; reach *= GROWTH) {
    const opened = takeNear(blocks, reach).map(({ number }) => number)
    for (const number of opened.length === 0 ? [] : await cellsIn(db, opened)) {
      cells.push({ number, least: leastToCell(number, target) })
    }
    const near = takeNear(cells, reach)
    let looked = 0
    for (const part of partsOf(near, size)) {
      const numbers = part.map(({ number }) => number)
      const colors = condition === 'all' ? colorsIn(db, numbers) : colorsOfMatches(db, condition, numbers)
      pending.push(...rank(await colors))
      looked += part.length
      yield settled(near[looked]?.least ?? reach)
    }
  }
  yield settled(Number.POSITIVE_INFINITY)
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
