import Sqlite from 'better-sqlite3'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import * as z from 'zod'
import { type Accounts, type Item, openAccounts } from '../../src/accounts/index.ts'
import { KINDS, openDatabase, putItems, type TestDatabase } from './databases.ts'

const page = { query: undefined, limit: 3, after: undefined }
const blocks = { ...page, resource: 'blocks', projectId: undefined } as const
const after = [300, 'blk_1'] as const

const READS: [string, (accounts: Accounts) => Promise<unknown>][] = [
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
const sqlitePlan = z.array(z.object({ detail: z.string() }))

describe.each(KINDS)('%s', (kind) => {
  let database: TestDatabase
  beforeAll(async () => {
    database = await openDatabase(kind)
    const common = { name: 'Star', archived: false }
    const items = Array.from({ length: 600 }, (_, index): Item[] => {
      const own = { ...common, owner: `user_${index % 20}`, createdAt: index }
      const projectId = `prj_${index}`
      return [
        { ...own, type: 'project', id: projectId },
        { ...own, type: 'block', id: `blk_${index}`, projectId, tags: [], design: '1' },
      ]
    })
    await putItems(database, items.flat())
  })
  afterAll(() => database.close())
  afterEach(() => vi.restoreAllMocks())

  /** How SQLite goes about the statements of a read. A fresh connection has prepared nothing yet. */
  async function sqlitePlans(read: (accounts: Accounts) => Promise<unknown>): Promise<string[]> {
    const accounts = await openAccounts(database.location)
    const prepare = vi.spyOn(Sqlite.prototype, 'prepare')
    await read(accounts)
    const statements = prepare.mock.calls.map(([statement]) => statement)
    prepare.mockRestore()
    await accounts.close()
    const file = new Sqlite(database.path, { readonly: true })
    const plans = statements.flatMap((statement) => {
      const parameters = [...statement.matchAll(/\?/g)].map(() => null)
      return sqlitePlan.parse(file.prepare(`explain query plan ${statement}`).all(...parameters))
    })
    file.close()
    return plans.map(({ detail }) => detail)
  }

  /** How PostgreSQL does when it reads a table from end to end only where no index serves. */
  async function postgresPlans(read: (accounts: Accounts) => Promise<unknown>): Promise<string[]> {
    const query = vi.spyOn(pg.Client.prototype, 'query')
    await read(database.accounts)
    const statements = query.mock.calls.flatMap(([first]) => sent.safeParse(first).data ?? [])
    query.mockRestore()
    const client = new pg.Client('url' in database.location ? database.location.url : '')
    await client.connect()
    await client.query('analyze; set enable_seqscan = off; set enable_bitmapscan = off')
    const plans: string[] = []
    for (const { text, values } of statements) {
      const { rows } = await client.query(`explain ${text}`, values)
      plans.push(...rows.map((row) => row['QUERY PLAN']))
    }
    await client.end()
    return plans
  }

  it.each(READS)('[§1.ownership] %s reads no table from end to end, and sorts nothing', async (_, read) => {
    const plans = await (kind === 'sqlite' ? sqlitePlans(read) : postgresPlans(read))
    expect(plans.join('\n')).toMatch(/SEARCH .* USING|Index (?:Only )?(?:Scan|Cond)/)
    expect(plans.filter((plan) => /^SCAN|AUTOMATIC|TEMP B-TREE|Seq Scan|Sort/.test(plan))).toEqual([])
  })
})
