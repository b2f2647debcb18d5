import { coverage } from './coverage.ts'
import { type CutShape, cuttingOf, type SlotCutting } from './cutting.ts'

/** A block as its design has it: its shapes, and where they lie. */
export interface PlacedBlock {
  readonly viewBox: readonly [x: number, y: number, width: number, height: number]
  readonly shapes: readonly CutShape[]
}

interface Quilt {
  readonly viewBox: PlacedBlock['viewBox']
  readonly grid?: { readonly rows: number; readonly cols: number } | undefined
  readonly sashing?: { readonly width: number } | undefined
  readonly borders: ReadonlyArray<{ readonly width: number }>
  readonly blockSize?: number | undefined
  readonly palette: ReadonlyArray<{ readonly slot: string }>
  readonly blocks: ReadonlyArray<{ readonly ref: string; readonly blockId: string }>
  readonly placements: ReadonlyArray<readonly [row: number, column: number, ref: string, degrees: number]>
}

/** Parts of a quilt that are cut as well. A design has their place, but neither their seams nor always a slot. */
type FurtherPart = 'borders' | 'sashing' | 'setting'

export interface QuiltCutting {
  readonly cutting: readonly SlotCutting[]
  /** What the cutting does not count. `setting` is what lies between and around the blocks. */
  readonly cuttingLeavesOut?: readonly FurtherPart[]
}

/** Smaller areas, in square inches, come from rounding. */
const NO_AREA = 0.5

/** @param blocks the area of all blocks, in square inches. */
function furtherParts({ viewBox, grid, sashing, borders, blockSize }: Quilt, blocks: number): FurtherPart[] {
  const [, , width, height] = viewBox
  const around = 2 * borders.reduce((sum, border) => sum + Math.max(0, border.width), 0)
  const inside = (width - around) * (height - around)
  const sash = Math.max(0, sashing?.width ?? 0)
  const { rows, cols } = grid ?? { rows: 0, cols: 0 }
  const cell = blockSize ?? 0
  const lattice = (cols * (cell + sash) + sash) * (rows * (cell + sash) + sash) - cols * rows * cell * cell
  const areas = { borders: width * height - inside, sashing: lattice, setting: inside - lattice - blocks }
  return (['borders', 'sashing', 'setting'] as const).filter((part) => areas[part] > NO_AREA)
}

/**
 * What to cut for all blocks of a quilt (D41), in the size in which they are placed. The slots of blocks are
 * those of the quilt, which recolours them. `undefined` if a block cannot be read or has no size, because the
 * answer would be wrong.
 *
 * @param blocks by their ids.
 */
export function quiltCuttingOf(
  quilt: Quilt,
  designs: ReadonlyMap<string, PlacedBlock>,
): QuiltCutting | undefined {
  const { blockSize, palette, blocks, placements } = quilt
  const idOf = new Map(blocks.map(({ ref, blockId }) => [ref, blockId]))
  const times = new Map<string, number>()
  for (const [, , ref] of placements) times.set(ref, (times.get(ref) ?? 0) + 1)
  const shapes: CutShape[] = []
  let area = 0
  for (const [ref, count] of times) {
    const design = designs.get(idOf.get(ref) ?? '')
    if (design === undefined) return undefined
    const [, , width, height] = design.viewBox
    // Nothing says how large such a block is.
    if ([width, height, blockSize ?? width].some((side) => side <= 0)) return undefined
    const scale = blockSize === undefined ? 1 : coverage({ width, height }, blockSize).width / width
    area += count * width * height * scale * scale
    for (const { slot, points } of design.shapes)
      shapes.push({ slot, points: points.map(([x, y]) => [x * scale, y * scale]), count })
  }
  const slots = new Set([...palette, ...shapes].map(({ slot }) => slot))
  if (shapes.length === 0) return undefined
  const leftOut = furtherParts(quilt, area)
  return {
    cutting: cuttingOf(shapes, [...slots]),
    ...(leftOut.length > 0 ? { cuttingLeavesOut: leftOut } : {}),
  }
}
