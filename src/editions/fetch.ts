/** Fetches one edition in a worker thread. On a busy event loop it would take a minute instead of seconds. */
import { parentPort, workerData } from 'node:worker_threads'
import { openAccounts } from '../accounts/index.ts'
import { EditionDamaged, fetchFile } from './file.ts'
import type { FetchOrder, FetchOutcome } from './worker.ts'

const { location, edition, path }: FetchOrder = workerData

async function fetch(): Promise<FetchOutcome> {
  const accounts = await openAccounts(location)
  try {
    await fetchFile(accounts.editions, edition, path)
    return { done: true }
  } catch (error) {
    return { done: false, isDamaged: error instanceof EditionDamaged, message: String(error) }
  } finally {
    await accounts.close()
  }
}

parentPort?.postMessage(await fetch())
