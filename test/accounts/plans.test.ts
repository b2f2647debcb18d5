import Sqlite from 'better-sqlite3'
import LastingDatabase from 'better-sqlite3'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import * as z from 'zod'
import type { Store } from '../../src/core/rooms.ts'
import { createStore, openDatabases } from '../../src/databases.ts'
import { openShipped, type TestDatabase } from './databases.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await openShipped()
})
afterAll(() => database.close())
afterEach(() => vi.restoreAllMocks())

const asset = {
  resource: 'blocks',
  projectId: undefined,
  query: undefined,
  limit: 3,
  after: undefined,
} as const
const page = { query: undefined, limit: 3, after: undefined }
const fabric = { ...page, manufacturer: undefined, collection: undefined }
const after = [1_780_000_000_000, 'blk_1'] as const

async function fabricsFrom({ fabrics }: Store, filter: { query?: string; manufacturer?: string }) {
  const first = await fabrics.search({ ...fabric, ...filter })
  await fabrics.search({ ...fabric, ...filter, after: first.next ?? undefined })
}

const reads: [string, (store: Store) => Promise<unknown>][] = [
  ['projects', ({ projects }) => projects.list('user_demo', page)],
  ['the next page of projects', ({ projects }) => projects.list('user_demo', { ...page, after })],
  ['projects by name', ({ projects }) => projects.list('user_demo', { ...page, query: 'quilt' })],
  ['one project', ({ projects }) => projects.get('user_demo', 'prj_1')],
  ['blocks', ({ assets }) => assets.list('user_demo', asset)],
  ['the next page of blocks', ({ assets }) => assets.list('user_demo', { ...asset, after })],
  ['blocks by name', ({ assets }) => assets.list('user_demo', { ...asset, query: 'star' })],
  ['blocks of a project', ({ assets }) => assets.list('user_demo', { ...asset, projectId: 'prj_1', after })],
  ['one block', ({ assets }) => assets.get('user_demo', 'blocks', 'blk_1')],
  ['a design', ({ assets }) => assets.design('user_demo', 'blocks', 'blk_1')],
  ['fabrics', (store) => fabricsFrom(store, {})],
  ['fabrics by words', (store) => fabricsFrom(store, { query: 'kona blue' })],
  ['fabrics by a part of a word', (store) => fabricsFrom(store, { query: 'berry' })],
  ['fabrics of a maker', (store) => fabricsFrom(store, { manufacturer: 'moda' })],
  ['fabrics by word and maker', (store) => fabricsFrom(store, { query: 'gray', manufacturer: 'moda' })],
]

// Whether there are fabrics is seen at the first entry of the index of their order.
const MAY_SCAN = /COVERING INDEX catalog_fabrics_order|CONSTANT ROW/

const planRow = z.array(z.object({ detail: z.string() }))

/** How SQLite goes about a statement. */
function planOf(path: string, statement: string): string[] {
  const reader = new LastingDatabase(path, { readonly: true })
  try {
    const parameters = [...statement.matchAll(/\?/g)].map(() => null)
    const rows = planRow.parse(reader.prepare(`explain query plan ${statement}`).all(...parameters))
    return rows.map(({ detail }) => detail)
  } finally {
    reader.close()
  }
}

describe('reading', () => {
  it.each(reads)('%s reads no table from end to end', async (_, read) => {
    // A fresh connection has prepared nothing yet.
    const databases = await openDatabases({ accounts: { kind: 'sqlite', path: database.path } })
    const prepare = vi.spyOn(Sqlite.prototype, 'prepare')
    await read(createStore(databases))
    const statements = prepare.mock.calls.map(
      ([statement], index) =>
        [String(Reflect.get(prepare.mock.contexts[index] ?? {}, 'name')), statement] as const,
    )
    prepare.mockRestore()
    await databases.close()

    expect(statements).not.toEqual([])
    const plans = statements.flatMap(([path, statement]) => planOf(path, statement))
    expect(plans.filter((plan) => plan.startsWith('SEARCH'))).not.toEqual([])
    expect(plans.filter((plan) => plan.startsWith('SCAN') && !MAY_SCAN.test(plan))).toEqual([])
    expect(plans.filter((plan) => plan.includes('AUTOMATIC'))).toEqual([])
  })
})

it('prepares every statement once, however often it runs', async () => {
  const runAll = async () => {
    for (const [, read] of reads) await read(database.store)
    await database.store.projects.create('user_new', { name: 'Twice', description: undefined })
    await database.store.assets.createBlock('user_new', { name: 'Twice', width: 1, height: 1 })
  }
  await runAll()
  const prepare = vi.spyOn(Sqlite.prototype, 'prepare')
  await runAll()
  await runAll()
  expect(prepare.mock.calls).toEqual([])
})
