import { readdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterAll, expect, it, vi } from 'vitest'
import { catalogPathOf } from '../../src/catalog/index.ts'
import { SILENT } from '../../src/core/log.ts'
import { openDatabases } from '../../src/databases.ts'
import { temporaryFolder } from '../helpers/files.ts'
import { copySeeded } from '../helpers/seeded.ts'

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
