import { closeSync, openSync, readdirSync, writeFileSync, writeSync } from 'node:fs'
import { dirname, join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { afterAll, expect, it } from 'vitest'
import { catalogPathOf, openCatalog } from '../../src/catalog/index.ts'
import { SILENT } from '../../src/core/logger.ts'
import { temporaryFolder } from '../helpers/files.ts'
import { copySeeded } from '../helpers/seeded.ts'
import { isInCluster, startTestServer } from '../helpers/server.ts'

const folder = temporaryFolder()
afterAll(folder.remove)

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
    const log = { ...SILENT, error: (fields: object) => void said.push(fields) }
    const catalog = await openCatalog(catalogPath, { log })
    // Empty: the start loads what is shipped.
    expect(catalog.shipped()).toBeUndefined()
    await catalog.importFabrics([{ manufacturer: 'A', collection: 'B', name: 'C' }])
    await catalog.close()
    expect(said).toMatchObject([{ path: catalogPath, aside: expect.stringContaining('.damaged-') }])
    expect(readdirSync(dirname(path)).some((each) => each.includes(`${name}-catalog.db.damaged-`))).toBe(true)
  },
)

it.skipIf(isInCluster)(
  '[§7.503] a catalog that gets damaged while it is searched is said once; everything else works on',
  async () => {
    const said: string[] = []
    const note = (_: object, message: string) => void said.push(message)
    const server = await startTestServer({ log: { info: () => {}, warn: note, error: note } })
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
