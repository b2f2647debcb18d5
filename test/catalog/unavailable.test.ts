import { cpSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { catalogPathOf, openCatalog } from '../../src/catalog/index.ts'
import { openShipped, SHIPPED_DATA } from '../accounts/databases.ts'
import { temporaryFolder } from '../helpers/files.ts'
import { startTestServer, type TestServer } from '../helpers/server.ts'

const NO_FILTER = { query: undefined, manufacturer: undefined, collection: undefined }
const FABRICS = { ...NO_FILTER, limit: 25, after: undefined }
const RULERS = { category: 'rulers', query: undefined, limit: 25 } as const
const UNAVAILABLE = { code: 'catalog_unavailable', status: 503, retryAfter: expect.any(Number) }

describe('[§7.503] an unavailable catalog', () => {
  const cleanups: (() => unknown)[] = []
  afterEach(async () => {
    for (const cleanup of cleanups.splice(0)) await cleanup()
  })

  it('is one that is empty; the log says so once, and once when it is not', async () => {
    const said: string[] = []
    const note = (_: object, message: string) => void said.push(message)
    const catalog = await openCatalog(':memory:', { log: { info: note, warn: note, error: note } })
    cleanups.push(() => catalog.close())
    await expect(catalog.fabrics.search(FABRICS)).rejects.toMatchObject(UNAVAILABLE)
    expect(said).toEqual(['catalog unavailable'])
    await catalog.importFabrics([{ manufacturer: 'A', collection: 'B', name: 'C' }])
    expect((await catalog.fabrics.search(FABRICS)).items).toHaveLength(1)
    expect(said).toEqual(['catalog unavailable', 'catalog available again'])
  })

  it('is one that cannot be read, and its message tells nothing of the cause', async () => {
    const { path, store, close } = await openShipped()
    cleanups.push(close)
    const file = new Sqlite(catalogPathOf(path))
    file.exec('drop table catalog_fabrics; drop table catalog_facts')
    file.close()
    const message = expect.not.stringMatching(/sql|table|fabrics\b.*no such/i)
    await expect(store.fabrics.search(FABRICS)).rejects.toMatchObject({ ...UNAVAILABLE, message })
    expect((await store.supplies.browse(RULERS)).totalMatching).toBe(18)
  })
})

describe('[§7.503] a server whose data files are broken', () => {
  const data = temporaryFolder()
  let server: TestServer | undefined
  afterAll(async () => {
    await server?.close()
    data.remove()
  })

  it('starts, answers 503 for what it lacks, and serves the rest', async () => {
    cpSync(SHIPPED_DATA, data.path, { recursive: true })
    writeFileSync(join(data.path, 'fabrics.csv'), 'not,a,catalog\n')
    writeFileSync(join(data.path, 'supplies/precuts.json'), '{')
    rmSync(join(data.path, 'supplies/rotary-cutters.json'))
    rmSync(join(data.path, 'demo.ndjson'))
    server = await startTestServer({ dataDirectory: data.path })
    const fabrics = await server.rest('/fabrics')
    expect(fabrics.status).toBe(503)
    expect(fabrics.json).toMatchObject({ success: false, error: { code: 'catalog_unavailable' } })
    const guides = ['rulers', 'precuts', 'rotary-cutters'].map((category) =>
      server?.rest(`/supplies?category=${category}`),
    )
    expect((await Promise.all(guides)).map((answer) => answer?.status)).toEqual([200, 503, 503])
    const token = await server.tokenOf('user_demo')
    expect((await server.rest('/projects', { token })).json.data.projects).toEqual([])
  })
})
