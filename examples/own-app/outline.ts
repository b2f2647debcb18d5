/** A piece of a block as this application stores it: its corners are shares of the block's width and height. */
interface Patch {
  readonly color: string
  readonly corners: readonly (readonly [number, number])[]
}

interface Placed {
  readonly block: number
  readonly turns: number
}

const COLUMN_OF_NAMES = 'A'.charCodeAt(0)
/** A, B, … Z, then A1, B1, … */
const nameOf = (index: number) =>
  `${String.fromCharCode(COLUMN_OF_NAMES + (index % 26))}${index < 26 ? '' : Math.floor(index / 26)}`

/** Each thing once, under a short name. */
function named<Value>(values: readonly Value[]): Map<Value, string> {
  return new Map([...new Set(values)].map((value, index) => [value, nameOf(index)]))
}

/** A block as `quilt-outline/1` (docs/your-own-app.md). */
export function blockOutline(patches: readonly Patch[], width: number, height: number): object {
  const slots = named(patches.map(({ color }) => color.toUpperCase()))
  return {
    schema: 'quilt-outline/1',
    kind: 'block',
    viewBox: [0, 0, width, height],
    palette: [...slots].map(([hex, slot]) => ({ slot, hex })),
    shapes: patches.map(({ color, corners }) => ({
      slot: slots.get(color.toUpperCase()),
      points: corners.map(([x, y]) => [x * width, y * height]),
    })),
    counts: { shapes: patches.length },
  }
}

/** A quilt as `quilt-outline/1`. */
export function quiltOutline(layout: readonly (readonly Placed[])[], blockSize: number): object {
  const placed = layout.flatMap((row, y) => row.map((each, x) => ({ ...each, x, y })))
  const refs = named(placed.map(({ block }) => block))
  const columns = Math.max(0, ...layout.map((row) => row.length))
  return {
    schema: 'quilt-outline/1',
    kind: 'quilt',
    viewBox: [0, 0, columns * blockSize, layout.length * blockSize],
    layoutMode: 'grid',
    blockSize,
    ...(placed.length > 0 && { grid: { rows: layout.length, cols: columns } }),
    blocks: [...refs].map(([block, ref]) => ({ ref, blockId: String(block) })),
    placements: placed.map(({ block, turns, x, y }) => [y, x, refs.get(block), (turns % 4) * 90]),
    counts: { blocks: refs.size, placements: placed.length },
  }
}
