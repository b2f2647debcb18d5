/** Fetches one edition in a worker thread. On a busy event loop it would take a minute instead of seconds. */
import { parentPort, workerData } from 'node:worker_threads'
import { openAccounts } from '../accounts/index.ts'
import { giveWay, openCatalog } from '../catalog/index.ts'
import { EditionDamaged, fetchFile } from './file.ts'
import type { FetchOrder, FetchOutcome } from './worker.ts'

const { location, edition, path }: FetchOrder = workerData

giveWay(true)

/**
 * The first time that a file is opened, SQLite changes it and waits for the disk. In the main thread, searches
 * would wait too. If the file cannot be opened, whoever uses it says so.
 */
async function openOnce(path: string): Promise<void> {
  await openCatalog(path).then(
    (catalog) => catalog.close(),
    () => {},
  )
}

async function fetch(): Promise<FetchOutcome> {
  const accounts = await openAccounts(location)
  try {
    await fetchFile(accounts.editions, edition, path)
    await openOnce(path)
    return { done: true }
  } catch (error) {
    return { done: false, isDamaged: error instanceof EditionDamaged, message: String(error) }
  } finally {
    await accounts.close()
  }
}

parentPort?.postMessage(await fetch())
