import { type Kysely, sql } from 'kysely'
import * as z from 'zod'
import { ciede2000, type Lab, labOf } from '../kit/color.ts'
import { leastDistance } from './fabric-color-cells.ts'
import type { Database } from './schema.ts'

/** A fabric by its place in the order of D5, and how far its colour is. */
export interface ColorHit {
  readonly position: number
  readonly distance: number
}

interface ColorRow {
  readonly position: number
  readonly l: number
  readonly a: number
  readonly b: number
}

/** So many matches of the words are read one by one; more are looked for near the colour first. */
const FEW_MATCHES = 10_000
/** So many candidates are held against the words in one query. */
const CHECKED_AT_ONCE = 256
/** By how much the search grows, in units of CIEDE2000. */
const STEP = 0.5

/** Rounded, so that equal colours are equally far on every machine. */
const distanceTo =
  (target: Lab) =>
  ({ position, l, a, b }: ColorRow): ColorHit => ({
    position,
    distance: Math.round(ciede2000(target, [l, a, b]) * 1e6) / 1e6,
  })

const byDistance = (one: ColorHit, other: ColorHit) =>
  one.distance - other.distance || one.position - other.position

async function colorsOfMatches(db: Kysely<Database>, match: string): Promise<readonly ColorRow[]> {
  const { rows } = await sql<ColorRow>`
    select color.position, color.l, color.a, color.b from
      (select rowid from fabric_search where fabric_search match ${match} limit ${FEW_MATCHES}) as hit
    join fabrics on fabrics.position = hit.rowid
    join fabric_colors as color
      on color.cell = lab(fabrics.color_hex) ->> 0 and color.position = hit.rowid
    where fabrics.color_hex is not null`.execute(db)
  return rows
}

async function hasFewMatches(db: Kysely<Database>, match: string): Promise<boolean> {
  const { rows } = await sql`
    select 1 from fabric_search where fabric_search match ${match} limit 1 offset ${FEW_MATCHES - 1}`.execute(
    db,
  )
  return rows.length === 0
}

async function colorsOfCells(db: Kysely<Database>, cells: readonly number[]): Promise<readonly ColorRow[]> {
  const { rows } = await sql<ColorRow>`
    select position, l, a, b from fabric_colors
    where cell in (select value from json_each(${JSON.stringify(cells)}))`.execute(db)
  return rows
}

/** Every cell that holds a colour, as one text: they are thousands. */
async function occupiedCells(db: Kysely<Database>): Promise<readonly number[]> {
  const { rows } = await sql<{ cells: string }>`
    select json_group_array(cell) as cells from fabric_color_cells`.execute(db)
  return z.array(z.int()).parse(JSON.parse(rows[0]?.cells ?? '[]'))
}

/** Cell by cell, outwards, until enough are found and nothing unseen can be nearer. */
async function nearestByCells(
  db: Kysely<Database>,
  target: Lab,
  { isAfter, matching, count }: ColorSearch,
): Promise<readonly ColorHit[]> {
  const found: ColorHit[] = []
  let unseen = (await occupiedCells(db)).map((cell) => ({ cell, least: leastDistance(cell, target) }))
  let pending: ColorHit[] = []
  for (let reach = STEP; unseen.length > 0 || pending.length > 0; reach += STEP) {
    const near = unseen.filter(({ least }) => least <= reach).map(({ cell }) => cell)
    if (near.length > 0) {
      unseen = unseen.filter(({ least }) => least > reach)
      pending.push(...(await colorsOfCells(db, near)).map(distanceTo(target)).filter(isAfter))
    }
    const settled = unseen.length > 0 ? reach : Number.POSITIVE_INFINITY
    const ready = pending.filter(({ distance }) => distance < settled).sort(byDistance)
    pending = pending.filter(({ distance }) => distance >= settled)
    for (let at = 0; at < ready.length && found.length < count; at += CHECKED_AT_ONCE) {
      const chunk = ready.slice(at, at + CHECKED_AT_ONCE)
      const matches = await matching(chunk.map(({ position }) => position))
      found.push(...chunk.filter(({ position }) => matches.has(position)))
    }
    if (found.length >= count) return found.slice(0, count)
  }
  return found
}

export interface ColorSearch {
  readonly hex: string
  /** The full-text condition of the other words and filters. */
  readonly condition: string | 'all'
  /** The same condition for fabrics at hand: which of these positions meet it. */
  matching(positions: readonly number[]): Promise<ReadonlySet<number>>
  /** Whether a hit lies behind the page before. */
  isAfter(hit: ColorHit): boolean
  readonly count: number
}

/**
 * The fabrics nearest to a colour by CIEDE2000, nearest first, ties in the order of D5; those
 * without a colour are left out (D17).
 */
export async function nearestColors(db: Kysely<Database>, search: ColorSearch): Promise<readonly ColorHit[]> {
  const { hex, condition, isAfter, count } = search
  const target = labOf(hex)
  if (condition === 'all' || !(await hasFewMatches(db, condition))) return nearestByCells(db, target, search)
  const hits = (await colorsOfMatches(db, condition)).map(distanceTo(target)).filter(isAfter)
  return hits.sort(byDistance).slice(0, count)
}
