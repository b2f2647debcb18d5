import { accountsUnavailable, overloaded } from '../core/errors.ts'
import { createTurns } from '../core/own-turn.ts'
import { ASSET_KINDS, type AssetRecord, type AssetResource, MOST_DESIGN_BYTES } from '../core/rooms.ts'
import { TimedOut } from '../core/timeout.ts'
import { type Block, type Design, readDesign, type Slot } from './design.ts'

/** A quilt of more different blocks is not read whole. A large sampler has fewer. */
const MOST_BLOCKS = 100
/** For all blocks of a design. Each read has a limit of its own. */
const MOST_MS = 1_000

/** Larger designs take so long that other requests are answered in between. */
const LARGE_BYTES = 65_536

/** How many large designs are worked on or wait at once. Each takes up to 60 MB. */
export const MOST_LARGE = 4

let large = 0
/** Waits until no other large design is worked on in this turn of the event loop. */
const ownTurn = createTurns()

/** A saved item with its design and the blocks that it places. */
export interface SavedDesign {
  /** `undefined` if there is none, or it cannot be read. */
  readonly design: Design | undefined
  /** By `ref`, without those that are gone or cannot be read. */
  readonly blocks: ReadonlyMap<string, Block>
  /** False if it has more blocks than are read. */
  readonly isWhole: boolean
  /** Finished inches of the item, which may have no design. */
  readonly width: number | undefined
  readonly height: number | undefined
}

/** The design of an item. A block that has no pieces yet has one without pieces. */
export function designOfItem(
  { resource, shapeCount, width = 0, height = 0 }: AssetRecord,
  stored: string | undefined,
): Design | undefined {
  if (stored !== undefined) {
    const read = readDesign(stored)
    return read?.kind === ASSET_KINDS[resource] ? read : undefined
  }
  if (resource !== 'blocks' || shapeCount !== 0) return undefined
  const viewBox: Block['viewBox'] = [0, 0, width, height]
  return { schema: 'quilt-outline/1', kind: 'block', units: 'in', viewBox, palette: [], shapes: [] }
}

export const blockIdsOf = (design: Design | undefined): readonly string[] =>
  design !== undefined && 'blocks' in design ? [...new Set(design.blocks.map(({ blockId }) => blockId))] : []

/** The slots of a design, and those of its blocks that it does not recolour. */
export function slotsOf(palette: readonly Slot[], blocks: SavedDesign['blocks']): readonly Slot[] {
  const own = new Set(palette.map(({ slot }) => slot))
  const added = [...blocks.values()].flatMap((block) => block.palette.filter(({ slot }) => !own.has(slot)))
  return [...palette, ...new Map(added.map((slot) => [slot.slot, slot])).values()]
}

export const byRef = (
  design: Design | undefined,
  blocks: ReadonlyMap<string, Block>,
): SavedDesign['blocks'] =>
  new Map(
    (design !== undefined && 'blocks' in design ? design.blocks : []).flatMap(({ ref, blockId }) => {
      const block = blocks.get(blockId)
      return block === undefined ? [] : [[ref, block] as const]
    }),
  )

/**
 * Loads a saved item with its blocks, one after the other. Together they are bounded like one design.
 * `designOf` reads JSON text of the same owner. Throws `accounts_unavailable` if it takes too long,
 * and `overloaded` while many large designs wait.
 */
export async function loadSaved(
  asset: AssetRecord,
  designOf: (resource: AssetResource, id: string) => Promise<string | undefined>,
): Promise<SavedDesign> {
  const { width, height } = asset
  const text = await designOf(asset.resource, asset.id)
  const ownBytes = Buffer.byteLength(text ?? '')
  let isLarge = false
  async function takeTurnIfLarge(bytes: number) {
    if (isLarge || ownBytes + bytes <= LARGE_BYTES) return
    if (large >= MOST_LARGE) throw overloaded()
    isLarge = true
    large += 1
    await ownTurn()
  }
  try {
    await takeTurnIfLarge(0)
    const until = performance.now() + MOST_MS
    const design = designOfItem(asset, text)
    const ids = blockIdsOf(design)
    const byId = new Map<string, Block>()
    let bytes = 0
    for (const id of ids.slice(0, MOST_BLOCKS)) {
      if (performance.now() > until) throw accountsUnavailable(new TimedOut())
      const stored = (await designOf('blocks', id)) ?? ''
      bytes += Buffer.byteLength(stored)
      if (bytes > MOST_DESIGN_BYTES) break
      await takeTurnIfLarge(bytes)
      const block = readDesign(stored)
      if (block?.kind === 'block') byId.set(id, block)
    }
    const isWhole = ids.length <= MOST_BLOCKS && bytes <= MOST_DESIGN_BYTES
    if (isLarge) await ownTurn()
    return { design, blocks: byRef(design, byId), isWhole, width, height }
  } finally {
    if (isLarge) large -= 1
  }
}
