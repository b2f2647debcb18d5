import { ASSET_KINDS, ASSET_RESOURCES, type AssetRecord, type AssetResource } from '../../src/core/rooms.ts'
import { type Outline, outlineOf as outlineOfSaved } from '../../src/design/outline.ts'
import { blocksOf, designOfItem, type SavedDesign } from '../../src/design/saved.ts'

/** A saved item of a resource, without any optional value. */
export const itemOf = (resource: AssetResource, values: Partial<AssetRecord> = {}): AssetRecord => ({
  id: 'blk_1',
  createdAt: 0,
  resource,
  name: 'Star',
  tags: [],
  archived: false,
  ...values,
})

/** A saved item with its design. @param blocks the designs of its blocks, by their ids. */
export function savedOf(
  asset: AssetRecord,
  stored: string | undefined,
  blocks: ReadonlyMap<string, string> = new Map(),
): SavedDesign {
  const design = designOfItem(asset, stored)
  return { design, blocks: blocksOf(design, blocks), isWhole: true }
}

const nothing = async () => undefined

/** With no closest fabrics and no names of blocks. */
export const bareOutlineOf = (saved: SavedDesign): Promise<Outline> =>
  outlineOfSaved(saved, { closest: nothing, blockName: nothing })

export const outlineOf = (...saved: Parameters<typeof savedOf>): Promise<Outline> =>
  bareOutlineOf(savedOf(...saved))

/** Some designs by their ids, as they are stored. */
export const storedAs = (designs: Readonly<Record<string, unknown>>): ReadonlyMap<string, string> =>
  new Map(Object.entries(designs).map(([id, design]) => [id, JSON.stringify(design)]))

/** The outline of a design. @param blocks the designs of its blocks, stored, by their ids. */
function outlined(
  design: { readonly kind?: string },
  blocks?: ReadonlyMap<string, string>,
): Promise<Outline> {
  const resource = ASSET_RESOURCES.find((each) => ASSET_KINDS[each] === design.kind) ?? 'blocks'
  return outlineOf(itemOf(resource), JSON.stringify(design), blocks)
}

/** What to cut and buy for a block or a quilt. */
export async function cutAndBuyIn(...given: Parameters<typeof outlined>) {
  const { geometry } = await outlined(...given)
  if (geometry === undefined) throw new Error('it has no outline')
  const { cutting = [], yardage, cloth, notCounted = yardage?.notCounted ?? [] } = geometry
  return { cutting, yardage, cloth, notCounted, palette: geometry.palette }
}

interface Answered {
  readonly geometry?: Readonly<Record<string, unknown>>
  readonly geometryStatus: Outline['geometryStatus']
}

/** The outline of a design as it is answered: as JSON. */
export const answered = async (...given: Parameters<typeof outlined>): Promise<Answered> =>
  JSON.parse(JSON.stringify(await outlined(...given)))

export type Point = readonly [number, number]

export interface Shape {
  readonly slot: string
  readonly points: readonly Point[]
}

const SCHEMA = 'quilt-outline/1'
const shared = { schema: SCHEMA, units: 'in', viewBox: [0, 0, 12, 12] } as const

export const blockDesign = (more: object = {}) => ({
  ...shared,
  kind: 'block',
  grid: { rows: 2, cols: 2 },
  palette: paletteOf(2),
  shapes: [square(0, 0), square(6, 0), square(0, 6), square(6, 6)],
  ...more,
})

export const layoutDesign = (more: object = {}) => ({
  ...shared,
  kind: 'quilt',
  layoutMode: 'grid',
  blockSize: 6,
  palette: paletteOf(1),
  blocks: [{ ref: 'B1', blockId: 'blk_abc' }],
  placements: [
    [0, 0, 'B1', 0],
    [0, 1, 'B1', 90],
  ],
  ...more,
})

export const swatchDesign = (more: object = {}) => ({
  schema: SCHEMA,
  kind: 'swatch',
  palette: paletteOf(1),
  ...more,
})

/** Slots S0, S1, … */
export function paletteOf(slots: number) {
  return Array.from({ length: slots }, (_, index) => ({ slot: `S${index}`, role: 'feature', hex: '#AA5500' }))
}

/** A piece with corners as `0,0 6,0 0,6`. */
export const shape = (corners: string, slot = 'S0'): Shape => ({
  slot,
  points: corners.split(' ').map((corner): Point => {
    const [x = 0, y = 0] = corner.split(',').map(Number)
    return [x, y]
  }),
})

export const square = (x: number, y: number, slot = 'S0', edge = 6): Shape =>
  shape(`${x},${y} ${x + edge},${y} ${x + edge},${y + edge} ${x},${y + edge}`, slot)

/** Corners on a circle, each so much further around it. */
export const onCircle = (count: number, angle: number, [x, y]: Point, radius: number): Point[] =>
  Array.from({ length: count }, (_, at) => [
    x + radius * Math.cos(at * angle),
    y + radius * Math.sin(at * angle),
  ])
