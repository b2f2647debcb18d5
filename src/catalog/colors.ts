import { ciede2000, type Lab, labOf } from '../kit/color.ts'
import { blockOf, cellOf, leastToBlock, rangeOfCell } from './color-cells.ts'
import type { Connection } from './database.ts'
import { positionsOf } from './rows.ts'
import { matchOfCells } from './tokens.ts'
import { FEW_COLORED, FIRST_REACH, MOST_CELLS, REACH_GROWTH } from './tuning.ts'

/** A fabric with a colour. */
export interface Colored {
  readonly position: number
  readonly lab: Lab
}

/** A fabric with its distance from the colour asked for. */
export interface Hit extends Colored {
  readonly distance: number
}

/** Where a list goes on: behind nearer fabrics, and behind equally near ones before the position. */
export interface Start {
  readonly distance: number
  readonly position: number
}

export const NEAREST: Start = { distance: 0, position: 0 }

/** CIEDE2000, rounded, so that equal colours are equally far on every machine. */
export const distanceBetween = (one: Lab, other: Lab): number => Math.round(ciede2000(one, other) * 1e6) / 1e6

const isFrom = (start: Start, { distance, position }: Start): boolean =>
  distance > start.distance || (distance === start.distance && position >= start.position)

const byDistance = (one: Start, other: Start): number =>
  one.distance - other.distance || one.position - other.position

/** Position and colour of a fabric, packed; a cell holds many. */
const ENTRY_BYTES = 12

export const packed = (entries: ReadonlyMap<number, string>): Buffer => {
  const buffer = Buffer.alloc(entries.size * ENTRY_BYTES)
  let at = 0
  for (const [position, hex] of entries) {
    buffer.writeDoubleLE(position, at)
    buffer.writeUInt32LE(Number.parseInt(hex.slice(1), 16), at + 8)
    at += ENTRY_BYTES
  }
  return buffer
}

export function unpacked(buffer: Buffer): Map<number, string> {
  const entries = new Map<number, string>()
  for (let at = 0; at < buffer.length; at += ENTRY_BYTES) {
    entries.set(buffer.readDoubleLE(at), hexOf(buffer.readUInt32LE(at + 8)))
  }
  return entries
}

const hexOf = (value: number): string => `#${value.toString(16).padStart(6, '0').toUpperCase()}`

/** The cells of the colour space that hold fabrics, by their blocks; of one state of the catalog. */
export class ColorCells {
  readonly blocks = new Map<number, number[]>()

  constructor(db: Connection) {
    for (const cell of db.values<number>('select cell from colors')) {
      const cells = this.blocks.get(blockOf(cell))
      if (cells === undefined) this.blocks.set(blockOf(cell), [cell])
      else cells.push(cell)
    }
  }
}

function inCell(db: Connection, cell: number): Colored[] {
  const entries = db.value<Buffer>('select entries from colors where cell = ?', cell)
  const found: Colored[] = []
  for (let at = 0; entries !== undefined && at < entries.length; at += ENTRY_BYTES) {
    found.push({ position: entries.readDoubleLE(at), lab: labOf(hexOf(entries.readUInt32LE(at + 8))) })
  }
  return found
}

const coloredAt = (db: Connection, positions: readonly number[]): Colored[] =>
  positions.flatMap((position) => {
    const hex = db.value<string | null>('select color_hex from fabrics where position = ?', position)
    return hex === undefined || hex === null ? [] : [{ position, lab: labOf(hex) }]
  })

/** The fabrics in these cells that a match lets through. */
function* matchingIn(db: Connection, match: string, cells: readonly number[]): Generator<Colored> {
  for (let at = 0; at < cells.length; at += MOST_CELLS) {
    const some = cells.slice(at, at + MOST_CELLS)
    yield* coloredAt(db, positionsOf(db, `${match} AND ${matchOfCells(some)}`, 0, Number.MAX_SAFE_INTEGER))
  }
}

/**
 * The fabrics that a match lets through (all without one), nearest to a colour first, ties in the order
 * of D5 (D17). It looks into cells of the colour space from the target outwards: nothing in a cell that is
 * not yet looked into is nearer than what is given out.
 */
export function* nearest(
  db: Connection,
  { blocks }: ColorCells,
  target: Lab,
  match: string | undefined,
  start: Start,
): Generator<Hit> {
  const measured = (colored: Iterable<Colored>): Hit[] => {
    const hits: Hit[] = []
    for (const each of colored) {
      const hit = { ...each, distance: distanceBetween(target, each.lab) }
      if (isFrom(start, hit)) hits.push(hit)
    }
    return hits
  }
  const few = match === undefined ? undefined : positionsOf(db, match, 0, FEW_COLORED + 1)
  if (few !== undefined && few.length <= FEW_COLORED) {
    yield* measured(coloredAt(db, few)).sort(byDistance)
    return
  }

  let farBlocks = [...blocks].map(([block, cells]) => ({ cells, least: leastToBlock(block, target) }))
  let farCells: { cell: number; least: number }[] = []
  let pending: Hit[] = []
  for (
    let reach = start.distance + FIRST_REACH;
    farBlocks.length + farCells.length > 0;
    reach = start.distance + (reach - start.distance) * REACH_GROWTH
  ) {
    for (const { cells } of farBlocks.filter(({ least }) => least <= reach)) {
      for (const cell of cells) {
        const { least, most } = rangeOfCell(cell, target)
        // What is nearer than the start was given out before.
        if (most >= start.distance) farCells.push({ cell, least })
      }
    }
    farBlocks = farBlocks.filter(({ least }) => least > reach)
    const near = farCells.filter(({ least }) => least <= reach)
    farCells = farCells.filter(({ least }) => least > reach)
    const cells = near.map(({ cell }) => cell)
    const colored =
      match === undefined ? cells.flatMap((cell) => inCell(db, cell)) : matchingIn(db, match, cells)
    pending.push(...measured(colored))
    yield* pending.filter(({ distance }) => distance < reach).sort(byDistance)
    pending = pending.filter(({ distance }) => distance >= reach)
  }
  yield* pending.sort(byDistance)
}

/** The cell of a colour. @param hex `#RRGGBB` */
export const cellOfHex = (hex: string): number => cellOf(labOf(hex))
