import { readdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { catalogPathOf } from '../../src/catalog/index.ts'
import { openDatabases } from '../../src/databases.ts'
import { SILENT } from '../../src/kit/log.ts'
import { temporaryFolder } from '../helpers/files.ts'

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
