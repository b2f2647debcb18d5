import { ASSET_KINDS, type AssetRecord, type AssetResource } from '../core/repositories.ts'
import { cuttingOf, quiltCuttingOf } from './cutting.ts'
import {
  type Block,
  createReadingBudget,
  type Design,
  type Layout,
  MAX_DESIGN_BYTES,
  readDesign,
} from './design.ts'
import { leastOf } from './polygon.ts'

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

/** A quilt of more different blocks is not read whole. A large sampler has fewer. */
const MOST_BLOCKS = 100

/** Blocks that could be read, by their ids. */
interface ReadBlocks {
  readonly blocks: ReadonlyMap<string, Block>
  /** Whether all that are there were read to their last piece. */
  readonly areWhole: boolean
}

/** Together the blocks of a design are bounded like one design: somebody waits while they are read. */
function readBlocks(ids: readonly string[], designs: BlockDesigns): ReadBlocks {
  const budget = createReadingBudget()
  const blocks = new Map<string, Block>()
  let areWhole = ids.length <= MOST_BLOCKS
  for (const [id, stored] of designs) {
    const read = readDesign(stored, budget)
    if (read?.kind === 'block' && read.shapes.length === read.counts.shapes) blocks.set(id, read)
    else if (budget.bytes < 0 || read?.kind === 'block') areWhole = false
  }
  return { blocks, areWhole }
}

function outlineLayout(layout: Layout, read: ReadBlocks['blocks']): Outline {
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
  const cutting = isRead ? quiltCuttingOf(layout, read) : undefined
  const withCutting = { ...outline, ...cutting }
  return {
    geometry:
      cutting !== undefined && byteLength(withCutting) <= OUTLINE_BOUNDS.bytes ? withCutting : outline,
    geometryStatus: total.placements + total.blocks === 0 ? 'empty' : whole ? 'complete' : 'truncated',
  }
}

/** A saved item whose design was read and checked. */
export interface SavedDesign {
  /** The ids of the blocks whose designs belong to it, if it is a quilt or pattern. */
  readonly blocksPlaced: readonly string[]
  /** @param blocks the designs of `blocksPlaced` by their ids. */
  withBlocks(blocks?: BlockDesigns): WholeDesign
}

/** A saved item with the blocks that it places. */
export interface WholeDesign {
  /** `undefined` if there is none, or it cannot be read. */
  readonly design: Design | undefined
  readonly blocks: ReadonlyMap<string, Block>
  /** False if it has more pieces or blocks than are read. */
  readonly isWhole: boolean
  /** The bounded, reference-only outline (§4.8, D21) in finished inches, origin top left, y down. */
  outline(): Outline
}

function blocksPlacedIn(read: Design): readonly string[] {
  return 'blocks' in read ? [...new Set(read.blocks.map(({ blockId }) => blockId))] : []
}

function isReadWhole(read: Design): boolean {
  if (read.kind === 'block') return read.shapes.length === read.counts.shapes
  if (read.kind === 'swatch') return true
  return read.placements.length === read.counts.placements && read.blocks.length === read.counts.blocks
}

function outlineOf(read: Design, blocks: ReadBlocks['blocks']): Outline {
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

/** The design of a block that has no pieces yet. */
const stubOf = ({ width = 0, height = 0 }: AssetRecord): Design => ({
  schema: 'quilt-outline/1',
  kind: 'block',
  units: 'in',
  viewBox: [0, 0, width, height],
  palette: [],
  shapes: [],
  counts: { shapes: 0 },
})

/**
 * Reads the design of a saved item. The outline of a corrupt or absent one is `unavailable`, never an error.
 *
 * @param stored the design as JSON text, as the editors saved it; it is checked here.
 */
export function readSaved(asset: AssetRecord, stored: string | undefined): SavedDesign {
  const isStub = stored === undefined && asset.resource === 'blocks' && asset.shapeCount === 0
  const read = stored === undefined ? (isStub ? stubOf(asset) : undefined) : readDesign(stored)
  if (read?.kind !== ASSET_KINDS[asset.resource]) {
    const nothing = { design: undefined, blocks: new Map(), isWhole: true, outline: () => UNAVAILABLE }
    return { blocksPlaced: [], withBlocks: () => nothing }
  }
  const ids = blocksPlacedIn(read)
  return {
    blocksPlaced: ids.slice(0, MOST_BLOCKS),
    withBlocks(designs = new Map()) {
      const { blocks, areWhole } = readBlocks(ids, designs)
      return {
        design: read,
        blocks,
        isWhole: areWhole && isReadWhole(read),
        outline: () => outlineOf(read, blocks),
      }
    },
  }
}

/**
 * Reads a saved item with its blocks, one after the other, and no more of them than are used.
 *
 * @param designOf the stored design of an item of the same owner as JSON text.
 */
export async function readWhole(
  asset: AssetRecord,
  designOf: (resource: AssetResource, id: string) => Promise<string | undefined>,
): Promise<WholeDesign> {
  const saved = readSaved(asset, await designOf(asset.resource, asset.id))
  const designs = new Map<string, string>()
  let characters = 0
  for (const id of saved.blocksPlaced) {
    const stored = await designOf('blocks', id)
    if (stored !== undefined) designs.set(id, stored)
    characters += stored?.length ?? 0
    // The next ones would not be read any more.
    if (characters > MAX_DESIGN_BYTES) break
  }
  return saved.withBlocks(designs)
}
