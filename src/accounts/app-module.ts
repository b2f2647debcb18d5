import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import * as z from 'zod'
import { accountsUnavailable } from '../core/errors.ts'
import { TimedOut, withTimeout } from '../core/timeout.ts'
import { type OnProblem, Problem } from '../database/index.ts'
import { type AccountsModule, assetRow, type CheckedModule, designRow, id, projectRow } from './module.ts'
import { type Around, BadAnswer, type Call, isCreate, repositoriesOf } from './repositories.ts'

const READ_MS = 1_000
const CREATE_MS = 10_000

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

/** The default export, or all exports. Throws an error that says what is wrong with the module. */
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

function parsed<Schema extends z.ZodType>(name: Call, schema: Schema, answer: unknown): z.output<Schema> {
  const { data, error } = schema.safeParse(answer)
  if (error === undefined) return data
  const faults = error.issues.map(({ path: [first = '', ...path], message }) => {
    const place = typeof first === 'number' ? `row ${first + 1}` : first
    return [place, ...path, message].join(': ')
  })
  throw new BadAnswer(name, faults.join(', '))
}

// Zod compiles each of them once.
const projectRows = z.array(projectRow)
const assetRows = z.array(assetRow)
const maybeProject = projectRow.nullish()
const maybeAsset = assetRow.nullish()
const maybeDesign = designRow.nullish()

/** A module of which every answer has its shape, or throws `BadAnswer`. Plain functions become asynchronous ones. */
export const checkedModule = (app: AccountsModule): CheckedModule => ({
  listProjects: async (...asked) => parsed('listProjects', projectRows, await app.listProjects(...asked)),
  getProject: async (...asked) => parsed('getProject', maybeProject, await app.getProject(...asked)),
  createProject: async (...asked) => parsed('createProject', id, await app.createProject(...asked)),
  listAssets: async (...asked) => parsed('listAssets', assetRows, await app.listAssets(...asked)),
  getAsset: async (...asked) => parsed('getAsset', maybeAsset, await app.getAsset(...asked)),
  getDesign: async (...asked) => parsed('getDesign', maybeDesign, await app.getDesign(...asked)),
  createBlock: async (...asked) => parsed('createBlock', id, await app.createBlock(...asked)),
})

/** Throws if the module takes too long. */
export const moduleInTime: Around = (call, name) => {
  const milliseconds = isCreate(name) ? CREATE_MS : READ_MS
  return withTimeout(milliseconds, call()).catch((error: unknown) => {
    if (!(error instanceof TimedOut)) throw error
    throw new Error(`${name} takes longer than ${milliseconds} ms`, { cause: error })
  })
}

/**
 * What tools see of a module. If it throws or is too slow, callers get `accounts_unavailable` (D9). A bad answer is a
 * defect, which is logged.
 */
export function openModule(app: AccountsModule, onProblem: OnProblem) {
  const problem = new Problem(onProblem)
  const around: Around = async (call, name) => {
    try {
      const answer = await moduleInTime(call, name)
      problem.say(undefined)
      return answer
    } catch (error) {
      if (error instanceof BadAnswer) throw error
      problem.say('ACCOUNTS_MODULE has failed, or was too slow.', error)
      throw accountsUnavailable(error, isCreate(name))
    }
  }
  return {
    ...repositoriesOf(checkedModule(app), around),
    /** For operators; `undefined` if the last answer was good. */
    problem: () => problem.current,
    close: async () => app.close?.(),
  }
}
