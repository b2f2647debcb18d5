import { labOf, rgbOf } from '../../../core/color.ts'
import { onceEach } from '../../../core/once-each.ts'
import type { Connection } from '../../database.ts'
import { MOST_COLORED, MOST_KEPT_MATCHES } from '../../tuning.ts'
import { type PositionList, positionListOf } from '../position-list.ts'
import { cellAt, cellOf, type Layer, layersOf } from './color-space.ts'

/** The fabrics of each cell of the colour space, as the table `colors` stores them. */

/** A colour of 24 bits, red first. */
export type Rgb = number

/** The fabrics of a cell by colour: a colour has the positions from its start up to the start of the next. */
export interface CellFabrics {
  readonly rgbs: Uint32Array
  readonly starts: Uint32Array
  readonly positions: Float64Array
}

/** Fabrics as they are stored: the position and the colour of each. */
interface Entries {
  readonly positions: Float64Array
  readonly rgbs: Uint32Array
}

const POSITION_BYTES = Float64Array.BYTES_PER_ELEMENT
const ENTRY_BYTES = POSITION_BYTES + Uint32Array.BYTES_PER_ELEMENT

const hexOf = (rgb: Rgb): string => `#${rgb.toString(16).padStart(6, '0').toUpperCase()}`

/** First all positions, then all colours. Fabrics of the same colour are neighbours, so that it is measured once. */
export function packed(entries: ReadonlyMap<number, string>): Buffer {
  const fabrics = Array.from(entries, ([position, hex]) => ({ position, rgb: rgbOf(hex) }))
  fabrics.sort((one, other) => one.rgb - other.rgb || one.position - other.position)
  const positions = Float64Array.from(fabrics, ({ position }) => position)
  const rgbs = Uint32Array.from(fabrics, ({ rgb }) => rgb)
  return Buffer.concat([positions, rgbs].map(({ buffer }) => Buffer.from(buffer)))
}

function entriesOf(stored: Buffer): Entries {
  const count = stored.length / ENTRY_BYTES
  // A copy of its own begins where numbers may begin.
  const { buffer } = stored.byteOffset % POSITION_BYTES === 0 ? stored : new Uint8Array(stored)
  const from = stored.byteOffset % POSITION_BYTES === 0 ? stored.byteOffset : 0
  return {
    positions: new Float64Array(buffer, from, count),
    rgbs: new Uint32Array(buffer, from + count * POSITION_BYTES, count),
  }
}

export function unpacked(stored: Buffer): Map<number, string> {
  const { positions, rgbs } = entriesOf(stored)
  return new Map(Array.from(positions, (position, at) => [position, hexOf(rgbs[at] ?? 0)]))
}

/** Neighbours of the same colour become one colour. A colour that is not stored together occurs several times. */
export function grouped(positions: Float64Array, rgbs: Uint32Array): CellFabrics {
  const starts: number[] = []
  for (let at = 0; at < rgbs.length; at += 1) if (at === 0 || rgbs[at] !== rgbs[at - 1]) starts.push(at)
  starts.forEach((start, index) => {
    const end = starts[index + 1] ?? rgbs.length
    if (end - start > 1) positions.subarray(start, end).sort()
  })
  return {
    rgbs: Uint32Array.from(starts, (start) => rgbs[start] ?? 0),
    starts: Uint32Array.from([...starts, rgbs.length]),
    positions,
  }
}

/** The cell of a colour. @param hex `#RRGGBB` */
export const cellOfHex = (hex: string): number => cellOf(labOf(hex))

/** The cells of the colour space that hold fabrics in one state of the catalog. */
export class ColorCells {
  /** The fabrics of a cell. They are kept: 20 bytes for each one. */
  readonly read: (cell: number) => CellFabrics
  /** The fabrics that a match finds; `undefined` if they are very many. */
  readonly matching: (match: string) => PositionList | undefined
  readonly #db: Connection
  #layers: readonly Layer[] | undefined

  constructor(db: Connection) {
    this.#db = db
    this.read = onceEach((cell) => {
      const stored = db.value<Buffer>('select entries from colors where cell = ?', cell)
      const { positions, rgbs } = entriesOf(stored ?? Buffer.alloc(0))
      return grouped(positions, rgbs)
    })
    this.matching = onceEach((match) => {
      const found = positionListOf(db, match, MOST_COLORED + 1)
      return found.size > MOST_COLORED ? undefined : found
    }, MOST_KEPT_MATCHES)
  }

  /** All cells. They are read when they are first asked for. */
  get layers(): readonly Layer[] {
    this.#layers ??= layersOf(this.#db.values<number>('select cell from colors').map(cellAt))
    return this.#layers
  }
}
