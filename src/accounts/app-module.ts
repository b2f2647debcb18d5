import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import * as z from 'zod'
import { accountsUnavailable } from '../core/errors.ts'
import { TimedOut, withTimeout } from '../core/timeout.ts'
import { type OnProblem, Problem } from '../database/index.ts'
import {
  type AccountsModule,
  type AssetRow,
  assetRowSchema,
  type DesignRow,
  designRowSchema,
  id,
  type ListRequest,
  type ProjectRow,
  projectRowSchema,
} from './module.ts'
import { repositoriesOf } from './repositories.ts'

/** How long to wait for the module. */
const READ_MS = 1_000
const CREATE_TIMEOUT_MS = 10_000

type Call = keyof AccountsModule
const FUNCTIONS: readonly Call[] = [
  'listProjects',
  'getProject',
  'createProject',
  'listAssets',
  'getAsset',
  'getDesign',
  'createBlock',
  'close',
]

function problemsOf(value: object): string[] {
  return FUNCTIONS.flatMap((name) => {
    // Also finds the members of a class.
    const found: unknown = Reflect.get(value, name)
    if (typeof found === 'function' || (found === undefined && name === 'close')) return []
    return `${name} is ${found === undefined ? 'missing' : 'not a function'}`
  })
}

const isModule = (value: object): value is AccountsModule => problemsOf(value).length === 0

/** Loads a module: its default export, or all that it exports. Throws an error that says what is wrong with it. */
export async function loadModule(path: string): Promise<{ app: AccountsModule; forTests: unknown }> {
  const url = pathToFileURL(resolve(path)).href
  const loaded: { default?: unknown; forTests?: unknown } = await import(url).catch((error: unknown) => {
    const reason = error instanceof Error ? error.message : String(error)
    throw new Error(`ACCOUNTS_MODULE ${path} cannot be loaded: ${reason}`, { cause: error })
  })
  const app = loaded.default ?? loaded
  if (typeof app !== 'object')
    throw new Error(`ACCOUNTS_MODULE ${path}: its default export is not an object.`)
  if (isModule(app)) return { app, forTests: loaded.forTests }
  throw new Error(`ACCOUNTS_MODULE ${path} is not complete: ${problemsOf(app).join(', ')}.`)
}

/** An answer breaks a promise. The message holds no values, because they are private. */
class BadAnswer extends Error {
  constructor(call: Call, what: string) {
    super(`${call} gave a bad answer: ${what}.`)
  }
}

/** Waits for an answer and checks it: by a schema, and that each row has the values that were asked for. */
async function ask<Schema extends z.ZodType>(
  call: Call,
  schema: Schema,
  answer: Promise<unknown>,
  asked: Readonly<Record<string, string | undefined>> = {},
): Promise<z.output<Schema>> {
  const milliseconds = call.startsWith('create') ? CREATE_TIMEOUT_MS : READ_MS
  const answered = await withTimeout(milliseconds, answer).catch((error: unknown) => {
    if (!(error instanceof TimedOut)) throw error
    throw new Error(`${call} takes longer than ${milliseconds} ms`, { cause: error })
  })
  const { data, error } = schema.safeParse(answered)
  if (error !== undefined) {
    const faults = error.issues.map(({ path: [first = '', ...path], message }) => {
      const place = typeof first === 'number' ? `row ${first + 1}` : first
      return [place, ...path, message].join(': ')
    })
    throw new BadAnswer(call, faults.join(', '))
  }
  const rows: unknown[] = [data].flat()
  for (const [name, value] of Object.entries(asked)) {
    const isOther = (row: unknown) => value !== undefined && Reflect.get(Object(row), name) !== value
    if (data && rows.some(isOther)) throw new BadAnswer(call, `${name}: is not the one that was asked for`)
  }
  return data
}

/** Also checks how many rows there are, and their order (D5). */
async function askList<Row extends NonNullable<ListRequest['after']>>(
  call: Call,
  schema: z.ZodType<Row[]>,
  answer: Promise<unknown>,
  asked: Readonly<Record<string, string | undefined>>,
  { limit, after }: ListRequest,
): Promise<Row[]> {
  const rows = await ask(call, schema, answer, asked)
  if (rows.length > limit) throw new BadAnswer(call, `${rows.length} rows instead of at most ${limit}`)
  const ids = new Set([after?.id, ...rows.map(({ id }) => id)])
  if (ids.size <= rows.length) throw new BadAnswer(call, 'a row twice, or the last one of the page before')
  const times = [after?.createdAt ?? Number.POSITIVE_INFINITY, ...rows.map(({ createdAt }) => createdAt)]
  if (rows.some(({ createdAt }, index) => createdAt > (times[index] ?? 0)))
    throw new BadAnswer(
      call,
      'rows that are not in order: the newest comes first, and the next ones after it',
    )
  return rows
}

const projectRows = z.array(projectRowSchema)
const assetRows = z.array(assetRowSchema)
const noProject = projectRowSchema.nullish()
const noAsset = assetRowSchema.nullish()
const noDesign = designRowSchema.nullish()

/** The same module, but a late answer and a bad one (`BadAnswer`) throw. */
export function checkedModule(app: AccountsModule): AccountsModule<ProjectRow, AssetRow, DesignRow> {
  return {
    listProjects: async (userId, request) =>
      askList('listProjects', projectRows, app.listProjects(userId, request), { member: userId }, request),
    getProject: async (userId, projectId) =>
      ask('getProject', noProject, app.getProject(userId, projectId), { member: userId, id: projectId }),
    createProject: async (userId, project) => ask('createProject', id, app.createProject(userId, project)),
    async listAssets(userId, request) {
      const { resource, projectId } = request
      const asked = { owner: userId, resource, projectId }
      return askList('listAssets', assetRows, app.listAssets(userId, request), asked, request)
    },
    async getAsset(userId, resource, assetId) {
      const asked = { owner: userId, resource, id: assetId }
      return ask('getAsset', noAsset, app.getAsset(userId, resource, assetId), asked)
    },
    getDesign: async (userId, resource, assetId) =>
      ask('getDesign', noDesign, app.getDesign(userId, resource, assetId), { owner: userId }),
    createBlock: async (userId, block) => ask('createBlock', id, app.createBlock(userId, block)),
  }
}

/**
 * What tools see of an application's accounts. If the module throws or is too slow, callers get `accounts_unavailable`
 * (D9). A bad answer fails the call as a defect, which is logged.
 */
export function openModule(app: AccountsModule, onProblem: OnProblem) {
  const problem = new Problem(onProblem)
  async function around<Result>(call: () => Promise<Result>, isCreate = false): Promise<Result> {
    try {
      const result = await call()
      problem.say(undefined)
      return result
    } catch (error) {
      if (error instanceof BadAnswer) throw error
      problem.say('ACCOUNTS_MODULE has failed, or was too slow.', error)
      throw accountsUnavailable(error, isCreate)
    }
  }
  return {
    ...repositoriesOf(checkedModule(app), around),
    /** The problem of the module, for operators; `undefined` if its last answer was good. */
    problem: () => problem.current,
    close: async () => app.close?.(),
  }
}
