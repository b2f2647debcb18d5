import * as z from 'zod'
import { LAYOUT_MODES, MOST_DESIGN_BYTES } from '../core/rooms.ts'
import { type Size, sumOf } from './polygon.ts'

/** No quilt is larger. Much larger numbers overflow when they are rounded. */
const MOST_INCHES = 100_000

// Unknown members are stripped, so media, names and text of a stored design never leave (D21).
const rounded = (value: number) => Math.round(value * 10_000) / 10_000
const number = z.number().min(-MOST_INCHES).max(MOST_INCHES)
const inches = number.transform(rounded)
const width = inches.pipe(z.number().min(0))
const side = inches.pipe(z.number().positive())
const token = z.string().regex(/^[A-Za-z0-9-]{1,8}$/)
const slot = z.object({
  slot: token,
  role: z.enum(['background', 'feature', 'accent1', 'accent2', 'accent3']).optional().catch(undefined),
  hex: z.string().regex(/^#[0-9A-F]{6}$/),
})
/** Rounded together: a transformation of each of thousands of numbers would keep twice the memory. */
const points = z
  .array(z.tuple([number, number]))
  .min(3)
  .transform((all) => all.map(([x, y]): [number, number] => [rounded(x), rounded(y)]))
const shape = z.object({ slot: token, points })

const shared = {
  schema: z.literal('quilt-outline/1'),
  units: z.literal('in').default('in'),
  viewBox: z.tuple([inches, inches, side, side]),
  grid: z.object({ rows: z.int().min(1), cols: z.int().min(1) }).optional(),
  palette: z.array(slot).default([]),
}
const block = z.object({ ...shared, kind: z.literal('block'), shapes: z.array(shape).default([]) })
const layout = z
  .object({
    ...shared,
    kind: z.enum(['quilt', 'pattern']),
    layoutMode: z.enum(LAYOUT_MODES).optional(),
    blockSize: side.optional(),
    sashing: z.object({ width, cornerstones: z.boolean().default(false) }).optional(),
    borders: z
      .array(z.object({ width, slot: token.optional() }))
      .max(24)
      .default([]),
    blocks: z.array(z.object({ ref: token, blockId: z.string().regex(/^[\w-]{1,100}$/) })).default([]),
    /** Row, column, block and rotation. */
    placements: z.array(z.tuple([z.int(), z.int(), token, z.literal([0, 90, 180, 270])])).default([]),
  })
  .refine(
    ({ viewBox: [, , ...sides], borders }) =>
      2 * sumOf(borders.map((border) => border.width)) < Math.min(...sides),
    'borders must leave room inside',
  )
const swatch = z.object({ schema: shared.schema, kind: z.literal('swatch'), palette: z.array(slot).min(1) })

export const savedDesignSchema = z.discriminatedUnion('kind', [block, layout, swatch])

export type Block = z.output<typeof block>
export type Layout = z.output<typeof layout>
export type Swatch = z.output<typeof swatch>
export type Design = z.output<typeof savedDesignSchema>
export type Slot = Design['palette'][number]

/** As it is drawn, in inches. */
export const sizeOf = ({ viewBox: [, , width, height] }: Block | Layout): Size => ({ width, height })

/** A quilt that names blocks but places none has no pieces either. */
export function hasPieces(design: Design): boolean {
  if (design.kind === 'swatch') return true
  return (design.kind === 'block' ? design.shapes : design.placements).length > 0
}

/** The slots in which a picture shows parts that have none: the ground, and the crossings of sashing. */
export function shownSlots(palette: readonly Slot[]) {
  const ground = palette.find(({ role }) => role === 'background') ?? palette[0]
  return { ground, crossings: palette.find(({ role }) => role === 'feature') ?? ground }
}

/** `undefined` if the JSON text is corrupt or too large. */
export function readDesign(stored: string): Design | undefined {
  if (Buffer.byteLength(stored) > MOST_DESIGN_BYTES) return undefined
  try {
    return savedDesignSchema.safeParse(JSON.parse(stored)).data
  } catch {
    return undefined
  }
}
