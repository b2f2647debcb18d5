import { closeSync, cpSync, openSync, readdirSync, rmSync, writeFileSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { expect, it, vi } from 'vitest'
import { catalogPathOf, importFabrics, openCatalog } from '../../src/catalog/index.ts'
import { SILENT } from '../../src/core/logger.ts'
import { SHIPPED_DATA } from '../accounts/databases.ts'
import { temporaryFolder } from '../helpers/files.ts'
import { callTool } from '../helpers/mcp.ts'
import { copySeeded } from '../helpers/seeded.ts'
import { isInCluster, startTestServer } from '../helpers/server.ts'

const FABRICS = { limit: 25, after: undefined }
const UNAVAILABLE = { code: 'catalog_unavailable', status: 503, retryAfter: expect.any(Number) }
const FABRIC = { manufacturer: 'A', collection: 'B', name: 'C' }

const folder = temporaryFolder()

/** A log that keeps what is said. */
function listening() {
  const said: string[] = []
  const note = (_: object, message: string) => void said.push(message)
  return { said, log: { info: note, warn: note, error: note } }
}

it('[§7.503] an empty catalog is unavailable; the log says so once, and once when it is not', async () => {
  const { said, log } = listening()
  const catalog = await openCatalog(join(folder.path, 'empty.db'), { serves: true, log })
  await expect(catalog.fabrics.search(FABRICS)).rejects.toMatchObject(UNAVAILABLE)
  await expect(catalog.fabrics.search(FABRICS)).rejects.toMatchObject(UNAVAILABLE)
  expect(said).toEqual(['catalog unavailable'])
  await importFabrics(catalog, [FABRIC])
  expect((await catalog.fabrics.search(FABRICS)).items).toHaveLength(1)
  expect(said).toEqual(['catalog unavailable', 'catalog available again'])
  await catalog.close()
})

it.skipIf(isInCluster)(
  '[§7.503] when it cannot be read, a server says so once, not why to callers, and answers what guides say',
  async () => {
    const { said, log } = listening()
    const server = await startTestServer({ log: { ...log, info: () => {} } })
    const file = new Sqlite(server.catalogPath)
    file.exec('drop table catalog_fabrics; drop table catalog_facts')
    file.close()
    const { json } = await callTool(server, 'browse_supplies', { category: 'rulers' })
    expect(json.result.structuredContent.totalMatching).toBe(18)
    expect((await server.request('/fabrics.csv')).status).toBe(503)
    const { status, text } = await server.rest('/fabrics')
    expect([status, text]).toEqual([503, expect.not.stringMatching(/sql|table|no such/i)])
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
  const fabrics = await server.rest('/fabrics')
  expect(fabrics.status).toBe(503)
  expect(fabrics.json).toMatchObject({ success: false, error: { code: 'catalog_unavailable' } })
  const statusOf = async (category: string) => (await server.rest(`/supplies?category=${category}`)).status
  expect(await Promise.all(['rulers', 'precuts', 'rotary-cutters'].map(statusOf))).toEqual([200, 503, 503])
  const token = await server.tokenOf('user_demo')
  expect((await server.rest('/projects', { token })).json.data.projects).toEqual([])
})

/** Overwrites the pages with the fabrics. What the file says about itself, and its other tables, stay whole. */
function damageRows(file: string): void {
  const database = new Sqlite(file, { readonly: true })
  const size = Number(database.pragma('page_size', { simple: true }))
  const pages = database
    .prepare<[], number>("select pageno from dbstat where name = 'catalog_fabrics' and pagetype = 'leaf'")
    .pluck()
    .all()
  database.close()
  const handle = openSync(file, 'r+')
  for (const page of pages) writeSync(handle, Buffer.alloc(size, 'x'), 0, size, (page - 1) * size)
  closeSync(handle)
}

it.each<[string, (path: string) => void]>([
  ['is no database', (path) => writeFileSync(path, 'no catalog '.repeat(1_000))],
  ['has lost its rows', damageRows],
])('[§7.503] a catalog that %s is set aside, logged, and rebuilt at start', async (name, damage) => {
  const path = join(folder.path, `${name}.db`)
  copySeeded(path)
  const catalogPath = catalogPathOf(path)
  damage(catalogPath)
  const error = vi.fn()
  const catalog = await openCatalog(catalogPath, { log: { ...SILENT, error } })
  // Empty: the start loads what is shipped.
  expect(catalog.shipped()).toBeUndefined()
  await importFabrics(catalog, [FABRIC])
  await catalog.close()
  expect(error.mock.calls).toMatchObject([
    [{ path: catalogPath, aside: expect.stringContaining('.damaged-') }, expect.any(String)],
  ])
  expect(readdirSync(folder.path).some((each) => each.includes(`${name}-catalog.db.damaged-`))).toBe(true)
})

it.skipIf(isInCluster)(
  '[§7.503] a catalog that gets damaged while it is searched is said once; everything else works on',
  async () => {
    const { said, log } = listening()
    const server = await startTestServer({ log: { ...log, info: () => {} } })
    const search = (word: string) => server.rest(`/fabrics?query=${word}`)
    expect((await search('kona')).status).toBe(200)
    damageRows(server.catalogPath)
    const answers = await Promise.all(['moda', 'bella', 'navy', 'coral'].map(search))
    for (const { status } of answers) expect([200, 503]).toContain(status)
    expect((await server.request('/healthz')).status).toBe(200)
    expect(said.filter((message) => message !== 'catalog unavailable')).toEqual([])
  },
)
