import * as z from 'zod'
import { LAYOUT_MODES } from '../kit/repositories.ts'
import type { Item } from '../store/items.ts'

const common = {
  id: z.string().min(1).max(100),
  owner: z.string().min(1),
  name: z.string().min(1),
  description: z.string().optional(),
  archived: z.boolean().default(false),
  createdAt: z.iso.datetime().transform((instant) => Date.parse(instant)),
}
const positive = z.number().positive().optional()
const whole = z.int().min(0).max(1_000_000).optional()

const project = z.object({ ...common, type: z.literal('project') })
const member = z.object({
  type: z.literal('member'),
  projectId: z.string().min(1),
  userId: z.string().min(1),
})

const RESOURCES = { block: 'blocks', quilt: 'quilts', swatch: 'swatches', pattern: 'patterns' } as const
const asset = z
  .object({
    ...common,
    type: z.enum(['block', 'quilt', 'swatch', 'pattern']),
    projectId: z.string().min(1).optional(),
    width: positive,
    height: positive,
    gridRows: whole,
    gridCols: whole,
    blockSize: positive,
    shapeCount: whole,
    colorHex: z
      .string()
      .regex(/^#[0-9A-F]{6}$/)
      .optional(),
    layoutMode: z.enum(LAYOUT_MODES).optional(),
    tags: z.array(z.string().min(1)).default([]),
    geometry: z.unknown().optional(),
  })
  .transform(
    ({ type, geometry, ...item }): Item => ({
      ...item,
      type: 'asset',
      resource: RESOURCES[type],
      design: geometry === undefined ? undefined : JSON.stringify(geometry),
    }),
  )

const item = z.union([project, member, asset])

/** Reads projects, members and saved items, one JSON object a line. */
export function parseItems(ndjson: string): Item[] {
  const lines = ndjson.split('\n').filter((line) => line.trim() !== '')
  return lines.map((line) => item.parse(JSON.parse(line)))
}
