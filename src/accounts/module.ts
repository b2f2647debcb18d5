import * as z from 'zod'
import { ASSET_RESOURCES, type AssetFilter, type AssetResource } from '../core/rooms.ts'
import { assetFields, commonFields, MOST_DESIGN_CHARACTERS } from './item-fields.ts'

const createdAt = z.union([z.int().min(0).max(8.64e15), z.date().transform((date) => date.getTime())], {
  error: 'must be a Date, or whole milliseconds since 1970',
})

/** A project that somebody owns or is a member of. `member` is this person, as the row says. */
export const projectRowSchema = z.object({ ...commonFields, createdAt, member: z.string() })
/** A saved block, quilt, swatch or pattern with its owner, as the row says. */
export const assetRowSchema = z.object({
  ...commonFields,
  ...assetFields,
  createdAt,
  owner: z.string(),
  resource: z.enum(ASSET_RESOURCES),
})
export const designRowSchema = z.object({
  owner: z.string(),
  design: z
    .unknown()
    .transform((design) => (typeof design === 'string' ? design : (JSON.stringify(design) ?? '')))
    .refine((design) => design.length <= MOST_DESIGN_CHARACTERS, 'has more than 1 MiB of JSON'),
})

export type ProjectRow = z.output<typeof projectRowSchema>
export type AssetRow = z.output<typeof assetRowSchema>
export type DesignRow = z.output<typeof designRowSchema>

/** What a list is asked for. */
export interface ListRequest {
  /** Words that must all occur in the name, without regard to case; `undefined` for everything. */
  readonly query: string | undefined
  /** The most rows to answer. */
  readonly limit: number
  /** The last row of the page before; `undefined` for the first page. */
  readonly after: { readonly createdAt: number; readonly id: string } | undefined
}

/**
 * What a file named by `ACCOUNTS_MODULE` exports. Our own databases answer the same functions. Each takes the user first
 * (the `sub` of the token) and finds nothing that this user may not see. Lists are newest first: by `createdAt`, then by
 * `id`, both descending (D5). In an application's rows, what has no value may be missing or null, a time may be a
 * `Date`, and a design an object.
 */
export interface AccountsModule<
  Project = z.input<typeof projectRowSchema>,
  Asset = z.input<typeof assetRowSchema>,
  Design = z.input<typeof designRowSchema>,
> {
  /** Projects that the user owns or is a member of. */
  listProjects(userId: string, request: ListRequest): Promise<readonly Project[]>
  getProject(userId: string, id: string): Promise<Project | undefined | null>
  /** Stores an empty project and answers its id. */
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
  /** Called when the server stops. */
  close?(): Promise<void>
}
