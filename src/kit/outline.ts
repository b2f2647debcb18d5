import * as z from 'zod'
import { cuttingOf } from './cutting.ts'
import { leastOf } from './extremes.ts'
import { quiltCuttingOf } from './quilt-cutting.ts'
import { ASSET_KINDS, type AssetRecord, LAYOUT_MODES } from './repositories.ts'

/** Bounds of `quilt-outline/1` as an answer (D21). */
export const OUTLINE_BOUNDS = {
  shapes: 200,
  pointsPerShape: 24,
  slots: 24,
  blocks: 16,
  placements: 400,
  bytes: 16_384,
} as const

/** A stored design larger than this is not parsed at all. */
const MAX_DESIGN_BYTES = 1_048_576

/** No quilt is larger; a larger number would also overflow when it is rounded. */
const MAX_INCHES = 100_000

export const GEOMETRY_STATUSES = ['complete', 'truncated', 'empty', 'unavailable'] as const
export type GeometryStatus = (typeof GEOMETRY_STATUSES)[number]

export interface Outline {
  readonly geometry?: Readonly<Record<string, unknown>>
  readonly geometryStatus: GeometryStatus
}

const UNAVAILABLE: Outline = { geometryStatus: 'unavailable' }

// Unknown members are stripped, so media, names and text of a stored design never leave (D21).
const inches = z
  .number()
  .min(-MAX_INCHES)
  .max(MAX_INCHES)
  .transform((value) => Math.round(value * 10_000) / 10_000)
const token = z.string().regex(/^[A-Za-z0-9-]{1,8}$/)
const slot = z.object({
  slot: token,
  role: z.enum(['background', 'feature', 'accent1', 'accent2', 'accent3']).optional().catch(undefined),
  hex: z.string().regex(/^#[0-9A-F]{6}$/),
})
const shape = z.object({ slot: token, points: z.array(z.tuple([inches, inches])).min(3) })
const shared = {
  schema: z.literal('quilt-outline/1'),
  units: z.literal('in').default('in'),
  viewBox: z.tuple([inches, inches, inches, inches]),
  grid: z.object({ rows: z.int().min(1), cols: z.int().min(1) }).optional(),
  palette: z.array(slot).default([]),
}
const block = z.object({ ...shared, kind: z.literal('block'), shapes: z.array(shape).default([]) })
const layout = z.object({
  ...shared,
  kind: z.enum(['quilt', 'pattern']),
  layoutMode: z.enum(LAYOUT_MODES).optional(),
  blockSize: inches.optional(),
  sashing: z.object({ width: inches, cornerstones: z.boolean().default(false) }).optional(),
  borders: z
    .array(z.object({ width: inches, slot: token.optional() }))
    .max(24)
    .default([]),
  blocks: z.array(z.object({ ref: token, blockId: z.string().regex(/^[\w-]{1,100}$/) })).default([]),
  placements: z
    .array(
      z.tuple([
        z.int(),
        z.int(),
        token,
        z.union([z.literal(0), z.literal(90), z.literal(180), z.literal(270)]),
      ]),
    )
    .default([]),
})
const swatch = z.object({ schema: shared.schema, kind: z.literal('swatch'), palette: z.array(slot).min(1) })
const design = z.discriminatedUnion('kind', [block, layout, swatch])

type Block = z.output<typeof block>
type Layout = z.output<typeof layout>
/** A design, or its published outline, after the check. */
export type Design = z.output<typeof design>

/** An outline as it is published, to draw it; `undefined` for anything else. */
export function readOutline(geometry: unknown): Design | undefined {
  return design.safeParse(geometry).data
}

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

function outlineBlock({ shapes, palette, ...rest }: Block): Outline {
  const slots = palette.slice(0, OUTLINE_BOUNDS.slots)
  const known = new Set(slots.map(({ slot }) => slot))
  const drawable = readingOrder(shapes).filter(
    ({ slot, points }) => known.has(slot) && points.length <= OUTLINE_BOUNDS.pointsPerShape,
  )
  const geometry = {
    ...rest,
    palette: slots,
    cutting: cuttingOf(shapes, [...known]),
    shapes: [],
    counts: { shapes: shapes.length, returned: shapes.length },
  }
  const kept = fitting(drawable, OUTLINE_BOUNDS.shapes, OUTLINE_BOUNDS.bytes - byteLength(geometry))
  const whole = kept.length === shapes.length && slots.length === palette.length
  return {
    geometry: { ...geometry, shapes: kept, counts: { shapes: shapes.length, returned: kept.length } },
    geometryStatus: shapes.length === 0 ? 'empty' : whole ? 'complete' : 'truncated',
  }
}

/** The designs of blocks as JSON text, by their ids. */
export type BlockDesigns = ReadonlyMap<string, string>

/** Those that can be read. Together they are bounded like one design. */
function readBlocks(designs: BlockDesigns): ReadonlyMap<string, Block> {
  let bytes = 0
  const found = new Map<string, Block>()
  for (const [id, stored] of designs) {
    bytes += Buffer.byteLength(stored)
    if (bytes > MAX_DESIGN_BYTES) break
    const { data } = block.safeParse(parseJson(stored))
    if (data !== undefined) found.set(id, data)
  }
  return found
}

function outlineLayout(layout: Layout, designs: BlockDesigns): Outline {
  const { blocks, placements, palette, ...rest } = layout
  const slots = palette.slice(0, OUTLINE_BOUNDS.slots)
  const keptBlocks = blocks.slice(0, OUTLINE_BOUNDS.blocks)
  const known = new Set(keptBlocks.map(({ ref }) => ref))
  const counts = { blocks: blocks.length, placements: placements.length, returned: placements.length }
  const geometry = { ...rest, palette: slots, blocks: keptBlocks, placements: [], counts }
  const kept = fitting(
    placements.filter(([, , ref]) => known.has(ref)),
    OUTLINE_BOUNDS.placements,
    OUTLINE_BOUNDS.bytes - byteLength(geometry),
  )
  const whole =
    kept.length === placements.length &&
    keptBlocks.length === blocks.length &&
    slots.length === palette.length
  const outline = { ...geometry, placements: kept, counts: { ...counts, returned: kept.length } }
  const cutting = quiltCuttingOf(layout, readBlocks(designs))
  const withCutting = { ...outline, cutting }
  return {
    geometry:
      cutting !== undefined && byteLength(withCutting) <= OUTLINE_BOUNDS.bytes ? withCutting : outline,
    geometryStatus:
      placements.length === 0 && blocks.length === 0 ? 'empty' : whole ? 'complete' : 'truncated',
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
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
  })
}

/** The design of a saved item, if it can be read and is of its kind. */
function readDesign({ resource }: AssetRecord, stored: string): Design | undefined {
  if (Buffer.byteLength(stored) > MAX_DESIGN_BYTES) return undefined
  const { data } = design.safeParse(parseJson(stored))
  return data?.kind === ASSET_KINDS[resource] ? data : undefined
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
  const read = stored === undefined ? undefined : readDesign(asset, stored)
  if (read === undefined) {
    const outline = stored === undefined && asset.shapeCount === 0 ? stub(asset) : UNAVAILABLE
    return { blocksPlaced: [], outline: () => outline }
  }
  return { blocksPlaced: blocksPlacedIn(read), outline: (blocks = new Map()) => outlineOf(read, blocks) }
}
