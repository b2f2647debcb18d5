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

const exportsOf = z.looseObject({ default: z.unknown().optional(), forTests: z.unknown().optional() })

/**
 * Loads a module: its default export, or all that it exports. Throws an error that names what is wrong with it.
 *
 * @returns also what it exports as `forTests`.
 */
export async function loadModule(path: string): Promise<{ app: AccountsModule; forTests: unknown }> {
  const loaded: unknown = await import(pathToFileURL(resolve(path)).href).catch((error: unknown) => {
    const reason = error instanceof Error ? error.message : String(error)
    throw new Error(`ACCOUNTS_MODULE ${path} cannot be loaded: ${reason}`, { cause: error })
  })
  const { default: main, forTests } = exportsOf.parse({ ...Object(loaded) })
  const app = main ?? loaded
  if (typeof app !== 'object' || app === null)
    throw new Error(`ACCOUNTS_MODULE ${path}: its default export is not an object.`)
  if (isModule(app)) return { app, forTests }
  throw new Error(`ACCOUNTS_MODULE ${path} is not complete: ${problemsOf(app).join(', ')}.`)
}

/** An answer breaks a promise. The message holds no values, which are people's own. */
class BadAnswer extends Error {
  constructor(call: Call, what: string) {
    super(`${call} gave a bad answer: ${what}.`)
  }
}

function refuseIf(isBad: boolean, call: Call, what: string): void {
  if (isBad) throw new BadAnswer(call, what)
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

/** Checks what holds for the rows of a list together: how many they are, and their order (D5). */
function checkPage(
  call: Call,
  rows: readonly NonNullable<ListRequest['after']>[],
  { limit, after }: ListRequest,
): void {
  refuseIf(rows.length > limit, call, `${rows.length} rows instead of at most ${limit}`)
  refuseIf(new Set(rows.map((row) => row.id)).size < rows.length, call, 'a row twice')
  let latest = after?.createdAt ?? Number.POSITIVE_INFINITY
  for (const row of rows) {
    refuseIf(
      row.createdAt > latest,
      call,
      'rows that are not in order: the newest comes first, and the next ones after it',
    )
    refuseIf(row.id === after?.id, call, 'the last row of the page before once more')
    latest = row.createdAt
  }
}

const projectRows = z.array(projectRowSchema)
const assetRows = z.array(assetRowSchema)
const noProject = projectRowSchema.nullish()
const noAsset = assetRowSchema.nullish()
const noDesign = designRowSchema.nullish()
const NOT_THEIR_PROJECT = 'member: is not the user who asks'
const NOT_THEIRS = 'owner: is not the user who asks'

/** A module whose answers come in time and are what they have to be: it throws otherwise, `BadAnswer` for the latter. */
export function checkedModule(app: AccountsModule): AccountsModule<ProjectRow, AssetRow, DesignRow> {
  return {
    async listProjects(userId, request) {
      const rows = await ask('listProjects', projectRows, app.listProjects(userId, request))
      for (const { member } of rows) refuseIf(member !== userId, 'listProjects', NOT_THEIR_PROJECT)
      checkPage('listProjects', rows, request)
      return rows
    },
    async getProject(userId, projectId) {
      const row = await ask('getProject', noProject, app.getProject(userId, projectId))
      if (!row) return undefined
      refuseIf(row.member !== userId, 'getProject', NOT_THEIR_PROJECT)
      refuseIf(row.id !== projectId, 'getProject', 'another project')
      return row
    },
    createProject: async (userId, project) =>
      ask('createProject', id, app.createProject(userId, project), CREATE_MS),
    async listAssets(userId, request) {
      const { resource, projectId } = request
      const rows = await ask('listAssets', assetRows, app.listAssets(userId, request))
      for (const row of rows) {
        refuseIf(row.owner !== userId, 'listAssets', NOT_THEIRS)
        refuseIf(row.resource !== resource, 'listAssets', 'an item of another resource')
        const isElsewhere = projectId !== undefined && row.projectId !== projectId
        refuseIf(isElsewhere, 'listAssets', 'an item of another project')
      }
      checkPage('listAssets', rows, request)
      return rows
    },
    async getAsset(userId, resource, assetId) {
      const row = await ask('getAsset', noAsset, app.getAsset(userId, resource, assetId))
      if (!row) return undefined
      refuseIf(row.owner !== userId, 'getAsset', NOT_THEIRS)
      refuseIf(row.id !== assetId || row.resource !== resource, 'getAsset', 'another item')
      return row
    },
    async getDesign(userId, resource, assetId) {
      const row = await ask('getDesign', noDesign, app.getDesign(userId, resource, assetId))
      if (!row?.design) return undefined
      refuseIf(row.owner !== userId, 'getDesign', NOT_THEIRS)
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
