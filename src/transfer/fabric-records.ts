import * as z from 'zod'
import type { FabricRow } from '../catalog/index.ts'
import { codePointLength, isStorable } from '../kit/text.ts'

/** The columns of a fabric file, in the order in which they are written. */
export const FABRIC_COLUMNS = [
  'manufacturer',
  'collection',
  'name',
  'sku',
  'colorHex',
  'thumbnailUrl',
] as const

/** Those that a CSV file must have. */
export const NEEDED_COLUMNS = ['manufacturer', 'collection', 'name'] as const

const MOST_CHARACTERS = 200

const cell = z
  .string({ error: ({ input }) => (input === undefined ? 'is required' : 'must be text') })
  .trim()
  .refine(
    (value) => codePointLength(value) <= MOST_CHARACTERS,
    `must be at most ${MOST_CHARACTERS} characters`,
  )
  .refine(isStorable, 'must be text without NUL and unpaired surrogates')
const required = cell.refine((value) => value !== '', 'is required')
/** A blank cell is a field without a value (D7). */
const blankable = cell.nullish().transform((value) => (value === '' || value === null ? undefined : value))

/** A fabric of a CSV or NDJSON file; further columns, such as `id`, are ignored. */
export const fabricRecord: z.ZodType<FabricRow> = z.object({
  manufacturer: required,
  collection: required,
  name: required,
  sku: blankable,
  colorHex: blankable.pipe(
    z
      .string()
      .regex(/^#[0-9A-Fa-f]{6}$/, 'must be #RRGGBB')
      .toUpperCase()
      .optional(),
  ),
  thumbnailUrl: blankable.pipe(z.url({ protocol: /^https?$/, error: 'must be an http(s) URL' }).optional()),
})
