import { accountsUnavailable } from '../core/errors.ts'
import { ASSET_KINDS, type AssetRecord, type AssetResource } from '../core/rooms.ts'
import { TimedOut } from '../core/timeout.ts'
import { type Block, createReadingBudget, type Design, MAX_DESIGN_BYTES, readDesign } from './design.ts'
import { type Drawing, drawSvg } from './drawing.ts'
import { type Known, OUTLINE_BOUNDS, type Outline, outlineOf, slotsOf, UNAVAILABLE } from './outline.ts'

/** A quilt of more different blocks is not read whole. A large sampler has fewer. */
const MOST_BLOCKS = 100
/**
 * Characters of designs that are drawn together; of more there is no drawing, because somebody waits meanwhile.
 * A block of 640 pieces has 48,000, a quilt of 16 different blocks about as many.
 */
export const MOST_DRAWN = 131_072

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

/** The designs of blocks as JSON text, by their ids. */
export type BlockDesigns = ReadonlyMap<string, string>

const NO_DESIGN: WholeDesign = {
  design: undefined,
  blocks: new Map(),
  isWhole: true,
  colors: [],
  blocksNamed: [],
  outline: () => UNAVAILABLE,
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

function readOwn(asset: AssetRecord, stored: string | undefined): Design | undefined {
  if (stored === undefined)
    return asset.resource === 'blocks' && asset.shapeCount === 0 ? stubOf(asset) : undefined
  const read = readDesign(stored)
  return read?.kind === ASSET_KINDS[asset.resource] ? read : undefined
}

const blockIdsOf = (design: Design | undefined): readonly string[] =>
  design !== undefined && 'blocks' in design ? [...new Set(design.blocks.map(({ blockId }) => blockId))] : []

function isReadWhole(read: Design): boolean {
  if (read.kind === 'block') return read.shapes.length === read.counts.shapes
  if (read.kind === 'swatch') return true
  return read.placements.length === read.counts.placements && read.blocks.length === read.counts.blocks
}

/** Together the blocks are bounded like one design: somebody waits meanwhile. */
function readTogether(own: Design | undefined, designs: BlockDesigns): WholeDesign {
  if (own === undefined) return NO_DESIGN
  const ids = blockIdsOf(own)
  const budget = createReadingBudget()
  const blocks = new Map<string, Block>()
  let isWhole = isReadWhole(own) && ids.length <= MOST_BLOCKS
  for (const [id, stored] of designs) {
    const read = readDesign(stored, budget)
    if (read?.kind === 'block' && isReadWhole(read)) blocks.set(id, read)
    else if (budget.bytes < 0 || read?.kind === 'block') isWhole = false
  }
  const palette = 'placements' in own ? slotsOf(own, blocks) : own.palette
  return {
    design: own,
    blocks,
    isWhole,
    colors: [...new Set(palette.slice(0, OUTLINE_BOUNDS.slots).map(({ hex }) => hex))],
    blocksNamed: ids.slice(0, OUTLINE_BOUNDS.blocks),
    outline: (known = {}) => outlineOf(own, blocks, known),
  }
}

/** A saved item with its designs as they are stored. They are read when they are needed, and once. */
export interface SavedDesign {
  /** The outline of a corrupt or absent design is `unavailable`, never an error. */
  read(): WholeDesign
  /** @param label what the drawing shows, for people who do not see it. */
  draw(options: { readonly label: string; readonly edges: boolean }): Drawing
}

/**
 * @param stored the design as JSON text, as the editors saved it; it is checked here.
 * @param blocks the designs of the blocks that it places.
 */
export function savedDesign(
  asset: AssetRecord,
  stored: string | undefined,
  blocks: BlockDesigns = new Map(),
): SavedDesign {
  const { width, height } = asset
  let whole: WholeDesign | undefined
  const read = () => {
    whole ??= readTogether(readOwn(asset, stored), blocks)
    return whole
  }
  return {
    read,
    draw(options) {
      const texts = [stored ?? '', ...blocks.values()]
      const isLarge = texts.reduce((sum, { length }) => sum + length, 0) > MOST_DRAWN
      const drawn = isLarge ? { ...NO_DESIGN, isWhole: false } : read()
      return drawSvg({ ...drawn, width, height, ...options })
    },
  }
}

/** For how long further blocks are asked for, in milliseconds. Each read has a limit of its own. */
const MOST_MS = 1_000

/**
 * Loads a saved item with its blocks, one after the other, and no more of them than are used. Throws
 * `accounts_unavailable` where they take too long together.
 *
 * @param designOf the stored design of an item of the same owner as JSON text.
 */
export async function loadSaved(
  asset: AssetRecord,
  designOf: (resource: AssetResource, id: string) => Promise<string | undefined>,
): Promise<SavedDesign> {
  const until = performance.now() + MOST_MS
  const stored = await designOf(asset.resource, asset.id)
  const placesBlocks = asset.resource === 'quilts' || asset.resource === 'patterns'
  const ids = placesBlocks ? blockIdsOf(readOwn(asset, stored)).slice(0, MOST_BLOCKS) : []
  const blocks = new Map<string, string>()
  let characters = 0
  for (const id of ids) {
    if (performance.now() > until) throw accountsUnavailable(new TimedOut())
    const block = await designOf('blocks', id)
    if (block !== undefined) blocks.set(id, block)
    characters += block?.length ?? 0
    // The next ones would not be read any more.
    if (characters > MAX_DESIGN_BYTES) break
  }
  return savedDesign(asset, stored, blocks)
}
