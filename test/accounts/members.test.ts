import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Item } from '../../src/accounts/index.ts'
import { KINDS, openDatabase, putItems, type TestDatabase } from './databases.ts'

const common = { archived: false, tags: [], createdAt: 1 }
const ITEMS: Item[] = [
  { ...common, type: 'project', id: 'prj_guild', owner: 'owner', name: 'Guild' },
  { type: 'member', projectId: 'prj_guild', userId: 'member' },
  {
    ...common,
    type: 'asset',
    resource: 'blocks',
    id: 'blk_1',
    owner: 'owner',
    name: 'Hers',
    projectId: 'prj_guild',
  },
  {
    ...common,
    type: 'asset',
    resource: 'blocks',
    id: 'blk_2',
    owner: 'member',
    name: 'Mine',
    projectId: 'prj_guild',
  },
  {
    ...common,
    type: 'asset',
    resource: 'blocks',
    id: 'blk_3',
    owner: 'stranger',
    name: 'Odd',
    projectId: 'prj_guild',
  },
]

describe.each(KINDS)('%s', (kind) => {
  let database: TestDatabase
  beforeAll(async () => {
    database = await openDatabase(kind)
    await putItems(database, ITEMS)
  })
  afterAll(() => database.close())

  async function listOf(viewer: string, projectId?: string): Promise<string[]> {
    const request = { resource: 'blocks', projectId, query: undefined, limit: 50, after: undefined } as const
    const { items } = await database.store.assets.list(viewer, request)
    return items.map(({ id }) => id)
  }

  async function projectsOf(viewer: string): Promise<string[]> {
    const { items } = await database.store.projects.list(viewer, {
      query: undefined,
      limit: 50,
      after: undefined,
    })
    return items.map(({ id }) => id)
  }

  describe('[D22.1, D22.2] a shared project', () => {
    it('is listed for its owner and its members only', async () => {
      expect(await projectsOf('owner')).toEqual(['prj_guild'])
      expect(await projectsOf('member')).toEqual(['prj_guild'])
      expect(await projectsOf('stranger')).toEqual([])
    })

    it('shows each of them their own items in it only', async () => {
      expect(await listOf('owner', 'prj_guild')).toEqual(['blk_1'])
      expect(await listOf('member', 'prj_guild')).toEqual(['blk_2'])
    })

    it('[D10.3] is an empty page for one who does not belong to it, even with items in it', async () => {
      expect(await listOf('stranger', 'prj_guild')).toEqual([])
      expect(await listOf('stranger')).toEqual(['blk_3'])
      expect(await listOf('owner', 'prj_unknown')).toEqual([])
    })

    it('is an empty page for a member who left, who keeps the items', async () => {
      await database.db.deleteFrom('project_members').where('user_id', '=', 'member').execute()
      expect(await projectsOf('member')).toEqual([])
      expect(await listOf('member', 'prj_guild')).toEqual([])
      expect(await listOf('member')).toEqual(['blk_2'])
    })
  })
})
