import { closeSync, openSync, readdirSync, rmSync, statSync, writeFileSync, writeSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterAll, expect, it, vi } from 'vitest'
import { catalogPathOf } from '../../src/catalog/index.ts'
import { SILENT } from '../../src/core/log.ts'
import { openDatabases } from '../../src/databases.ts'
import { temporaryFolder } from '../helpers/files.ts'
import { callTool } from '../helpers/mcp.ts'
import { copySeeded } from '../helpers/seeded.ts'
import { isInCluster, startTestServer } from '../helpers/server.ts'
import Sqlite from '../helpers/sqlite.ts'

const folder = temporaryFolder()
afterAll(folder.remove)

it('[§7.503] a damaged catalog is put aside, said, and made anew', async () => {
  const path = join(folder.path, 'selvage.db')
  const catalogPath = catalogPathOf(path)
  writeFileSync(catalogPath, 'no catalog '.repeat(1_000))
  const said: object[] = []
  const log = { ...SILENT, error: (fields: object) => void said.push(fields) }
  const databases = await openDatabases({ accounts: { kind: 'sqlite', path } }, { log })
  expect(databases.catalog.mark('fabrics')).toBeUndefined()
  await databases.close()
  expect(said).toMatchObject([{ path: catalogPath, aside: expect.stringContaining('.damaged-') }])
  expect(readdirSync(dirname(path)).some((name) => name.includes('.damaged-'))).toBe(true)
})

it.skipIf(isInCluster)(
  '[§7.503] a catalog that gets damaged while it is searched is said once, and mends itself',
  async () => {
    const said: [string, object][] = []
    const note = (fields: object, message: string) => void said.push([message, fields])
    const server = await startTestServer({ log: { info: () => {}, warn: note, error: note } })
    const path = catalogPathOf(server.databasePath)
    const search = (word: string) => server.rest(`/fabrics?query=${word}`)
    expect((await search('kona')).status).toBe(200)

    writeFileSync(path, 'no catalog '.repeat(statSync(path).size / 11))
    const answers = await Promise.all(['moda', 'bella', 'navy', 'coral'].map(search))
    expect(answers.map(({ status }) => status)).toContain(503)
    await callTool(server, 'search_fabric_catalog', { query: 'grunge' })
    await expect.poll(async () => (await search('kona')).status, { timeout: 20_000 }).toBe(200)
    expect((await server.request('/readyz')).status).toBe(200)
    expect(said.map(([message]) => message)).toEqual([
      'catalog unavailable',
      'damaged catalog put aside and made anew; import what was imported',
    ])
    expect(readdirSync(dirname(path)).some((name) => name.includes('.damaged-'))).toBe(true)
    await server.close()
  },
)

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

it.skipIf(isInCluster)(
  '[D34.2, §7.503] damage that only a note comes across: the answer is good, and the catalog is made anew',
  async () => {
    const said: string[] = []
    const note = (_: object, message: string) => void said.push(message)
    const server = await startTestServer({ log: { info: () => {}, warn: note, error: note } })
    // No fabric is called so, and only the note looks at the row of the fabric with this SKU.
    const ask = async () => {
      const { json } = await callTool(server, 'search_fabric_catalog', { query: 'wombat CS-10-Bluebell' })
      const [data, ...notes] = json.result.content.map(({ text }: { text: string }) => text)
      return { failed: json.result.isError ?? false, fabrics: JSON.parse(data).fabrics, notes: notes.join() }
    }
    damageRows(server.catalogPath, 'fabrics')
    expect(await ask()).toEqual({ failed: false, fabrics: [], notes: '' })
    expect(said).toContain('no notes worked out')
    await expect
      .poll(ask, { timeout: 20_000 })
      .toEqual({ failed: false, fabrics: [], notes: expect.stringContaining('is Bluebell') })
    // While it is made anew, a search may say that it is unavailable.
    expect(said.filter((message) => !message.startsWith('catalog unav'))).toEqual([
      'no notes worked out',
      'damaged catalog put aside and made anew; import what was imported',
    ])
    await server.close()
  },
)

it('a catalog whose file was deleted says so once, and is searched as before', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  const path = join(folder.path, 'deleted.db')
  copySeeded(path)
  const said: string[] = []
  const log = { ...SILENT, warn: (_: object, message: string) => void said.push(message) }
  const storage = { accounts: { kind: 'sqlite', path } } as const
  const { catalog, close } = await openDatabases(storage, { log, refill: async () => {} })
  vi.advanceTimersByTime(3_000)
  expect(said).toEqual([])
  rmSync(catalogPathOf(path))
  vi.advanceTimersByTime(3_000)
  expect(said).toEqual([expect.stringMatching(/^the file of the catalog is gone or another one/)])
  expect(await catalog.fabrics.makers()).not.toEqual([])
  await close()
  expect(vi.getTimerCount()).toBe(0)
  vi.useRealTimers()
})
