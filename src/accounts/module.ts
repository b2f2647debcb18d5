import {
  type AssetFilter,
  type AssetRecord,
  type AssetResource,
  COUNTED,
  type ListPage,
  type ProjectRecord,
  type Store,
} from '../core/rooms.ts'

/** What a list is asked for. */
export interface ListRequest {
  /** Words that must all occur in the name, without regard to case; `undefined` for everything. */
  readonly query: string | undefined
  /** The most rows to answer. */
  readonly limit: number
  /** The last row of the page before; `undefined` for the first page. */
  readonly after: { readonly createdAt: number; readonly id: string } | undefined
}

/** A project that somebody owns or is a member of. */
export interface OwnProject extends ProjectRecord {
  /** The person who owns it or is a member of it, as the row says. It must be the one who asks. */
  readonly member: string
}

/** A saved block, quilt, swatch or pattern. Lengths are finished inches (D2). */
export interface OwnAsset extends AssetRecord {
  /** The person who owns it, as the row says. It must be the one who asks. */
  readonly owner: string
}

/**
 * Where projects and saved items are kept: one of our databases, or an application's own (`ACCOUNTS_MODULE`). Each
 * member takes the user first (the `sub` of the token) and finds nothing that this user may not see. Lists are newest
 * first: by `createdAt`, then by `id`, both descending (D5).
 */
export interface AccountsModule<Project = OwnProject, Asset = OwnAsset, Design = string> {
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
  getDesign(
    userId: string,
    resource: AssetResource,
    id: string,
  ): Promise<{ readonly owner: string; readonly design: Design } | undefined | null>
  /** Stores a block without pieces and answers its id. Lengths are finished inches. */
  createBlock(
    userId: string,
    block: { readonly name: string; readonly width: number; readonly height: number },
  ): Promise<string>
  /** Called when the server stops. */
  close?(): Promise<void>
}

/** What happens around each call, such as waiting no longer than a request does. */
export interface Around {
  read<Result>(call: () => Promise<Result>): Promise<Result>
  create<Result>(call: () => Promise<Result>): Promise<Result>
}

type Key = readonly [createdAt: number, id: string]

/** Asks for one row more than the page has, to know whether there is a next page. */
async function pageOf<Row extends { readonly createdAt: number; readonly id: string }>(
  { limit, after, ...request }: { limit: number; after: Key | undefined; query: string | undefined },
  list: (request: ListRequest) => Promise<readonly Row[]>,
): Promise<ListPage<Row, Key>> {
  const from = after === undefined ? undefined : { createdAt: after[0], id: after[1] }
  const rows = await list({ ...request, limit: limit + 1, after: from })
  const items = rows.slice(0, limit)
  const last = items.at(-1)
  return { items, next: rows.length > limit && last !== undefined ? [last.createdAt, last.id] : null }
}

/** What tools see of accounts. */
export function repositoriesOf(
  module: AccountsModule,
  { read, create }: Around,
): Pick<Store, 'projects' | 'assets'> {
  const all = { limit: COUNTED + 1, after: undefined }
  return {
    projects: {
      list: (owner, request) => read(() => pageOf(request, (asked) => module.listProjects(owner, asked))),
      count: (owner, filter) =>
        read(async () => (await module.listProjects(owner, { ...all, ...filter })).length),
      get: (owner, id) => read(async () => (await module.getProject(owner, id)) ?? undefined),
      create: (owner, project) => create(() => module.createProject(owner, project)),
    },
    assets: {
      list: (owner, { resource, projectId, ...request }) =>
        read(() => pageOf(request, (asked) => module.listAssets(owner, { ...asked, resource, projectId }))),
      count: (owner, filter) =>
        read(async () => (await module.listAssets(owner, { ...all, ...filter })).length),
      get: (owner, resource, id) =>
        read(async () => (await module.getAsset(owner, resource, id)) ?? undefined),
      design: (owner, resource, id) =>
        read(async () => (await module.getDesign(owner, resource, id))?.design),
      createBlock: (owner, block) => create(() => module.createBlock(owner, block)),
    },
  }
}
