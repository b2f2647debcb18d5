import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { Edition } from '../accounts/index.ts'
import type { Location } from '../database/index.ts'
import { EditionDamaged } from './file.ts'

export interface FetchOrder {
  readonly location: Location
  readonly edition: Edition
  readonly path: string
}

export type FetchOutcome =
  | { readonly done: true }
  | { readonly done: false; readonly isDamaged: boolean; readonly message: string }

/**
 * Fetches an edition into a file, in a worker thread. Throws `EditionDamaged` if it is not what was
 * published, and other errors if it could not be fetched or written.
 */
export async function fetchInWorker(order: FetchOrder, signal: AbortSignal): Promise<void> {
  const worker = new Worker(new URL('./fetch.ts', import.meta.url), { workerData: order })
  const stop = (): void => void worker.terminate()
  signal.addEventListener('abort', stop)
  try {
    const [outcome]: [FetchOutcome | number] = await Promise.race([
      once(worker, 'message'),
      once(worker, 'exit'),
    ]).then(([message]) => [message])
    if (typeof outcome === 'number') throw new Error(`The fetching worker ended with ${outcome}.`)
    if (outcome.done) return
    throw outcome.isDamaged ? new EditionDamaged(outcome.message) : new Error(outcome.message)
  } finally {
    signal.removeEventListener('abort', stop)
    await worker.terminate()
  }
}
