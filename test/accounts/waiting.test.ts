import Sqlite from 'better-sqlite3'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { catalogPathOf } from '../../src/catalog/index.ts'
import { startTestServer, type TestServer } from '../helpers/server.ts'
import { seedFrom } from './data-copy.ts'
import { openDatabase, SHIPPED_DATA } from './databases.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

it('what is shipped is loaded behind an import that holds the catalog, and the start does not wait', async () => {
  const database = await openDatabase()
  const importer = new Sqlite(catalogPathOf(database.path))
  importer.exec('begin immediate')
  const { loaded, failed } = await seedFrom(SHIPPED_DATA, database)
  expect([loaded, failed]).toEqual([['demo'], []])
  importer.exec('commit')
  importer.close()
  await expect.poll(() => loaded.toSorted(), { timeout: 20_000 }).toEqual(['demo', 'fabrics'])
  await database.close()
})

it('[§4.5.data] creates wait for another process that writes, and reads do not wait for them', async () => {
  const token = await server.tokenOf('user_demo')
  const writer = new Sqlite(server.databasePath)
  writer.exec('begin immediate')
  let waiting = 20
  const creates = Array.from({ length: waiting }, async (_, index) => {
    const { status } = await server.rest('/projects', {
      method: 'POST',
      token,
      body: { name: `Waiting ${index}` },
    })
    waiting -= 1
    return status
  })
  for (let read = 0; read < 5; read += 1) {
    expect((await server.rest('/fabrics?query=kona&limit=1')).status).toBe(200)
  }
  expect(waiting).toBe(20)
  writer.exec('commit')
  expect(new Set(await Promise.all(creates))).toEqual(new Set([201]))
  writer.close()
})
