import { coverage } from './coverage.ts'
import { type CutShape, cuttingOf, type SlotCutting } from './cutting.ts'

/** A block as its design has it: its shapes, and where they lie. */
export interface PlacedBlock {
  readonly viewBox: readonly [x: number, y: number, width: number, height: number]
  readonly shapes: readonly CutShape[]
}

interface Quilt {
  readonly blockSize?: number | undefined
  readonly palette: ReadonlyArray<{ readonly slot: string }>
  readonly blocks: ReadonlyArray<{ readonly ref: string; readonly blockId: string }>
  readonly placements: ReadonlyArray<readonly [row: number, column: number, ref: string, degrees: number]>
}

/**
 * What to cut for all blocks of a quilt (D41), in the size in which they are placed. The slots of blocks are
 * those of the quilt, which recolours them. `undefined` if a block cannot be read or has no size, because the
 * answer would be wrong.
 *
 * @param blocks by their ids.
 */
export function quiltCuttingOf(
  { blockSize, palette, blocks, placements }: Quilt,
  designs: ReadonlyMap<string, PlacedBlock>,
): SlotCutting[] | undefined {
  const idOf = new Map(blocks.map(({ ref, blockId }) => [ref, blockId]))
  const times = new Map<string, number>()
  for (const [, , ref] of placements) times.set(ref, (times.get(ref) ?? 0) + 1)
  const shapes: CutShape[] = []
  for (const [ref, count] of times) {
    const design = designs.get(idOf.get(ref) ?? '')
    if (design === undefined) return undefined
    const [, , width, height] = design.viewBox
    // Nothing says how large such a block is.
    if ([width, height, blockSize ?? width].some((side) => side <= 0)) return undefined
    const scale = blockSize === undefined ? 1 : coverage({ width, height }, blockSize).width / width
    for (const { slot, points } of design.shapes)
      shapes.push({ slot, points: points.map(([x, y]) => [x * scale, y * scale]), count })
  }
  const slots = new Set([...palette, ...shapes].map(({ slot }) => slot))
  return shapes.length === 0 ? undefined : cuttingOf(shapes, [...slots])
}
