import type { CutPart, Cutting, Piece } from './cutting.ts'
import type { Block, Design, Layout, Swatch } from './design.ts'
import { leastOf } from './polygon.ts'
import { blockCutting, quiltCutting } from './quilt-cutting.ts'
import { type Yardage, yardageOf } from './yardage.ts'

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

type Slot = Design['palette'][number]
type Published<Kind extends { readonly palette: unknown }> = Omit<Kind, 'palette' | 'counts' | 'blocks'> & {
  readonly palette: ReadonlyArray<Slot & { readonly closest?: ClosestFabric }>
}

/** What to cut from one fabric, as it is published. */
export type CutFrom = Omit<CutPart, 'pieces'> & { readonly pieces: readonly Piece[] }

export type BlockOutline = Published<Block> & {
  readonly cutting?: readonly CutFrom[]
  /** What `cutting` leaves out, and why. */
  readonly notCounted?: readonly string[]
  readonly counts: Block['counts'] & { readonly returned: number }
}

export type QuiltOutline = Published<Layout> & {
  readonly cutting?: readonly CutFrom[]
  readonly yardage?: Yardage
  readonly blocks: ReadonlyArray<{ readonly ref: string; readonly blockId: string; readonly name?: string }>
  readonly counts: Layout['counts'] & { readonly returned: number }
}

/** A `quilt-outline/1` as it is answered. */
export type Geometry = BlockOutline | QuiltOutline | Published<Swatch>

export interface Outline {
  readonly geometry?: Geometry
  readonly geometryStatus: GeometryStatus
}

export const UNAVAILABLE: Outline = { geometryStatus: 'unavailable' }

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

/** A fabric of a catalog that is nearest to the colour of a slot. */
export interface ClosestFabric {
  readonly id: string
  readonly name: string
  readonly manufacturer: string
  readonly collection: string
  readonly sku?: string | undefined
  /** CIEDE2000, with one decimal. */
  readonly difference: number
}

/** What an outline tells that is in no design. */
export interface Known {
  /** By `#RRGGBB`. */
  readonly closest?: ReadonlyMap<string, ClosestFabric>
  /** The names of the blocks of a quilt by their ids. */
  readonly names?: ReadonlyMap<string, string>
}

type Palette = readonly Slot[]

/** The first slots, each with its nearest fabric. */
const withClosest = (palette: Palette, { closest }: Known) =>
  palette.slice(0, OUTLINE_BOUNDS.slots).map((slot) => {
    const fabric = closest?.get(slot.hex)
    return fabric === undefined ? slot : { ...slot, closest: fabric }
  })

/** Room for the yardage and what else an outline says. */
const RESERVE = 4_096
const MOST_NAMED = 8

/** The cutting, if it fits beside the rest, and what is not counted. */
function listed(head: object, cutting: Cutting) {
  const list: CutFrom[] = cutting.parts.map(({ pieces, ...part }) => ({
    ...part,
    pieces: pieces.map(({ cloth, ...piece }) => piece),
  }))
  const fits = byteLength({ ...head, cutting: list }) <= OUTLINE_BOUNDS.bytes - RESERVE
  const named = cutting.notCounted.slice(0, MOST_NAMED)
  const more = cutting.notCounted.length - named.length
  return {
    list: fits && list.length > 0 ? { cutting: list } : {},
    notCounted: [
      ...named,
      ...(more > 0 ? [`${more} more`] : []),
      ...(fits ? [] : ['cutting: too long for this answer']),
    ],
  }
}

