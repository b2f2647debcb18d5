import { labOf, rgbOf } from '../../kit/color.ts'
import type { Connection } from '../database.ts'
import { blockOf, cellOf } from './color-cells.ts'

/**
 * The fabrics of each cell of the colour space, as the table `colors` stores them: position and colour,
 * packed because a cell holds many.
 */

/** A colour of 24 bits, red first. */
export type Rgb = number

/** A fabric with a colour. */
export interface Colored {
  readonly position: number
  readonly rgb: Rgb
}

const ENTRY_BYTES = 12

const hexOf = (rgb: Rgb): string => `#${rgb.toString(16).padStart(6, '0').toUpperCase()}`

export const packed = (entries: ReadonlyMap<number, string>): Buffer => {
  const buffer = Buffer.alloc(entries.size * ENTRY_BYTES)
  let at = 0
  for (const [position, hex] of entries) {
    buffer.writeDoubleLE(position, at)
    buffer.writeUInt32LE(rgbOf(hex), at + 8)
    at += ENTRY_BYTES
  }
  return buffer
}

function colored(buffer: Buffer): Colored[] {
  const found: Colored[] = []
  for (let at = 0; at < buffer.length; at += ENTRY_BYTES) {
    found.push({ position: buffer.readDoubleLE(at), rgb: buffer.readUInt32LE(at + 8) })
  }
  return found
}

export const unpacked = (buffer: Buffer): Map<number, string> =>
  new Map(colored(buffer).map(({ position, rgb }) => [position, hexOf(rgb)]))

export const inCell = (db: Connection, cell: number): readonly Colored[] =>
  colored(db.value<Buffer>('select entries from colors where cell = ?', cell) ?? Buffer.alloc(0))

/** The cell of a colour. @param hex `#RRGGBB` */
export const cellOfHex = (hex: string): number => cellOf(labOf(hex))

/** The cells of the colour space that hold fabrics in one state of the catalog, grouped by block. */
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
