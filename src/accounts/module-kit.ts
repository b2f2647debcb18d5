import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import * as z from 'zod'
import { ASSET_RESOURCES, type AssetResource } from '../core/rooms.ts'
import { TimedOut, withTimeout } from '../core/timeout.ts'
import { type AppAccounts, checkedModule, READ_MS } from './app-module.ts'
import type { AccountsModule, ListRequest } from './module.ts'

/**
 * What a module may export as `forTests`, to have more of it tried. Without `users`, two made-up users are used.
 */
export interface ModuleTestHelp {
  /** Two users of the application who may create things. */
  readonly users?: readonly [string, string]
  /** Makes somebody a member of a project. */
  join?(projectId: string, userId: string): Promise<unknown>
  /** Archives an item or a project. */
  archive?(kind: 'projects' | AssetResource, id: string): Promise<unknown>
}

/** What became of a promise: it holds, it does not, or it was not tried. */
export interface KitResult {
  readonly promise: string
  readonly failure?: string
  readonly notTried?: string
}

const help = z.looseObject({
  users: z.tuple([z.string(), z.string()]).optional(),
  join: z.custom((value) => value === undefined || typeof value === 'function').optional(),
  archive: z.custom((value) => value === undefined || typeof value === 'function').optional(),
})

export const isTestHelp = (value: unknown): value is ModuleTestHelp => help.safeParse(value).success

function demand(holds: boolean, failure: string): void {
  if (!holds) throw new Error(failure)
}

const HOSTILE = [
  `Robert'); drop table projects; --`,
  '100% cotton_blend \\ "quoted" \'single\'',
  'Ünïcödé 🧵 עברית',
  '{{name}} %s $1 ? <b>',
] as const

const STRANGE_IDS = [
  'prj_of_nobody',
  "' or '1'='1",
  '../../etc/passwd',
  '0',
  '-1',
  '9999999999999999999999',
  '%',
  '🧵',
  'x'.repeat(100),
] as const

const FIRST: ListRequest = { query: undefined, limit: 50, after: undefined }
const BLOCKS = { resource: 'blocks', projectId: undefined } as const

/** All rows of a list, page by page. */
async function allOf<Row extends { readonly id: string; readonly createdAt: number }>(
  list: (request: ListRequest) => Promise<readonly Row[]>,
  limit: number,
  query?: string,
): Promise<Row[]> {
  const rows: Row[] = []
  for (;;) {
    const page = await list({ query, limit, after: rows.at(-1) })
    rows.push(...page)
    const ids = new Set(rows.map(({ id }) => id))
    demand(ids.size === rows.length, `pages of ${limit} repeat rows`)
    if (page.length < limit) return rows
  }
}

