import * as z from 'zod'
import { LAYOUT_MODES } from '../core/rooms.ts'
import { codePointLength, isStorable } from '../core/text.ts'

/** The largest design, in characters of JSON. */
export const MOST_DESIGN_CHARACTERS = 1_048_576

/** Text of so many code points at most (D8). */
export const text = (most: number) =>
  z
    .string()
    .refine((value) => codePointLength(value) <= most, `must be at most ${most} characters`)
    .refine(isStorable, 'must be text without NUL and unpaired surrogates')
    .meta({ maxLength: most })

/** What has no value may be missing or null. */
export const optional = <Schema extends z.ZodType>(schema: Schema) =>
  schema
    .nullable()
    .transform((value) => value ?? undefined)
    .optional()

export const id = z.string().regex(/^[\w-]{1,100}$/, 'must be 1 to 100 letters, digits, _ or -')
const inches = optional(z.number().positive().max(10_000))
const whole = optional(z.int().min(0).max(1_000_000))
const color = z.string().regex(/^#[0-9A-Fa-f]{6}$/, 'must be #RRGGBB')

/** What projects and saved items have in common, in a file and in the rows of a module. */
export const commonFields = {
  id,
  name: text(500),
  archived: z
    .boolean()
    .nullish()
    .transform((value) => value ?? false),
}
export const description = optional(text(10_000))

/** What else a saved item may have. Lengths are finished inches (D2). */
export const assetFields = {
  description,
  projectId: optional(id),
  width: inches,
  height: inches,
  gridRows: whole,
  gridCols: whole,
  blockSize: inches,
  shapeCount: whole,
  colorHex: optional(color.transform((value) => value.toUpperCase())),
  layoutMode: optional(z.enum(LAYOUT_MODES)),
  tags: z
    .array(text(100))
    .max(50)
    .readonly()
    .nullish()
    .transform((value) => value ?? []),
}
