import { accountsUnavailable } from '../core/errors.ts'
import { ASSET_KINDS, type AssetRecord, type Assets, MOST_DESIGN_BYTES } from '../core/rooms.ts'
import { TimedOut } from '../core/timeout.ts'
import { createTurns } from '../core/turns.ts'
import { type Block, type Design, readDesign, type Slot } from './design.ts'

/** Different blocks of a quilt that are read. A large sampler has fewer. */
const MOST_BLOCKS = 100
/** The time for reading all blocks of a quilt. Each read has a limit of its own. */
const MOST_MS = 1_000

/** Of larger designs few are worked on at once, because each takes up to 60 MB: in all, and for one person. */
const LARGE_BYTES = 65_536
export const MOST_LARGE = 4
export const MOST_OF_ONE = 2

export interface SavedDesign {
  /** `undefined` if there is none, or it cannot be read. */
  readonly design: Design | undefined
  /** By `ref`, without those that are gone or cannot be read. */
  readonly blocks: ReadonlyMap<string, Block>
  /** False if it has more blocks than are read. */
  readonly isWhole: boolean
}

/** `undefined` if it is of another kind. A block that has no pieces yet has a design without pieces. */
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

const placedIn = (design: Design | undefined) =>
  design !== undefined && 'blocks' in design ? design.blocks : []

/** The slots of a quilt, and those of its blocks that it does not recolour. */
export function slotsOf({ design, blocks }: SavedDesign): readonly Slot[] {
  const own = design?.palette ?? []
  const added = new Map(
    [...blocks.values()].flatMap(({ palette }) => palette.map((each) => [each.slot, each])),
  )
  for (const { slot } of own) added.delete(slot)
  return [...own, ...added.values()]
}

/** By `ref`. `stored` has JSON text of the designs of blocks by their ids. */
export function blocksOf(
  design: Design | undefined,
  stored: ReadonlyMap<string, string>,
): SavedDesign['blocks'] {
  const byId = new Map([...stored].map(([id, text]) => [id, readDesign(text)]))
  return new Map(
    placedIn(design).flatMap(({ ref, blockId }) => {
      const block = byId.get(blockId)
      return block?.kind === 'block' ? [[ref, block] as const] : []
    }),
  )
}

const inTurn = createTurns({ rests: true })
const inTurnOfLarge = createTurns({ rests: true, most: MOST_LARGE, ofOne: MOST_OF_ONE })

/** Work on a design has a turn of the event loop of its own. Throws `overloaded` if many large ones wait. */
async function inOwnTurn<Result>(owner: string, bytes: number, work: () => Result): Promise<Result> {
  if (bytes <= LARGE_BYTES) return inTurn(owner, work)
  const result = await inTurnOfLarge(owner, work)
  // The caller goes on with it, in a turn of its own.
  return inTurnOfLarge(owner, () => result)
}

/**
 * Loads a saved item with its blocks, which are bounded together like one design. Throws
 * `accounts_unavailable` if it takes too long, and `overloaded` while many wait.
 */
export async function loadSaved(
  owner: string,
  asset: AssetRecord,
  assets: Pick<Assets, 'design'>,
): Promise<SavedDesign> {
  const text = await assets.design(owner, asset.resource, asset.id)
  const design = await inOwnTurn(owner, Buffer.byteLength(text ?? ''), () => designOfItem(asset, text))
  const until = performance.now() + MOST_MS
  const ids = [...new Set(placedIn(design).map(({ blockId }) => blockId))]
  const stored = new Map<string, string>()
  let bytes = 0
  for (const id of ids.slice(0, MOST_BLOCKS)) {
    if (performance.now() > until) throw accountsUnavailable(new TimedOut())
    const block = (await assets.design(owner, 'blocks', id)) ?? ''
    bytes += Buffer.byteLength(block)
    if (bytes > MOST_DESIGN_BYTES) break
    stored.set(id, block)
  }
  const blocks = await inOwnTurn(owner, bytes, () => blocksOf(design, stored))
  const isWhole = ids.length <= MOST_BLOCKS && bytes <= MOST_DESIGN_BYTES
  return { design, blocks, isWhole }
}
