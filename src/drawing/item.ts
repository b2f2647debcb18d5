import { readOutline } from '../core/design.ts'
import { OUTLINE_BOUNDS } from '../core/outline.ts'
import { type DrawingRequest, drawSvg } from './svg.ts'

export interface DrawnItem extends Omit<DrawingRequest, 'blocks' | 'edges'> {
  readonly edges: boolean
}

/** The outline of a block of the same owner; `undefined` where there is none. */
export type ReadBlock = (blockId: string) => Promise<unknown>

/** The outlines of the blocks that a quilt or pattern places, by id; empty for anything else. */
export async function blocksOf(geometry: unknown, readBlock: ReadBlock): Promise<Map<string, unknown>> {
  const outline = readOutline(geometry)
  if (outline === undefined || !('placements' in outline)) return new Map()
  const ids = [...new Set(outline.blocks.slice(0, OUTLINE_BOUNDS.blocks).map(({ blockId }) => blockId))]
  return new Map(await Promise.all(ids.map(async (id) => [id, await readBlock(id)] as const)))
}

/** Draws a saved item, and for a quilt also the blocks that it places. */
export async function drawItem(item: DrawnItem, readBlock: ReadBlock): Promise<string> {
  return drawSvg({ ...item, blocks: await blocksOf(item.geometry, readBlock) })
}
