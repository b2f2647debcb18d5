import * as fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { AssetItem, Item } from '../../src/accounts/index.ts'
import { ASSET_KINDS, ASSET_RESOURCES, type ItemKey } from '../../src/core/rooms.ts'
import { KINDS, openDatabase, pagesOf, putItems, type TestDatabase } from './databases.ts'

describe.each(KINDS)('%s', (kind) => {
  let database: TestDatabase
  beforeAll(async () => {
    database = await openDatabase(kind)
  })
  afterAll(() => database.close())

  const USERS = ['user_a', 'user_b', 'user_c']
  const user = fc.constantFrom(...USERS)
  const PROJECTS = ['prj_0', 'prj_1', 'prj_2']
  // Few instants, so that ids must break ties.
  const createdAt = fc.integer({ min: 1, max: 4 })

  /** Three projects with random owners and members, and items of random people in them or in none. */
  const account = fc.record({
    projects: fc.tuple(
      ...PROJECTS.map((id) =>
        fc.record({ id: fc.constant(id), owner: user, members: fc.uniqueArray(user), createdAt }),
      ),
    ),
    assets: fc.array(
      fc.record({
        owner: user,
        resource: fc.constantFrom(...ASSET_RESOURCES),
        projectId: fc.option(fc.constantFrom(...PROJECTS), { nil: undefined }),
        createdAt,
      }),
      { maxLength: 40, size: 'max' },
    ),
  })

  const idsOf = (items: readonly { createdAt: number; id: string }[]) =>
    items.toSorted((a, b) => b.createdAt - a.createdAt || (a.id < b.id ? 1 : -1)).map(({ id }) => id)

  it('[§1.ownership, D5.1, D10.1, D10.3, D22.1, D22.2] people, projects and items at random: each sees their own and nothing else', async () => {
    const { projects, assets } = database.store
    await fc.assert(
      fc.asyncProperty(account, async (given) => {
        const owned = given.assets.map(
          ({ resource, ...asset }, index): AssetItem => ({
            ...asset,
            type: ASSET_KINDS[resource],
            id: `${resource}_${index}`,
            name: `Item ${index}`,
            archived: false,
            tags: [],
            design: `"design of ${index}"`,
          }),
        )
        await database.db.deleteFrom('assets').execute()
        await database.db.deleteFrom('projects').execute()
        await putItems(database, [
          ...given.projects.map(
            (project): Item => ({ ...project, type: 'project', name: project.id, archived: false }),
          ),
          ...given.projects.flatMap(({ id, members }) =>
            members.map((userId): Item => ({ type: 'member', projectId: id, userId })),
          ),
          ...owned,
        ])

        for (const viewer of USERS) {
          const seen = idsOf(
            given.projects.filter(({ owner, members }) => owner === viewer || members.includes(viewer)),
          )
          const listed = await pagesOf((after: ItemKey | undefined) =>
            projects.list(viewer, { limit: 2, after, query: undefined }),
          )
          expect(listed.flat().map(({ id }) => id)).toEqual(seen)
          for (const id of PROJECTS)
            expect((await projects.get(viewer, id))?.id).toBe(seen.includes(id) ? id : undefined)

          for (const resource of ASSET_RESOURCES) {
            for (const projectId of [undefined, ...PROJECTS]) {
              const pages = await pagesOf((after: ItemKey | undefined) =>
                assets.list(viewer, { resource, projectId, query: undefined, limit: 3, after }),
              )
              const isOpen = projectId === undefined || seen.includes(projectId)
              const expected = owned.filter(
                (asset) =>
                  asset.owner === viewer &&
                  asset.type === ASSET_KINDS[resource] &&
                  (projectId === undefined || asset.projectId === projectId),
              )
              expect(pages.flat().map(({ id }) => id)).toEqual(isOpen ? idsOf(expected) : [])
            }
          }
          for (const { id, owner, type, design } of owned) {
            const isOwn = owner === viewer
            const resource = ASSET_RESOURCES.find((each) => ASSET_KINDS[each] === type) ?? 'blocks'
            expect((await assets.get(viewer, resource, id))?.id).toBe(isOwn ? id : undefined)
            expect(await assets.design(viewer, resource, id)).toBe(isOwn ? design : undefined)
          }
        }
      }),
      { numRuns: 25 },
    )
  })
})
