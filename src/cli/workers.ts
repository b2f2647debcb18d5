import cluster, { type Worker } from 'node:cluster'
import { once } from 'node:events'
import type { Logger } from '../core/logger.ts'
import { countForWorkers } from '../http/rate-limit-store.ts'

/** Before a worker is replaced: one that cannot start must not keep the machine busy. */
const PAUSE_MS = 500

export interface Part {
  /** @param delayMs how long a server goes on first. */
  close(delayMs: number): Promise<void>
}

const running = () => Object.values(cluster.workers ?? {}).filter((worker) => worker !== undefined)

async function ready(worker: Worker): Promise<void> {
  const ended = once(worker, 'exit').then(() => {
    throw new Error('A worker ended before it listened.')
  })
  await Promise.race([once(worker, 'listening'), ended])
  ended.catch(() => {})
}

/** Starts workers on one port, and replaces those that end. Rejects if one does not begin to listen. */
export async function startWorkers(count: number, log: Logger): Promise<Part> {
  countForWorkers()
  try {
    // The first one prepares the database for all.
    await ready(cluster.fork())
    await Promise.all(Array.from({ length: count - 1 }, () => ready(cluster.fork())))
  } catch (error) {
    for (const worker of running()) worker.kill()
    throw error
  }

  let isStopping = false
  cluster.on('exit', ({ process: { pid } }, code, signal) => {
    if (isStopping) return
    log.error({ pid, code, signal }, 'a worker ended; another takes its place')
    setTimeout(() => {
      if (!isStopping) cluster.fork()
    }, PAUSE_MS)
  })
  return {
    async close(delayMs) {
      isStopping = true
      await Promise.all(
        running().map((worker) => {
          const ended = once(worker, 'exit')
          worker.process.kill(delayMs > 0 ? 'SIGTERM' : 'SIGINT')
          return ended
        }),
      )
    },
  }
}
