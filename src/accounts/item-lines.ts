import * as z from 'zod'
import { ASSET_KINDS, type AssetResource } from '../core/rooms.ts'
import { bySchema, type RecordFormat } from '../files/index.ts'
import { assetFields, commonFields, description, id, MOST_DESIGN_CHARACTERS, text } from './item-fields.ts'
import type { Item, RemovedItem } from './items.ts'

/** What a line of an item file says. */
export type ItemLine =
  | {
      readonly item: Item | RemovedItem
      /** When the item was last changed, in epoch milliseconds; `undefined` if the file does not say. */
      readonly changedAt?: number | undefined
    }
  /** The last line: how many lines are before it. */
  | { readonly lines: number }

/** What a design has to be: the schema of `quilt-outline/1`. */
export type OutlineSchema = z.ZodType<{ readonly kind: string }>

const person = text(255).min(1, 'is required')
const name = commonFields.name.min(1, 'is required')
const instant = z.iso
  .datetime('must be an instant, such as 2026-05-01T12:00:00Z')
  .transform((value) => Date.parse(value))
const changedAt = instant.nullish().transform((value) => value ?? undefined)
const common = { ...commonFields, name, description, owner: person, createdAt: instant, changedAt }

const TYPES = {
  error: 'must be an object with the type project, member, block, quilt, swatch, pattern or end',
}
const deleted = z.literal(true)

const project = z.strictObject({ type: z.literal('project'), ...common }).transform(
  ({ changedAt: changed, ...item }): ItemLine => ({
    item: { ...item, imported: true },
    changedAt: changed,
  }),
)
const member = z
  .strictObject({ type: z.literal('member'), projectId: id, userId: person })
  .transform((item): ItemLine => ({ item }))
const end = z.strictObject({ type: z.literal('end'), lines: z.int().min(0) })

function assetOf(resource: AssetResource, outline: OutlineSchema) {
  const kind = ASSET_KINDS[resource]
  const geometry = z
    .unknown()
    .refine(
      (design) => outline.safeParse(design).data?.kind === kind,
      `must be the outline of a ${kind} (quilt-outline/1, docs/your-own-app.md)`,
    )
    .transform((design) => JSON.stringify(design))
    .refine((design) => design.length <= MOST_DESIGN_CHARACTERS, 'must be at most 1 MiB of JSON')
    .meta({ $ref: '#/$defs/outline' })
    .nullish()
    .transform((design) => design ?? undefined)
  return z.strictObject({ type: z.literal(kind), ...common, ...assetFields, geometry }).transform(
    ({ type: _, changedAt: changed, geometry: design, ...item }): ItemLine => ({
      item: { ...item, type: 'asset', resource, design, imported: true },
      changedAt: changed,
    }),
  )
}

const removedAsset = (resource: AssetResource) =>
  z
    .strictObject({ type: z.literal(ASSET_KINDS[resource]), id, owner: person, deleted })
    .transform((item): ItemLine => ({ item: { ...item, type: 'asset', resource } }))

/** A tombstone: what is no longer there. */
const removal = z.discriminatedUnion(
  'type',
  [
    z
      .strictObject({ type: z.literal('project'), id, owner: person, deleted })
      .transform((item): ItemLine => ({ item })),
    z
      .strictObject({ type: z.literal('member'), projectId: id, userId: person, deleted })
      .transform((item): ItemLine => ({ item })),
    removedAsset('blocks'),
    removedAsset('quilts'),
    removedAsset('swatches'),
    removedAsset('patterns'),
  ],
  TYPES,
)

const present = (outline: OutlineSchema) =>
  z.discriminatedUnion(
    'type',
    [
      project,
      member,
      assetOf('blocks', outline),
      assetOf('quilts', outline),
      assetOf('swatches', outline),
      assetOf('patterns', outline),
      end,
    ],
    TYPES,
  )

/** Reads projects, members, saved items and tombstones from NDJSON. */
export function itemFormat(outline: OutlineSchema): RecordFormat<ItemLine> {
  const [readPresent, readRemoval] = [bySchema(present(outline)), bySchema(removal)]
  return {
    read: (record) =>
      typeof record === 'object' && record !== null && 'deleted' in record
        ? readRemoval(record)
        : readPresent(record),
  }
}

/** The JSON Schema of a line: what `itemFormat` reads. */
export function itemLineSchema(outline: OutlineSchema): object {
  const { $schema: _, ...design } = z.toJSONSchema(outline, { io: 'input' })
  return {
    title: 'A line of an item file of Selvage',
    ...z.toJSONSchema(z.union([present(outline), removal]), { io: 'input' }),
    $defs: { outline: design },
  }
}
