import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import * as z from 'zod'
import { type Logger, SILENT } from '../core/logger.ts'
import type { Assets, ItemKey, PageRequest, Projects } from '../core/rooms.ts'
import { withTimeout } from '../core/timeout.ts'
import { createAvailability } from '../database/index.ts'
import {
  type AccountsModule,
  assetRow,
  designRow,
  id,
  type ListRequest,
  optional,
  projectRow,
} from './module.ts'
import { pageOf } from './repositories.ts'

const READ_MS = 1_000
const CREATE_MS = 10_000

type Call = keyof AccountsModule

const NEEDED: readonly Call[] = [
  'listProjects',
  'getProject',
  'createProject',
  'listAssets',
  'getAsset',
  'getDesign',
  'createBlock',
]

const lackingIn = (value: object) => NEEDED.filter((name) => typeof Reflect.get(value, name) !== 'function')

const isModule = (value: object): value is AccountsModule => lackingIn(value).length === 0

/** The default export, or all exports. Throws an error that says what is wrong with the module. */
export async function loadModule(path: string): Promise<AccountsModule> {
  const url = pathToFileURL(resolve(path)).href
  const loaded: { default?: unknown } = await import(url).catch((error: unknown) => {
    const reason = error instanceof Error ? error.message : String(error)
    throw new Error(`ACCOUNTS_MODULE ${path} cannot be loaded: ${reason}`, { cause: error })
  })
  const app: object = Object(loaded.default ?? loaded)
  if (isModule(app)) return app
  throw new Error(`ACCOUNTS_MODULE ${path} lacks the functions ${lackingIn(app).join(', ')}.`)
}

/** A defect of the module. The message holds no values, because they are private. */
const badAnswer = (name: Call, what: string) => new Error(`${name} gave a bad answer: ${what}.`)

type Key = NonNullable<ListRequest['after']>
/** The fields that every row has to have, as they were asked for. */
type Asked = Record<string, string | undefined>

/** Throws if rows are too many, come twice or are not in order (D5). */
function checkOrder(name: Call, rows: readonly Key[], { limit, after }: ListRequest) {
  if (rows.length > limit) throw badAnswer(name, `${rows.length} rows instead of at most ${limit}`)
  const ids = new Set([after?.id, ...rows.map((row) => row.id)])
  if (ids.size <= rows.length) throw badAnswer(name, 'a row twice, or the last one of the page before')
  let latest = after?.createdAt ?? Number.POSITIVE_INFINITY
  for (const { createdAt } of rows) {
    if (createdAt > latest) throw badAnswer(name, 'rows that are not in order: the newest comes first')
    latest = createdAt
  }
}

// Zod compiles each of them once.
const projectRows = z.array(projectRow)
const assetRows = z.array(assetRow)
const maybeProject = optional(projectRow)
const maybeAsset = optional(assetRow)
const maybeDesign = optional(designRow)

/** If a module throws or is too slow, callers get `accounts_unavailable` (D9). A bad answer is a defect. */
export function openModule(app: AccountsModule, log: Logger = SILENT, path?: string) {
  const { call, say, problem, busySeconds } = createAvailability({
    of: 'accounts',
    log,
    path,
    problemOf: () => 'ACCOUNTS_MODULE has failed, or was too slow.',
  })

  /** Answers only rows of the right shape, with the values that were asked for. */
  async function ask<Schema extends z.ZodType>(
    name: Call,
    schema: Schema,
    asked: Asked,
    run: () => unknown,
  ): Promise<z.output<Schema>> {
    const isCreate = name.startsWith('create')
    const inTime = () => withTimeout(isCreate ? CREATE_MS : READ_MS, Promise.resolve(run()))
    const { data, error } = schema.safeParse(await call(inTime, isCreate))
    if (error !== undefined) {
      const faults = error.issues.map(({ path: [first = '', ...path], message }) => {
        const place = typeof first === 'number' ? `row ${first + 1}` : first
        return [place, ...path, message].join(': ')
      })
      throw badAnswer(name, faults.join(', '))
    }
    const rows: unknown[] = [data ?? []].flat()
    for (const [field, value] of Object.entries(asked)) {
      if (value !== undefined && rows.some((row) => Reflect.get(Object(row), field) !== value))
        throw badAnswer(name, `${field}: is not the one that was asked for`)
    }
    say(undefined)
    return data
  }

  async function list<Row extends Key>(
    name: Call,
    rowsSchema: z.ZodType<Row[]>,
    asked: Asked,
    { query, limit, after }: PageRequest<ItemKey> & Pick<ListRequest, 'query'>,
    run: (request: ListRequest) => unknown,
  ) {
    const last = after && { createdAt: after[0], id: after[1] }
    const request = { query, limit: limit + 1, after: last }
    const rows = await ask(name, rowsSchema, asked, () => run(request))
    checkOrder(name, rows, request)
    return pageOf(rows, limit)
  }

  const projects: Projects = {
    list: (member, page) =>
      list('listProjects', projectRows, { member }, page, (request) => app.listProjects(member, request)),
    count: async (member, query, most) =>
      (await projects.list(member, { query, limit: most, after: undefined })).items.length,
    get: (member, projectId) =>
      ask('getProject', maybeProject, { member, id: projectId }, () => app.getProject(member, projectId)),
    create: (owner, project) => ask('createProject', id, {}, () => app.createProject(owner, project)),
  }
  const assets: Assets = {
    list: (owner, { resource, projectId, ...page }) =>
      list('listAssets', assetRows, { owner, resource, projectId }, page, (request) =>
        app.listAssets(owner, { ...request, resource, projectId }),
      ),
    count: async (owner, filter, most) =>
      (await assets.list(owner, { ...filter, limit: most, after: undefined })).items.length,
    get: (owner, resource, assetId) =>
      ask('getAsset', maybeAsset, { owner, resource, id: assetId }, () =>
        app.getAsset(owner, resource, assetId),
      ),
    async design(owner, resource, assetId) {
      const design = () => app.getDesign(owner, resource, assetId)
      return (await ask('getDesign', maybeDesign, { owner }, design))?.design || undefined
    },
    createBlock: (owner, block) => ask('createBlock', id, {}, () => app.createBlock(owner, block)),
  }
  return { projects, assets, problem, busySeconds, close: async () => app.close?.() }
}
