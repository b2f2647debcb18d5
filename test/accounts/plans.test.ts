import { CompiledQuery, DefaultQueryExecutor } from 'kysely'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import type { Accounts } from '../../src/accounts/index.ts'
import { blockOf, KINDS, openDatabase, projectOf, putItems, type TestDatabase } from './databases.ts'

const page = { query: undefined, limit: 3, after: undefined }
const blocks = { ...page, resource: 'blocks', projectId: undefined } as const
const after = [300, 'blk_300'] as const

const READS: [string, (accounts: Accounts) => Promise<unknown>][] = [
  ['projects', ({ projects }) => projects.list('user_1', page)],
  ['the next page of projects', ({ projects }) => projects.list('user_1', { ...page, after })],
  ['projects by name', ({ projects }) => projects.list('user_1', { ...page, query: 'star' })],
  ['the number of projects', ({ projects }) => projects.count('user_1', undefined, 1_000)],
  ['one project', ({ projects }) => projects.get('user_1', 'prj_1')],
  ['blocks', ({ assets }) => assets.list('user_1', blocks)],
  ['the next page of blocks', ({ assets }) => assets.list('user_1', { ...blocks, after })],
  ['blocks by name', ({ assets }) => assets.list('user_1', { ...blocks, query: 'star' })],
  ['blocks of a project', ({ assets }) => assets.list('user_1', { ...blocks, projectId: 'prj_1', after })],
  ['the number of blocks', ({ assets }) => assets.count('user_1', blocks, 1_000)],
  ['one block', ({ assets }) => assets.get('user_1', 'blocks', 'blk_1')],
  ['a design', ({ assets }) => assets.design('user_1', 'blocks', 'blk_1')],
]

/** So that PostgreSQL reads a table from end to end only where no index serves. */
const SETTINGS = {
  sqlite: [],
  postgres: ['analyze', 'set enable_seqscan = off', 'set enable_bitmapscan = off'],
}

describe.each(KINDS)('%s', (kind) => {
  let database: TestDatabase
  beforeAll(async () => {
    database = await openDatabase(kind)
    const items = Array.from({ length: 600 }, (_, index) => {
      const [owner, projectId] = [`user_${index % 20}`, `prj_${index}`]
      const common = { name: 'Star', createdAt: index }
      const block = blockOf(owner, `blk_${index}`, { ...common, projectId, design: '1' })
      return [projectOf(owner, projectId, common), block]
    })
    await putItems(database, items.flat())
  })

  async function plansOf(read: (accounts: Accounts) => Promise<unknown>): Promise<string[]> {
    const execute = vi.spyOn(DefaultQueryExecutor.prototype, 'executeQuery')
    await read(database.accounts)
    const statements = execute.mock.calls.map(([statement]) => statement)
    execute.mockRestore()
    const explain = kind === 'sqlite' ? 'explain query plan' : 'explain'
    return database.db.connection().execute(async (connection) => {
      for (const setting of SETTINGS[kind]) await connection.executeQuery(CompiledQuery.raw(setting))
      const plans: string[] = []
      for (const { sql, parameters } of statements) {
        const explained = CompiledQuery.raw(`${explain} ${sql}`, [...parameters])
        const { rows } = await connection.executeQuery(explained)
        plans.push(...rows.map((row) => JSON.stringify(Object.values(row ?? {}).at(-1))))
      }
      return plans
    })
  }

  it.each(READS)('[§1.ownership] %s reads no table from end to end, and sorts nothing', async (_, read) => {
    const plans = await plansOf(read)
    expect(plans.join('\n')).toMatch(/SEARCH .* USING|Index (?:Only )?(?:Scan|Cond)/)
    expect(
      plans.filter((plan) => /^"SCAN (?!first")|AUTOMATIC|TEMP B-TREE|Seq Scan|Sort/.test(plan)),
    ).toEqual([])
  })
})
