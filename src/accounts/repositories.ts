import type { ItemKey, ListPage, PageRequest, Store } from '../core/rooms.ts'
import type { AccountsModule, CheckedModule, ListRequest } from './module.ts'

export type Call = keyof AccountsModule

export const isCreate = (name: Call) => name.startsWith('create')

/** For example, with a time limit. */
export type Around = <Result>(call: () => Promise<Result>, name: Call) => Promise<Result>

type Asked = Readonly<Record<string, string | undefined>>

/** The message holds no values, because they are private. */
export class BadAnswer extends Error {
  constructor(name: Call, what: string) {
    super(`${name} gave a bad answer: ${what}.`)
  }
}

/** Throws if rows are too many, come twice or are not in order (D5). */
function checkOrder(
  name: Call,
  rows: ReadonlyArray<NonNullable<ListRequest['after']>>,
  { limit, after }: ListRequest,
): void {
  if (rows.length > limit) throw new BadAnswer(name, `${rows.length} rows instead of at most ${limit}`)
  const ids = new Set([after?.id, ...rows.map((row) => row.id)])
  if (ids.size <= rows.length) throw new BadAnswer(name, 'a row twice, or the last one of the page before')
  let latest = after?.createdAt ?? Number.POSITIVE_INFINITY
  for (const { createdAt } of rows) {
    if (createdAt > latest)
      throw new BadAnswer(
        name,
        'rows that are not in order: the newest comes first, and the next ones after it',
      )
    latest = createdAt
  }
}

/** What tools see of an accounts module. Throws `BadAnswer` for rows that were not asked for, or not in this order. */
export function repositoriesOf(
  module: CheckedModule,
  around: Around,
): Pick<Store, 'projects' | 'assets'> & { busySeconds(): number } {
  let busyMs = 0

  async function ask<Answer>(name: Call, call: () => Promise<Answer>, asked: Asked = {}): Promise<Answer> {
    const startedAt = performance.now()
    const answer = await around(call, name).finally(() => {
      busyMs += performance.now() - startedAt
    })
    const rows: unknown[] = answer ? [answer].flat() : []
    for (const [field, value] of Object.entries(asked)) {
      if (value !== undefined && rows.some((row) => Reflect.get(Object(row), field) !== value))
        throw new BadAnswer(name, `${field}: is not the one that was asked for`)
    }
    return answer
  }

  /** One row more than the page has tells whether there is a next page. */
  async function pageOf<Row extends NonNullable<ListRequest['after']>>(
    name: Call,
    { limit, after, query }: PageRequest<ItemKey> & Pick<ListRequest, 'query'>,
    list: (request: ListRequest) => Promise<readonly Row[]>,
    asked: Asked,
  ): Promise<ListPage<Row, ItemKey>> {
    const from = after === undefined ? undefined : { createdAt: after[0], id: after[1] }
    const request = { query, limit: limit + 1, after: from }
    const rows = await ask(name, () => list(request), asked)
    checkOrder(name, rows, request)
    const items = rows.slice(0, limit)
    const last = items.at(-1)
    return { items, next: rows.length > limit && last !== undefined ? [last.createdAt, last.id] : null }
  }

  return {
    busySeconds: () => busyMs / 1_000,
    projects: {
      list: (owner, page) =>
        pageOf('listProjects', page, (request) => module.listProjects(owner, request), {
          member: owner,
        }),
      async get(owner, id) {
        const asked = { member: owner, id }
        const call = () => module.getProject(owner, id)
        return (await ask('getProject', call, asked)) ?? undefined
      },
      create: (owner, project) => ask('createProject', () => module.createProject(owner, project)),
    },
    assets: {
      list: (owner, { resource, projectId, ...page }) =>
        pageOf(
          'listAssets',
          page,
          (request) => module.listAssets(owner, { ...request, resource, projectId }),
          { owner, resource, projectId },
        ),
      async get(owner, resource, id) {
        const asked = { owner, resource, id }
        const call = () => module.getAsset(owner, resource, id)
        return (await ask('getAsset', call, asked)) ?? undefined
      },
      async design(owner, resource, id) {
        const call = () => module.getDesign(owner, resource, id)
        return (await ask('getDesign', call, { owner }))?.design || undefined
      },
      createBlock: (owner, block) => ask('createBlock', () => module.createBlock(owner, block)),
    },
  }
}
