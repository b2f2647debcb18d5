import * as z from 'zod'
import { ASSET_KINDS, type AssetResource, LAYOUT_MODES } from '../core/rooms.ts'
import { codePointLength, isStorable } from '../core/text.ts'
import { bySchema, type RecordFormat } from '../files/index.ts'
import type { Item } from './items.ts'

const MOST_NAME_CHARACTERS = 500
const MOST_DESCRIPTION_CHARACTERS = 10_000
const MOST_DESIGN_CHARACTERS = 1_048_576

const text = (most: number) =>
  z
    .string()
    .min(1, 'is required')
    .refine((value) => codePointLength(value) <= most, `must be at most ${most} characters`)
    .refine(isStorable, 'must be text without NUL and unpaired surrogates')
const id = z.string().regex(/^[\w-]{4,100}$/, 'must be 4 to 100 letters, digits, _ or -')
const person = text(255)

const common = {
  id,
  owner: person,
  name: text(MOST_NAME_CHARACTERS),
  description: text(MOST_DESCRIPTION_CHARACTERS).optional(),
  archived: z.boolean().default(false),
  createdAt: z.iso
    .datetime('must be an instant, such as 2026-05-01T12:00:00Z')
    .transform((instant) => Date.parse(instant)),
}
const inches = z.number().positive().max(10_000).optional()
const whole = z.int().min(0).max(1_000_000).optional()

const project = z.object({ ...common, type: z.literal('project') })
const member = z.object({ type: z.literal('member'), projectId: id, userId: person })

const assetOf = <Resource extends AssetResource>(resource: Resource) =>
  z.object({
    ...common,
    type: z.literal(ASSET_KINDS[resource]).transform(() => 'asset' as const),
    resource: z.literal(resource).default(resource),
    projectId: id.optional(),
    width: inches,
    height: inches,
    gridRows: whole,
    gridCols: whole,
    blockSize: inches,
    shapeCount: whole,
    colorHex: z
      .string()
      .regex(/^#[0-9A-F]{6}$/, 'must be #RRGGBB in upper case')
      .optional(),
    layoutMode: z.enum(LAYOUT_MODES).optional(),
    tags: z.array(text(100)).max(50).default([]),
    // Whatever JSON it is: a schema would look at each of its numbers.
    geometry: z.unknown().optional(),
  })

const record = z.discriminatedUnion(
  'type',
  [project, member, assetOf('blocks'), assetOf('quilts'), assetOf('swatches'), assetOf('patterns')],
  { error: 'must be an object with the type project, member, block, quilt, swatch or pattern' },
)

const itemRecord: z.ZodType<Item> = record.transform((item, context): Item => {
  if (item.type !== 'asset') return item
  const { geometry } = item
  const design = geometry === undefined ? undefined : JSON.stringify(geometry)
  if (design !== undefined && design.length > MOST_DESIGN_CHARACTERS) {
    context.addIssue({ code: 'custom', path: ['geometry'], message: 'must be at most 1 MiB of JSON' })
    return z.NEVER
  }
  // It is ours alone. To copy its many fields would take as long as to check them.
  return Object.assign(item, { geometry: undefined, design })
})

/**
 * Reads projects, members and saved items from NDJSON, in the form in which the application's
 * editors write them.
 */
export const ITEM_FORMAT: RecordFormat<Item> = { read: bySchema(itemRecord) }
