import * as fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Item } from '../../src/accounts/index.ts'
import { ASSET_KINDS, ASSET_RESOURCES, type ItemKey } from '../../src/core/rooms.ts'
import { blockOf, KINDS, openDatabase, pagesOf, projectOf, putItems, type TestDatabase } from './databases.ts'

const USERS = ['user_a', 'user_b', 'user_c']
const PROJECTS = ['prj_0', 'prj_1', 'prj_2']
const user = fc.constantFrom(...USERS)
// Few instants, so that ids must break ties.
const common = { owner: user, createdAt: fc.integer({ min: 1, max: 4 }) }

/** Three projects with random owners and members, and items of random people in them or in none. */
const account = fc.record({
  projects: fc.tuple(
    ...PROJECTS.map((id) => fc.record({ ...common, id: fc.constant(id), members: fc.uniqueArray(user) })),
  ),
  assets: fc.array(
    fc.record({
      ...common,
      resource: fc.constantFrom(...ASSET_RESOURCES),
      projectId: fc.option(fc.constantFrom(...PROJECTS), { nil: undefined }),
    }),
    { maxLength: 40, size: 'max' },
  ),
})

const idsOf = (items: readonly { createdAt: number; id: string }[]) =>
  items.toSorted((a, b) => b.createdAt - a.createdAt || (a.id < b.id ? 1 : -1)).map(({ id }) => id)

describe.each(KINDS)('%s', (kind) => {
  let database: TestDatabase
  beforeAll(async () => {
    database = await openDatabase(kind)
  })

  it('[§1.ownership, D5.1, D10.1, D10.3, D22.1, D22.2] people, projects and items at random: each sees their own and nothing else', async () => {
    const { projects, assets } = database.store
    const check = fc.asyncProperty(account, async (given) => {
      const owned = given.assets.map(({ resource, ...asset }, index) => {
        const more = { ...asset, type: ASSET_KINDS[resource], design: `"design of ${index}"` }
        return { resource, item: blockOf(asset.owner, `${resource}_${index}`, more) }
      })
      const members = given.projects.flatMap(({ id, members }) =>
        members.map((userId): Item => ({ type: 'member', projectId: id, userId })),
      )
      await database.db.deleteFrom('assets').execute()
      await database.db.deleteFrom('projects').execute()
      await putItems(database, [
        ...given.projects.map(({ owner, id, createdAt }) => projectOf(owner, id, { createdAt })),
        ...members,
        ...owned.map(({ item }) => item),
      ])

      for (const viewer of USERS) {
        const mine = given.projects.filter(({ owner, members }) => [owner, ...members].includes(viewer))
        const seen = idsOf(mine)
        const page = { query: undefined, limit: 2 }
        const listed = await pagesOf((after: ItemKey | undefined) =>
          projects.list(viewer, { ...page, after }),
        )
        expect(listed.flat().map(({ id }) => id)).toEqual(seen)
        expect(await projects.count(viewer, undefined, 2)).toBe(Math.min(seen.length, 2))
        for (const id of PROJECTS)
          expect((await projects.get(viewer, id)) !== undefined).toBe(seen.includes(id))

        for (const resource of ASSET_RESOURCES) {
          const own = owned.filter((each) => each.resource === resource && each.item.owner === viewer)
          for (const projectId of [undefined, ...PROJECTS]) {
            const pages = await pagesOf((after: ItemKey | undefined) =>
              assets.list(viewer, { ...page, resource, projectId, after }),
            )
            const items = own
              .map(({ item }) => item)
              .filter((item) => projectId === undefined || item.projectId === projectId)
            const isOpen = projectId === undefined || seen.includes(projectId)
            const ids = isOpen ? idsOf(items) : []
            expect(pages.flat().map(({ id }) => id)).toEqual(ids)
            const filter = { resource, projectId, query: undefined }
            expect(await assets.count(viewer, filter, 5)).toBe(Math.min(ids.length, 5))
          }
        }
        for (const { resource, item } of owned) {
          const isOwn = item.owner === viewer
          expect((await assets.get(viewer, resource, item.id))?.id).toBe(isOwn ? item.id : undefined)
          expect(await assets.design(viewer, resource, item.id)).toBe(isOwn ? item.design : undefined)
        }
      }
    })
    await fc.assert(check, { numRuns: 25 })
  })
})
