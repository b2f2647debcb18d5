import { readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterAll, expect, it, vi } from 'vitest'
import { catalogPathOf } from '../../src/catalog/index.ts'
import { openDatabases } from '../../src/databases.ts'
import { SILENT } from '../../src/kit/log.ts'
import { temporaryFolder } from '../helpers/files.ts'
import { callTool } from '../helpers/mcp.ts'
import { copySeeded } from '../helpers/seeded.ts'
import { isInCluster, startTestServer } from '../helpers/server.ts'

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

it('[§7.503] damage that only a note comes across is mended, too', async () => {
  const path = join(folder.path, 'notes.db')
  copySeeded(path)
  const said: string[] = []
  const log = { ...SILENT, error: (_: object, message: string) => void said.push(message) }
  const storage = { accounts: { kind: 'sqlite', path } } as const
  const databases = await openDatabases(storage, { log, refill: async () => {} })
  const ask = (query: string) =>
    databases.catalog.fabrics.search({
      query,
      manufacturer: undefined,
      collection: undefined,
      limit: 1,
      after: undefined,
    })
  const pages = await Promise.all(['navy', 'coral', 'moda', 'gray', 'sky', 'red', 'sand'].map(ask))
  const file = catalogPathOf(path)
  writeFileSync(file, 'no catalog '.repeat(statSync(file).size / 11))
  expect(() => pages.map(({ report }) => report.total)).toThrow()
  await expect.poll(() => said).toEqual(['damaged catalog put aside and made anew; import what was imported'])
  await databases.close()
})
