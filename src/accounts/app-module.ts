import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import * as z from 'zod'
import { accountsUnavailable } from '../core/errors.ts'
import { TimedOut, withTimeout } from '../core/timeout.ts'
import { type OnProblem, Problem } from '../database/index.ts'
import { id } from './item-fields.ts'
import {
  type AccountsModule,
  type AssetRow,
  assetRowSchema,
  type DesignRow,
  designRowSchema,
  type ListRequest,
  type ProjectRow,
  projectRowSchema,
} from './module.ts'
import { repositoriesOf } from './repositories.ts'

/** How long an answer is waited for, in milliseconds. */
const READ_MS = 1_000
const CREATE_MS = 10_000

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

/** What keeps an object from being a module; empty if nothing does. */
function problemsOf(value: object): string[] {
  return FUNCTIONS.flatMap((name) => {
    // Also finds the members of a class.
    const found: unknown = Reflect.get(value, name)
    if (typeof found === 'function' || (found === undefined && name === 'close')) return []
    return `${name} is ${found === undefined ? 'missing' : 'not a function'}`
  })
}

const isModule = (value: object): value is AccountsModule => problemsOf(value).length === 0

/**
 * Loads a module: its default export, or all that it exports. Throws an error that names what is wrong with it.
 *
 * @returns also what it exports as `forTests`.
 */
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

/** An answer breaks a promise. The message holds no values, which are people's own. */
class BadAnswer extends Error {
  constructor(call: Call, what: string) {
    super(`${call} gave a bad answer: ${what}.`)
  }
}

/** What a module answers in time, read with a schema. */
async function ask<Schema extends z.ZodType>(
  call: Call,
  schema: Schema,
  answer: Promise<unknown>,
  milliseconds = READ_MS,
): Promise<z.output<Schema>> {
  const answered = await withTimeout(milliseconds, answer).catch((error: unknown) => {
    if (!(error instanceof TimedOut)) throw error
    throw new Error(`${call} takes longer than ${milliseconds} ms`, { cause: error })
  })
  const { data, error } = schema.safeParse(answered)
  if (error === undefined) return data
  const faults = error.issues.map(({ path: [first = '', ...path], message }) => {
    const place = typeof first === 'number' ? `row ${first + 1}` : first
    return [place, ...path, message].join(': ')
  })
  throw new BadAnswer(call, faults.join(', '))
}

/** Throws if a row has other values than it was asked for, such as another owner. */
function checkRow(call: Call, row: object, asked: Readonly<Record<string, string | undefined>>): void {
  for (const [name, value] of Object.entries(asked)) {
    if (value !== undefined && Reflect.get(row, name) !== value)
      throw new BadAnswer(call, `${name}: is not the one that was asked for`)
  }
}

/** Checks the rows of a list, and what holds for them together: how many they are, and their order (D5). */
function checkList(
  call: Call,
  rows: readonly NonNullable<ListRequest['after']>[],
  { limit, after }: ListRequest,
  asked: Readonly<Record<string, string | undefined>>,
): void {
  if (rows.length > limit) throw new BadAnswer(call, `${rows.length} rows instead of at most ${limit}`)
  const seen = new Set([after?.id])
  let latest = after?.createdAt ?? Number.POSITIVE_INFINITY
  for (const row of rows) {
    checkRow(call, row, asked)
    if (seen.has(row.id)) throw new BadAnswer(call, 'a row twice, or the last one of the page before')
    if (row.createdAt > latest)
      throw new BadAnswer(
        call,
        'rows that are not in order: the newest comes first, and the next ones after it',
      )
    seen.add(row.id)
    latest = row.createdAt
  }
}

const projectRows = z.array(projectRowSchema)
const assetRows = z.array(assetRowSchema)
const noProject = projectRowSchema.nullish()
const noAsset = assetRowSchema.nullish()
const noDesign = designRowSchema.nullish()

/** A module whose answers come in time and are what they have to be: it throws otherwise, `BadAnswer` for the latter. */
export function checkedModule(app: AccountsModule): AccountsModule<ProjectRow, AssetRow, DesignRow> {
  return {
    async listProjects(userId, request) {
      const rows = await ask('listProjects', projectRows, app.listProjects(userId, request))
      checkList('listProjects', rows, request, { member: userId })
      return rows
    },
    async getProject(userId, projectId) {
      const row = await ask('getProject', noProject, app.getProject(userId, projectId))
      if (row) checkRow('getProject', row, { member: userId, id: projectId })
      return row
    },
    createProject: async (userId, project) =>
      ask('createProject', id, app.createProject(userId, project), CREATE_MS),
    async listAssets(userId, request) {
      const { resource, projectId } = request
      const rows = await ask('listAssets', assetRows, app.listAssets(userId, request))
      checkList('listAssets', rows, request, { owner: userId, resource, projectId })
      return rows
    },
    async getAsset(userId, resource, assetId) {
      const row = await ask('getAsset', noAsset, app.getAsset(userId, resource, assetId))
      if (row) checkRow('getAsset', row, { owner: userId, resource, id: assetId })
      return row
    },
    async getDesign(userId, resource, assetId) {
      const row = await ask('getDesign', noDesign, app.getDesign(userId, resource, assetId))
      if (!row?.design) return undefined
      checkRow('getDesign', row, { owner: userId })
      return row
    },
    createBlock: async (userId, block) => ask('createBlock', id, app.createBlock(userId, block), CREATE_MS),
  }
}

/**
 * What tools see of an application's accounts. What the module throws, and a call that takes too long, is
 * `accounts_unavailable` (D9). A bad answer fails the call as a defect, which is logged.
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
