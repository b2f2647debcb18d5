import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import * as z from 'zod'
import { ASSET_RESOURCES, type AssetResource } from '../core/rooms.ts'
import { type AppAccounts, checkedModule } from './app-module.ts'
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

const isFunction = z.custom((value) => value === undefined || typeof value === 'function').optional()
const help = z.looseObject({
  users: z.tuple([z.string(), z.string()]).optional(),
  join: isFunction,
  archive: isFunction,
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

interface Row {
  readonly id: string
  readonly createdAt: number
}

/** All rows of a list, page by page. */
async function allOf<Each extends Row>(
  list: (request: ListRequest) => Promise<readonly Each[]>,
  limit = 50,
  query?: string,
): Promise<Each[]> {
  const rows: Each[] = []
  for (;;) {
    const page = await list({ query, limit, after: rows.at(-1) })
    rows.push(...page)
    demand(new Set(rows.map(({ id }) => id)).size === rows.length, `pages of ${limit} repeat rows`)
    if (page.length < limit) return rows
  }
}

const idsOf = (rows: readonly Row[]) => rows.map(({ id }) => id)

/** Projects or blocks: what is created in the same way, and has the same promises. */
interface Kind {
  readonly name: 'project' | 'block'
  create(user: string, name: string): Promise<string>
  get(user: string, id: string): Promise<(Row & { name: string; archived: boolean }) | undefined | null>
  list(user: string, request: ListRequest): Promise<readonly (Row & { archived: boolean })[]>
}

function kindsOf(module: AccountsModule): readonly [Kind, Kind] {
  return [
    {
      name: 'project',
      create: (user, name) => module.createProject(user, { name, description: undefined }),
      get: module.getProject,
      list: module.listProjects,
    },
    {
      name: 'block',
      create: (user, name) => module.createBlock(user, { name, width: 12, height: 6.5 }),
      get: (user, id) => module.getAsset(user, 'blocks', id),
      list: (user, request) =>
        module.listAssets(user, { ...request, resource: 'blocks', projectId: undefined }),
    },
  ]
}

/** Tries each promise of an accounts module. It creates projects and blocks, which stay: use a database for tests. */
export async function tryModule(app: AppAccounts, given: ModuleTestHelp = {}): Promise<KitResult[]> {
  const module = checkedModule(app)
  const kinds = kindsOf(module)
  const [projects, blocks] = kinds
  const { users: [ann, bob] = [`kit-${randomUUID()}`, `kit-${randomUUID()}`], join, archive } = given
  const mark = randomUUID().slice(0, 8)

  const promises: readonly (readonly [promise: string, run: (() => Promise<unknown>) | string])[] = [
    [
      'a user without anything gets empty lists',
      async () => {
        const nobody = `kit-${randomUUID()}`
        for (const { name, list } of kinds)
          demand((await allOf((asked) => list(nobody, asked))).length === 0, `a new user has a ${name}`)
      },
    ],
    [
      'an id that does not exist finds nothing, whatever it looks like',
      async () => {
        for (const id of STRANGE_IDS) {
          demand(!(await module.getProject(ann, id)), `getProject finds ${id}`)
          for (const resource of ASSET_RESOURCES) {
            demand(!(await module.getAsset(ann, resource, id)), `getAsset finds ${id} in ${resource}`)
            demand(!(await module.getDesign(ann, resource, id)), `getDesign finds ${id} in ${resource}`)
            const rows = await allOf((asked) => module.listAssets(ann, { ...asked, resource, projectId: id }))
            demand(rows.length === 0, `listAssets finds ${resource} in the project ${id}`)
          }
        }
      },
    ],
    ...kinds.map(
      ({ name, create, get, list }) =>
        [
          `a ${name} that was created can be read and listed by its owner, and by nobody else`,
          async () => {
            const id = await create(ann, `Kit ${mark} ${name}`)
            demand((await get(ann, id))?.name === `Kit ${mark} ${name}`, 'its owner cannot read it')
            demand(idsOf(await allOf((asked) => list(ann, asked))).includes(id), "its owner's list lacks it")
            demand(!(await get(bob, id)), 'another user can read it')
            demand(!idsOf(await allOf((asked) => list(bob, asked))).includes(id), 'another user can list it')
            if (name === 'project') return
            demand(!(await module.getDesign(bob, 'blocks', id)), 'another user can read its design')
            const { width, height } = (await module.getAsset(ann, 'blocks', id)) ?? {}
            demand(width === 12 && height === 6.5, 'its size is another one')
          },
        ] as const,
    ),
    [
      'names come back as they were sent',
      async () => {
        for (const sent of HOSTILE) {
          for (const { name, create, get } of kinds)
            demand(
              (await get(ann, await create(ann, sent)))?.name === sent,
              `the ${name} ${sent} is called otherwise`,
            )
        }
      },
    ],
    [
      'what is created at the same time is all there, and pages of any size skip and repeat nothing',
      async () => {
        for (const { name, create, list } of kinds) {
          const creates = Array.from({ length: 20 }, (_, index) => create(ann, `Kit ${mark} ${index}`))
          const made = new Set(await Promise.all(creates))
          demand(made.size === creates.length, `two of ${name} have the same id`)
          for (const limit of [1, 3, 7, 50]) {
            const listed = new Set(idsOf(await allOf((asked) => list(ann, asked), limit)))
            demand(
              [...made].every((id) => listed.has(id)),
              `pages of ${limit} skip a ${name}`,
            )
          }
        }
      },
    ],
    [
      'what is new comes first',
      async () => {
        const create = async () => blocks.get(ann, await blocks.create(ann, `Kit ${mark} order`))
        const older = await create()
        let newer = older
        // A clock may count in whole seconds.
        for (let tries = 0; tries < 20 && newer?.createdAt === older?.createdAt; tries += 1) {
          await sleep(tries * 10)
          newer = await create()
        }
        const listed = idsOf(await allOf((asked) => blocks.list(ann, asked)))
        const place = (block: typeof newer) => listed.indexOf(block?.id ?? '')
        demand(place(newer) < place(older), 'an older block comes before a newer one')
      },
    ],
    [
      'a query finds names that have all its words, without regard to case, and nothing else',
      async () => {
        const id = await blocks.create(ann, `Sawtooth ${mark} Star`)
        const finds = async (query: string) =>
          idsOf(await allOf((asked) => blocks.list(ann, asked), 50, query)).includes(id)
        for (const query of [mark, `sawtooth ${mark}`, `${mark.toUpperCase()} STAR`, `star ${mark}`])
          demand(await finds(query), `"${query}" does not find "Sawtooth ${mark} Star"`)
        for (const query of [`${mark} elephant`, '%', '_', '\\', "'"])
          demand(!(await finds(query)), `"${query}" finds a name that does not have it`)
      },
    ],
    [
      'a member sees a project, and only the own items in it',
      join === undefined
        ? 'forTests.join is missing'
        : async () => {
            const id = await projects.create(ann, `Kit ${mark} shared`)
            await join.call(given, id, bob)
            demand((await projects.get(bob, id))?.id === id, 'getProject does not show it to a member')
            const listed = idsOf(await allOf((asked) => projects.list(bob, asked)))
            demand(listed.includes(id), 'listProjects does not show it to a member')
            for (const resource of ASSET_RESOURCES)
              await allOf((asked) => module.listAssets(bob, { ...asked, resource, projectId: id }))
          },
    ],
    [
      'what is archived is listed, and marked',
      archive === undefined
        ? 'forTests.archive is missing'
        : async () => {
            for (const { name, create, list } of kinds) {
              const id = await create(ann, `Kit ${mark} archived`)
              await archive.call(given, name === 'project' ? 'projects' : 'blocks', id)
              const found = (await allOf((asked) => list(ann, asked))).find((row) => row.id === id)
              demand(found?.archived === true, `the ${name} is missing or not marked`)
            }
          },
    ],
  ]

  const results: KitResult[] = []
  for (const [promise, run] of promises) {
    if (typeof run === 'string') results.push({ promise, notTried: run })
    else
      await run().then(
        () => results.push({ promise }),
        (error: unknown) =>
          results.push({ promise, failure: error instanceof Error ? error.message : String(error) }),
      )
  }
  return results
}
