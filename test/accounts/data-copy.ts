import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { seed } from '../../src/seed.ts'
import { temporaryFolder } from '../helpers/files.ts'
import { SHIPPED_DATA, type TestDatabase } from './databases.ts'

/** A copy of the shipped data files, to change them. */
export function copyData() {
  const { path, remove } = temporaryFolder()
  cpSync(SHIPPED_DATA, path, { recursive: true })
  return {
    path,
    remove,
    delete: (file: string) => rmSync(join(path, file)),
    edit(file: string, change: (text: string) => string) {
      const before = readFileSync(join(path, file), 'utf8')
      const after = change(before)
      if (after === before) throw new Error(`${file} is unchanged`)
      writeFileSync(join(path, file), after)
    },
  }
}

/** Seeds a database; answers which parts were loaded, and which failed. */
export async function seedFrom(directory: string, database: TestDatabase, fabrics = true) {
  const loaded: unknown[] = []
  const failed: unknown[] = []
  const partOf = (fields: object) => 'part' in fields && fields.part
  const log = {
    info: (fields: object) => loaded.push(partOf(fields)),
    warn: () => {},
    error: (fields: object) => failed.push(partOf(fields)),
  }
  await seed(database, { serves: true, directory, demo: true, fabrics, log })
  return { loaded, failed }
}
