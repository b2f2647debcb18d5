import type { ItemKey, ListPage, PageRequest, Store } from '../core/rooms.ts'
import type { AccountsModule, AssetRow, DesignRow, ListRequest, ProjectRow } from './module.ts'

/** Runs each call, for example with a time limit. */
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

/** What tools see of an accounts module. */
export function repositoriesOf(
  module: AccountsModule<ProjectRow, AssetRow, DesignRow>,
  aroundCall: Around,
): Pick<Store, 'projects' | 'assets'> & { busySeconds(): number } {
  let busyMs = 0
  const around: Around = async (call, isCreate) => {
    const startedAt = performance.now()
    try {
      return await aroundCall(call, isCreate)
    } finally {
      busyMs += performance.now() - startedAt
    }
  }
  return {
    /** The time of all calls together, for metrics. */
    busySeconds: () => busyMs / 1_000,
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
        around(async () => (await module.getDesign(owner, resource, id))?.design || undefined),
      createBlock: (owner, block) => around(() => module.createBlock(owner, block), true),
    },
  }
}
