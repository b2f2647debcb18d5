/** Restores what an upgrade kept, in a worker: in the event loop, searches would wait for it for minutes. */
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
  // An error of SQLite loses its text on the way out of a worker.
  throw new Error(String(error))
})
parentPort?.close()
