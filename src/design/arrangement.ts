import { type Block, type Layout, sizeOf } from './design.ts'
import { greatestOf, type Size, sumOf } from './polygon.ts'

/** A block that is as large as two cells covers both. If that is no whole number, it is made to fit into one. */
export function coverage({ width, height }: Size, cell: Size): Size {
  const [across, down] = [width / cell.width, height / cell.height]
  const [most, least] = [Math.max(across, down), Math.min(across, down)]
  const ratio = most / least
  const scale = 1 / (Math.abs(ratio - Math.round(ratio)) < 0.001 ? least : most)
  return { width: width * scale, height: height * scale }
}

export const turnedBy = (degrees: number, { width, height }: Size): Size =>
  degrees % 180 === 0 ? { width, height } : { width: height, height: width }

/** Where sashing leaves no room. */
const LEAST_CELL = 0.01

export type Frame = ReturnType<typeof frameOf>

/** The parts of a quilt and where they begin, in inches. */
export function frameOf(quilt: Layout) {
  const { borders, grid, placements, sashing, layoutMode, blockSize } = quilt
  const { width, height } = sizeOf(quilt)
  const around = sumOf(borders.map((border) => border.width))
  const inside = { width: width - 2 * around, height: height - 2 * around }
  const rows = grid?.rows ?? greatestOf([1, ...placements.map(([row]) => row + 1)])
  const columns = grid?.cols ?? greatestOf([1, ...placements.map(([, column]) => column + 1)])
  const sash = sashing?.width ?? 0
  const isOnPoint = layoutMode === 'on-point'
  const share = (side: number, count: number) => Math.max(LEAST_CELL, (side - sash) / count - sash)
  const [across, down] = [share(inside.width, columns), share(inside.height, rows)]
  const turned = Math.min(across, down) / Math.SQRT2
  const edge = blockSize ?? (isOnPoint ? turned : undefined)
  /** The room of one block: if nobody says its size, what the grid leaves. */
  const cell = { width: edge ?? across, height: edge ?? down }
  return { rows, columns, around, inside, sash, isOnPoint, cell }
}

/** From the middle of one block to that of the next one. */
export const stepOf = (block: number, { isOnPoint, sash }: Frame): number =>
  (isOnPoint ? block * Math.SQRT2 : block) + sash

export interface Box extends Size {
  readonly x: number
  readonly y: number
}

/** Smaller steps of pixels would lose too much by rounding. */
const LEAST_STEP = 8
/** Nobody sews more. More crossings would make a drawing too large. */
export const MOST_CELLS = 10_000

/** The scale that fits into `longest` pixels. A step from line to line has a whole number of them. */
export function pixelsPerInch({ width, height }: Size, step: number, longest: number, multiple = 1): number {
  const most = longest / Math.max(width, height)
  const steps = Math.floor((step * most) / multiple) * multiple
  return steps < LEAST_STEP ? most : steps / step
}

/**
 * Where every part of a quilt lies in whole pixels (D21), at most `longest` of them. What does not fit is made
 * smaller, never cut off. Of several blocks in one cell, the last counts. One that is gone has its cell.
 */
export function arrange(quilt: Layout, blocks: ReadonlyMap<string, Block>, longest: number) {
  const frame = frameOf(quilt)
  const { rows, columns, isOnPoint, cell, inside: free } = frame
  const [across, down] = [stepOf(cell.width, frame), stepOf(cell.height, frame)]
  const fitting = (side: number, count: number, step: number) => side / (count * step + frame.sash)
  const shrunk = Math.min(1, fitting(free.width, columns, across), fitting(free.height, rows, down))
  // On point, the middle of a cell is a corner of its block.
  const scale = pixelsPerInch(sizeOf(quilt), across * shrunk, longest, isOnPoint ? 2 : 1)
  const step = { x: Math.round(across * shrunk * scale), y: Math.round(down * shrunk * scale) }
  const sash = frame.sash > 0 ? Math.max(1, Math.round(frame.sash * shrunk * scale)) : 0
  const [cellWidth, cellHeight] = [step.x - sash, step.y - sash]

  const around = Math.round(frame.around * scale)
  const outer = (side: number) => Math.max(1, Math.round(side * scale) + 2 * around)
  const size = { width: outer(free.width), height: outer(free.height) }
  const within = (inches: number): Box => {
    const at = Math.round(inches * scale)
    return { x: at, y: at, width: size.width - 2 * at, height: size.height - 2 * at }
  }
  let inches = 0
  const borders = quilt.borders.toReversed().map((border) => {
    const box = within(inches)
    inches += border.width
    return { ...box, slot: border.slot }
  })
  const inside = within(inches)
  const left = inside.x + Math.floor((inside.width - columns * step.x - sash) / 2)
  const top = inside.y + Math.floor((inside.height - rows * step.y - sash) / 2)

  const shrink = isOnPoint ? Math.SQRT2 : 1
  const room = { width: cellWidth / shrink, height: cellHeight / shrink }
  /** By cell. `x` and `y` are the middle of its block, about which that is turned. */
  const cells = new Map<string, Box & { ref: string; degrees: number }>()
  for (const [row, column, ref, degrees] of quilt.placements) {
    if (row < 0 || row >= rows || column < 0 || column >= columns) continue
    const block = blocks.get(ref)
    const exact = block === undefined ? room : coverage(sizeOf(block), room)
    const covers = isOnPoint ? exact : { width: Math.round(exact.width), height: Math.round(exact.height) }
    const turned = turnedBy(degrees, covers)
    // A block that covers one cell is centred in it. A longer one begins where its cell begins.
    const x = left + sash + column * step.x + Math.max(cellWidth, turned.width) / 2
    const y = top + sash + row * step.y + Math.max(cellHeight, turned.height) / 2
    cells.set(`${row} ${column}`, { ref, ...covers, x, y, degrees })
  }
  // How sashing lies on point is not known.
  const hasStones = quilt.sashing?.cornerstones === true && !isOnPoint && rows * columns <= MOST_CELLS
  const along = (from: number, count: number, every: number) =>
    Array.from({ length: hasStones ? count + 1 : 0 }, (_, at) => from + at * every)
  return {
    ...size,
    /** The outermost first. Each covers everything inside it. */
    borders,
    inside,
    isOnPoint,
    placed: [...cells.values()],
    cornerstones: along(top, rows, step.y).flatMap((y) =>
      along(left, columns, step.x).map((x) => ({ x, y, width: sash, height: sash })),
    ),
  }
}
