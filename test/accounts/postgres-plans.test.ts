import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import * as z from 'zod'
import type { Item } from '../../src/accounts/index.ts'
import type { Assets, Projects } from '../../src/core/rooms.ts'
import { openDatabase, putItems, type TestDatabase } from './databases.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await openDatabase('postgres')
  const common = { name: 'Star', archived: false }
  const items = Array.from({ length: 600 }, (_, index): Item[] => {
    const owner = `user_${index % 20}`
    return [
      { ...common, type: 'project', id: `prj_${index}`, owner, createdAt: index },
      {
        ...common,
        type: 'asset',
        resource: 'blocks',
        id: `blk_${index}`,
        owner,
        projectId: `prj_${index}`,
        createdAt: index,
        tags: [],
        design: '1',
      },
    ]
  })
  await putItems(database, items.flat())
  await sql`analyze`.execute(database.db)
})
afterAll(() => database.close())
afterEach(() => vi.restoreAllMocks())

interface Repositories {
  readonly projects: Projects
  readonly assets: Assets
}

const page = { query: undefined, limit: 3, after: undefined }
const blocks = { ...page, resource: 'blocks', projectId: undefined } as const
const after = [300, 'blk_1'] as const

const READS: [string, (store: Repositories) => Promise<unknown>][] = [
  ['projects', ({ projects }) => projects.list('user_1', page)],
  ['the next page of projects', ({ projects }) => projects.list('user_1', { ...page, after })],
  ['projects by name', ({ projects }) => projects.list('user_1', { ...page, query: 'star' })],
  ['one project', ({ projects }) => projects.get('user_1', 'prj_1')],
  ['blocks', ({ assets }) => assets.list('user_1', blocks)],
  ['the next page of blocks', ({ assets }) => assets.list('user_1', { ...blocks, after })],
  ['blocks by name', ({ assets }) => assets.list('user_1', { ...blocks, query: 'star' })],
  ['blocks of a project', ({ assets }) => assets.list('user_1', { ...blocks, projectId: 'prj_1', after })],
  ['one block', ({ assets }) => assets.get('user_1', 'blocks', 'blk_1')],
  ['a design', ({ assets }) => assets.design('user_1', 'blocks', 'blk_1')],
]

const sent = z.object({ text: z.string(), values: z.array(z.unknown()) })

/** How PostgreSQL goes about a statement when it reads a table from end to end only where no index serves. */
async function planOf({ text, values }: z.infer<typeof sent>): Promise<string> {
  const { location } = database
  const client = new pg.Client(location.kind === 'postgres' ? location.url : '')
  await client.connect()
  await client.query('set enable_seqscan = off; set enable_bitmapscan = off')
  const { rows } = await client.query(`explain ${text}`, values)
  await client.end()
  return rows.map((row) => row['QUERY PLAN']).join('\n')
}

describe('reading', () => {
  it.each(READS)('[§1.ownership] %s reads no table from end to end, and sorts nothing', async (_, read) => {
    const query = vi.spyOn(pg.Client.prototype, 'query')
    await read(database.accounts)
    const statements = query.mock.calls.flatMap(([first]) => sent.safeParse(first).data ?? [])
    query.mockRestore()
    expect(statements).toHaveLength(1)
    for (const statement of statements) {
      const plan = await planOf(statement)
      expect(plan).toMatch(/Index (?:Only )?(?:Scan|Cond)/)
      expect(plan).not.toMatch(/Seq Scan|Sort/)
    }
  })
})