/** Tries each promise of an accounts module. It creates projects and blocks, which stay: use a database for tests. */
export async function tryModule(app: AppAccounts, given: ModuleTestHelp = {}): Promise<KitResult[]> {
  const module = slowIsWrong(checkedModule(app))
  const { users: [ann, bob] = [`kit-${randomUUID()}`, `kit-${randomUUID()}`], join, archive } = given
  const nobody = `kit-${randomUUID()}`
  const mark = randomUUID().slice(0, 8)
  const results: KitResult[] = []

  const attempt = async (promise: string, run: () => Promise<unknown>): Promise<void> => {
    const failure = await run().then(
      () => undefined,
      (error: unknown) => (error instanceof Error ? error.message : String(error)),
    )
    results.push({ promise, ...(failure === undefined ? {} : { failure }) })
  }
  const skip = (promise: string, notTried: string) => void results.push({ promise, notTried })
  const projectsOf = (user: string) => allOf((request) => module.listProjects(user, request), 50)
  const blocksOf = (user: string, limit = 50) =>
    allOf((request) => module.listAssets(user, { ...request, ...BLOCKS }), limit)
  const newProject = (user: string, name: string) =>
    module.createProject(user, { name, description: undefined })
  const newBlock = (user: string, name: string) => module.createBlock(user, { name, width: 12, height: 6.5 })
  const idsOf = (rows: readonly { readonly id: string }[]) => rows.map(({ id }) => id)

  await attempt('a user without anything gets empty lists', async () => {
    demand((await module.listProjects(nobody, FIRST)).length === 0, 'a new user has projects')
    for (const resource of ASSET_RESOURCES) {
      const rows = await module.listAssets(nobody, { ...FIRST, resource, projectId: undefined })
      demand(rows.length === 0, `a new user has ${resource}`)
    }
  })

  await attempt('an id that does not exist finds nothing, whatever it looks like', async () => {
    for (const id of STRANGE_IDS) {
      demand(!(await module.getProject(ann, id)), `getProject finds ${id}`)
      for (const resource of ASSET_RESOURCES) {
        demand(!(await module.getAsset(ann, resource, id)), `getAsset finds ${id} in ${resource}`)
        demand(!(await module.getDesign(ann, resource, id)), `getDesign finds ${id} in ${resource}`)
      }
      const rows = await module.listAssets(ann, { ...FIRST, resource: 'blocks', projectId: id })
      demand(rows.length === 0, `listAssets finds blocks in the project ${id}`)
    }
  })

  await attempt(
    'a project that was created can be read and listed by its owner, and by nobody else',
    async () => {
      const id = await newProject(ann, `Kit ${mark} project`)
      demand(
        (await module.getProject(ann, id))?.name === `Kit ${mark} project`,
        'getProject does not find it',
      )
      demand(idsOf(await projectsOf(ann)).includes(id), 'listProjects does not have it')
      demand(!(await module.getProject(bob, id)), 'getProject shows it to another user')
      demand(!idsOf(await projectsOf(bob)).includes(id), 'listProjects shows it to another user')
    },
  )

  await attempt(
    'a block that was created can be read and listed by its owner, and by nobody else',
    async () => {
      const id = await newBlock(ann, `Kit ${mark} block`)
      const block = await module.getAsset(ann, 'blocks', id)
      demand(block?.name === `Kit ${mark} block`, 'getAsset does not find it')
      demand(block?.width === 12 && block.height === 6.5, 'its size is another one')
      demand(idsOf(await blocksOf(ann)).includes(id), 'listAssets does not have it')
      demand(!(await module.getAsset(bob, 'blocks', id)), 'getAsset shows it to another user')
      demand(!(await module.getDesign(bob, 'blocks', id)), 'getDesign shows it to another user')
      demand(!idsOf(await blocksOf(bob)).includes(id), 'listAssets shows it to another user')
    },
  )

  await attempt('names come back as they were sent', async () => {
    for (const name of HOSTILE) {
      const project = await newProject(ann, name)
      demand(
        (await module.getProject(ann, project))?.name === name,
        `the project ${name} is called otherwise`,
      )
      const block = await newBlock(ann, name)
      demand(
        (await module.getAsset(ann, 'blocks', block))?.name === name,
        `the block ${name} is called otherwise`,
      )
    }
  })

  await attempt(
    'what is created at the same time is all there, and pages of any size skip and repeat nothing',
    async () => {
      const made = await Promise.all(
        Array.from({ length: 20 }, (_, index) => newBlock(ann, `Kit ${mark} ${index}`)),
      )
      demand(new Set(made).size === made.length, 'two blocks have the same id')
      for (const limit of [1, 3, 7, 50]) {
        const listed = new Set(idsOf(await blocksOf(ann, limit)))
        const missing = made.filter((id) => !listed.has(id))
        demand(missing.length === 0, `pages of ${limit} skip ${missing.length} of 20 blocks`)
      }
      const projects = await Promise.all(
        Array.from({ length: 7 }, (_, index) => newProject(ann, `Kit ${index}`)),
      )
      for (const limit of [1, 2, 50]) {
        const listed = idsOf(await allOf((request) => module.listProjects(ann, request), limit))
        const missing = projects.filter((id) => !listed.includes(id))
        demand(missing.length === 0, `pages of ${limit} skip ${missing.length} of 7 projects`)
      }
    },
  )

  await attempt('what is new comes first', async () => {
    const create = async () => module.getAsset(ann, 'blocks', await newBlock(ann, `Kit ${mark} order`))
    const older = await create()
    let newer = older
    // A clock may count in whole seconds.
    for (let tries = 0; tries < 20 && newer?.createdAt === older?.createdAt; tries += 1) {
      await sleep(tries * 10)
      newer = await create()
    }
    const listed = idsOf(await blocksOf(ann))
    const place = (block: typeof newer) => listed.indexOf(block?.id ?? '')
    demand(place(newer) < place(older), 'an older block comes before a newer one')
  })

  await attempt(
    'a query finds names that have all its words, without regard to case, and nothing else',
    async () => {
      const id = await newBlock(ann, `Sawtooth ${mark} Star`)
      const find = async (query: string) =>
        idsOf(await allOf((request) => module.listAssets(ann, { ...request, ...BLOCKS }), 50, query))
      for (const query of [mark, `sawtooth ${mark}`, `${mark.toUpperCase()} STAR`, `star ${mark}`])
        demand((await find(query)).includes(id), `"${query}" does not find "Sawtooth ${mark} Star"`)
      demand(
        !(await find(`${mark} elephant`)).includes(id),
        'a word that the name does not have is not looked for',
      )
      for (const query of ['%', '_', '\\', "'"])
        demand(!(await find(query)).includes(id), `"${query}" finds a name that does not have it`)
    },
  )

  if (join === undefined)
    skip('a member sees a project, and only the own items in it', 'forTests.join is missing')
  else
    await attempt('a member sees a project, and only the own items in it', async () => {
      const id = await newProject(ann, `Kit ${mark} shared`)
      await join.call(given, id, bob)
      demand((await module.getProject(bob, id))?.id === id, 'getProject does not show it to a member')
      demand(idsOf(await projectsOf(bob)).includes(id), 'listProjects does not show it to a member')
      for (const resource of ASSET_RESOURCES)
        await allOf((request) => module.listAssets(bob, { ...request, resource, projectId: id }), 50)
    })

  if (archive === undefined) skip('what is archived is listed, and marked', 'forTests.archive is missing')
  else
    await attempt('what is archived is listed, and marked', async () => {
      const project = await newProject(ann, `Kit ${mark} archived`)
      const block = await newBlock(ann, `Kit ${mark} archived`)
      await archive.call(given, 'projects', project)
      await archive.call(given, 'blocks', block)
      const [projects, blocks] = [await projectsOf(ann), await blocksOf(ann)]
      demand(
        projects.some(({ id, archived }) => id === project && archived),
        'the project is missing or not marked',
      )
      demand(
        blocks.some(({ id, archived }) => id === block && archived),
        'the block is missing or not marked',
      )
    })

  return results
}

/** Reads that take longer than a server waits fail here, too. */
function slowIsWrong(module: AccountsModule): AccountsModule {
  const soon = async <Result>(call: string, answer: Promise<Result>): Promise<Result> => {
    try {
      return await withTimeout(READ_MS, answer)
    } catch (error) {
      throw error instanceof TimedOut ? new Error(`${call} takes longer than a second`) : error
    }
  }
  return {
    ...module,
    listProjects: (...request) => soon('listProjects', module.listProjects(...request)),
    getProject: (...request) => soon('getProject', module.getProject(...request)),
    listAssets: (...request) => soon('listAssets', module.listAssets(...request)),
    getAsset: (...request) => soon('getAsset', module.getAsset(...request)),
    getDesign: (...request) => soon('getDesign', module.getDesign(...request)),
  }
}
