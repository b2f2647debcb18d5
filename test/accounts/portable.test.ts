import Sqlite from 'better-sqlite3'
import pg from 'pg'
import Cursor from 'pg-cursor'
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest'
import type { AssetItem } from '../../src/accounts/index.ts'
import { KINDS, type Kind, openDatabase, type TestDatabase } from './databases.ts'

/** Publishes an edition of the catalog, and fetches it. */
async function publishOne({ editions }: TestDatabase['accounts']): Promise<void> {
  async function* chunks() {
    yield Buffer.from('a')
  }
  const about = { format: 1, release: '1.0.0' }
  const edition = await editions.publishing({ seconds: 1 }, (publish) => publish(about, chunks()))
  await editions.of(1)
  await editions.latestBefore(1)
  for await (const _ of editions.chunksOf(edition));
}

/** Every use of accounts, with each form of its statements. */
async function useEverything({ accounts }: TestDatabase): Promise<void> {
  const { projects, assets } = accounts
  const page = { query: undefined, limit: 2, after: undefined }
  const after = [1, 'blk_1'] as const
  for (const request of [
    page,
    { ...page, after },
    { ...page, query: 'log cabin' },
    { ...page, query: '%' },
  ]) {
    await projects.list('ann', request)
    for (const projectId of [undefined, 'prj_1'])
      await assets.list('ann', { ...request, resource: 'blocks', projectId })
  }
  await projects.count('ann', page)
  await projects.get('ann', 'prj_1')
  await assets.count('ann', { resource: 'blocks', query: undefined, projectId: undefined })
  await assets.get('ann', 'blocks', 'blk_1')
  await assets.design('ann', 'blocks', 'blk_1')
  await projects.create('ann', { name: 'New', description: undefined })
  await assets.createBlock('ann', { name: 'New', width: 1, height: 1 })
  const common = { owner: 'ann', name: 'Item', archived: false, createdAt: 1 }
  const block = (id: string): AssetItem => ({
    ...common,
    id,
    type: 'asset',
    resource: 'blocks',
    tags: [],
    design: '1',
  })
  const items = [
    { ...common, id: 'prj_put', type: 'project' },
    { type: 'member', projectId: 'prj_put', userId: 'bob' },
    block('blk_put'),
    { ...block('blk_plain'), design: undefined },
  ] as const
  await accounts.importing((put) => put(items))
  await accounts.exporting(async (all) => {
    for await (const _ of all);
  })
  await accounts.seed({ name: 'demo', release: '1', hash: 'a', items })
  await accounts.facts.get('fact')
  await accounts.facts.set('fact', 'value')
  await accounts.cursorSecret()
  await publishOne(accounts)
}

/** New rows, as a create stores them. An import may store them in another way. */
const NEW_ROWS = [/^insert into (".+" \(.+\)) values (?:\(\?(?:, \?)*\)(?:, )?)+$/, 'new rows: $1'] as const

/** What the folder of each dialect says in its own words. */
const OWN_WORDS: Readonly<Record<Kind, readonly (readonly [RegExp, string])[]>> = {
  sqlite: [
    [/cast\(round\(unixepoch\('subsec'\) \* 1000\) as integer\)/g, 'NOW'],
    [/ in \(select value from json_each\(\?\)\)/g, ' AMONG'],
    NEW_ROWS,
  ],
  postgres: [
    [/\(extract\(epoch from statement_timestamp\(\)\) \* 1000\)::bigint/g, 'NOW'],
    [/\$\d+/g, '?'],
    [/ = any\(\?\)/g, ' AMONG'],
    NEW_ROWS,
    [/^copy (".+" \(.+\)) from stdin$/, 'new rows: $1'],
  ],
}
/** How a connection and a transaction begin and end; the schema is compared by the contract. */
const OWN_STATEMENTS =
  /^(?:pragma|begin|start transaction|commit|rollback|create)\b|sqlite_master|pg_catalog|kysely_migration/i

/** The catalog is opened beside the accounts, and is SQLite with either. */
const CATALOG_STATEMENTS = /fabric|supplies|from colors|key = 'version'/

let databases: Readonly<Record<Kind, TestDatabase>>
beforeAll(async () => {
  databases = { sqlite: await openDatabase('sqlite'), postgres: await openDatabase('postgres') }
})
afterAll(async () => {
  for (const kind of KINDS) await databases[kind].close()
})
afterEach(() => vi.restoreAllMocks())

async function statementsOn(kind: Kind): Promise<string[]> {
  const said: string[] = []
  const query = pg.Client.prototype.query
  if (kind === 'sqlite') {
    const prepare = Sqlite.prototype.prepare
    vi.spyOn(Sqlite.prototype, 'prepare').mockImplementation(function (this: Sqlite.Database, sql: string) {
      said.push(sql)
      return Reflect.apply(prepare, this, [sql])
    })
  } else {
    vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (
      this: pg.Client,
      ...given: unknown[]
    ) {
      const [first] = given
      if (first instanceof Cursor) said.push(String(Reflect.get(first, 'text')))
      else if (typeof first === 'object' && first !== null && 'text' in first) said.push(String(first.text))
      return Reflect.apply(query, this, given)
    })
  }
  // A fresh connection has prepared nothing yet.
  const database = await openDatabase(kind, databases[kind].location)
  await useEverything(database)
  await database.close()
  vi.restoreAllMocks()
  const portable = said
    .filter((statement) => !OWN_STATEMENTS.test(statement))
    .filter((statement) => !CATALOG_STATEMENTS.test(statement))
    .map((statement) => OWN_WORDS[kind].reduce((text, [words, name]) => text.replace(words, name), statement))
  return [...new Set(portable)].sort()
}

it('says the same statements to every kind of database, but for the words that its folder has', async () => {
  const onSqlite = await statementsOn('sqlite')
  const onPostgres = await statementsOn('postgres')
  expect(onPostgres.length).toBeGreaterThan(25)
  expect(onSqlite.filter((statement) => !onPostgres.includes(statement))).toEqual([])
  expect(onPostgres.filter((statement) => !onSqlite.includes(statement))).toEqual([])
})
