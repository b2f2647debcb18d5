import * as z from 'zod'
import { ASSET_KINDS, MOST_DESIGN_BYTES } from '../core/rooms.ts'
import { text } from '../core/schema.ts'
import type { FileFormat } from '../files/index.ts'
import { assetFields, commonFields, id, optional } from './module.ts'

/** Of a design in the format `quilt-outline/1`. */
export type OutlineSchema = z.ZodType<{ readonly kind: string }>

const person = text({ max: 255 }).min(1, 'is required')
const instant = z.iso
  .datetime('must be an instant, such as 2026-05-01T12:00:00Z')
  .transform((value) => Date.parse(value))
const common = {
  ...commonFields,
  name: commonFields.name.min(1, 'is required'),
  owner: person,
  createdAt: instant,
  changedAt: optional(instant),
}
const UNKNOWN_TYPE = {
  error: 'must be an object with the type project, member, block, quilt, swatch, pattern or end',
}

const project = z.strictObject({ type: z.literal('project'), ...common })
const member = z.strictObject({ type: z.literal('member'), projectId: id, userId: person })
/** `lines` counts the lines before it. */
const end = z.strictObject({ type: z.literal('end'), lines: z.int().min(0) })

function assetOf(outline: OutlineSchema) {
  const geometry = z.unknown().meta({ $ref: '#/$defs/outline' }).nullish()
  return z
    .strictObject({ type: z.enum(ASSET_KINDS), ...common, ...assetFields, geometry })
    .transform(({ geometry: design, ...item }, context): typeof item & { design?: string | undefined } => {
      if (design === undefined || design === null) return item
      const json = JSON.stringify(design)
      const refuse = (message: string) =>
        context.addIssue({ code: 'custom', path: ['geometry'], message, input: design })
      const { data, error } = outline.safeParse(design)
      if (data?.kind !== item.type) {
        const [issue] = error?.issues ?? []
        const reason = issue === undefined ? '' : `; ${[...issue.path, issue.message].join(': ')}`
        refuse(`must be the outline of a ${item.type} (quilt-outline/1, docs/your-own-app.md)${reason}`)
      } else if (Buffer.byteLength(json) > MOST_DESIGN_BYTES) refuse('must be at most 1 MiB of JSON')
      return { ...item, design: json }
    })
}

const deleted = z.literal(true)
const removal = z.discriminatedUnion(
  'type',
  [
    z.strictObject({ type: z.enum({ project: 'project', ...ASSET_KINDS }), id, owner: person, deleted }),
    member.extend({ deleted }),
  ],
  UNKNOWN_TYPE,
)

const present = (outline: OutlineSchema) =>
  z.discriminatedUnion('type', [project, member, assetOf(outline), end], UNKNOWN_TYPE)

/** False for what an agent created. Lines of a file do not have it and mean true. */
interface Origin {
  imported?: boolean
}
export type ProjectItem = z.output<typeof project> & Origin
export type MemberItem = z.output<typeof member>
/** With its design as JSON text. Lengths are finished inches (D2). */
export type AssetItem = z.output<ReturnType<typeof assetOf>> & Origin
/** A line of an item file. Times are in epoch milliseconds. */
export type Item = ProjectItem | MemberItem | AssetItem
export type Removal = z.output<typeof removal>

export function itemFormat(outline: OutlineSchema): FileFormat<Item | Removal | z.output<typeof end>> {
  const item = present(outline)
  return {
    parse({ line, value }, report) {
      const schema = Object.hasOwn(Object(value), 'deleted') ? removal : item
      const { data, error } = schema.safeParse(value, { reportInput: true })
      const issues = error?.issues.map(({ path, message, input }) => ({
        kind: path.length === 0 ? message : `${path.join('.')}: ${message}`,
        value: input,
      }))
      if (issues !== undefined) report.refuse(line, ...issues)
      return data
    },
  }
}

/** An export in the format of an import, with the end line. */
export async function* itemLines(items: AsyncIterable<Item>): AsyncGenerator<string> {
  let lines = 0
  for await (const item of items) {
    lines += 1
    yield `${JSON.stringify(item.type === 'member' ? item : toRecord(item))}\n`
  }
  yield `${JSON.stringify({ type: 'end', lines })}\n`
}

function toRecord({ archived, createdAt, imported: _, ...item }: Exclude<Item, { type: 'member' }>): object {
  const { design, tags = [], ...fields }: Partial<Omit<AssetItem, 'type'>> = item
  return {
    ...fields,
    archived: archived || undefined,
    createdAt: new Date(createdAt).toISOString(),
    tags: tags.length > 0 ? tags : undefined,
    geometry: design === undefined ? undefined : JSON.parse(design),
  }
}

export function itemLineSchema(outline: OutlineSchema): object {
  const { $schema: _, ...design } = z.toJSONSchema(outline, { io: 'input' })
  return {
    title: 'A line of an item file of Selvage',
    ...z.toJSONSchema(z.union([present(outline), removal]), { io: 'input' }),
    $defs: { outline: design },
  }
}
