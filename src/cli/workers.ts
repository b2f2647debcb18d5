import cluster, { type Worker } from 'node:cluster'
import { once } from 'node:events'
import type { Logger } from '../core/logger.ts'
import { countForWorkers } from '../http/rate-limit-store.ts'

/**
 * How long after its end a worker is replaced, in milliseconds: one that cannot start must not keep the
 * machine busy.
 */
const PAUSE_MS = 500

/** A part of the server that was started and can be closed. */
export interface Part {
  /** @param delayMs for how long to go on first, if that makes sense for the part. */
  close(delayMs: number): Promise<void>
}

function fork(): Worker {
  const worker = cluster.fork()
  // A message to a worker that is just ending fails, and would be of no use.
  worker.on('error', () => {})
  return worker
}

const running = () => Object.values(cluster.workers ?? {}).filter((worker) => worker !== undefined)

async function ready(worker: Worker): Promise<void> {
  const ended = once(worker, 'exit').then(() => {
    throw new Error('A worker ended before it listened.')
  })
  await Promise.race([once(worker, 'listening'), ended])
  ended.catch(() => {})
}

/**
 * Starts this program `count` more times, on one port. A worker that ends is replaced. Rejects if one does
 * not begin to listen.
 */
export async function startWorkers(count: number, log: Logger): Promise<Part> {
  countForWorkers()
  try {
    // The first one prepares the database for all.
    await ready(fork())
    await Promise.all(Array.from({ length: count - 1 }, () => ready(fork())))
  } catch (error) {
    for (const worker of running()) worker.kill()
    throw error
  }

  let isStopping = false
  cluster.on('exit', ({ process: { pid } }, code, signal) => {
    if (isStopping) return
    log.error({ pid, code, signal }, 'a worker ended; another takes its place')
    setTimeout(() => {
      if (!isStopping) fork()
    }, PAUSE_MS)
  })
  return {
    async close(delayMs) {
      isStopping = true
      await Promise.all(
        running().map((worker) => {
          const ended = once(worker, 'exit')
          worker.send(delayMs)
          // A worker that is just starting may have missed the message.
          worker.once('listening', () => worker.send(delayMs))
          return ended
        }),
      )
    },
  }
}

/**
 * In a worker: resolves when it has to stop, with a delay in milliseconds. The reason is an order of the
 * primary, which alone hears Ctrl-C, or SIGTERM to this worker, or that the primary is gone.
 */
export function stopOfWorker(drainDelay: number): Promise<number> {
  for (const signal of ['SIGINT', 'SIGHUP']) process.on(signal, () => {})
  return new Promise((resolve) => {
    process.on('SIGTERM', () => resolve(drainDelay))
    process.on('disconnect', () => resolve(0))
    // Libraries send objects; the only number is how long to go on.
    process.on('message', (message) => {
      if (typeof message === 'number') resolve(message)
    })
  })
}
