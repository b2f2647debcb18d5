import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import * as z from 'zod'
import { BusyTime } from '../core/busy-time.ts'
import { accountsUnavailable } from '../core/errors.ts'
import { ASSET_RESOURCES } from '../core/rooms.ts'
import { TimedOut, withTimeout } from '../core/timeout.ts'
import type { OnProblem } from '../database/index.ts'
import { assetFields, commonFields, id, MOST_DESIGN_CHARACTERS } from './item-fields.ts'
import { type AccountsModule, type ListRequest, repositoriesOf } from './module.ts'

/** How long an answer is waited for, in milliseconds. */
const READ_MS = 1_000
const CREATE_MS = 10_000
const createdAt = z.union([z.int().min(0).max(8.64e15), z.date().transform((date) => date.getTime())])
const projectRow = z.object({ ...commonFields, createdAt, member: z.string() })
const assetRow = z.object({
  ...commonFields,
  ...assetFields,
  createdAt,
  owner: z.string(),
  resource: z.enum(ASSET_RESOURCES),
})
const designRow = z.object({
  owner: z.string(),
  design: z
    .unknown()
    .transform((design) => (typeof design === 'string' ? design : (JSON.stringify(design) ?? '')))
    .refine((design) => design.length <= MOST_DESIGN_CHARACTERS, 'has more than 1 MiB of JSON'),
})

/**
 * What a file named by `ACCOUNTS_MODULE` exports. In its rows, what has no value may be missing or null, a time may be
 * a `Date`, and a design an object.
 */
export type AppAccounts = AccountsModule<z.input<typeof projectRow>, z.input<typeof assetRow>, unknown>

const REQUIRED = [
  'listProjects',
  'getProject',
  'createProject',
  'listAssets',
  'getAsset',
  'getDesign',
  'createBlock',
] as const satisfies readonly (keyof AppAccounts)[]
const OPTIONAL = ['close'] as const satisfies readonly (keyof AppAccounts)[]

/** What keeps an object from being a module; empty if nothing does. */
function problemsOf(value: object): string[] {
  // Also the members of a class.
  const typeOf = (name: string) => typeof Reflect.get(value, name)
  return [
    ...REQUIRED.filter((name) => typeOf(name) === 'undefined').map((name) => `${name} is missing`),
    ...[...REQUIRED, ...OPTIONAL]
      .filter((name) => !['undefined', 'function'].includes(typeOf(name)))
      .map((name) => `${name} is not a function`),
  ]
}

const isAppAccounts = (value: object): value is AppAccounts => problemsOf(value).length === 0

const exportsOf = z.looseObject({ default: z.unknown().optional(), forTests: z.unknown().optional() })

/**
 * Loads a module: its default export, or all that it exports. Throws an error that names what is wrong with it.
 *
 * @returns also what it exports as `forTests`.
 */
export async function loadAppModule(path: string): Promise<{ app: AppAccounts; forTests: unknown }> {
  const loaded: unknown = await import(pathToFileURL(resolve(path)).href).catch((error: unknown) => {
    const reason = error instanceof Error ? error.message : String(error)
    throw new Error(`ACCOUNTS_MODULE ${path} cannot be loaded: ${reason}`, { cause: error })
  })
  const { default: main, forTests } = exportsOf.parse({ ...Object(loaded) })
  const app = main ?? loaded
  if (typeof app !== 'object' || app === null)
    throw new Error(`ACCOUNTS_MODULE ${path}: its default export is no object.`)
  if (isAppAccounts(app)) return { app, forTests }
  throw new Error(`ACCOUNTS_MODULE ${path} is not complete: ${problemsOf(app).join(', ')}.`)
}

/** A module has answered what it must not. The message holds no values, which are people's own. */
class BadAnswer extends Error {
  constructor(call: string, what: string) {
    super(`${call} has answered what it must not: ${what}.`)
  }
}

function read<Schema extends z.ZodType>(
  call: string,
  schema: Schema,
  answer: unknown,
  row = '',
): z.output<Schema> {
  const { data, error } = schema.safeParse(answer)
  if (error === undefined) return data
  const faults = error.issues.map(({ path, message }) => `${[...path, message].join(': ')}`)
  throw new BadAnswer(call, `${row}${faults.join(', ')}`)
}

/** What a module answers in time, checked. */
async function ask<Schema extends z.ZodType>(
  call: keyof AppAccounts,
  schema: Schema,
  answer: Promise<unknown>,
  milliseconds = READ_MS,
): Promise<z.output<Schema>> {
  const answered = await withTimeout(milliseconds, answer).catch((error: unknown) => {
    if (!(error instanceof TimedOut)) throw error
    throw new Error(`${call} takes longer than ${milliseconds} ms`, { cause: error })
  })
  return read(call, schema, answered)
}

