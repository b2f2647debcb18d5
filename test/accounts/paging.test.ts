import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ItemKey } from '../../src/core/rooms.ts'
import { KINDS, openDatabase, pagesOf, type TestDatabase } from './databases.ts'

describe.each(KINDS)('%s', (kind) => {
  let database: TestDatabase
  beforeAll(async () => {
    database = await openDatabase(kind)
  })
  afterAll(() => database.close())

  const NO_FILTER = { resource: 'blocks', projectId: undefined, query: undefined } as const

  async function createBlocks(owner: string, count: number): Promise<string[]> {
    const ids: string[] = []
    for (let number = 0; number < count; number += 1) {
      ids.push(
        await database.store.assets.createBlock(owner, { name: `Block ${number}`, width: 12, height: 12 }),
      )
    }
    return ids
  }

  async function createProjects(owner: string, count: number): Promise<string[]> {
    const ids: string[] = []
    for (let number = 0; number < count; number += 1) {
      ids.push(
        await database.store.projects.create(owner, { name: `Project ${number}`, description: undefined }),
      )
    }
    return ids
  }

  const blockPages = (owner: string, limit: number, query?: string) =>
    pagesOf((after: ItemKey | undefined) =>
      database.store.assets.list(owner, { ...NO_FILTER, query, limit, after }),
    )

  describe('[D5.1] newest first', () => {
    it('holds for what is created within one millisecond', async () => {
      const blocks = await createBlocks('fast', 20)
      const projects = await createProjects('fast', 20)

      expect((await blockPages('fast', 7)).flat().map(({ id }) => id)).toEqual(blocks.reverse())
      const listed = await pagesOf((after: ItemKey | undefined) =>
        database.store.projects.list('fast', { query: undefined, limit: 7, after }),
      )
      expect(listed.flat().map(({ id }) => id)).toEqual(projects.reverse())
    })

    it('gives each row that was there once, while rows come and go between pages', async () => {
      const owner = 'busy'
      const ids = (await createBlocks(owner, 12)).reverse()
      const seen: string[] = []
      let after: ItemKey | undefined
      for (let page = 0; page < 6; page += 1) {
        const { items, next } = await database.store.assets.list(owner, { ...NO_FILTER, limit: 2, after })
        seen.push(...items.map(({ id }) => id))
        await createBlocks(owner, 3)
        // The row that the next page goes on from is deleted: its key still marks the place.
        await database.db
          .deleteFrom('assets')
          .where('id', '=', items.at(-1)?.id ?? '')
          .execute()
        after = next ?? undefined
      }
      expect(seen).toEqual(ids)
    })

    it('pages a filtered list the same way', async () => {
      const owner = 'filtered'
      const ids = await createBlocks(owner, 25)
      const expected = ids.filter((_, number) => String(number).includes('2')).reverse()
      expect((await blockPages(owner, 2, 'BLOCK 2')).flat().map(({ id }) => id)).toEqual(expected)
    })
  })
})