function outlineBlock(block: Block, known: Known): Outline {
  const { shapes, palette, counts, ...rest } = block
  const total = counts.shapes
  const used = new Set(shapes.map(({ slot }) => slot))
  const isRead = shapes.length === total
  const inUse = palette.filter(({ slot }) => !isRead || total === 0 || used.has(slot))
  const head = { ...rest, palette: withClosest(inUse, known) }
  const shown = new Set(head.palette.map(({ slot }) => slot))
  const drawable = readingOrder(shapes).filter(
    ({ slot, points }) => shown.has(slot) && points.length <= OUTLINE_BOUNDS.pointsPerShape,
  )
  const { list, notCounted } = listed(head, blockCutting(block))
  const geometry = {
    ...head,
    ...list,
    ...(notCounted.length > 0 ? { notCounted } : {}),
    shapes: [],
    counts: { shapes: total, returned: total },
  }
  const returned = fitting(drawable, OUTLINE_BOUNDS.shapes, OUTLINE_BOUNDS.bytes - byteLength(geometry))
  return {
    geometry: { ...geometry, shapes: returned, counts: { shapes: total, returned: returned.length } },
    geometryStatus: total === 0 ? 'empty' : returned.length === total ? 'complete' : 'truncated',
  }
}

/** The slots of a quilt, and those of its blocks that it does not recolour. */
export function slotsOf({ palette, blocks }: Layout, designs: ReadonlyMap<string, Block>): Palette {
  const own = new Set(palette.map(({ slot }) => slot))
  const others = blocks.flatMap(({ blockId }) => designs.get(blockId)?.palette ?? [])
  const added = new Map(others.filter(({ slot }) => !own.has(slot)).map((slot) => [slot.slot, slot]))
  return [...palette, ...added.values()]
}

const NOTHING_TO_CUT: Cutting = { parts: [], incomplete: new Set(), notCounted: [] }

function outlineLayout(layout: Layout, designs: ReadonlyMap<string, Block>, known: Known): Outline {
  const { blocks, placements, palette, counts: total, ...rest } = layout
  const [, , width, height] = layout.viewBox
  const isEmpty = total.placements + total.blocks === 0
  const cutting = isEmpty ? NOTHING_TO_CUT : quiltCutting(layout, designs)
  const { incomplete } = cutting
  const used = new Set(cutting.parts.map(({ slot }) => slot))
  const isUsed = (slot: string) => incomplete === 'all' || incomplete.has(slot) || used.has(slot)
  const inUse = isEmpty ? palette : slotsOf(layout, designs).filter(({ slot }) => isUsed(slot))
  const head = { ...rest, palette: withClosest(inUse, known) }
  const { list, notCounted } = listed(head, cutting)
  const yardage: Yardage | undefined =
    width > 0 && height > 0 ? yardageOf({ width, height }, { ...cutting, notCounted }) : undefined
  const named = blocks.slice(0, OUTLINE_BOUNDS.blocks).map(({ ref, blockId }) => {
    const name = known.names?.get(blockId)
    return name === undefined ? { ref, blockId } : { ref, blockId, name }
  })
  const geometry = {
    ...head,
    ...list,
    ...(yardage === undefined ? {} : { yardage }),
    blocks: [],
    placements: [],
    counts: { ...total, returned: total.placements },
  }
  const keptBlocks = fitting(named, OUTLINE_BOUNDS.blocks, OUTLINE_BOUNDS.bytes - byteLength(geometry))
  const placed = new Set(keptBlocks.map(({ ref }) => ref))
  const returned = fitting(
    placements.filter(([, , ref]) => placed.has(ref)),
    OUTLINE_BOUNDS.placements,
    OUTLINE_BOUNDS.bytes - byteLength({ ...geometry, blocks: keptBlocks }),
  )
  const isWhole =
    returned.length === total.placements &&
    keptBlocks.length === total.blocks &&
    head.palette.length === inUse.length
  return {
    geometry: {
      ...geometry,
      blocks: keptBlocks,
      placements: returned,
      counts: { ...total, returned: returned.length },
    },
    geometryStatus: isEmpty ? 'empty' : isWhole ? 'complete' : 'truncated',
  }
}

/** The bounded, reference-only outline of a design (§4.8, D21) in finished inches, origin top left, y down. */
export function outlineOf(read: Design, blocks: ReadonlyMap<string, Block>, known: Known): Outline {
  switch (read.kind) {
    case 'block':
      return outlineBlock(read, known)
    case 'swatch': {
      const palette = withClosest(read.palette, known)
      return {
        geometry: { ...read, palette },
        geometryStatus: palette.length === read.palette.length ? 'complete' : 'truncated',
      }
    }
    default:
      return outlineLayout(read, blocks, known)
  }
}
