import { coverage, type Size } from '../core/coverage.ts'
import type { Design } from '../core/design.ts'

type Layout = Extract<Design, { kind: 'quilt' | 'pattern' }>

/** The place of one block of a quilt, in finished inches. It is rotated about its middle. */
export interface Placed {
  readonly ref: string
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
  readonly degrees: number
}

export interface Rectangle {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

export interface QuiltPlan {
  /** From the outermost border to the innermost. Each covers everything inside it. */
  readonly borders: ReadonlyArray<Rectangle & { readonly slot: string | undefined }>
  readonly inside: Rectangle
  readonly placed: readonly Placed[]
  /** Where sashing strips cross, when the crossings have squares of their own. */
  readonly cornerstones: readonly Rectangle[]
}

/** Width and height of a block, by its `ref`; a square if its size is unknown. */
export type SizeOfBlock = (ref: string) => Size

/** The borders from outside to inside, none larger than the quilt. */
function nestBorders({ borders, viewBox }: Layout) {
  const [left, top, width, height] = viewBox
  let inset = 0
  const rings = [...borders].reverse().map(({ width: border, slot }) => {
    const ring = {
      x: left + inset,
      y: top + inset,
      width: width - 2 * inset,
      height: height - 2 * inset,
      slot,
    }
    inset = Math.min(inset + Math.max(0, border), Math.min(width, height) / 2)
    return ring
  })
  const inside = { x: left + inset, y: top + inset, width: width - 2 * inset, height: height - 2 * inset }
  return { rings, inside }
}

/**
 * The place of every part of a quilt (D21): borders, then blocks in rows and columns or on their corners, with
 * sashing between and around them. What does not fit is made smaller, never cut off.
 */
export function planQuilt(quilt: Layout, sizeOf: SizeOfBlock): QuiltPlan {
  const { rings, inside } = nestBorders(quilt)
  const rows = quilt.grid?.rows ?? Math.max(1, ...quilt.placements.map(([row]) => row + 1))
  const columns = quilt.grid?.cols ?? Math.max(1, ...quilt.placements.map(([, column]) => column + 1))
  const onPoint = quilt.layoutMode === 'on-point'
  const sash = Math.max(0, quilt.sashing?.width ?? 0)
  const block = Math.max(quilt.blockSize ?? Math.min(inside.width / columns, inside.height / rows), 0.01)
  const cell = onPoint ? block * Math.SQRT2 : block
  const step = cell + sash
  const natural = { width: columns * step + sash, height: rows * step + sash }
  const scale = Math.min(1, inside.width / natural.width, inside.height / natural.height)
  const left = inside.x + (inside.width - natural.width * scale) / 2
  const top = inside.y + (inside.height - natural.height * scale) / 2

  const isInside = (row: number, column: number) => row >= 0 && row < rows && column >= 0 && column < columns
  const placed = quilt.placements
    .filter(([row, column]) => isInside(row, column))
    .map(([row, column, ref, rotation]) => {
      const covers = coverage(sizeOf(ref), block * scale)
      const x = left + (sash + column * step) * scale
      const y = top + (sash + row * step) * scale
      // A block that covers one cell is centred in it. A longer one begins where its cell begins.
      const spanX = Math.max(cell * scale, covers.width)
      const spanY = Math.max(cell * scale, covers.height)
      return {
        ref,
        ...covers,
        x: x + (spanX - covers.width) / 2,
        y: y + (spanY - covers.height) / 2,
        degrees: rotation + (onPoint ? 45 : 0),
      }
    })
  const crossings = quilt.sashing?.cornerstones === true ? crossingsOf(rows, columns) : []
  const cornerstones = crossings.map(([row, column]) => ({
    x: left + column * step * scale,
    y: top + row * step * scale,
    width: sash * scale,
    height: sash * scale,
  }))
  return { borders: rings, inside, placed, cornerstones }
}

/** More crossings than this are not drawn one by one. */
const MOST_CROSSINGS = 2_000

function crossingsOf(rows: number, columns: number): Array<readonly [number, number]> {
  if ((rows + 1) * (columns + 1) > MOST_CROSSINGS) return []
  return Array.from({ length: rows + 1 }, (_, row) =>
    Array.from({ length: columns + 1 }, (_, column) => [row, column] as const),
  ).flat()
}
