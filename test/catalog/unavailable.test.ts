import { closeSync, cpSync, openSync, readdirSync, rmSync, writeFileSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { afterAll, afterEach, expect, it } from 'vitest'
import { catalogPathOf, importFabrics, openCatalog } from '../../src/catalog/index.ts'
import { SILENT } from '../../src/core/logger.ts'
import { openShipped, SHIPPED_DATA } from '../accounts/databases.ts'
import { temporaryFolder } from '../helpers/files.ts'
import { callTool } from '../helpers/mcp.ts'
import { copySeeded } from '../helpers/seeded.ts'
import { isInCluster, startTestServer } from '../helpers/server.ts'

const NO_FILTER = { query: undefined, manufacturer: undefined, collection: undefined }
const FABRICS = { ...NO_FILTER, limit: 25, after: undefined }
const RULERS = { category: 'rulers', query: undefined, limit: 25 } as const
const UNAVAILABLE = { code: 'catalog_unavailable', status: 503, retryAfter: expect.any(Number) }
const FABRIC = { manufacturer: 'A', collection: 'B', name: 'C' }

const folder = temporaryFolder()
afterAll(folder.remove)
const cleanups: (() => unknown)[] = []
afterEach(async () => {
  for (const cleanup of cleanups.splice(0)) await cleanup()
})

/** A log that keeps what is said. */
function listening() {
  const said: string[] = []
  const note = (_: object, message: string) => void said.push(message)
  return { said, log: { info: note, warn: note, error: note } }
}

it('[§7.503] an empty catalog is unavailable; the log says so once, and once when it is not', async () => {
  const { said, log } = listening()
  const catalog = await openCatalog(':memory:', { log })
  cleanups.push(() => catalog.close())
  await expect(catalog.fabrics.search(FABRICS)).rejects.toMatchObject(UNAVAILABLE)
  await expect(catalog.fabrics.search(FABRICS)).rejects.toMatchObject(UNAVAILABLE)
  expect(said).toEqual(['catalog unavailable'])
  await importFabrics(catalog, [FABRIC])
  expect((await catalog.fabrics.search(FABRICS)).items).toHaveLength(1)
  expect(said).toEqual(['catalog unavailable', 'catalog available again'])
})

it('[§7.503] so is one that cannot be read, and its message tells nothing of the cause', async () => {
  const { path, store, close } = await openShipped()
  cleanups.push(close)
  const file = new Sqlite(catalogPathOf(path))
  file.exec('drop table catalog_fabrics; drop table catalog_facts')
  file.close()
  const message = expect.not.stringMatching(/sql|table|fabrics\b.*no such/i)
  await expect(store.fabrics.search(FABRICS)).rejects.toMatchObject({ ...UNAVAILABLE, message })
  expect((await store.supplies.browse(RULERS)).totalMatching).toBe(18)
})

it.skipIf(isInCluster)(
  '[§7.503] when it cannot be read any more, a server says so once and answers what guides say',
  async () => {
    const { said, log } = listening()
    const server = await startTestServer({ log: { ...log, info: () => {} } })
    cleanups.push(() => server.close())
    const file = new Sqlite(server.catalogPath)
    file.exec('drop table catalog_fabrics; drop table catalog_facts')
    file.close()
    expect((await server.rest('/supplies?category=rulers')).status).toBe(200)
    const { json } = await callTool(server, 'browse_supplies', { category: 'rulers' })
    expect(json.result.structuredContent.totalMatching).toBe(18)
    expect((await server.request('/fabrics.csv')).status).toBe(503)
    expect(said).toEqual(['catalog unavailable'])
    expect((await server.rest('/fabrics')).status).toBe(503)
    expect(said).toEqual(['catalog unavailable'])
  },
)

it('[§7.503] a server whose data files are broken answers 503 for what it lacks, and serves the rest', async () => {
  const data = join(folder.path, 'data')
  cpSync(SHIPPED_DATA, data, { recursive: true })
  writeFileSync(join(data, 'fabrics.csv'), 'not,a,catalog\n')
  writeFileSync(join(data, 'supplies/precuts.json'), '{')
  rmSync(join(data, 'supplies/rotary-cutters.json'))
  rmSync(join(data, 'demo.ndjson'))
  const server = await startTestServer({ dataDirectory: data })
  cleanups.push(() => server.close())
  const fabrics = await server.rest('/fabrics')
  expect(fabrics.status).toBe(503)
  expect(fabrics.json).toMatchObject({ success: false, error: { code: 'catalog_unavailable' } })
  const statusOf = async (category: string) => (await server.rest(`/supplies?category=${category}`)).status
  expect(await Promise.all(['rulers', 'precuts', 'rotary-cutters'].map(statusOf))).toEqual([200, 503, 503])
  const token = await server.tokenOf('user_demo')
  expect((await server.rest('/projects', { token })).json.data.projects).toEqual([])
})

/** Overwrites the pages with the rows of a table. What the file says about itself, and its other tables, stay whole. */
function damageRows(file: string, table: string): void {
  const database = new Sqlite(file, { readonly: true })
  const size = Number(database.pragma('page_size', { simple: true }))
  const pages = database
    .prepare<[string], number>("select pageno from dbstat where name = ? and pagetype = 'leaf'")
    .pluck()
    .all(table)
  database.close()
  const handle = openSync(file, 'r+')
  for (const page of pages) writeSync(handle, Buffer.alloc(size, 'x'), 0, size, (page - 1) * size)
  closeSync(handle)
}

const DAMAGE: readonly (readonly [string, (path: string) => void])[] = [
  ['is no database', (path) => writeFileSync(path, 'no catalog '.repeat(1_000))],
  ['has lost its rows', (path) => damageRows(path, 'catalog_fabrics')],
]

it.each(DAMAGE)(
  '[§7.503] a catalog that %s is set aside, logged, and rebuilt at start',
  async (name, damage) => {
    const path = join(folder.path, `${name}.db`)
    copySeeded(path)
    const catalogPath = catalogPathOf(path)
    damage(catalogPath)
    const said: object[] = []
    const catalog = await openCatalog(catalogPath, {
      log: { ...SILENT, error: (fields: object) => void said.push(fields) },
    })
    // Empty: the start loads what is shipped.
    expect(catalog.shipped()).toBeUndefined()
    await importFabrics(catalog, [FABRIC])
    await catalog.close()
    expect(said).toMatchObject([{ path: catalogPath, aside: expect.stringContaining('.damaged-') }])
    expect(readdirSync(folder.path).some((each) => each.includes(`${name}-catalog.db.damaged-`))).toBe(true)
  },
)

it.skipIf(isInCluster)(
  '[§7.503] a catalog that gets damaged while it is searched is said once; everything else works on',
  async () => {
    const { said, log } = listening()
    const server = await startTestServer({ log: { ...log, info: () => {} } })
    const search = (word: string) => server.rest(`/fabrics?query=${word}`)
    expect((await search('kona')).status).toBe(200)
    damageRows(server.catalogPath, 'catalog_fabrics')
    const answers = await Promise.all(['moda', 'bella', 'navy', 'coral'].map(search))
    for (const { status } of answers) expect([200, 503]).toContain(status)
    expect((await server.request('/healthz')).status).toBe(200)
    expect(said.filter((message) => message !== 'catalog unavailable')).toEqual([])
    await server.close()
  },
)
