import type { FabricRecord } from '../core/rooms.ts'
import { frameOf } from './arrangement.ts'
import { blockCutting, type CutPart, type Cutting, quiltCutting } from './cutting.ts'
import { type Block, type Design, hasPieces, type Layout, type Slot, type Swatch, sizeOf } from './design.ts'
import { toThousandths } from './pieces.ts'
import type { Size } from './polygon.ts'
import { type SavedDesign, slotsOf } from './saved.ts'
import { type Cloth, clothOf, type Yardage, yardageOf } from './yardage.ts'

/** Bounds of `quilt-outline/1` as an answer (D21). */
export const OUTLINE_BOUNDS = {
  shapes: 200,
  pointsPerShape: 24,
  slots: 24,
  blocks: 16,
  placements: 400,
  bytes: 16_384,
} as const

export type GeometryStatus = 'complete' | 'truncated' | 'empty' | 'unavailable'

type ClosestFabric = Pick<FabricRecord, 'id' | 'name' | 'manufacturer' | 'collection' | 'sku'> & {
  /** CIEDE2000, with one decimal. */
  difference: number
}

/** Finds what a design does not say, as far as it is there. */
interface LookUp {
  /** @param color as `#RRGGBB` */
  closest(color: string): Promise<ClosestFabric | undefined>
  blockName(id: string): Promise<string | undefined>
}

type NamedBlock = Layout['blocks'][number] & { readonly count: number; readonly name: string | undefined }

/** A design as an answer has it, with what to cut and to buy (D41). */
export type Geometry = (
  | Omit<Block, 'palette'>
  | (Omit<Layout, 'palette' | 'blocks'> & { readonly blocks: readonly NamedBlock[] })
  | Omit<Swatch, 'palette'>
) & {
  readonly palette: ReadonlyArray<Slot & { readonly closest?: ClosestFabric | undefined }>
  readonly sizeWithoutBorders?: Size | undefined
  readonly cutting?: readonly CutPart[] | undefined
  readonly yardage?: Yardage | undefined
  readonly cloth?: Cloth | undefined
  /** What `cutting` leaves out, and why. Where there is `yardage`, that has it. */
  readonly notCounted?: readonly string[] | undefined
  /** Shapes of a block, else placements: in all, and those `returned` in this answer. */
  readonly counts?: {
    readonly shapes?: number
    readonly blocks?: number
    readonly placements?: number
    readonly returned: number
  }
}

export interface Outline {
  readonly geometry?: Geometry
  readonly geometryStatus: GeometryStatus
}

const byteLength = (value: unknown) => Buffer.byteLength(JSON.stringify(value))

/** The first items that fit beside the rest of an answer. */
function fitting<Item>(items: readonly Item[], most: number, rest: object) {
  let left = OUTLINE_BOUNDS.bytes - byteLength(rest)
  const tooMany = items.slice(0, most).findIndex((item) => {
    left -= byteLength(item) + 1
    return left < 0
  })
  return items.slice(0, tooMany === -1 ? most : tooMany)
}

const published = (palette: readonly Slot[], { closest }: LookUp) =>
  Promise.all(
    palette
      .slice(0, OUTLINE_BOUNDS.slots)
      .map(async (slot) => ({ ...slot, closest: await closest(slot.hex) })),
  )

function slotsIn(palette: readonly Slot[], used: ReadonlyArray<{ readonly slot?: string | undefined }>) {
  const slots = new Set(used.map(({ slot }) => slot))
  return palette.filter(({ slot }) => slots.has(slot))
}

/** Bytes for the yardage and the rest of an outline. */
const RESERVE = 4_096

const ifAny = <Item>(items: readonly Item[]) => (items.length > 0 ? items : undefined)

/** Leaves out a cutting that is too long beside the head of an answer. */
function listed(head: object, { parts, notCounted }: Cutting) {
  if (byteLength({ ...head, cutting: parts }) > OUTLINE_BOUNDS.bytes - RESERVE)
    return { notCounted: [...notCounted, 'cutting: too long for this answer'] }
  return { cutting: ifAny(parts), notCounted }
}

