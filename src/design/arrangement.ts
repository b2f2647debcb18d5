import type { Layout } from './design.ts'
import { greatestOf } from './polygon.ts'

export interface Size {
  readonly width: number
  readonly height: number
}

/**
 * The size at which a block covers one cell of a quilt or a whole number of cells. A block of two squares covers
 * two cells. If the ratio of its sides is no whole number, it is made to fit into one.
 */
export function coverage({ width, height }: Size, cell: number): Size {
  const ratio = Math.max(width, height) / Math.min(width, height)
  const cells = Math.round(ratio)
  const short = Math.abs(ratio - cells) < 0.001 ? cell : cell / ratio
  return width < height ? { width: short, height: short * ratio } : { width: short * ratio, height: short }
}

/** The place of one block of a quilt. It is turned about its middle. */
export interface Placed {
  readonly ref: string
  /** Its middle. */
  readonly x: number
  readonly y: number
  readonly degrees: number
}

export interface Box {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/** Where every part of a quilt lies, in whole pixels. */
export interface Arrangement extends Size {
  /** From the outermost border to the innermost. Each covers everything inside it. */
  readonly borders: ReadonlyArray<Box & { readonly slot: string | undefined }>
  readonly inside: Box
  readonly isOnPoint: boolean
  readonly placed: readonly Placed[]
  /** The size at which each block is placed, before it is turned. */
  readonly sizes: ReadonlyMap<string, Size>
  /** Where sashing strips cross, when the crossings have squares of their own. */
  readonly cornerstones: readonly Box[]
}

/** A step from block to block of fewer pixels is not rounded: too much of the size would be lost. */
const LEAST_STEP = 8
/** More crossings than this are not drawn one by one. */
const MOST_CROSSINGS = 2_000

/**
 * The pixels of an inch: as many as make the drawing as large as allowed, rounded down so that a step from one
 * line to the next has a whole number of pixels.
 */
export function pixelsPerInch({ width, height }: Size, step: number, longest: number, multiple = 1): number {
  const most = longest / Math.max(width, height)
  const steps = Math.floor((step * most) / multiple) * multiple
  return steps < LEAST_STEP ? most : steps / step
}

/**
 * Arranges a quilt (D21): borders, then blocks in rows and columns or on their corners, with sashing between and
 * around them. What does not fit is made smaller, never cut off. Of several blocks in one cell, the last counts.
 *
 * @param sizeOf width and height of a block by its `ref`; a square if its size is unknown.
 * @param longest the longest side in pixels.
 */
export function arrange(quilt: Layout, sizeOf: (ref: string) => Size, longest: number): Arrangement {
  const [, , width, height] = quilt.viewBox
  const around = Math.min(
    quilt.borders.reduce((sum, border) => sum + Math.max(0, border.width), 0),
    Math.min(width, height) / 2,
  )
  const insideInches = { width: width - 2 * around, height: height - 2 * around }
  const rows = quilt.grid?.rows ?? Math.max(1, greatestOf(quilt.placements.map(([row]) => row + 1)))
  const columns =
    quilt.grid?.cols ?? Math.max(1, greatestOf(quilt.placements.map(([, column]) => column + 1)))
  const isOnPoint = quilt.layoutMode === 'on-point'
  const blockInches = Math.max(
    quilt.blockSize ?? Math.min(insideInches.width / columns, insideInches.height / rows),
    0.01,
  )
  const cellInches = isOnPoint ? blockInches * Math.SQRT2 : blockInches
  const sashInches = Math.max(0, quilt.sashing?.width ?? 0)
  const stepInches = cellInches + sashInches
  const shrunk = Math.min(
    1,
    insideInches.width / (columns * stepInches + sashInches),
    insideInches.height / (rows * stepInches + sashInches),
  )
  // On point, the middle of a cell is a corner of its block.
  const scale = pixelsPerInch({ width, height }, stepInches * shrunk, longest, isOnPoint ? 2 : 1)
  const isRounded = stepInches * shrunk * scale >= LEAST_STEP
  const round = (value: number) => (isRounded ? Math.round(value) : value)
  const step = round(stepInches * shrunk * scale)
  const sash = sashInches > 0 ? Math.max(isRounded ? 1 : 0, round(sashInches * shrunk * scale)) : 0
  const cell = step - sash

  let inset = 0
  const most = Math.round(around * scale)
  const outer = (side: number) => Math.max(1, Math.round((side - 2 * around) * scale) + 2 * most)
  const size = { width: outer(width), height: outer(height) }
  const boxAt = (at: number): Box => ({
    x: at,
    y: at,
    width: Math.max(0, size.width - 2 * at),
    height: Math.max(0, size.height - 2 * at),
  })
  let inches = 0
  const borders = [...quilt.borders].reverse().map((border) => {
    const ring = { ...boxAt(inset), slot: border.slot }
    inches += Math.max(0, border.width)
    inset = Math.min(Math.round(inches * scale), most)
    return ring
  })
  const inside = boxAt(inset)
  const left = inside.x + Math.floor((inside.width - columns * step - sash) / 2)
  const top = inside.y + Math.floor((inside.height - rows * step - sash) / 2)

  const block = isOnPoint ? cell / Math.SQRT2 : cell
  const sizes = new Map<string, Size>()
  const cells = new Map<string, Placed>()
  for (const [row, column, ref, rotation] of quilt.placements) {
    if (row < 0 || row >= rows || column < 0 || column >= columns) continue
    const covers = sizes.get(ref) ?? rounded(coverage(sizeOf(ref), block), isOnPoint ? undefined : round)
    sizes.set(ref, covers)
    // A block that covers one cell is centred in it. A longer one begins where its cell begins.
    cells.set(`${row} ${column}`, {
      ref,
      x: left + sash + column * step + Math.max(cell, covers.width) / 2,
      y: top + sash + row * step + Math.max(cell, covers.height) / 2,
      degrees: rotation,
    })
  }
  return {
    ...size,
    borders,
    inside,
    isOnPoint,
    placed: [...cells.values()],
    sizes,
    cornerstones:
      quilt.sashing?.cornerstones === true
        ? crossings(rows, columns).map(([row, column]) => ({
            x: left + column * step,
            y: top + row * step,
            width: sash,
            height: sash,
          }))
        : [],
  }
}

const rounded = ({ width, height }: Size, round: (value: number) => number = (value) => value): Size => ({
  width: round(width),
  height: round(height),
})

function crossings(rows: number, columns: number): Array<readonly [number, number]> {
  if ((rows + 1) * (columns + 1) > MOST_CROSSINGS) return []
  return Array.from({ length: rows + 1 }, (_, row) =>
    Array.from({ length: columns + 1 }, (_, column) => [row, column] as const),
  ).flat()
}
