/** Restores what an upgrade kept. It runs in a worker, because searches would wait minutes for it otherwise. */
import { parentPort, workerData } from 'node:worker_threads'
import { giveWay } from './give-way.ts'
import { restoreKept } from './kept.ts'
import type { RestoreOrder } from './restoring.ts'

const { path }: RestoreOrder = workerData
giveWay(true)
const stopping = new AbortController()
// Any message means: stop.
parentPort?.once('message', () => stopping.abort())
await restoreKept(path, stopping.signal).catch((error: unknown) => {
  // An error of SQLite loses its text when it leaves a worker.
  throw new Error(String(error))
})
parentPort?.close()
