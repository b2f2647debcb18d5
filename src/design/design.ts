import * as z from 'zod'
import { LAYOUT_MODES } from '../core/rooms.ts'

/** A stored design larger than this is not parsed at all. */
export const MAX_DESIGN_BYTES = 1_048_576

/**
 * More points of shapes, and more entries of other lists, are counted and not read, because somebody waits
 * meanwhile. What people sew has a few hundred.
 */
const MAX_POINTS = 10_000
const MAX_ENTRIES = 10_000

/** No quilt is larger; a larger number would also overflow when it is rounded. */
const MAX_INCHES = 100_000

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
const block = z.object({
  ...shared,
  kind: z.literal('block'),
  shapes: z.array(shape).default([]),
  /** How many there are, also those that are not read. */
  counts: z.object({ shapes: z.int() }),
})
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
  counts: z.object({ blocks: z.int(), placements: z.int() }),
})
const swatch = z.object({ schema: shared.schema, kind: z.literal('swatch'), palette: z.array(slot).min(1) })
const design = z.discriminatedUnion('kind', [block, layout, swatch])

/** A design as an editor saves it: `counts` may be missing, because they are counted when it is read. */
export const savedDesignSchema = z.discriminatedUnion('kind', [
  block.partial({ counts: true }),
  layout.partial({ counts: true }),
  swatch,
])

export type Block = z.output<typeof block>
export type Layout = z.output<typeof layout>
export type Swatch = z.output<typeof swatch>
/** A design after the check. */
export type Design = z.output<typeof design>

/** What is left to read, of one design or of several together. */
export interface ReadingBudget {
  bytes: number
  points: number
}

export const createReadingBudget = (): ReadingBudget => ({ bytes: MAX_DESIGN_BYTES, points: MAX_POINTS })

/** A shape without points counts like a triangle: to refuse it takes time, too. */
function pointsOf(shape: unknown): number {
  const isShape = typeof shape === 'object' && shape !== null && 'points' in shape
  return Math.max(3, isShape && Array.isArray(shape.points) ? shape.points.length : 0)
}

function withinPoints(shapes: unknown, budget: ReadingBudget): unknown {
  if (!Array.isArray(shapes)) return shapes
  return shapes.filter((shape: unknown) => {
    const points = pointsOf(shape)
    if (points > budget.points) return false
    budget.points -= points
    return true
  })
}

const anyObject = z.record(z.string(), z.unknown())
const lengthOf = (list: unknown) => (Array.isArray(list) ? list.length : 0)
const firstOf = (list: unknown): unknown => (Array.isArray(list) ? list.slice(0, MAX_ENTRIES) : list)

/** The design with the true lengths of its lists, and with as much of them as is read. */
function withinBounds(parsed: unknown, budget: ReadingBudget): unknown {
  const { data } = anyObject.safeParse(parsed)
  if (data === undefined) return undefined
  const { palette, shapes, blocks, placements } = data
  return {
    ...data,
    palette: firstOf(palette),
    shapes: withinPoints(shapes, budget),
    blocks: firstOf(blocks),
    placements: firstOf(placements),
    counts: { shapes: lengthOf(shapes), blocks: lengthOf(blocks), placements: lengthOf(placements) },
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/**
 * Reads a design as the editors saved it. `undefined` if it is corrupt or too large.
 *
 * @param stored JSON text.
 * @param budget what may still be read; it is used up.
 */
export function readDesign(stored: string, budget = createReadingBudget()): Design | undefined {
  budget.bytes -= Buffer.byteLength(stored)
  if (budget.bytes < 0) return undefined
  return design.safeParse(withinBounds(parseJson(stored), budget)).data
}
