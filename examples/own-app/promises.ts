import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { type AccountsModule, openModule } from '../../src/accounts/index.ts'
import { ASSET_RESOURCES, type AssetResource, type ItemKey, type Projects } from '../../src/core/rooms.ts'

/** A module may export it as `forTests`, so that more is tried. */
export interface ForTests {
  /** Who may create things. Without them, users are made up. */
  readonly users?: readonly [string, string]
  join?(projectId: string, userId: string): Promise<unknown>
  archive?(kind: 'projects' | 'blocks', id: string): Promise<unknown>
}

const HOSTILE_NAMES = [
  `Robert'); drop table projects; -- {{name}} %s $1 ? <b>`,
  '100% cotton_blend \\ "quoted" \'single\' Ünïcödé 🧵 עברית',
]

const STRANGE_IDS = ['prj_of_nobody', "' or '1'='1", '-1', '01', '9'.repeat(22), '%', 'x'.repeat(100)]

/** The clocks of the database and of Selvage may differ. */
const DAY_MS = 24 * 60 * 60 * 1_000

/** All pages of a list, of projects or of items. */
async function allOf(list: Projects['list'], user: string, limit = 50, query?: string) {
  const rows: { readonly id: string; readonly archived: boolean }[] = []
  let after: ItemKey | undefined
  do {
    const page: Awaited<ReturnType<Projects['list']>> = await list(user, { query, limit, after })
    rows.push(...page.items)
    assert(new Set(rows.map(({ id }) => id)).size === rows.length, `pages of ${limit} repeat rows`)
    after = page.next ?? undefined
  } while (after !== undefined)
  return rows
}

const idsOf = async (...asked: Parameters<typeof allOf>) => (await allOf(...asked)).map(({ id }) => id)

/**
 * For each promise of an accounts module a function that throws if it is not kept. They create projects and blocks that
 * stay: use a database for tests.
 */
export function promisesOf(app: AccountsModule, { users, join, archive }: ForTests = {}) {
  const { projects, assets } = openModule(app)
  const [ann, bob] = users ?? [`kit-${randomUUID()}`, `kit-${randomUUID()}`]
  const mark = randomUUID().slice(0, 8)
  const listOf =
    (resource: AssetResource, projectId?: string): Projects['list'] =>
    (user, request) =>
      assets.list(user, { ...request, resource, projectId })
  const project = {
    kind: 'projects',
    create: (user: string, name: string) => projects.create(user, { name, description: undefined }),
    get: projects.get,
    list: projects.list,
  } as const
  const block = {
    kind: 'blocks',
    create: (user: string, name: string) => assets.createBlock(user, { name, width: 12, height: 6.5 }),
    get: (user: string, id: string) => assets.get(user, 'blocks', id),
    list: listOf('blocks'),
  } as const
  const both = [project, block]

  const promises: Record<string, () => Promise<void>> = {
    async 'a user without anything, and an id that does not exist, find nothing'() {
      for (const { kind, list } of both)
        assert((await idsOf(list, `kit-${randomUUID()}`)).length === 0, `a new user has ${kind}`)
      for (const id of STRANGE_IDS) {
        assert(!(await projects.get(ann, id)), `getProject finds ${id}`)
        for (const resource of ASSET_RESOURCES) {
          const found = [await assets.get(ann, resource, id), await assets.design(ann, resource, id)]
          const listed = await allOf(listOf(resource, id), ann)
          assert(![...found, ...listed].some(Boolean), `${resource} are found by the id ${id}, or in it`)
        }
      }
    },
    async 'what is created at once is there as it was sent, for its owner alone; pages skip and repeat nothing'() {
      const numbered = Array.from({ length: 20 }, (_, index) => `Kit ${mark} ${index}`)
      const names = [...HOSTILE_NAMES, ...numbered]
      for (const { kind, create, get, list } of both) {
        const ids = await Promise.all(names.map((name) => create(ann, name)))
        assert(new Set(ids).size === ids.length, `two ${kind} have the same id`)
        for (const [index, id] of ids.entries()) {
          const { name, createdAt = 0 } = (await get(ann, id)) ?? {}
          assert(name === names[index], `${kind}: ${names[index]} is not there, or is called otherwise`)
          const isNow = Math.abs(Date.now() - createdAt) < DAY_MS
          assert(isNow, `createdAt of new ${kind} is not now, in milliseconds since 1970`)
          assert(!(await get(bob, id)), `another user can read ${kind}`)
        }
        const others = await idsOf(list, bob)
        assert(!ids.some((id) => others.includes(id)), `another user can list ${kind}`)
        for (const limit of [1, 3, 7, 50]) {
          const listed = await idsOf(list, ann, limit)
          assert(
            ids.every((id) => listed.includes(id)),
            `pages of ${limit} skip ${kind}`,
          )
        }
      }
      const id = await block.create(ann, `Kit ${mark} size`)
      assert(!(await assets.design(bob, 'blocks', id)), 'another user can read the design of a block')
      const { width, height } = (await block.get(ann, id)) ?? {}
      assert(width === 12 && height === 6.5, 'the size of a block is another one')
    },
    async 'a query finds names that have all its words, without regard to case, and nothing else'() {
      const id = await block.create(ann, `Sawtooth ${mark} Star`)
      const finds = async (query: string) => (await idsOf(block.list, ann, 50, query)).includes(id)
      for (const query of [mark, `sawtooth ${mark}`, `${mark.toUpperCase()} STAR`, `star ${mark}`])
        assert(await finds(query), `"${query}" does not find "Sawtooth ${mark} Star"`)
      for (const query of [`${mark} elephant`, '%', '_', '\\', "'"])
        assert(!(await finds(query)), `"${query}" finds a name that does not have it`)
    },
  }
  if (join !== undefined) {
    promises['a member sees a project, and only the own items in it'] = async () => {
      const id = await project.create(ann, `Kit ${mark} shared`)
      await join(id, bob)
      assert((await projects.get(bob, id))?.id === id, 'getProject does not show it to a member')
      assert((await idsOf(projects.list, bob)).includes(id), 'listProjects does not show it to a member')
      for (const resource of ASSET_RESOURCES) await idsOf(listOf(resource, id), bob)
    }
  }
  if (archive !== undefined) {
    promises['what is archived is listed, and marked'] = async () => {
      for (const { kind, create, list } of both) {
        const id = await create(ann, `Kit ${mark} archived`)
        await archive(kind, id)
        const found = (await allOf(list, ann)).find((row) => row.id === id)
        assert(found?.archived === true, `archived ${kind} are missing or not marked`)
      }
    }
  }
  return promises
}
