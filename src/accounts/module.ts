import * as z from 'zod'
import { ASSET_RESOURCES, type AssetFilter, type AssetResource, LAYOUT_MODES } from '../core/rooms.ts'
import { text } from '../core/schema.ts'

/** May be missing or null; `undefined` either way. */
export const optional = <Schema extends z.ZodType>(schema: Schema) =>
  schema
    .nullable()
    .transform((value) => value ?? undefined)
    .optional()

export const id = z.string().regex(/^[\w-]{1,100}$/, 'must be 1 to 100 letters, digits, _ or -')
const inches = optional(z.number().positive().max(10_000))
const whole = optional(z.int().min(0).max(1_000_000))
const color = z.string().regex(/^#[0-9A-Fa-f]{6}$/, 'must be #RRGGBB')

export const commonFields = {
  id,
  name: text({ max: 500 }),
  description: optional(text({ max: 10_000 })),
  archived: optional(z.boolean()).transform((value) => value ?? false),
}

/** Lengths are finished inches (D2). */
export const assetFields = {
  projectId: optional(id),
  width: inches,
  height: inches,
  gridRows: whole,
  gridCols: whole,
  blockSize: inches,
  shapeCount: whole,
  colorHex: optional(color.transform((value) => value.toUpperCase())),
  layoutMode: optional(z.enum(LAYOUT_MODES)),
  tags: optional(
    z
      .array(text({ max: 100 }))
      .max(50)
      .readonly(),
  ).transform((value) => value ?? []),
}

const createdAt = z.union([z.int().min(0).max(8.64e15), z.date().transform((date) => date.getTime())], {
  error: 'must be a Date, or whole milliseconds since 1970',
})

/** A project that `member` owns or is a member of. */
export const projectRow = z.object({ ...commonFields, createdAt, member: z.string() })
export const assetRow = z.object({
  ...commonFields,
  ...assetFields,
  createdAt,
  owner: z.string(),
  resource: z.enum(ASSET_RESOURCES),
})
export const designRow = z.object({
  owner: z.string(),
  design: z
    .unknown()
    .transform((design) => (typeof design === 'string' ? design : (JSON.stringify(design) ?? ''))),
})

/** What `listProjects` and `listAssets` are asked for. */
export interface ListRequest {
  /** Words that must all occur in the name, without regard to case; `undefined` for everything. */
  readonly query: string | undefined
  readonly limit: number
  /** The last row of the page before; `undefined` for the first page. */
  readonly after: { readonly createdAt: number; readonly id: string } | undefined
}

type Project = z.input<typeof projectRow>
type Asset = z.input<typeof assetRow>
type Design = z.input<typeof designRow>

/**
 * What a file named by `ACCOUNTS_MODULE` exports. Each function takes the user first (the `sub` of the token) and finds
 * nothing that this user may not see. Lists are newest first by `createdAt`; rows of one time come in any order that
 * stays the same (ours: by `id`, descending). In a row, a missing value may be null, a time may be a `Date`, and a
 * design an object.
 */
export interface AccountsModule {
  /** Projects that the user owns or is a member of. */
  listProjects(userId: string, request: ListRequest): Promise<readonly Project[]>
  getProject(userId: string, id: string): Promise<Project | undefined | null>
  createProject(
    userId: string,
    project: { readonly name: string; readonly description: string | undefined },
  ): Promise<string>
  /** The user's own items of one resource; in a project, only while the user sees it (D22). */
  listAssets(userId: string, request: ListRequest & AssetFilter): Promise<readonly Asset[]>
  getAsset(userId: string, resource: AssetResource, id: string): Promise<Asset | undefined | null>
  /** The design of an own item in the format `quilt-outline/1`; nothing if it has none. */
  getDesign(userId: string, resource: AssetResource, id: string): Promise<Design | undefined | null>
  /** Stores a block without pieces and answers its id. Lengths are finished inches. */
  createBlock(
    userId: string,
    block: { readonly name: string; readonly width: number; readonly height: number },
  ): Promise<string>
  close?(): Promise<void>
}
