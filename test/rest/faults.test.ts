import Sqlite from 'better-sqlite3'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { isInCluster, startTestServer, type TestServer } from '../helpers/server.ts'
import { expectFailure } from './answers.ts'

let server: TestServer
let token: string
const errors: object[] = []
beforeAll(async () => {
  const log = { info: () => {}, warn: () => {}, error: (fields: object) => void errors.push(fields) }
  server = await startTestServer({ log })
  token = await server.tokenOf('user_demo')
})
afterAll(() => server.close())

const CATALOG = ['catalog_fabrics', 'catalog_facts']

async function execute(table: string, statements: readonly string[]): Promise<void> {
  if (CATALOG.includes(table)) {
    const catalog = new Sqlite(server.catalogPath)
    for (const statement of statements) catalog.exec(statement)
    catalog.close()
  } else {
    const { kysely, close } = await server.openAccounts()
    for (const statement of statements) await sql.raw(statement).execute(kysely)
    await close()
  }
}

const repairs: (() => Promise<void>)[] = []
afterEach(async () => {
  const isRepaired = repairs.length > 0
  for (const repair of repairs.splice(0)) await repair()
  if (isRepaired && !isInCluster) {
    // As every change of the rows does, so that the index is built anew.
    await execute('catalog_facts', ["update catalog_facts set value = value || '0' where key = 'version'"])
    await expect.poll(async () => (await server.rest('/fabrics?query=snow')).status).toBe(200)
  }
  errors.splice(0)
})

/** Takes a table away behind the server's back, until the test ends. */
async function withoutTable(table: string): Promise<void> {
  await execute(table, [`alter table ${table} rename to away`])
  repairs.push(() => execute(table, [`alter table away rename to ${table}`]))
}

/** Takes a table's rows away behind the server's back, until the test ends. */
async function withoutRows(table: string): Promise<void> {
  await execute(table, [`create table taken as select * from ${table}`, `delete from ${table}`])
  repairs.push(() => execute(table, [`insert into ${table} select * from taken`, 'drop table taken']))
}

it.each([
  ['projects', 'GET', '/projects', undefined],
  ['projects', 'POST', '/projects', { name: 'n' }],
  ['assets', 'GET', '/quilts', undefined],
  ['assets', 'GET', '/assets/quilts/x', undefined],
  ['assets', 'POST', '/blocks', { name: 'n', finishedWidthInches: 1, finishedHeightInches: 1 }],
])(
  '[D9.4, D9.12] without the table %s, %s %s is a 500 that leaks nothing',
  async (table, method, path, body) => {
    await withoutTable(table)
    const answer = await server.rest(path, { method, token, body })
    expect(expectFailure(answer, 'internal_error').message).toBe('Something went wrong on our side.')
    expect(`${answer.text}${[...answer.headers]}`).not.toMatch(/no such table|projects"|assets"/)
    expect(errors).toHaveLength(1)
    expect(errors[0]).toMatchObject({
      code: 'internal_error',
      err: { message: expect.stringMatching(table) },
    })
    expect((await server.rest('/auth/me', { token })).status).toBe(200)
  },
)

// Instances of a cluster have files of the catalog of their own.
const withCatalogFile = it.skipIf(isInCluster)

withCatalogFile.each([
  [withoutRows, 'catalog_fabrics', '/fabrics'],
  [withoutRows, 'catalog_fabrics', '/fabrics?query=kona'],
  [withoutRows, 'catalog_fabrics', '/fabrics?manufacturer=moda'],
  [withoutTable, 'catalog_fabrics', '/fabrics'],
  [withoutTable, 'catalog_fabrics', '/fabrics?query=kona'],
  [withoutRows, 'catalog_facts', '/supplies?category=rulers'],
  [withoutRows, 'catalog_facts', '/supplies?category=rulers&query=acrylic'],
  [withoutTable, 'catalog_facts', '/supplies?category=rulers'],
])('[§7.503, D9.7, D2.2] %o %s: %s is unavailable for a while', async (take, table, path) => {
  await take(table)
  const answer = await server.rest(path)
  const { retryAfter } = expectFailure(answer, 'catalog_unavailable')
  expect(retryAfter).toBeGreaterThan(0)
  expect(answer.headers.get('retry-after')).toBe(String(retryAfter))
  expect(answer.headers.get('cache-control')).toBe('no-store')
  // It is said when it begins, and not for every request.
  await server.rest(path)
  expect(errors.length).toBeLessThanOrEqual(1)
})

withCatalogFile('[§7.503] an unavailable catalog leaves the private operations alone', async () => {
  await withoutTable('catalog_fabrics')
  await withoutRows('catalog_facts')
  for (const path of ['/auth/me', '/projects', '/quilts', '/assets?resource=swatches'])
    expect((await server.rest(path, { token })).status).toBe(200)
})

withCatalogFile('[§7.503] one half of the catalog does not take the other with it', async () => {
  await withoutRows('catalog_fabrics')
  expect((await server.rest('/supplies?category=rulers')).status).toBe(200)
})

it('[§7.503, D18.4] a search without a match is an empty list, not an unavailable catalog', async () => {
  const fabrics = await server.rest('/fabrics?query=zzzzqqqq')
  expect(fabrics.json.data).toMatchObject({ fabrics: [], cursor: null, truncated: false })
  const supplies = await server.rest('/supplies?category=rulers&query=zzzzqqqq')
  expect(supplies.json.data).toMatchObject({ items: [], totalMatching: 0, truncated: false })
})

withCatalogFile('[D11.1] arguments are checked before the catalog is read', async () => {
  await withoutTable('catalog_fabrics')
  expectFailure(await server.rest('/fabrics?limit=0'), 'invalid_argument')
})
