import * as z from 'zod'
import {
  ASSET_RESOURCES,
  type AssetFilter,
  type AssetResource,
  type ItemKey,
  type ListPage,
  type PageRequest,
  type Store,
} from '../core/rooms.ts'
import { assetFields, commonFields, MOST_DESIGN_CHARACTERS } from './item-fields.ts'

const createdAt = z.union([z.int().min(0).max(8.64e15), z.date().transform((date) => date.getTime())], {
  error: 'must be a Date, or whole milliseconds since 1970',
})

/** A project that somebody owns or is a member of. `member` is this person, as the row says. */
export const projectRow = z.object({ ...commonFields, createdAt, member: z.string() })
/** A saved block, quilt, swatch or pattern with its owner, as the row says. */
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
    .transform((design) => (typeof design === 'string' ? design : (JSON.stringify(design) ?? '')))
    .refine((design) => design.length <= MOST_DESIGN_CHARACTERS, 'has more than 1 MiB of JSON'),
})

export type ProjectRow = z.output<typeof projectRow>
export type AssetRow = z.output<typeof assetRow>
export type DesignRow = z.output<typeof designRow>

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
  Project = z.input<typeof projectRow>,
  Asset = z.input<typeof assetRow>,
  Design = z.input<typeof designRow>,
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

/** What happens around each call, such as waiting no longer than a request does. */
type Around = <Result>(call: () => Promise<Result>, isCreate?: boolean) => Promise<Result>

/** Asks for one row more than the page has, to know whether there is a next page. */
async function pageOf<Row extends NonNullable<ListRequest['after']>>(
  { limit, after, query }: PageRequest<ItemKey> & Pick<ListRequest, 'query'>,
  list: (request: ListRequest) => Promise<readonly Row[]>,
): Promise<ListPage<Row, ItemKey>> {
  const from = after === undefined ? undefined : { createdAt: after[0], id: after[1] }
  const rows = await list({ query, limit: limit + 1, after: from })
  const items = rows.slice(0, limit)
  const last = items.at(-1)
  return { items, next: rows.length > limit && last !== undefined ? [last.createdAt, last.id] : null }
}

/** What tools see of accounts. */
export function repositoriesOf(
  module: AccountsModule<ProjectRow, AssetRow, DesignRow>,
  around: Around,
): Pick<Store, 'projects' | 'assets'> {
  return {
    projects: {
      list: (owner, request) => around(() => pageOf(request, (asked) => module.listProjects(owner, asked))),
      get: (owner, id) => around(async () => (await module.getProject(owner, id)) ?? undefined),
      create: (owner, project) => around(() => module.createProject(owner, project), true),
    },
    assets: {
      list: (owner, { resource, projectId, ...request }) =>
        around(() => pageOf(request, (asked) => module.listAssets(owner, { ...asked, resource, projectId }))),
      get: (owner, resource, id) =>
        around(async () => (await module.getAsset(owner, resource, id)) ?? undefined),
      design: (owner, resource, id) =>
        around(async () => (await module.getDesign(owner, resource, id))?.design),
      createBlock: (owner, block) => around(() => module.createBlock(owner, block), true),
    },
  }
}
