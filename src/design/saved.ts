import { ASSET_KINDS, type AssetRecord, type AssetResource } from '../core/rooms.ts'
import { type Block, createReadingBudget, type Design, MAX_DESIGN_BYTES, readDesign } from './design.ts'
import { type Known, OUTLINE_BOUNDS, type Outline, outlineOf, slotsOf, UNAVAILABLE } from './outline.ts'

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
  /** The colours of its slots, for `Known.closest`. */
  readonly colors: readonly string[]
  /** The blocks that its outline names, for `Known.names`. */
  readonly blocksNamed: readonly string[]
  /** The bounded, reference-only outline (§4.8, D21) in finished inches, origin top left, y down. */
  outline(known?: Known): Outline
}

function blocksPlacedIn(read: Design): readonly string[] {
  return 'blocks' in read ? [...new Set(read.blocks.map(({ blockId }) => blockId))] : []
}

function isReadWhole(read: Design): boolean {
  if (read.kind === 'block') return read.shapes.length === read.counts.shapes
  if (read.kind === 'swatch') return true
  return read.placements.length === read.counts.placements && read.blocks.length === read.counts.blocks
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
    const nothing = {
      design: undefined,
      blocks: new Map(),
      isWhole: true,
      colors: [],
      blocksNamed: [],
      outline: () => UNAVAILABLE,
    }
    return { blocksPlaced: [], withBlocks: () => nothing }
  }
  const ids = blocksPlacedIn(read)
  return {
    blocksPlaced: ids.slice(0, MOST_BLOCKS),
    withBlocks(designs = new Map()) {
      const { blocks, areWhole } = readBlocks(ids, designs)
      const palette = 'placements' in read ? slotsOf(read, blocks) : read.palette
      return {
        design: read,
        blocks,
        colors: [...new Set(palette.slice(0, OUTLINE_BOUNDS.slots).map(({ hex }) => hex))],
        blocksNamed: ids.slice(0, OUTLINE_BOUNDS.blocks),
        isWhole: areWhole && isReadWhole(read),
        outline: (known = {}) => outlineOf(read, blocks, known),
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
