import { cuttingOf } from './cutting.ts'
import { type Block, createReadingBudget, type Design, type Layout, readDesign } from './design.ts'
import { leastOf } from './extremes.ts'
import { quiltCuttingOf } from './quilt-cutting.ts'
import { ASSET_KINDS, type AssetRecord } from './repositories.ts'

/** Bounds of `quilt-outline/1` as an answer (D21). */
export const OUTLINE_BOUNDS = {
  shapes: 200,
  pointsPerShape: 24,
  slots: 24,
  blocks: 16,
  placements: 400,
  bytes: 16_384,
} as const

export const GEOMETRY_STATUSES = ['complete', 'truncated', 'empty', 'unavailable'] as const
export type GeometryStatus = (typeof GEOMETRY_STATUSES)[number]

export interface Outline {
  readonly geometry?: Readonly<Record<string, unknown>>
  readonly geometryStatus: GeometryStatus
}

const UNAVAILABLE: Outline = { geometryStatus: 'unavailable' }

const byteLength = (value: unknown) => Buffer.byteLength(JSON.stringify(value))

/** The first items that together fit into the byte budget. No item is cut. */
function fitting<Item>(items: readonly Item[], most: number, budget: number): Item[] {
  const kept: Item[] = []
  let bytes = 0
  for (const item of items.slice(0, most)) {
    bytes += byteLength(item) + 1
    if (bytes > budget) break
    kept.push(item)
  }
  return kept
}

/** Top to bottom, then left to right, by the corner of the bounding box. The sort is stable. */
function readingOrder(shapes: Block['shapes']): Block['shapes'] {
  const corner = ({ points }: Block['shapes'][number]) =>
    [leastOf(points.map(([, y]) => y)), leastOf(points.map(([x]) => x))] as const
  return shapes
    .map((item) => ({ item, corner: corner(item) }))
    .sort((a, b) => a.corner[0] - b.corner[0] || a.corner[1] - b.corner[1])
    .map(({ item }) => item)
}

function outlineBlock({ shapes, palette, counts, ...rest }: Block): Outline {
  const total = counts.shapes
  const slots = palette.slice(0, OUTLINE_BOUNDS.slots)
  const known = new Set(slots.map(({ slot }) => slot))
  const drawable = readingOrder(shapes).filter(
    ({ slot, points }) => known.has(slot) && points.length <= OUTLINE_BOUNDS.pointsPerShape,
  )
  const geometry = {
    ...rest,
    palette: slots,
    // The cutting of some of the shapes would be wrong.
    ...(shapes.length === total ? { cutting: cuttingOf(shapes, [...known]) } : {}),
    shapes: [],
    counts: { shapes: total, returned: total },
  }
  const kept = fitting(drawable, OUTLINE_BOUNDS.shapes, OUTLINE_BOUNDS.bytes - byteLength(geometry))
  const whole = kept.length === total && slots.length === palette.length
  return {
    geometry: { ...geometry, shapes: kept, counts: { shapes: total, returned: kept.length } },
    geometryStatus: total === 0 ? 'empty' : whole ? 'complete' : 'truncated',
  }
}

/** The designs of blocks as JSON text, by their ids. */
export type BlockDesigns = ReadonlyMap<string, string>

/** Those that can be read whole. Together they are bounded like one design. */
function readBlocks(designs: BlockDesigns): ReadonlyMap<string, Block> {
  const budget = createReadingBudget()
  const found = new Map<string, Block>()
  for (const [id, stored] of designs) {
    const read = readDesign(stored, budget)
    if (read?.kind === 'block' && read.shapes.length === read.counts.shapes) found.set(id, read)
  }
  return found
}

function outlineLayout(layout: Layout, designs: BlockDesigns): Outline {
  const { blocks, placements, palette, counts: total, ...rest } = layout
  const slots = palette.slice(0, OUTLINE_BOUNDS.slots)
  const keptBlocks = blocks.slice(0, OUTLINE_BOUNDS.blocks)
  const known = new Set(keptBlocks.map(({ ref }) => ref))
  const counts = { ...total, returned: total.placements }
  const geometry = { ...rest, palette: slots, blocks: keptBlocks, placements: [], counts }
  const kept = fitting(
    placements.filter(([, , ref]) => known.has(ref)),
    OUTLINE_BOUNDS.placements,
    OUTLINE_BOUNDS.bytes - byteLength(geometry),
  )
  const whole =
    kept.length === total.placements && keptBlocks.length === total.blocks && slots.length === palette.length
  const outline = { ...geometry, placements: kept, counts: { ...total, returned: kept.length } }
  const isRead = placements.length === total.placements
  const cutting = isRead ? quiltCuttingOf(layout, readBlocks(designs)) : undefined
  const withCutting = { ...outline, ...cutting }
  return {
    geometry:
      cutting !== undefined && byteLength(withCutting) <= OUTLINE_BOUNDS.bytes ? withCutting : outline,
    geometryStatus: total.placements + total.blocks === 0 ? 'empty' : whole ? 'complete' : 'truncated',
  }
}

/** The outline of a block that has no pieces yet. */
function stub({ width = 0, height = 0 }: AssetRecord): Outline {
  return outlineBlock({
    schema: 'quilt-outline/1',
    kind: 'block',
    units: 'in',
    viewBox: [0, 0, width, height],
    palette: [],
    shapes: [],
    counts: { shapes: 0 },
  })
}

/** A saved item whose design was read and checked. */
export interface SavedDesign {
  /** The ids of the blocks whose designs the cutting of a quilt needs; none if they are too many. */
  readonly blocksPlaced: readonly string[]
  /**
   * The bounded, reference-only outline (§4.8, D21) in finished inches, origin top left, y down.
   *
   * @param blocks the designs of `blocksPlaced` by their ids.
   */
  outline(blocks?: BlockDesigns): Outline
}

function blocksPlacedIn(read: Design): readonly string[] {
  if (!('blocks' in read) || read.blocks.length > OUTLINE_BOUNDS.blocks) return []
  return [...new Set(read.blocks.map(({ blockId }) => blockId))]
}

function outlineOf(read: Design, blocks: BlockDesigns): Outline {
  switch (read.kind) {
    case 'block':
      return outlineBlock(read)
    case 'swatch': {
      const palette = read.palette.slice(0, OUTLINE_BOUNDS.slots)
      return {
        geometry: { ...read, palette },
        geometryStatus: palette.length === read.palette.length ? 'complete' : 'truncated',
      }
    }
    default:
      return outlineLayout(read, blocks)
  }
}

/**
 * Reads the design of a saved item. The outline of a corrupt or absent one is `unavailable`, never an error.
 *
 * @param stored the design as JSON text, as the editors saved it; it is checked here.
 */
export function readSaved(asset: AssetRecord, stored: string | undefined): SavedDesign {
  const read = stored === undefined ? undefined : readDesign(stored)
  if (read?.kind !== ASSET_KINDS[asset.resource]) {
    const outline = stored === undefined && asset.shapeCount === 0 ? stub(asset) : UNAVAILABLE
    return { blocksPlaced: [], outline: () => outline }
  }
  return { blocksPlaced: blocksPlacedIn(read), outline: (blocks = new Map()) => outlineOf(read, blocks) }
}
