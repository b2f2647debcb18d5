import { beforeAll, describe, expect, it, vi } from 'vitest'
import { openAccounts } from '../../src/accounts/index.ts'
import type { ItemKey } from '../../src/core/rooms.ts'
import { blockOf, KINDS, openDatabase, projectOf, putItems, type TestDatabase } from './databases.ts'

const page = { query: undefined, limit: 50, after: undefined }
const blocks = { ...page, resource: 'blocks', projectId: undefined } as const

const NAMES = [
  'Piñata Wall Hanging',
  "Bear's Paw",
  'Fifty Greys',
  'Log Cabin #2',
  '100% Wool_Blanket',
  '🪡',
  '?!',
]

/** What is found, by query. */
const FOUND: readonly (readonly [string, readonly string[]])[] = [
  ['hanging PIÑATA', ['Piñata Wall Hanging']],
  ['bears', ["Bear's Paw"]],
  ['gray', ['Fifty Greys']],
  ['a', NAMES.slice(0, 5)],
  ['wool blanket', ['100% Wool_Blanket']],
  ['%', ['100% Wool_Blanket']],
  ['🪡', ['🪡']],
  ['!?', []],
  ['cabin pinata', []],
  ['\\', []],
]

describe.each(KINDS)('%s', (kind) => {
  let database: TestDatabase
  beforeAll(async () => {
    database = await openDatabase(kind)
  })

  it('[D20.1] keeps numbers exactly', async () => {
    const sizes = { width: 12.3456789012, height: 0.1 + 0.2, blockSize: 1e-7, createdAt: 8.64e15 }
    await putItems(database, [blockOf('exact', 'blk_exact', sizes)])
    const { items, next } = await database.store.assets.list('exact', { ...blocks, limit: 1 })
    expect([items, next]).toEqual([[expect.objectContaining(sizes)], null])
  })

  it('[D5.1] orders ids byte by byte, whatever language the database is in', async () => {
    const items = ['-', '0', 'A', 'Z', '_', 'a', 'z'].map((id) => blockOf('order', id))
    await putItems(database, items)
    const listed = await database.store.assets.list('order', blocks)
    expect(listed.items.map(({ id }) => id)).toEqual(['z', 'a', '_', 'Z', 'A', '0', '-'])
  })

  it('[D5.1] makes what is new newer than what is there, though that is from the future', async () => {
    const createdAt = Date.now() + 3_600_000
    await putItems(database, [blockOf('future', 'blk_future', { createdAt })])
    const id = await database.store.assets.createBlock('future', { name: 'New', width: 1, height: 1 })
    const { items } = await database.store.assets.list('future', blocks)
    expect(items.map((item) => item.id)).toEqual([id, 'blk_future'])
  })

  it('[D5.1] pages each row that was there once, while rows come and go between them', async () => {
    const { assets } = database.store
    const create = () => assets.createBlock('busy', { name: 'Block', width: 1, height: 1 })
    const ids: string[] = []
    // Within one millisecond, the last one created is the newest.
    for (let count = 0; count < 12; count += 1) ids.unshift(await create())
    const seen: string[] = []
    let after: ItemKey | undefined
    do {
      const { items, next } = await assets.list('busy', { ...blocks, limit: 5, after })
      seen.push(...items.map(({ id }) => id))
      await create()
      // The row that the next page goes on from is deleted: its key still marks the place.
      const last = items.at(-1)?.id ?? ''
      await database.db.deleteFrom('assets').where('id', '=', last).execute()
      after = next ?? undefined
    } while (after !== undefined)
    expect(seen).toEqual(ids)
  })

  it('imports one at a time; another waits, says so, and gives up when it has waited long enough', async () => {
    const { database: other } = await openAccounts(database.location)
    const onWait = vi.fn()
    const lockWait = { seconds: 0.2, onWait }
    await database.accounts.importing(async () => {
      const busy = other.writeAlone('items', async () => 'mine', lockWait)
      await expect(busy).rejects.toThrow('Another process')
    }, lockWait)
    expect(onWait).toHaveBeenCalledOnce()
    expect(await other.writeAlone('items', async () => 'mine', lockWait)).toBe('mine')
    await other.close()
  })

  it('[§1.ownership] finds own items by the words of their names', async () => {
    const items = NAMES.flatMap((name, index) => {
      const named = { name, createdAt: NAMES.length - index }
      return [
        blockOf('names', `qlt_${index}`, { ...named, type: 'quilt' }),
        projectOf('names', `prj_${index}`, named),
      ]
    })
    await putItems(database, items)
    const { assets, projects } = database.store
    for (const [query, names] of FOUND) {
      const wanted = { ...page, query }
      const quilts = await assets.list('names', { ...wanted, resource: 'quilts', projectId: undefined })
      expect([query, quilts.items.map(({ name }) => name)]).toEqual([query, names])
      expect((await projects.list('names', wanted)).items.map(({ name }) => name)).toEqual(names)
    }
  })
})

it('[D9.9] a PostgreSQL database of a newer release is left as it is', async () => {
  const database = await openDatabase('postgres')
  await database.db.schema.alterTable('projects').addColumn('later', 'text').execute()
  await database.db
    .insertInto('migrations' as never)
    .values({ name: 'accounts-9' } as never)
    .execute()
  const older = await openDatabase('postgres', database.location)
  await older.store.projects.create('ann', { name: 'By older code', description: undefined })
  expect((await database.store.projects.list('ann', page)).items).toHaveLength(1)
})
