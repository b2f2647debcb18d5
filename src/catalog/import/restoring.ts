import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { Logger } from '../../core/log.ts'

export interface RestoreOrder {
  readonly path: string
}

/** A running restore of the fabrics from before an upgrade. */
export interface Restoring {
  /** Rejects when they could not be restored. They are still kept then. */
  readonly done: Promise<void>
  /** Fabrics that are not yet restored stay kept until the catalog is opened again. */
  stop(): Promise<void>
}

export const NOTHING_TO_RESTORE: Restoring = { done: Promise.resolve(), stop: async () => {} }

/** In MB: twice what 5,000 fabrics at a time need. Without limits, a worker takes 60 MB more. */
const LIMITS = { maxYoungGenerationSizeMb: 8, maxOldGenerationSizeMb: 128 }

/** Restores what an upgrade kept, in a worker, and logs how it ends. */
export function startRestoring(path: string, log: Logger): Restoring {
  const order: RestoreOrder = { path }
  const worker = new Worker(new URL('./restore.ts', import.meta.url), {
    workerData: order,
    resourceLimits: LIMITS,
  })
  let isStopped = false
  const done = once(worker, 'exit').then(() => {
    if (!isStopped) log.info({ path }, 'the fabrics imported before the upgrade are restored')
  })
  done.catch((error: unknown) => {
    log.error(
      { path, err: error },
      'the fabrics imported before the upgrade are not restored; the next start tries again',
    )
  })
  return {
    done,
    async stop() {
      isStopped = true
      worker.postMessage('stop')
      await done.catch(() => {})
    },
  }
}