function statusOf(design: Design, isWhole: boolean): GeometryStatus {
  if (!hasPieces(design)) return 'empty'
  return isWhole ? 'complete' : 'truncated'
}

async function outlineBlock(block: Block, lookUp: LookUp): Promise<Outline> {
  const { shapes, palette, ...rest } = block
  const counted = blockCutting(block)
  const { cloth, notCounted: tooWide } = clothOf(counted)
  const inUse = hasPieces(block) ? slotsIn(palette, shapes) : palette
  const head = { ...rest, palette: await published(inUse, lookUp) }
  const { cutting, notCounted } = listed({ ...head, cloth }, counted)
  const amounts = { cutting, cloth, notCounted: ifAny([...notCounted, ...tooWide]) }
  const counts = { shapes: shapes.length, returned: shapes.length }
  const geometry = { ...head, ...amounts, shapes: [], counts }
  const shown = new Set(head.palette.map(({ slot }) => slot))
  const drawable = shapes.filter(
    ({ slot, points }) => shown.has(slot) && points.length <= OUTLINE_BOUNDS.pointsPerShape,
  )
  const returned = fitting(drawable, OUTLINE_BOUNDS.shapes, geometry)
  return {
    geometry: { ...geometry, shapes: returned, counts: { ...counts, returned: returned.length } },
    geometryStatus: statusOf(block, returned.length === shapes.length),
  }
}

async function outlineLayout(layout: Layout, saved: SavedDesign, lookUp: LookUp): Promise<Outline> {
  const { blocks, placements, palette, ...rest } = layout
  const { inside } = frameOf(layout)
  const withoutBorders = { width: toThousandths(inside.width), height: toThousandths(inside.height) }
  const counted = quiltCutting(layout, saved)
  const all = slotsOf(saved)
  const inUse = hasPieces(layout) && counted.isComplete ? slotsIn(all, counted.parts) : all
  const placed = Map.groupBy(placements, ([, , ref]) => ref)
  const naming = blocks.slice(0, OUTLINE_BOUNDS.blocks).map(async ({ ref, blockId }): Promise<NamedBlock> => {
    const count = placed.get(ref)?.length ?? 0
    return { ref, blockId, count, name: await lookUp.blockName(blockId) }
  })
  const [found, named] = await Promise.all([published(inUse, lookUp), Promise.all(naming)])
  const sizeWithoutBorders = layout.borders.length > 0 ? withoutBorders : undefined
  const head = { ...rest, sizeWithoutBorders, palette: found }
  const { cutting, notCounted } = listed(head, counted)
  const yardage = yardageOf({ ...sizeOf(layout), palette }, { ...counted, notCounted })
  const counts = { blocks: blocks.length, placements: placements.length, returned: placements.length }
  const geometry = { ...head, cutting, yardage, blocks: [], placements: [], counts }
  const kept = fitting(named, OUTLINE_BOUNDS.blocks, geometry)
  const refs = new Set(kept.map(({ ref }) => ref))
  const shown = placements.filter(([, , ref]) => refs.has(ref))
  const returned = fitting(shown, OUTLINE_BOUNDS.placements, { ...geometry, blocks: kept })
  const isWhole =
    returned.length === placements.length &&
    kept.length === blocks.length &&
    head.palette.length === inUse.length
  const lists = { blocks: kept, placements: returned, counts: { ...counts, returned: returned.length } }
  return { geometry: { ...geometry, ...lists }, geometryStatus: statusOf(layout, isWhole) }
}

/** The bounded outline (§4.8, D21) in finished inches, y down. A corrupt design is never an error. */
export async function outlineOf(saved: SavedDesign, lookUp: LookUp): Promise<Outline> {
  const { design } = saved
  if (design === undefined) return { geometryStatus: 'unavailable' }
  if (design.kind === 'block') return outlineBlock(design, lookUp)
  if (design.kind !== 'swatch') return outlineLayout(design, saved, lookUp)
  const palette = await published(design.palette, lookUp)
  return {
    geometry: { ...design, palette },
    geometryStatus: statusOf(design, palette.length === design.palette.length),
  }
}