/** Throws `BadAnswer` unless a row is the user's. */
function checkOwner(call: string, field: string, owner: string, userId: string): void {
  if (owner !== userId) throw new BadAnswer(call, `${field}: is not the user who asks`)
}

interface Sorted {
  readonly id: string
  readonly createdAt: number
}

/** Checks what holds for the rows of a list together: how many they are, and their order (D5). */
function checkList(call: string, rows: readonly Sorted[], { limit, after }: ListRequest): void {
  if (rows.length > limit) throw new BadAnswer(call, `${rows.length} rows instead of at most ${limit}`)
  if (new Set(rows.map(({ id: each }) => each)).size < rows.length) throw new BadAnswer(call, 'a row twice')
  let before: Sorted | undefined = after
  for (const row of rows) {
    if (before !== undefined && row.createdAt > before.createdAt)
      throw new BadAnswer(
        call,
        'rows that are not in order: the newest comes first, and the next ones after it',
      )
    if (row.id === after?.id) throw new BadAnswer(call, 'the last row of the page before once more')
    before = row
  }
}

/** A module whose answers come in time and are what they have to be: it throws otherwise, `BadAnswer` for the latter. */
export function checkedModule(app: AppAccounts): AccountsModule {
  const rowsOf = async <Schema extends z.ZodType>(
    call: keyof AppAccounts,
    schema: Schema,
    answer: Promise<unknown>,
  ) => {
    const rows = await ask(call, z.array(z.unknown()), answer)
    return rows.map((row, index) => read(call, schema, row, `row ${index + 1}: `))
  }
  return {
    async listProjects(userId, request) {
      const call = 'listProjects'
      const rows = await rowsOf(call, projectRow, app.listProjects(userId, request))
      for (const { member } of rows) checkOwner(call, 'member', member, userId)
      checkList(call, rows, request)
      return rows
    },
    async getProject(userId, projectId) {
      const call = 'getProject'
      const row = (await ask(call, projectRow.nullish(), app.getProject(userId, projectId))) ?? undefined
      if (row === undefined) return undefined
      checkOwner(call, 'member', row.member, userId)
      if (row.id !== projectId) throw new BadAnswer(call, 'another project')
      return row
    },
    createProject: async (userId, project) =>
      ask('createProject', id, app.createProject(userId, project), CREATE_MS),
    async listAssets(userId, request) {
      const call = 'listAssets'
      const rows = await rowsOf(call, assetRow, app.listAssets(userId, request))
      for (const row of rows) {
        checkOwner(call, 'owner', row.owner, userId)
        if (row.resource !== request.resource) throw new BadAnswer(call, 'an item of another resource')
        if (request.projectId !== undefined && row.projectId !== request.projectId)
          throw new BadAnswer(call, 'an item of another project')
      }
      checkList(call, rows, request)
      return rows
    },
    async getAsset(userId, resource, assetId) {
      const call = 'getAsset'
      const row = (await ask(call, assetRow.nullish(), app.getAsset(userId, resource, assetId))) ?? undefined
      if (row === undefined) return undefined
      checkOwner(call, 'owner', row.owner, userId)
      if (row.id !== assetId || row.resource !== resource) throw new BadAnswer(call, 'another item')
      return row
    },
    async getDesign(userId, resource, assetId) {
      const call = 'getDesign'
      const row = await ask(call, designRow.nullish(), app.getDesign(userId, resource, assetId))
      if (row == null || row.design === '') return undefined
      checkOwner(call, 'owner', row.owner, userId)
      return row
    },
    createBlock: async (userId, block) => ask('createBlock', id, app.createBlock(userId, block), CREATE_MS),
  }
}

/**
 * What tools see of an application's accounts. What the module throws, and a call that takes too long, is
 * `accounts_unavailable` (D9). A bad answer fails the call as a defect, which is logged.
 */
export function openAppAccounts(app: AppAccounts, onProblem: OnProblem) {
  const busy = new BusyTime()
  let problem: string | undefined
  const say = (now: string | undefined, cause?: unknown): void => {
    if (now === problem) return
    problem = now
    onProblem(now, cause)
  }
  const around =
    (isCreate: boolean) =>
    async <Result>(call: () => Promise<Result>): Promise<Result> => {
      try {
        const result = await busy.until(call)
        say(undefined)
        return result
      } catch (error) {
        if (error instanceof BadAnswer) throw error
        say('ACCOUNTS_MODULE has failed, or was too slow.', error)
        throw accountsUnavailable(error, isCreate)
      }
    }
  return {
    ...repositoriesOf(checkedModule(app), { read: around(false), create: around(true) }),
    /** The problem of the module, for operators; `undefined` if its last answer was good. */
    problem: () => problem,
    busySeconds: () => busy.seconds,
    close: async () => app.close?.(),
  }
}
