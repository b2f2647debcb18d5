import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { createFolderPrivately, openUnfinished } from '../files/index.ts'
import { openFile } from './database.ts'
import { readFile } from './export.ts'
import { importFabrics } from './import.ts'
import { type CatalogDatabase, type Rows, readVersion } from './rows.ts'

/** The compressed file of the newest edition; `undefined` if the release before has published none. */
async function newestEdition(rows: Rows): Promise<Buffer | undefined> {
  const newest = await rows
    .selectFrom('editions')
    .select(['format', 'number'])
    .orderBy('format', 'desc')
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (newest === undefined) return undefined
  const chunks = await rows
    .selectFrom('edition_chunks')
    .select('bytes')
    .where('format', '=', newest.format)
    .where('number', '=', newest.number)
    .orderBy('position')
    .execute()
  return Buffer.concat(chunks.map(({ bytes }) => bytes))
}

/**
 * Takes over what somebody imported with release 1.0, which kept the catalog as compressed files (editions). It runs
 * once, before anything else is put into the new tables; what the release ships is loaded anyway. The editions stay
 * for instances of the release before.
 *
 * @param folder for the unpacked file.
 */
export async function takeOverEditions(
  master: Pick<CatalogDatabase, 'kysely' | 'read' | 'write'>,
  folder: string,
): Promise<void> {
  if ((await readVersion(master.kysely)) !== undefined) return
  const packed = await newestEdition(master.kysely)
  if (packed === undefined) return
  createFolderPrivately(folder)
  const path = openUnfinished(join(folder, 'edition.db'))
  try {
    await writeFile(path, gunzipSync(packed))
    const file = await openFile(path)
    try {
      await readFile(file, 'imported', (fabrics) => importFabrics(master, [[...fabrics]]))
    } finally {
      await file.close()
    }
  } finally {
    for (const ending of ['', '-wal', '-shm']) await rm(path + ending, { force: true })
  }
}
